// The values that terms may have at a control point of a step graph, on one path through the step. In: the values that variables may have, and what was decided on the path.
// Out: the values of a term: a small set, or anything (null). An empty set: no run is known that comes here.
//
// Combinations of values are evaluated one by one if there are few. A variable that was decided on, alone or together with others, keeps only the values that fit.

import { append } from "../support/lists.ts";
import { Evaluator } from "../terms/evaluate.ts";
import { substituteVariables } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { ValueSet } from "./host.ts";

/** Larger sets become "anything". */
export const maxValues = 64;
/** Combinations of the values of a term's variables that are evaluated. */
const maxCombinations = 2048;
/** The same for terms of which other variables may be anything. */
const maxPartialCombinations = 64;
const maxVariables = 12;
const maxNodes = 2000;

export const noValues: ReadonlySet<bigint> = new Set();
const bothSides: ReadonlySet<bigint> = new Set([0n, 1n]);

export function unite(a: ValueSet, b: ValueSet): ValueSet {
  if (a === null || b === null) return null;
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  let all: Set<bigint> | null = null; // a copy, once something is new
  for (const v of b) {
    if (a.has(v)) continue;
    all ??= new Set(a);
    all.add(v);
  }
  return all === null ? a : all.size > maxValues ? null : all;
}

/** The variables of terms, remembered. */
export class Supports {
  readonly #known = new Map<Term, readonly Term[] | null>();

  /** `tick`: called for every combination of values that is evaluated. */
  constructor(readonly tick: () => void) {}

  /** Null: there are too many. */
  of(term: Term): readonly Term[] | null {
    let support = this.#known.get(term);
    if (support === undefined) {
      support = supportOf(term);
      this.#known.set(term, support);
    }
    return support;
  }
}

function supportOf(term: Term): readonly Term[] | null {
  const seen = new Set<Term>();
  const support: Term[] = [];
  const stack = [term];
  while (stack.length > 0) {
    const t = stack.pop() as Term;
    if (seen.has(t)) continue;
    seen.add(t);
    if (seen.size > maxNodes) return null;
    if (t.op === "variable") {
      support.push(t);
      if (support.length > maxVariables) return null;
    }
    append(stack, t.args);
  }
  return support;
}

interface Condition {
  readonly term: Term;
  readonly is: ReadonlySet<bigint>;
  readonly support: readonly Term[];
}

type Chosen = Map<string, bigint>;

export class PathValues {
  readonly #refined = new Map<Term, ValueSet>();
  readonly #known = new Map<Term, bigint>();
  readonly #conditions: Condition[] = [];

  constructor(
    readonly terms: Terms,
    readonly supports: Supports,
    /** The values of a variable where the step begins. */
    readonly before: (variable: Term) => ValueSet,
  ) {}

  copy(): PathValues {
    const copy = new PathValues(this.terms, this.supports, this.before);
    for (const [t, values] of this.#refined) copy.#refined.set(t, values);
    for (const [t, value] of this.#known) copy.#known.set(t, value);
    append(copy.#conditions, this.#conditions);
    return copy;
  }

  #setOf(v: Term): ValueSet {
    const refined = this.#refined.get(v);
    return refined === undefined ? this.before(v) : refined;
  }

  /** The values that a term may have. */
  of(t: Term): ValueSet {
    if (t.op === "constant") return new Set([t.value]);
    const known = this.known(t);
    if (known !== null) return new Set([known]);
    if (t.op === "variable") return this.#setOf(t);
    const support = this.supports.of(t);
    if (support === null) return this.#byRange(t);
    const open = support.filter((v) => this.#setOf(v) === null);
    if (open.length === 0 && this.#combinations(support) <= maxCombinations) return this.#collect(t, support);
    const finite = support.filter((v) => this.#setOf(v) !== null);
    if (this.#combinations(finite) > maxPartialCombinations) return this.#byRange(t);
    return this.#collectPartly(t, finite);
  }

  /** The value on which the path was decided; null: none. */
  known(t: Term): bigint | null {
    const known = this.#known.get(t);
    if (known !== undefined) return known;
    const inner = t.op === "not" && t.width === 1 ? this.#known.get(t.args[0] as Term) : undefined;
    return inner === undefined ? null : 1n - inner;
  }

  #combinations(variables: readonly Term[]): number {
    return variables.reduce((n, v) => n * (this.#setOf(v)?.size ?? 1), 1);
  }

  /** Without variables that may be anything: all combinations that fit what was decided. */
  #collect(t: Term, support: readonly Term[]): ValueSet {
    const values = new Set<bigint>();
    const conditions = this.#conditions.filter((c) => c.support.every((v) => support.includes(v)));
    this.#each(support, (chosen) => {
      const evaluator = new Evaluator({ variable: (name) => chosen.get(name) as bigint, before: noOrder });
      if (conditions.every((c) => c.is.has(evaluator.value(c.term)))) values.add(evaluator.value(t));
    });
    return values.size > maxValues && t.width > 1 ? null : values;
  }

  /** Some variables may be anything: what is known of the term without them. */
  #collectPartly(t: Term, finite: readonly Term[]): ValueSet {
    let values: ValueSet = noValues;
    this.#each(finite, (chosen) => {
      const constants = new Map([...chosen].map(([name, v]) => [name, this.terms.constant(v, widthOf(finite, name))]));
      values = unite(values, this.#byRange(substituteVariables(this.terms, t, constants)));
    });
    return values;
  }

  #byRange(t: Term): ValueSet {
    if (t.op === "constant") return new Set([t.value]);
    if (t.width === 1) return bothSides;
    const { low, high, trailingZeros } = this.terms.range(t);
    const step = 2 ** trailingZeros;
    if (!Number.isSafeInteger(high) || (high - low) / step >= maxValues) return null;
    const values = new Set<bigint>();
    for (let v = Math.ceil(low / step) * step; v <= high; v += step) values.add(BigInt(v));
    return values;
  }

  #each(variables: readonly Term[], visit: (chosen: Chosen) => void): void {
    const chosen: Chosen = new Map();
    const assign = (i: number): void => {
      const v = variables[i];
      if (v === undefined) {
        this.supports.tick();
        return visit(chosen);
      }
      for (const value of this.#setOf(v) ?? noValues) {
        chosen.set(v.name, value);
        assign(i + 1);
      }
    };
    assign(0);
  }

  /** It is known that the term has one of these values. */
  assume(t: Term, values: ReadonlySet<bigint>): void {
    this.#refine(t, values);
  }

  /** It was decided that the term has this value. */
  take(t: Term, is: bigint): void {
    if (t.op === "constant") return;
    this.#known.set(t, is);
    const [a, b] = t.args;
    if (t.op === "variable") this.#refined.set(t, new Set([is]));
    else if (t.width === 1 && t.op === "not") this.take(a as Term, 1n - is);
    else if (t.width === 1 && ((t.op === "and" && is === 1n) || (t.op === "or" && is === 0n))) for (const x of t.args) this.take(x, is);
    else if (t.op === "eq" && is === 1n && a?.op === "constant") this.take(b as Term, a.value);
    else if (t.op === "eq" && is === 1n && b?.op === "constant") this.take(a as Term, b.value);
    this.#refine(t, new Set([is]));
  }

  #refine(term: Term, is: ReadonlySet<bigint>): void {
    const support = this.supports.of(term);
    if (support === null || support.some((v) => this.#setOf(v) === null)) return;
    if (support.every((v) => this.#setOf(v)?.size === 1) || this.#combinations(support) > maxCombinations) return;
    const changed = this.#filter({ term, is, support });
    // What is left of a variable may leave less of others.
    for (const c of this.#conditions) if (c.support.some((v) => changed.includes(v))) this.#filter(c);
    if (support.length > 1) this.#conditions.push({ term, is, support });
  }

  /** Of each variable, the values that fit are kept. Returns those that have fewer. */
  #filter({ term, is, support }: Condition): Term[] {
    const fitting = new Map(support.map((v) => [v, new Set<bigint>()]));
    this.#each(support, (chosen) => {
      const evaluator = new Evaluator({ variable: (name) => chosen.get(name) as bigint, before: noOrder });
      if (is.has(evaluator.value(term))) for (const v of support) fitting.get(v)?.add(chosen.get(v.name) as bigint);
    });
    const changed = support.filter((v) => fitting.get(v)?.size !== this.#setOf(v)?.size);
    for (const v of changed) this.#refined.set(v, fitting.get(v) as Set<bigint>);
    return changed;
  }
}

const noOrder = (): never => {
  throw new Error("a step formula says nothing of an order of events");
};

const widthOf = (variables: readonly Term[], name: string): number => (variables.find((v) => v.name === name) as Term).width;
