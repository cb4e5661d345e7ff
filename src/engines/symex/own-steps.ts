// Steps that begin and end threads (create, finish, join) are taken at once, and alone: they concern no other thread. In: the ways of steps. Out: such a step, if there is
// one; and whether another thread touches what they touch, so that it was wrong to take them at once.

import type { Footprint } from "../../execution/footprint.ts";
import type { Thread } from "../../execution/thread.ts";
import type { GraphNode } from "../../symbolic/step-graph.ts";
import type { Touch, Way } from "../../symbolic/way.ts";

/** Threads have lower numbers. */
const maxThreads = 2 ** 16;

const lastMask = 63;

/** Per byte: the threads that read it, and those that write it. */
type Touched = Map<number, { readonly reads: Set<number>; readonly writes: Set<number> }>;

export class OwnSteps {
  readonly #own: Touched = new Map();
  readonly #others: Touched = new Map();
  readonly #noted = new Set<Way>();
  /** By the first byte: sizes, threads and kinds of what steps touched. */
  readonly #footprints = new Map<number, Set<number>>();
  /** By thread and kind of step: some of what was noted last. */
  readonly #last: number[][] = [];
  isMisled = false;

  find(enabled: readonly Thread[]): Thread | undefined {
    return enabled.find(isAtOwnStep);
  }

  note(t: Thread, way: Way): void {
    this.#note(t.index, isAtOwnStep(t), way);
  }

  /** What a step has touched. Most steps of a thread touch what one of its last steps has touched. */
  noteFootprint(thread: number, isOwn: boolean, { starts, ends, writes, count }: Footprint): void {
    const at = 2 * thread + (isOwn ? 1 : 0);
    let last = this.#last[at];
    if (last === undefined) {
      last = [];
      this.#last[at] = last;
    }
    for (let i = 0; i < count; i++) {
      const [address, end, writesIt] = [starts[i] as number, ends[i] as number, writes[i] as boolean];
      const kind = ((end - address) * maxThreads + thread) * 4 + (isOwn ? 2 : 0) + (writesIt ? 1 : 0);
      // A cache: two numbers per place.
      const place = 2 * ((address ^ (address >>> 6)) & lastMask);
      if (last[place] === address && last[place + 1] === kind) continue;
      last[place] = address;
      last[place + 1] = kind;
      const known = this.#footprints.get(address) ?? new Set();
      if (known.has(kind)) continue;
      known.add(kind);
      this.#footprints.set(address, known);
      this.#noteTouch(thread, isOwn, { address, size: end - address, writes: writesIt });
    }
  }

  /** Steps that are perhaps left out: they may touch what was taken at once as well. */
  noteAll(nodes: readonly GraphNode[]): void {
    for (const { thread, role, ways } of nodes) for (const { way } of ways) this.#note(thread, (role ?? null) !== null, way);
  }

  #note(thread: number, isOwn: boolean, way: Way): void {
    if (this.#noted.has(way)) return;
    this.#noted.add(way);
    for (const touch of way.touches) this.#noteTouch(thread, isOwn, touch);
  }

  #noteTouch(thread: number, isOwn: boolean, touch: Touch): void {
    add(isOwn ? this.#own : this.#others, thread, touch);
    if (conflicts(isOwn ? this.#others : this.#own, thread, touch)) this.isMisled = true;
  }
}

export function isAtOwnStep(t: Thread): boolean {
  return t.pendingFault === null && t.pendingOperation === "atomic-begin" && t.fn.threadRole !== null;
}

function add(touched: Touched, thread: number, { address, size, writes }: Touch): void {
  for (let at = address; at < address + size; at++) {
    const byte = touched.get(at) ?? { reads: new Set(), writes: new Set() };
    touched.set(at, byte);
    (writes ? byte.writes : byte.reads).add(thread);
  }
}

function conflicts(touched: Touched, thread: number, { address, size, writes }: Touch): boolean {
  const hasOther = (of: ReadonlySet<number>): boolean => of.size > 1 || (of.size === 1 && !of.has(thread));
  for (let at = address; at < address + size; at++) {
    const byte = touched.get(at);
    if (byte !== undefined && (hasOther(byte.writes) || (writes && hasOther(byte.reads)))) return true;
  }
  return false;
}
