// Value sets: which values a location may hold, over all threads and all times: a small set, or anything. The unroller needs them to know
// where pointers lead and which branches exist. They are found in rounds: a round unrolls with what is known and adds what it writes; when a
// round adds nothing, every set is an over-approximation, by induction along any execution.
//
// If a location may hold anything, the addresses seen there are its likely values. They guarantee nothing: code that follows them adds an
// `unsupported` failure for any other value, and the solver must refute that failure.

import { append } from "../support/lists.ts";
import type { ValueSet } from "../symbolic/host.ts";
import type { Term } from "../terms/term.ts";
import { overlaps, type Spread } from "./spread.ts";

export type { ValueSet };

/** Larger sets become "anything": they would cost more than they tell. */
export const maxValues = 40;
/** Combinations of the values of a term's variables that are evaluated one by one. */
const maxCombinations = 128;
/** Variables of a term whose values are enumerated. */
const maxVariables = 6;
/** Nodes of a term whose values are enumerated. */
const maxNodes = 300;
/** Conjuncts that are considered of a condition. */
const maxConjuncts = 200;
const nothing: ReadonlySet<bigint> = new Set();

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

/** Bytes `from` … `from + size - 1` of each value. */
export function slice(values: ValueSet, from: number, size: number): ValueSet {
  if (values === null) return null;
  return new Set([...values].map((v) => BigInt.asUintN(8 * size, v >> BigInt(8 * from))));
}

interface Entry {
  readonly at: Spread;
  readonly size: number;
  values: ValueSet;
  /** Addresses among the values; they are kept when the values become "anything". */
  readonly likely: Set<bigint>;
}

/** Values that were written in one piece, and where. */
export interface WholeValue {
  readonly at: Spread;
  readonly values: readonly bigint[];
}

const keyOf = ({ low, high, stride }: Spread, size: number): string => `${low}-${high}/${stride}:${size}`;

/** The values that one thread writes to one object. */
export class ObjectValues {
  readonly #entries = new Map<string, Entry>();
  #version = 0;
  readonly #memo = new Map<string, { version: number; values: ValueSet }>();

  constructor(readonly size: number) {}

  /** Adds values; `likely`: the addresses among them. Returns whether anything is new. */
  add(at: Spread, size: number, values: ValueSet, widen: boolean, likely: Iterable<bigint> = nothing): boolean {
    const key = keyOf(at, size);
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      this.#entries.set(key, { at, size, values, likely: new Set(likely) });
      this.#version++;
      return true;
    }
    const isNew = this.#addValues(entry, values, widen);
    const known = entry.likely.size;
    for (const v of likely) if (entry.likely.size < maxValues) entry.likely.add(v);
    const isLikelyNew = entry.likely.size > known && entry.values === null;
    if (isNew || isLikelyNew) this.#version++;
    return isNew || isLikelyNew;
  }

  #addValues(entry: Entry, values: ValueSet, widen: boolean): boolean {
    if (entry.values === null) return false;
    const before = entry.values;
    const after = unite(before, values);
    if (after !== null && after.size === before.size) return false;
    entry.values = widen ? null : after;
    return true;
  }

  /** Addresses that were written in one piece where a read of that size may begin. */
  readLikely(at: Spread, size: number): Set<bigint> {
    const out = new Set<bigint>();
    for (const e of this.#entries.values())
      if (e.size === size && overlaps(e.at, e.size, at, size).includes(0)) for (const v of e.likely) out.add(v);
    return out;
  }

  /** Values of `whole` bytes of which a read of another size may see a part; empty where they may be anything. */
  wholesAround(at: Spread, size: number, whole: number): WholeValue[] {
    const around = [...this.#entries.values()].filter(
      (e) => e.size === whole && size !== whole && overlaps(e.at, whole, at, size).length > 0,
    );
    return around.map((e) => ({ at: e.at, values: [...(e.values ?? [])] }));
  }

  /** The values that a read may return. */
  read(at: Spread, size: number): ValueSet {
    const key = keyOf(at, size);
    const known = this.#memo.get(key);
    if (known?.version === this.#version) return known.values;
    let values: ValueSet = nothing;
    for (const e of this.#entries.values()) {
      if (values === null) break;
      values = unite(values, contribution(e, at, size));
    }
    this.#memo.set(key, { version: this.#version, values });
    return values;
  }
}

/** The values that a read may see of a write that gives it all its bytes wherever they overlap; "anything" if it may give only some of them. */
function contribution(e: Entry, at: Spread, size: number): ValueSet {
  const distances = overlaps(e.at, e.size, at, size);
  if (distances.some((d) => d < 0 || d + size > e.size)) return null;
  let values: ValueSet = nothing;
  for (const d of distances) values = unite(values, slice(e.values, d, size));
  return values;
}

type SetOf = (variable: Term) => ValueSet;

/** The values that a term may have, if its variables have few values. */
/** A value that no term is expected to tell from 0 by chance. */
const unlikely = 0x5a17_c3e9_964d_2b7fn;

export class PossibleValues {
  readonly #memo = new Map<Term, ValueSet>();
  readonly #likely = new Map<Term, ReadonlySet<bigint>>();
  readonly #setOf: SetOf = (v) => this.variables.get(v) ?? null;

  constructor(
    readonly variables: ReadonlyMap<Term, ValueSet>,
    readonly evaluate: (term: Term, values: ReadonlyMap<string, bigint>) => bigint,
    /** Likely values of variables that may be anything. */
    readonly likely: ReadonlyMap<Term, ReadonlySet<bigint>> = new Map(),
  ) {}

  /** The values of a term if variables have their likely values: some of its possible values. */
  likelyOf(term: Term): ReadonlySet<bigint> {
    const known = this.#likely.get(term);
    if (known !== undefined) return known;
    const values = this.of(term) ?? this.#findLikely(term);
    this.#likely.set(term, values);
    return values;
  }

  #findLikely(term: Term): ReadonlySet<bigint> {
    if (term.op === "ite") {
      const all = new Set([...this.likelyOf(term.args[1] as Term), ...this.likelyOf(term.args[2] as Term)]);
      return all.size > maxValues ? nothing : all;
    }
    const setOf = (v: Term): ValueSet => this.variables.get(v) ?? this.likely.get(v) ?? null;
    const support = this.#finiteSupport(term, [], setOf);
    return (support === null ? null : this.#collect(term, support, [], setOf)) ?? nothing;
  }

  of(term: Term): ValueSet {
    if (term.op === "constant") return new Set([term.value]);
    const known = this.#memo.get(term);
    if (known !== undefined) return known;
    const values = this.#find(term);
    this.#memo.set(term, values);
    return values;
  }

  #find(term: Term): ValueSet {
    if (term.op === "variable") return this.variables.get(term) ?? null;
    if (term.op === "ite") return unite(this.of(term.args[1] as Term), this.of(term.args[2] as Term));
    return term.width === 1 ? new Set([0n, 1n]) : this.#enumerate(term);
  }

  /** The possible outcomes of a condition, if its variables have few values; otherwise null. */
  outcomes(condition: Term): ValueSet {
    return this.#enumerate(condition);
  }

  /** The values of a term while a condition holds. Conjuncts of the condition over variables with many values are ignored. */
  under(condition: Term, term: Term): ValueSet {
    if (term.op === "constant" || condition.op === "constant") return this.of(term);
    const support = this.#finiteSupport(term, []);
    if (support === null) return this.of(term);
    const useful: Term[] = [];
    let variables: readonly Term[] = support;
    for (const c of conjunctsOf(condition, maxConjuncts)) {
      const more = this.#finiteSupport(c, variables);
      if (more === null) continue;
      variables = more;
      useful.push(c);
    }
    return useful.length === 0 ? this.of(term) : this.#collect(term, variables, useful);
  }

  #enumerate(term: Term): ValueSet {
    const support = this.#finiteSupport(term, []);
    return support === null ? null : this.#collect(term, support, []);
  }

  /** The variables of a term, and those of `more`, if there are few combinations of their values; otherwise null. */
  #finiteSupport(term: Term, more: readonly Term[], setOf: SetOf = this.#setOf): readonly Term[] | null {
    const support = supportOf(term);
    if (support === null) return null;
    const all = [...new Set([...more, ...support])];
    let combinations = 1;
    for (const v of all) {
      const values = setOf(v);
      if (values === null) return null;
      combinations *= Math.max(values.size, 1);
    }
    return combinations > maxCombinations ? null : all;
  }

  #collect(term: Term, variables: readonly Term[], conditions: readonly Term[], setOf: SetOf = this.#setOf): ValueSet {
    const values = new Set<bigint>();
    const fits = (chosen: ReadonlyMap<string, bigint>): boolean => conditions.every((c) => this.evaluate(c, chosen) === 1n);
    // A read of what is never written is not made: its variable has no value, but terms that do not depend on it have.
    const empty = variables.filter((v) => setOf(v)?.size === 0);
    const open = variables.filter((v) => !empty.includes(v));
    const add = (chosen: Map<string, bigint>): void => {
      if (empty.length === 0) {
        if (fits(chosen)) values.add(this.evaluate(term, chosen));
        return;
      }
      const other = new Map(chosen);
      for (const v of empty) {
        chosen.set(v.name, 0n);
        other.set(v.name, BigInt.asUintN(v.width, unlikely));
      }
      const value = this.evaluate(term, chosen);
      if (value === this.evaluate(term, other) && (fits(chosen) || fits(other))) values.add(value);
    };
    const assign = (i: number, chosen: Map<string, bigint>): void => {
      const v = open[i];
      if (v === undefined) return add(chosen);
      for (const value of setOf(v) ?? nothing) assign(i + 1, chosen.set(v.name, value));
    };
    assign(0, new Map());
    return values.size > maxValues ? null : values;
  }
}

/** The conjuncts of a condition; of a very long one, some of them. */
export function conjunctsOf(condition: Term, max = Number.POSITIVE_INFINITY): Term[] {
  const out: Term[] = [];
  const stack = [condition];
  while (stack.length > 0 && out.length < max) {
    const t = stack.pop() as Term;
    if (t.op === "and") append(stack, t.args);
    else out.push(t);
  }
  return out;
}

/** The variables of a term; null if it is too large, or contains an order fact. */
function supportOf(term: Term): Term[] | null {
  const seen = new Set<Term>();
  const support: Term[] = [];
  const stack = [term];
  while (stack.length > 0) {
    const t = stack.pop() as Term;
    if (seen.has(t)) continue;
    seen.add(t);
    if (seen.size > maxNodes) return null;
    if (t.op === "before") return null;
    if (t.op === "variable") {
      support.push(t);
      if (support.length > maxVariables) return null;
    }
    append(stack, t.args);
  }
  return support;
}
