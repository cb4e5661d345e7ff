// A formula that must hold, as clauses. In: a formula; out: clauses in the core. What is true by structure needs no variable: conjunctions
// are split, disjunctions are clauses, and one disjunct that is a conjunction, a choice or an equality of words is spread over them. So
// "reads ⇒ value = value" costs two short clauses per bit.

import type { Term } from "../../terms/term.ts";
import { type Literal, negate } from "../literal.ts";
import type { BitBlaster } from "./bitblaster.ts";

/** Beyond so many other disjuncts, a variable for the last one is cheaper than repeating them in each of its clauses. */
const longestGuard = 4;

/** `guard`, or the term (its negation). */
interface Goal {
  readonly guard: readonly Literal[];
  /** Conjunctions spread under this guard already: shared ones are walked once. */
  readonly seen: Set<Term>;
  readonly term: Term;
  readonly negative: boolean;
}

export function assertClauses(blaster: BitBlaster, formula: Term): void {
  if (formula.width !== 1) throw new Error(`a formula of ${formula.width} bits`);
  const goals: Goal[] = [{ guard: [], seen: new Set(), term: formula, negative: false }];
  while (goals.length > 0) {
    const goal = goals.pop() as Goal;
    for (const next of spread(blaster, goal)) goals.push(next);
  }
}

/** Clauses for one goal, or the goals it comes down to. */
function spread(blaster: BitBlaster, goal: Goal): Goal[] {
  const { guard, seen, term, negative } = goal;
  const [a, b, c] = term.args as readonly [Term, Term, Term];
  const part = (t: Term, sign: boolean): Goal => ({ guard, seen, term: t, negative: sign });
  if (term.op === "not") return [part(a, !negative)];
  if (!blaster.isTranslated(term) && guard.length <= longestGuard) {
    if (term.op === (negative ? "or" : "and")) {
      if (seen.has(term)) return [];
      seen.add(term);
      return [part(b, negative), part(a, negative)];
    }
    if (term.op === (negative ? "and" : "or")) return disjunction(blaster, goal);
    if (term.op === "ite") {
      const condition = blaster.literal(a);
      return [
        { guard: [...guard, condition], seen: new Set(), term: c, negative },
        { guard: [...guard, negate(condition)], seen: new Set(), term: b, negative },
      ];
    }
    if (term.op === "eq" && !negative) {
      equate(blaster, guard, a, b);
      return [];
    }
    if (term.op === "xor") {
      const x = blaster.literal(a);
      const y = blaster.literal(b);
      emit(blaster, [...guard, x, negative ? negate(y) : y]);
      emit(blaster, [...guard, negate(x), negative ? y : negate(y)]);
      return [];
    }
  }
  const literal = blaster.literal(term);
  emit(blaster, [...guard, negative ? negate(literal) : literal]);
  return [];
}

/** The disjuncts as literals, but for one that is worth spreading. */
function disjunction(blaster: BitBlaster, goal: Goal): Goal[] {
  const parts: { readonly term: Term; readonly negative: boolean }[] = [];
  const stack: { readonly term: Term; readonly negative: boolean }[] = [goal];
  const seen = new Set<Term>();
  while (stack.length > 0) {
    const { term, negative } = stack.pop() as { term: Term; negative: boolean };
    if (term.op === "not") stack.push({ term: term.args[0] as Term, negative: !negative });
    else if (term.op === (negative ? "and" : "or") && !blaster.isTranslated(term)) {
      // Shared parts of a disjunction are walked once.
      if (seen.has(term)) continue;
      seen.add(term);
      for (const a of [...term.args].reverse()) stack.push({ term: a, negative });
    } else parts.push({ term, negative });
  }
  const worth = (p: { readonly term: Term; readonly negative: boolean }): boolean =>
    !blaster.isTranslated(p.term) &&
    (p.term.op === (p.negative ? "or" : "and") || p.term.op === "ite" || (p.term.op === "eq" && !p.negative));
  const chosen = goal.guard.length + parts.length - 1 <= longestGuard ? parts.find(worth) : undefined;
  const guard = [...goal.guard];
  for (const p of parts) {
    if (p === chosen) continue;
    const literal = blaster.literal(p.term);
    guard.push(p.negative ? negate(literal) : literal);
  }
  if (chosen !== undefined) return [{ guard, seen: new Set(), ...chosen }];
  emit(blaster, guard);
  return [];
}

/** Under the guard, the words agree bit by bit. */
function equate(blaster: BitBlaster, guard: readonly Literal[], a: Term, b: Term): void {
  const x = blaster.bits(a);
  const y = blaster.bits(b);
  for (let i = 0; i < x.length; i++) {
    const p = x[i] as Literal;
    const q = y[i] as Literal;
    if (p === q) continue;
    emit(blaster, [...guard, p, negate(q)]);
    emit(blaster, [...guard, negate(p), q]);
  }
}

/** Without false and repeated literals; not at all if it is true anyway. */
function emit(blaster: BitBlaster, literals: readonly Literal[]): void {
  const { gates } = blaster;
  const clause = new Set<Literal>();
  for (const l of literals) {
    if (l === gates.true || clause.has(negate(l))) return;
    if (l !== gates.false) clause.add(l);
  }
  gates.clause(clause.size === 0 ? [gates.false] : [...clause]);
}
