// A formula as a reader wants it: conjuncts in C. In: a formula, and a printer of its atoms, which may leave atoms out. Out: its conjuncts, and how many atoms were left out.
//
// Formulas of states are built by a search, and say the same in several places. What all sides of a disjunction have in common stands before it; a side that only repeats what
// is known is gone; sides that differ in one atom and its negation are one. No term is made: a search that is watched makes the same terms as one that is not.

import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";

/** A comparison, or a variable of one bit. Atoms of one base and different signs exclude each other. */
interface Atom {
  readonly base: string;
  readonly isNegated: boolean;
  readonly text: string;
}

/** A conjunction of atoms and of disjunctions; null: false. */
interface Conjunction {
  readonly atoms: ReadonlyMap<string, Atom>;
  readonly choices: readonly (readonly Conjunction[])[];
}

/** The text of an atom; null: it is left out. Negated: the atom does not hold. */
export type AtomPrinter = (atom: Term, isNegated: boolean) => string | null;

export interface ConditionText {
  /** In alphabetical order; none: true. Null: no state fulfils it. */
  readonly conjuncts: readonly string[] | null;
  /** How many different atoms were left out: the text says less than the formula. */
  readonly omitted: number;
  /** It was too large to be shown whole. */
  readonly isCut: boolean;
}

/** More atoms are not read by anyone. */
const maxAtoms = 400;
/** A choice between more atoms is not shown: to simplify it would take long, and it would not be understood. */
const maxInChoice = 40;
const nothing: Conjunction = { atoms: new Map(), choices: [] };

export function describeCondition(formula: Term, print: AtomPrinter): ConditionText {
  const reader = new ConditionReader(print);
  const whole = reader.read(formula, false);
  const conjuncts = whole === null ? null : [...new Set(textsOf(whole))].sort();
  return { conjuncts, omitted: reader.omitted.size, isCut: reader.isCut };
}

class ConditionReader {
  readonly omitted = new Set<Term>();
  isCut = false;
  #atoms = 0;

  constructor(readonly print: AtomPrinter) {}

  /** Null: false. */
  read(t: Term, isNegated: boolean): Conjunction | null {
    if (t.op === "not") return this.read(t.args[0] as Term, !isNegated);
    if (t.op === "constant") return (t.value === 1n) !== isNegated ? nothing : null;
    const isConnective = t.width === 1 && (t.op === "and" || t.op === "or");
    if (!isConnective) return this.#atom(t, isNegated);
    const isChoice = (t.op === "and") === isNegated;
    if (isChoice && hasMoreAtoms(t, maxInChoice)) {
      this.isCut = true;
      return nothing;
    }
    const parts = partsOf(t).map((p) => this.read(p, isNegated));
    if (isChoice) return anyOf(parts.filter((p) => p !== null));
    return parts.some((p) => p === null) ? null : allOf(parts as Conjunction[]);
  }

  /** What is left out counts as true: the text only says less. */
  #atom(t: Term, isNegated: boolean): Conjunction {
    if (++this.#atoms > maxAtoms) {
      this.isCut = true;
      return nothing;
    }
    const text = this.print(t, isNegated);
    if (text === null) {
      this.omitted.add(t);
      return nothing;
    }
    const { base, sign } = signOf(t);
    const atom: Atom = { base, isNegated: isNegated !== sign, text };
    return { atoms: new Map([[keyOf(atom), atom]]), choices: [] };
  }
}

/** Whether a formula has more atoms than this; one that occurs twice counts twice. */
function hasMoreAtoms(formula: Term, most: number): boolean {
  const open = [formula];
  let atoms = 0;
  for (let t = open.pop(); t !== undefined; t = open.pop())
    if (t.op === "not" || (t.width === 1 && (t.op === "and" || t.op === "or"))) append(open, t.args);
    else if (++atoms > most) return true;
  return false;
}

/** A chain of one connective, as a list. */
function partsOf(t: Term): Term[] {
  const parts: Term[] = [];
  const open = [t];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (next.op === t.op && next.width === 1) append(open, [...next.args].reverse());
    else parts.push(next);
  return parts;
}

const keyOf = ({ base, isNegated }: Pick<Atom, "base" | "isNegated">): string => `${isNegated ? "!" : ""}${base}`;
const opposite = (a: Atom): string => keyOf({ base: a.base, isNegated: !a.isNegated });

/** `x <= 5` and `x > 5` are one atom and its negation, however they are written. */
function signOf(t: Term): { base: string; sign: boolean } {
  const [a, b] = t.args;
  if ((t.op !== "slt" && t.op !== "sle" && t.op !== "ult" && t.op !== "ule") || a === undefined || b === undefined)
    return { base: `${t.id}`, sign: false };
  const isSigned = t.op === "slt" || t.op === "sle";
  const strict = t.op === "slt" || t.op === "ult" ? 1n : 0n;
  const value = (c: Term): bigint => (isSigned ? BigInt.asIntN(c.width, c.value) : c.value);
  const kind = isSigned ? "s" : "u";
  if (b.op === "constant") return { base: `${a.id}${kind}${value(b) - strict}`, sign: false };
  if (a.op === "constant") return { base: `${b.id}${kind}${value(a) + strict - 1n}`, sign: true };
  return { base: `${t.id}`, sign: false };
}

/** Null: two of them exclude each other. */
function allOf(parts: readonly Conjunction[]): Conjunction | null {
  const atoms = new Map<string, Atom>();
  for (const p of parts) for (const [key, a] of p.atoms) atoms.set(key, a);
  for (const a of atoms.values()) if (atoms.has(opposite(a))) return null;
  const choices: Conjunction[][] = [];
  for (const sides of parts.flatMap((p) => [...p.choices])) {
    const left = sides.flatMap((s) => without(s, atoms) ?? []);
    if (left.length === 0) return null;
    const found = anyOf(left);
    if (isSame(found, nothing)) continue;
    if (left.length < sides.length || found.choices.length !== 1 || found.atoms.size > 0) {
      // It has become simpler: what it says now may simplify the others.
      const rest = parts.map((p) => ({ atoms: p.atoms, choices: p.choices.filter((c) => c !== sides) }));
      return allOf([...rest, found]);
    }
    if (!choices.some((c) => isSameChoice(c, found.choices[0] as readonly Conjunction[])))
      choices.push([...(found.choices[0] as readonly Conjunction[])]);
  }
  return { atoms, choices };
}

/** A side where some atoms hold anyway; null: it is excluded. */
function without(side: Conjunction, known: ReadonlyMap<string, Atom>): Conjunction | null {
  const atoms = new Map<string, Atom>();
  for (const [key, a] of side.atoms) {
    if (known.has(opposite(a))) return null;
    if (!known.has(key)) atoms.set(key, a);
  }
  return { atoms, choices: side.choices };
}

/** What one of the sides says at least: common atoms, and the choice between what is left. */
function anyOf(sides: readonly Conjunction[]): Conjunction {
  let open = sides.filter((s, i) => !sides.some((other, j) => j !== i && isWeaker(other, s) && (j < i || !isWeaker(s, other))));
  open = joinOpposites(open);
  const [first] = open;
  if (first === undefined || open.length === 1) return first ?? nothing;
  const common = new Map([...first.atoms].filter(([key]) => open.every((s) => s.atoms.has(key))));
  const rest = open.map((s) => ({ atoms: new Map([...s.atoms].filter(([key]) => !common.has(key))), choices: s.choices }));
  return rest.some((s) => isSame(s, nothing)) ? { atoms: common, choices: [] } : { atoms: common, choices: [rest] };
}

/** Sides that differ in one atom and its negation are one side; of `p || (!p && q)` the negation goes. */
function joinOpposites(sides: readonly Conjunction[]): Conjunction[] {
  const open = [...sides];
  for (let i = 0; i < open.length; i++)
    for (let j = 0; j < open.length; j++) {
      const [a, b] = [open[i] as Conjunction, open[j] as Conjunction];
      if (i === j || a.choices.length > 0) continue;
      const removed = [...b.atoms].filter(([, atom]) => a.atoms.has(opposite(atom)));
      const [only] = removed;
      if (only === undefined || removed.length > 1) continue;
      const others = [...a.atoms].filter(([key]) => key !== opposite(only[1]));
      if (!others.every(([key]) => b.atoms.has(key))) continue;
      open[j] = { atoms: new Map([...b.atoms].filter(([key]) => key !== only[0])), choices: b.choices };
      const kept = open.filter((s, k) => !open.some((o, m) => m !== k && isWeaker(o, s) && (m < k || !isWeaker(s, o))));
      return joinOpposites(kept);
    }
  return open;
}

/** Whether every state of `b` is one of `a`, as far as can be seen from their parts. */
function isWeaker(a: Conjunction, b: Conjunction): boolean {
  for (const key of a.atoms.keys()) if (!b.atoms.has(key)) return false;
  return a.choices.every((c) => b.choices.some((d) => isSameChoice(c, d)));
}

const isSame = (a: Conjunction, b: Conjunction): boolean => isWeaker(a, b) && isWeaker(b, a);

const isSameChoice = (a: readonly Conjunction[], b: readonly Conjunction[]): boolean =>
  a.length === b.length && a.every((x) => b.some((y) => isSame(x, y)));

function textsOf({ atoms, choices }: Conjunction): string[] {
  return [...[...atoms.values()].map((a) => a.text), ...choices.map(choiceText)];
}

function choiceText(sides: readonly Conjunction[]): string {
  return sides
    .map((s) => {
      const texts = textsOf(s).sort();
      return texts.length === 1 ? (texts[0] as string) : `(${texts.map((t) => (t.includes(" || ") ? `(${t})` : t)).join(" && ")})`;
    })
    .sort()
    .join(" || ");
}
