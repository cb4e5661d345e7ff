// Cells of memory in terms, and sets of bytes.

import type { Machine } from "../execution/machine.ts";
import { append } from "../support/lists.ts";
import { readCell, readRegister, type StateVariables } from "../symbolic/state-variables.ts";
import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";

export interface Range {
  readonly address: number;
  readonly size: number;
}

/** A condition on cells alone. */
export interface CellFact {
  readonly term: Term;
  readonly cells: readonly Range[];
}

/** A variable in a term: a cell, or a register of a thread; both null: something else. */
export interface Leaf {
  readonly variable: Term;
  readonly cell: Range | null;
  readonly thread: number | null;
}

const leaves = new WeakMap<Term, readonly Leaf[]>();

export function leavesOf(variables: StateVariables, term: Term): readonly Leaf[] {
  let known = leaves.get(term);
  if (known === undefined) {
    const found: Leaf[] = [];
    const seen = new Set<Term>([term]);
    for (const t of seen) {
      for (const a of t.args) seen.add(a);
      if (t.op !== "variable") continue;
      const v = variables.meaningOf(t.name);
      const cell = v.kind === "cell" ? { address: v.address, size: v.size } : null;
      found.push({ variable: t, cell, thread: v.kind === "register" ? v.thread : null });
    }
    known = found;
    leaves.set(term, known);
  }
  return known;
}

/** The cells of which a term speaks; null: it speaks of inputs as well, or of registers that are not those of the thread. */
export function cellsOf(variables: StateVariables, term: Term, thread: number | null): Range[] | null {
  const cells: Range[] = [];
  for (const leaf of leavesOf(variables, term)) {
    if (leaf.cell !== null) cells.push(leaf.cell);
    else if (leaf.thread === null || leaf.thread !== thread) return null;
  }
  return cells;
}

/** Memory and registers of the state at hand. Inputs have no values in it. */
export function stateAtHand(machine: Machine, variables: StateVariables): Evaluator {
  return new Evaluator({
    variable: (name) => {
      const v = variables.meaningOf(name);
      if (v.kind === "cell") return readCell(machine, v.address, v.size);
      const t = v.kind === "register" ? machine.threads[v.thread] : undefined;
      if (v.kind !== "register" || t === undefined) throw new Error(`${name} is neither a cell nor a register of a thread`);
      return readRegister(machine, t, v.level, v.register);
    },
    before: () => false,
  });
}

/** Bytes are noted one by one, larger ranges as a whole. */
const maxBytes = 64;

export class ByteSet {
  readonly #bytes = new Set<number>();
  readonly #large: Range[] = [];

  add(r: Range): void {
    if (r.size > maxBytes) this.#large.push(r);
    else for (let i = 0; i < r.size; i++) this.#bytes.add(r.address + i);
  }

  addAll(other: ByteSet): void {
    for (const b of other.#bytes) this.#bytes.add(b);
    append(this.#large, other.#large);
  }

  meets(cells: readonly Range[]): boolean {
    return cells.some(({ address, size }) => {
      for (let i = 0; i < size; i++) if (this.#bytes.has(address + i)) return true;
      return this.#large.some((l) => l.address < address + size && address < l.address + l.size);
    });
  }
}
