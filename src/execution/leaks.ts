// Leaks at the end of the process: heap objects that are reachable from no global and no thread. As in a conservative collector, every
// word of memory that holds an address inside an object counts as a pointer to it, aligned or not: packed structs and buffers of bytes
// hold pointers at any offset. A thread that an assumption has stopped still has its stack: how it would have continued is not known.
//
// With `tracksHeap` the question is the other one: which objects are certainly not lost, wherever a run ends. Then only globals of the program count: variables of threads
// may have left their scope although their bytes are still there, and what the library keeps for itself the program cannot name: neither its globals count nor its blocks. A pointer just past a block
// does not lead to it (made-addresses.ts).

import { isKeptByLibrary, pointsInto } from "./made-addresses.ts";
import type { MemoryObject } from "./memory-object.ts";
import { userPosition } from "./positions.ts";
import { type Region, wordAt } from "./region.ts";
import type { RunState } from "./run-state.ts";
import type { Thread } from "./thread.ts";
import { violationAt } from "./violations.ts";

/** Objects that the program has not freed. Those returned by an unknown function are not counted: whether the program must free them is not known. */
const findLive = (m: RunState): MemoryObject[] => m.heap.filter((o) => o.live && !o.isUnknown);

/** Those that it has allocated itself: `requiresCleanup` and `tracksHeap` count no others. */
export const findUnfreed = (m: RunState): MemoryObject[] => findLive(m).filter((o) => !o.isHandedOut);

/** Those that nothing points to. */
export const findLeaks = (m: RunState): MemoryObject[] => findUnreached(m, true);

/** With `tracksHeap`, to be called wherever a run ends. `hasFailed`: by an error, so that the steps of other threads which it cuts off need not be in any run. */
export function noteUntracked(m: RunState, t: Thread, hasFailed: boolean): void {
  if (m.options.tracksHeap !== true || !m.options.properties.has("leak") || m.violations.some((v) => v.kind === "leak")) return;
  const [lost] = findUnreached(m, false);
  if (lost === undefined && !hasFailed) return;
  const position = lost?.allocatedAt ?? userPosition(m, t, t.fn.operationAt[t.pc] ?? -1);
  m.violations.push(violationAt(m, "leak", lost === undefined ? "the run ends early" : "no global leads to a block", position, t));
}

function findUnreached(m: RunState, fromThreads: boolean): MemoryObject[] {
  const live = new Set(fromThreads ? findLive(m) : findUnfreed(m));
  if (live.size === 0) return [];
  const reached = new Set<MemoryObject>();
  const work: MemoryObject[] = [];
  const wide = m.program.pointerBits === 64;
  const see = (low: number, high: number): void => {
    const o = m.memory.objectAt(low, wide ? high : 0);
    const leads = fromThreads || (o !== null && !isKeptByLibrary(m, o) && pointsInto(o, low));
    if (o?.live && leads && !reached.has(o)) {
      reached.add(o);
      work.push(o);
    }
  };
  const size = wide ? 8 : 4;
  const scan = ({ words }: Region, start: number, end: number): void => {
    for (let at = start; at + size <= end; at++) {
      const low = wordAt(words, at);
      const high = wide ? wordAt(words, at + 4) : 0;
      if (low !== 0 || high !== 0) see(low, high);
    }
  };
  for (const o of m.memory.globals.objects)
    if (!o.constant && (fromThreads || !isKeptByLibrary(m, o))) scan(o.region, o.start, o.start + o.size);
  for (const t of fromThreads ? m.threads : []) {
    if (t.status === "finished") continue;
    for (const region of [t.hidden, t.shared, ...t.otherRegions])
      for (const o of region.objects)
        if (o.live && (o.kind === "stack" || o.kind === "thread-local")) scan(region, o.start, o.start + o.size);
    for (let i = 0; i < t.base + t.fn.frameSize; i++) see(t.registers[i] as number, wide ? (t.registers[i + 1] ?? 0) : 0);
    see(t.selfLow, t.selfHigh);
  }
  for (let o = work.pop(); o !== undefined; o = work.pop()) scan(o.region, o.start, o.start + o.size);
  return [...live].filter((o) => !reached.has(o));
}
