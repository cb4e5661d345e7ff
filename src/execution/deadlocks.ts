// Threads that wait forever while others continue. In: a machine between two steps. Out: the threads that no step of any other can help.
//
// A thread that waits says which others must act before its wait can end (`waits-for` of the models): the holder of a lock, the thread to
// be joined. A set of waiting threads is lost if each of them needs one that is in the set, or that has ended: no thread outside can give back
// what its owner alone gives back. The largest such set is what remains when those that may be helped are removed, one after the
// other. A thread that waits for a signal or a post is in no such set: as long as any thread runs, that may come.

import type { Probes } from "./probes.ts";
import type { Thread } from "./thread.ts";

/** What the search for deadlocks needs of a machine. */
export interface WaitingThreads {
  readonly threads: readonly Thread[];
  readonly probes: Pick<Probes, "needsOf">;
  isHeldUp(t: Thread): boolean;
}

/** The threads that wait for each other, or for what one that has ended still holds; and those that wait for them. */
export function findLost(m: WaitingThreads): readonly Thread[] {
  const { threads } = m;
  const needs = new Map<Thread, readonly (readonly number[])[]>();
  for (const t of threads) {
    const needed = m.isHeldUp(t) ? m.probes.needsOf(t) : null;
    if (needed !== null) needs.set(t, needed);
  }
  for (let before = -1; before !== needs.size; ) {
    before = needs.size;
    for (const [t, perVector] of needs) {
      const isLost = perVector.every((slots) => slots.some((slot) => hasEnded(threads[slot]) || needs.has(threads[slot] as Thread)));
      if (!isLost) needs.delete(t);
    }
  }
  return [...needs.keys()];
}

/** May a thread that was just found to be blocked wait forever? Usually the holder of the lock can continue, and the full search is not needed. */
export function mayBeLost(m: WaitingThreads, { waiting }: Thread): boolean {
  return waiting?.needs.some((slot) => hasEnded(m.threads[slot]) || m.isHeldUp(m.threads[slot] as Thread)) ?? false;
}

const hasEnded = (t: Thread | undefined): boolean => t === undefined || t.status === "finished";
