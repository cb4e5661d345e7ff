// What is known of a thread's registers, and of the cells that no other thread writes, along its way. In: the state at hand, and the ways that the thread takes from there. Out: values of
// terms, with the variables of the state at hand from which they follow.

import type { StateVariables } from "../symbolic/state-variables.ts";
import type { Way } from "../symbolic/way.ts";
import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import type { WrittenByThread } from "./byte-numbers.ts";
import { leavesOf, type Range } from "./cells.ts";
import { overlaps } from "./steps.ts";

/** A value that is known. */
export interface Known {
  readonly value: bigint;
  /** Variables of the state at hand from which it follows. */
  readonly sources: readonly Term[];
  /** Variables of cells that were read on the way, now or later: others do not write them. */
  readonly read: readonly Term[];
}

export interface OwnHost {
  readonly variables: StateVariables;
  readonly now: Evaluator;
  /** What is assumed to be written, by whom. */
  readonly assumed: WrittenByThread;
  readonly thread: number;
}

interface WrittenCell extends Range {
  /** Null: it is not known what it holds. */
  readonly known: Known | null;
}

/** If a thread has written more, nothing is known of what it writes. */
const maxCells = 256;

export class OwnValues {
  #text: string | null = null;

  private constructor(
    readonly host: OwnHost,
    /** By name; null: as in the state at hand. */
    readonly registers: ReadonlyMap<string, Known> | null,
    /** Cells that the thread has written, by name; null: any. */
    readonly cells: ReadonlyMap<string, WrittenCell> | null,
  ) {}

  /** The thread stands where it stands now. */
  static atHand(host: OwnHost): OwnValues {
    return new OwnValues(host, null, new Map());
  }

  /** The thread is started later. */
  static atStart(host: OwnHost): OwnValues {
    return new OwnValues(host, new Map(), new Map());
  }

  static unknown(host: OwnHost): OwnValues {
    return new OwnValues(host, new Map(), null);
  }

  /** Nothing is known. */
  get isUnknown(): boolean {
    return this.cells === null && this.registers?.size === 0;
  }

  /** Equal texts mean that the same is known, for the same reasons. */
  get text(): string {
    const show = (k: Known | null): string =>
      k === null ? "?" : `${k.value}<${k.sources.map((s) => s.id).join()}<${k.read.map((s) => s.id).join()}`;
    const list = (of: ReadonlyMap<string, Known | WrittenCell>): string =>
      [...of].map(([name, k]) => `${name}=${show("known" in k ? k.known : k)}`).join();
    this.#text ??= `${this.registers === null ? "now" : list(this.registers)}|${this.cells === null ? "any" : list(this.cells)}`;
    return this.#text;
  }

  /** The value of a term, if all of it is known. */
  valueOf(term: Term): Known | null {
    if (term.op === "constant") return { value: term.value, sources: [], read: [] };
    const leaves = leavesOf(this.host.variables, term);
    const all: Known[] = [];
    for (const leaf of leaves) {
      const known = leaf.cell === null ? this.#register(leaf.variable, leaf.thread) : this.#cell(leaf.variable, leaf.cell);
      if (known === null) return null;
      all.push(known);
    }
    const sources = new Set<Term>();
    const read = new Set<Term>();
    const values = new Map<string, bigint>();
    for (const [i, leaf] of leaves.entries()) {
      const known = all[i] as Known;
      values.set(leaf.variable.name, known.value);
      for (const s of known.sources) sources.add(s);
      for (const c of known.read) read.add(c);
      if (leaf.cell !== null) read.add(leaf.variable);
    }
    const value = new Evaluator({ variable: (name) => values.get(name) as bigint, before: () => false }).value(term);
    return { value, sources: [...sources], read: [...read] };
  }

  /** Whether the thread has written no cell of the term. */
  isAtHand(term: Term): boolean {
    return leavesOf(this.host.variables, term).every(({ cell }) => cell === null || !this.#hasWritten(cell));
  }

  #hasWritten(cell: Range): boolean {
    for (const c of this.cells?.values() ?? []) if (overlaps(c, cell)) return true;
    return false;
  }

  #register(variable: Term, thread: number | null): Known | null {
    if (thread !== this.host.thread) return null;
    return this.registers === null ? this.#now(variable) : (this.registers.get(variable.name) ?? null);
  }

  /** The thread whose own writes are known; null: they are not, and what it writes is as unknown as what others write. */
  get follower(): number | null {
    return this.cells === null ? null : this.host.thread;
  }

  #cell(variable: Term, cell: Range): Known | null {
    if (this.host.assumed.isByOthers(this.follower, cell)) return null;
    const own = this.cells?.get(variable.name);
    if (own !== undefined) return own.known;
    return this.#hasWritten(cell) ? null : this.#now(variable);
  }

  #now(variable: Term): Known {
    return { value: this.host.now.value(variable), sources: [variable], read: [] };
  }

  /** After a way; `live`: the registers that matter then. */
  after(way: Way, live: readonly Term[]): OwnValues {
    const { variables } = this.host;
    const registers = new Map<string, Known>();
    for (const x of live) {
      const v = variables.meaningOf(x.name);
      const term = v.kind === "register" ? way.threads[0]?.registers[v.level]?.[v.register] : undefined;
      const known = term === undefined ? { value: 0n, sources: [], read: [] } : this.valueOf(term);
      if (known !== null) registers.set(x.name, known);
    }
    return new OwnValues(this.host, registers, this.#cellsAfter(way));
  }

  #cellsAfter(way: Way): ReadonlyMap<string, WrittenCell> | null {
    if (this.cells === null || way.cells.length === 0) return this.cells;
    const { variables, assumed, thread } = this.host;
    const cells = new Map(this.cells);
    const put = (name: string, written: WrittenCell): void => {
      for (const [other, c] of cells) if (overlaps(c, written)) cells.set(other, { ...c, known: null });
      cells.set(name, written);
    };
    // What others write as well is not known then; nor is what the thread had written to those bytes before.
    for (const { address, size, value } of way.cells) {
      const isShared = assumed.isByOthers(thread, { address, size });
      put(variables.cell(address, size).name, { address, size, known: isShared ? null : this.valueOf(value) });
    }
    return cells.size > maxCells ? null : cells;
  }
}
