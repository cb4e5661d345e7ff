// Which values a location may hold, over all threads and all times: a small set, or anything. The unroller needs it to know where
// pointers lead and which branches exist at all. Found by rounds: a round unrolls with what is known; what it writes is added; when
// a round adds nothing, every set is an over-approximation, by induction along any execution.

import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";

/** null: anything. */
export type ValueSet = ReadonlySet<bigint> | null;

export const most = 40;

export function unite(a: ValueSet, b: ValueSet): ValueSet {
  if (a === null || b === null) return null;
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const all = new Set(a);
  for (const v of b) all.add(v);
  return all.size > most ? null : all;
}

/** Bytes `from` … of a value. */
export function slice(values: ValueSet, from: number, size: number): ValueSet {
  if (values === null) return null;
  return new Set([...values].map((v) => BigInt.asUintN(8 * size, v >> BigInt(8 * from))));
}

interface Entry {
  readonly offset: number | null; // null: anywhere
  readonly size: number;
  values: ValueSet;
}

/** What one thread writes to one object. */
export class ObjectValues {
  readonly #entries = new Map<string, Entry>();
  #version = 0;
  readonly #memo = new Map<string, { version: number; values: ValueSet }>();

  constructor(readonly size: number) {}

  /** True: something new. */
  add(offset: number | null, size: number, values: ValueSet, widen: boolean): boolean {
    const key = `${offset}:${size}`;
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      this.#entries.set(key, { offset, size, values });
      this.#version++;
      return true;
    }
    if (entry.values === null) return false;
    const before = entry.values;
    let after = unite(before, values);
    if (after !== null && after.size === before.size) return false;
    if (widen) after = null;
    entry.values = after;
    this.#version++;
    return true;
  }

  /** Values of `whole` bytes that a smaller read may see a part of, as far as they are few. */
  wholesAround(offset: number | null, size: number, whole: number): bigint[] {
    const around = [...this.#entries.values()].filter((e) => {
      const isAround = e.offset === null || offset === null || (e.offset < offset + size && offset < e.offset + e.size);
      return e.size === whole && size < whole && isAround;
    });
    return around.flatMap((e) => [...(e.values ?? [])]);
  }

  /** What a read may return. */
  read(offset: number | null, size: number): ValueSet {
    const key = `${offset}:${size}`;
    const known = this.#memo.get(key);
    if (known?.version === this.#version) return known.values;
    let values: ValueSet = nothing;
    for (const e of this.#entries.values()) {
      if (values === null) break;
      values = unite(values, contribution(e, offset, size));
    }
    this.#memo.set(key, { version: this.#version, values });
    return values;
  }
}

const nothing: ReadonlySet<bigint> = new Set();

function contribution(e: Entry, offset: number | null, size: number): ValueSet {
  if (e.offset === null || offset === null) {
    if (e.size === size && (e.offset === null || e.offset % size === 0) && (offset === null || offset % size === 0)) return e.values;
    // Zeros in whole elements are zeros of any size; anything else may be mixed with its neighbours.
    const zeros = e.values !== null && [...e.values].every((v) => v === 0n);
    const whole = e.size % size === 0 && (e.offset ?? 0) % size === 0 && (offset ?? 0) % size === 0;
    return zeros && whole ? new Set([0n]) : null;
  }
  if (e.offset + e.size <= offset || offset + size <= e.offset) return nothing;
  if (e.offset <= offset && e.offset + e.size >= offset + size) return slice(e.values, offset - e.offset, size);
  return null;
}

/** The values a term may have, if the sets of its variables say so and they are few. */
export class PossibleValues {
  readonly #memo = new Map<Term, ValueSet>();

  constructor(
    readonly variables: ReadonlyMap<Term, ValueSet>,
    readonly evaluate: (term: Term, values: ReadonlyMap<string, bigint>) => bigint,
  ) {}

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

  /** Of a condition: what it may come to, if its variables are of few values; null if not. */
  outcomes(condition: Term): ValueSet {
    return this.#enumerate(condition);
  }

  /** The same, counting only what is possible while a condition holds, as far as that is about few values, too. */
  under(condition: Term, term: Term): ValueSet {
    if (term.op === "constant" || condition.op === "constant") return this.of(term);
    const support = this.#finiteSupport(term, []);
    if (support === null) return this.of(term);
    const useful: Term[] = [];
    let variables: readonly Term[] = support;
    for (const c of conjunctsOf(condition)) {
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

  /** The variables of a term and some more, if there are few combinations of their values. */
  #finiteSupport(term: Term, more: readonly Term[]): readonly Term[] | null {
    const support = supportOf(term);
    if (support === null) return null;
    const all = [...new Set([...more, ...support])];
    let combinations = 1;
    for (const v of all) {
      const values = this.variables.get(v) ?? null;
      if (values === null) return null;
      combinations *= values.size;
    }
    return combinations > 128 ? null : all;
  }

  #collect(term: Term, variables: readonly Term[], conditions: readonly Term[]): ValueSet {
    const values = new Set<bigint>();
    const assign = (i: number, chosen: Map<string, bigint>): void => {
      const v = variables[i];
      if (v === undefined) {
        if (conditions.every((c) => this.evaluate(c, chosen) === 1n)) values.add(this.evaluate(term, chosen));
        return;
      }
      for (const value of this.variables.get(v) as ReadonlySet<bigint>) assign(i + 1, chosen.set(v.name, value));
    };
    assign(0, new Map());
    return values.size > most ? null : values;
  }
}

/** The parts of a conjunction; of a very long one, some. */
export function conjunctsOf(condition: Term): Term[] {
  const out: Term[] = [];
  const stack = [condition];
  while (stack.length > 0 && out.length < 200) {
    const t = stack.pop() as Term;
    if (t.op === "and") append(stack, t.args);
    else out.push(t);
  }
  return out;
}

/** The variables of a term; null if there are too many, or an order atom among them. */
function supportOf(term: Term): Term[] | null {
  const seen = new Set<Term>();
  const support: Term[] = [];
  const stack = [term];
  while (stack.length > 0) {
    const t = stack.pop() as Term;
    if (seen.has(t)) continue;
    seen.add(t);
    if (seen.size > 300) return null;
    if (t.op === "before") return null;
    if (t.op === "variable") {
      support.push(t);
      if (support.length > 6) return null;
    }
    append(stack, t.args);
  }
  return support;
}
