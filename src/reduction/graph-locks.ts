// Locks in a step graph, and where threads hold them. In: a graph that notes synchronisation. Out: per control point, the cells that its thread certainly holds.
//
// A lock is a cell with a discipline (docs/adr/0016): a thread that writes it found zero or its own mark there, or holds it; it writes zero or its own mark; no two threads have a mark in common. So while a cell
// holds the mark of a thread, no other thread changes it. That threads hold cells is assumed of all candidates at first; what does not follow from the assumption is dropped, until nothing changes. Taking it must come after giving it back in happens-before: by accesses that order, or by an edge of the model that all of these
// steps name. Before the first thread is started, main may write what it likes.

import { append } from "../support/lists.ts";
import type { GraphNode, GraphWay, WholeGraph } from "../symbolic/step-graph.ts";
import type { Way } from "../symbolic/way.ts";
import { mustFlow, wholeFlow } from "./must-flow.ts";
import { overlaps } from "./steps.ts";

/** A write of a cell. */
interface LockWrite {
  readonly node: GraphNode;
  readonly graphWay: GraphWay;
  /** Of the cell in the way. */
  readonly index: number;
}

export type Locks = ReadonlySet<string>;

const noLocks: Locks = new Set();

/** Nothing else runs. */
export const isAlone = ({ thread, children }: GraphNode): boolean => thread === 0 && children === 0;

export const keyOf = ({ address, size }: { readonly address: number; readonly size: number }): string => `${address}:${size}`;

export class GraphLocks {
  #locks: Locks = noLocks;
  #writes: ReadonlyMap<string, readonly LockWrite[]> = new Map();
  #held: ReadonlyMap<GraphNode, Locks> = new Map();

  constructor(readonly graph: WholeGraph) {
    let writes = this.#candidates();
    for (;;) {
      this.#locks = new Set(writes.keys());
      this.#held = mustFlow({
        ...wholeFlow<string>(graph.nodes),
        after: (before, node, way, next) => (next.thread === node.thread ? this.#after(before, node, way) : noLocks),
      });
      const kept = new Map([...writes].filter(([key, list]) => list.every((w) => isOwn(w, list) || this.heldAt(w.node).has(key))));
      this.#writes = kept;
      if (kept.size === writes.size) return;
      writes = kept;
    }
  }

  /** The locks that the thread holds wherever it stands there. */
  heldAt(node: GraphNode): Locks {
    return this.#held.get(node) ?? noLocks;
  }

  /** What a cell may hold while the thread holds it. */
  marksIn(key: string, thread: number): ReadonlySet<bigint> {
    return marksOf(this.#writes.get(key) ?? [])?.get(thread) ?? new Set();
  }

  /** Cells that only the own marks of threads are written to, in steps that order. */
  #candidates(): ReadonlyMap<string, readonly LockWrite[]> {
    const writes = new Map<string, LockWrite[]>();
    const spoilt: { readonly address: number; readonly size: number }[] = [];
    const places = new Map<string, { readonly address: number; readonly size: number }>();
    for (const node of this.graph.nodes) {
      if (isAlone(node)) continue;
      for (const graphWay of node.ways) {
        const { cells, begun, ended } = graphWay.way;
        append(spoilt, [...begun, ...ended]);
        for (const [index, cell] of cells.entries()) {
          const list = writes.get(keyOf(cell)) ?? [];
          writes.set(keyOf(cell), list);
          places.set(keyOf(cell), cell);
          list.push({ node, graphWay, index });
        }
      }
    }
    const isWhole = (key: string): boolean => {
      const place = places.get(key) as { readonly address: number; readonly size: number };
      const isOther = (r: { readonly address: number; readonly size: number }): boolean => keyOf(r) !== key && overlaps(r, place);
      return ![...places.values()].some(isOther) && !spoilt.some((r) => overlaps(r, place));
    };
    return new Map([...writes].filter(([key, list]) => hasMarks(list) && isOrdered(list) && isWhole(key)));
  }

  #after(before: Locks, node: GraphNode, { way, sync }: GraphWay): Locks {
    const after = new Set(before);
    for (const [i, cell] of way.cells.entries()) {
      const key = keyOf(cell);
      if (!this.#locks.has(key)) continue;
      const values = sync?.written[i]?.after ?? null;
      // What main writes while it is alone may be the mark of any thread.
      if (isAlone(node) || values === null || values.size === 0 || values.has(0n)) after.delete(key);
      else after.add(key);
    }
    return after;
  }
}

/** By thread, what it writes to the cell other than zero; null: that is not known. */
function marksOf(list: readonly LockWrite[]): ReadonlyMap<number, ReadonlySet<bigint>> | null {
  const marks = new Map<number, Set<bigint>>();
  for (const { node, graphWay, index } of list) {
    const after = graphWay.sync?.written[index]?.after ?? null;
    if (after === null) return null;
    const own = marks.get(node.thread) ?? new Set();
    marks.set(node.thread, own);
    for (const v of after) if (v !== 0n) own.add(v);
  }
  return marks;
}

function hasMarks(list: readonly LockWrite[]): boolean {
  const all = [...(marksOf(list)?.values() ?? [])].flatMap((own) => [...own]);
  return all.length > 0 && new Set(all).size === all.length;
}

/** It found zero, or the mark of its thread. */
function isOwn({ node, graphWay, index }: LockWrite, list: readonly LockWrite[]): boolean {
  const before = graphWay.sync?.written[index]?.before ?? null;
  const own = marksOf(list)?.get(node.thread);
  return before !== null && [...before].every((v) => v === 0n || own?.has(v));
}

/** What a thread did under the lock happens before what the next one does under it. */
function isOrdered(list: readonly LockWrite[]): boolean {
  if (list.every(({ graphWay, index }) => isOrderedByAccess(graphWay.way, index))) return true;
  const named = list.flatMap(({ graphWay: { sync }, index }) => {
    const after = sync?.written[index]?.after;
    return [...(after?.has(0n) === true ? [sync?.releases ?? []] : []), ...(hasMark(after) ? [sync?.acquires ?? []] : [])];
  });
  return (named[0] ?? []).some((name) => named.every((names) => names.includes(name)));
}

const hasMark = (values: ReadonlySet<bigint> | null | undefined): boolean => [...(values ?? [])].some((v) => v !== 0n);

function isOrderedByAccess({ sync, cells }: Way, index: number): boolean {
  const cell = cells[index] as Way["cells"][number];
  return !sync.isLibrary && !sync.isWeak && !sync.plain.some((t) => overlaps(t, cell));
}
