// Reads of memory that was perhaps never written. In: control points that may be reached. Out: whether one of their steps may read such bytes.
//
// Step graphs take the values of a cell to be those that are written there. What was never written may hold anything, and formulas of steps do not say whether a byte was written: where that may matter,
// nothing is concluded from them.

import type { Machine } from "../execution/machine.ts";
import { carriedMark, partMark } from "../execution/region.ts";
import type { StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, GraphWay } from "../symbolic/step-graph.ts";
import type { ThreadAfter } from "../symbolic/way.ts";
import type { Term } from "../terms/term.ts";
import { ByteSet, leavesOf, type Range } from "./cells.ts";

export class Unwritten {
  readonly #reads = new Map<GraphWay, readonly Range[]>();
  /** Globals are written when the program starts; a copy may bring bytes that are not. */
  #skipsGlobals = true;
  readonly #begun = new Map<GraphWay, readonly Range[]>();
  readonly #atNode = new Map<GraphNode, readonly Range[]>();
  /** None of these reads what another of them begins: nor do fewer of them. */
  #apart: ReadonlySet<GraphNode> = new Set();

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
  ) {}

  mayBeRead(nodes: readonly GraphNode[]): boolean {
    if (this.#skipsGlobals && this.machine.memory.globals.written !== null) {
      this.#skipsGlobals = false;
      this.#reads.clear();
      this.#atNode.clear();
      this.#apart = new Set();
    }
    if (nodes.some((n) => n.isStarved === true)) return true;
    if (nodes.some((n) => n.ways.some((w) => w.way.readsUnwritten === true))) return true;
    if (!nodes.every((n) => this.#apart.has(n))) {
      const begun = new ByteSet();
      for (const n of nodes) for (const w of n.ways) for (const r of this.#begunBy(w)) begun.add(r);
      if (nodes.some((n) => begun.meets(this.#readsAt(n)))) return true;
      this.#apart = new Set(nodes);
    }
    return nodes.some((n) => this.#readsAt(n).some((r) => this.#isUnwritten(r)));
  }

  #readsAt(n: GraphNode): readonly Range[] {
    let known = this.#atNode.get(n);
    if (known === undefined) {
      known = n.ways.flatMap((w) => this.#readsOf(w));
      this.#atNode.set(n, known);
    }
    return known;
  }

  /** Cells, but for globals that are all written, that decide about the way or about what it makes of the state. */
  #readsOf(w: GraphWay): readonly Range[] {
    let known = this.#reads.get(w);
    if (known === undefined) {
      const { guard, cells, threads } = w.way;
      const registers = threads.flatMap((t) => t.registers.flatMap((f) => f.filter((r) => r !== undefined)));
      const copied = threads.flatMap((t) => copiedBy(t));
      const read = [...guard, ...cells.map((c) => c.value), ...registers, ...copied].flatMap((t) => leavesOf(this.variables, t));
      known = read.flatMap(({ cell }) => (cell === null || (this.#skipsGlobals && this.#isGlobal(cell)) ? [] : [cell]));
      this.#reads.set(w, known);
    }
    return known;
  }

  /** Bytes of objects that begin in the way, and that it does not write. */
  #begunBy(w: GraphWay): readonly Range[] {
    let known = this.#begun.get(w);
    if (known === undefined) {
      const written = new ByteSet();
      for (const c of w.way.cells) written.add(c);
      known = w.way.begun.flatMap(({ address, size }) =>
        size > maxBytes
          ? [{ address, size }]
          : Array.from({ length: size }, (_, i) => ({ address: address + i, size: 1 })).filter((b) => !written.meets([b])),
      );
      this.#begun.set(w, known);
    }
    return known;
  }

  #isGlobal({ address }: Range): boolean {
    const { memory } = this.machine;
    return memory.regionOf(address | 0, Math.floor(address / 2 ** 32)) === memory.globals;
  }

  #isUnwritten({ address, size }: Range): boolean {
    const o = this.machine.memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
    // Where no object lies now, one begins before it is read.
    if (o === null || o.region.written === null) return false;
    for (let i = 0; i < size; i++) {
      const mark = o.region.written[o.start + (address - o.address) + i];
      if (mark === undefined || mark === 0 || mark === carriedMark || mark === partMark) return true;
    }
    return false;
  }
}

/** Of larger objects it is not asked which bytes are written. */
const maxBytes = 4096;

/** What a thread has copied in, byte by byte: copies of unwritten bytes are unwritten. */
const copiedBy = ({ copied }: ThreadAfter): Term[] => Array.from({ length: copied?.size ?? 0 }, (_, i) => copied?.content(i, 1) as Term);
