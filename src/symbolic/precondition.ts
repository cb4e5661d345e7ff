// What must hold before a step so that a formula holds after it. In: a way of the step, and a formula over the state after it. Out: the formula over the state before it, by
// substitution: registers, cells and inputs are replaced by what the way makes of them.

import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Conjunction } from "./conjunction.ts";
import type { StateVariable, StateVariables } from "./state-variables.ts";
import type { Way } from "./way.ts";

/** One per way: it remembers the terms it has replaced. */
export class Precondition {
  readonly #substitution: Substitution;
  /** By address: the update that writes the byte last, and the index of the byte in it. */
  readonly #bytes = new Map<number, { readonly value: Term; readonly index: number }>();
  /** The way is possible. */
  readonly guard: Conjunction;
  /** Bits of the variables that the step changes, among the first so many. */
  readonly #bits = { low: 0, high: 0 };
  #seen = 0;
  readonly #changed = new Map<Term, boolean>();

  constructor(
    readonly variables: StateVariables,
    readonly way: Way,
  ) {
    const { terms } = variables;
    for (const { address, size, value } of way.cells) for (let i = 0; i < size; i++) this.#bytes.set(address + i, { value, index: i });
    const { conjuncts } = variables;
    this.guard = conjuncts.reduce(conjuncts.all(way.guard.map((g) => conjuncts.of(g))));
    this.#substitution = new Substitution(terms, (leaf) => (leaf.op === "variable" ? this.#replace(leaf.name, leaf.width) : null));
  }

  /** The way is possible, and the formula holds after it. `valueOf`: the state before it, if it has no inputs; the result may say less of others (narrowing.ts). */
  of(formula: Conjunction, valueOf: ((variable: Term) => bigint) | null = null): Conjunction {
    const { conjuncts } = this.variables;
    this.#noteVariables();
    return conjuncts.map(formula, this.#change, this.guard, this.#bits, valueOf);
  }

  readonly #change = (c: Term): Term =>
    this.variables.conjuncts.variablesOf(c).some((v) => this.#isChanged(v)) ? this.#substitution.apply(c) : c;

  #noteVariables(): void {
    const { known } = this.variables.conjuncts;
    const meanings = this.variables.meaningsOfKnown();
    for (; this.#seen < known.length; this.#seen++) {
      if (!this.#mayChange(meanings[this.#seen] as StateVariable) || !this.#isChanged(known[this.#seen] as Term)) continue;
      const bit = 1 << (this.#seen & 31);
      if ((this.#seen & 32) === 0) this.#bits.low |= bit;
      else this.#bits.high |= bit;
    }
  }

  /** What a term over the state after the way is, over the state before it. */
  before(term: Term): Term {
    return this.#substitution.apply(term);
  }

  /** Asked for all variables there are, most of which are of other threads and places. */
  #mayChange(v: StateVariable): boolean {
    if (v.kind === "trail") return false;
    if (v.kind !== "cell") return v.kind === "input" || this.way.threads.some((t) => t.thread === v.thread);
    return this.#isWritten(v.address, v.size);
  }

  /** The variable has another value after the step. */
  #isChanged(variable: Term): boolean {
    let isChanged = this.#changed.get(variable);
    if (isChanged === undefined) {
      const by = this.#replace(variable.name, variable.width);
      isChanged = by !== null && by !== variable;
      this.#changed.set(variable, isChanged);
    }
    return isChanged;
  }

  #replace(name: string, width: number): Term | null {
    const { variables, way } = this;
    const v = variables.meaningOf(name);
    switch (v.kind) {
      case "register": {
        const after = way.threads.find((t) => t.thread === v.thread);
        return after === undefined ? null : (after.registers[v.level]?.[v.register] ?? variables.terms.constant(0n, width));
      }
      case "cell":
        return this.#cell(v.address, v.size);
      case "transfer":
        return this.#transfer(v.thread, v.from, v.size);
      case "input":
        return way.inputs.has(v.thread) ? variables.input(v.thread, v.n + (way.inputs.get(v.thread) as number), width) : null;
      case "trail":
        return null; // the search says which steps make the trail
    }
  }

  /** Bytes that a thread has copied in. Null: it has not copied, or not as many; formulas after it do not name others, because its control point has the length. */
  #transfer(thread: number, from: number, size: number): Term | null {
    const copied = this.way.threads.find((t) => t.thread === thread)?.copied ?? null;
    return copied === null || from + size > copied.size ? null : copied.content(from, size);
  }

  /** The bytes after the step; null: they are unchanged. */
  #cell(address: number, size: number): Term | null {
    const { terms } = this.variables;
    const first = this.#bytes.get(address);
    if (first !== undefined && first.index === 0 && first.value.width === 8 * size && this.#isWhole(first.value, address, size))
      return first.value;
    if (!this.#isWritten(address, size)) return null;
    let value: Term | null = null;
    for (let i = 0; i < size; i++) {
      const written = this.#bytes.get(address + i);
      const fresh =
        written === undefined ? this.way.begun.findLast((o) => o.address <= address + i && address + i < o.address + o.size) : undefined;
      const byte =
        written !== undefined
          ? terms.extract(written.value, 8 * written.index + 7, 8 * written.index)
          : fresh !== undefined
            ? terms.constant(BigInt(fresh.fill), 8)
            : this.variables.cell(address + i, 1);
      value = value === null ? byte : terms.concat(byte, value);
    }
    return value;
  }

  /** Some of the bytes are written, or belong to an object that begins in the step. Asked for every variable, so that no term is made for those that stay. */
  #isWritten(address: number, size: number): boolean {
    for (let i = 0; i < size; i++) if (this.#bytes.has(address + i)) return true;
    for (const o of this.way.begun) if (o.address < address + size && address < o.address + o.size) return true;
    return false;
  }

  #isWhole(value: Term, address: number, size: number): boolean {
    for (let i = 1; i < size; i++) {
      const b = this.#bytes.get(address + i);
      if (b?.value !== value || b.index !== i) return false;
    }
    return true;
  }
}
