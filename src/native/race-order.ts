// Reorders a run so that both accesses of a race stand side by side. In: a replay and the two steps. Out: the steps to take, with the two accesses; and
// why there is no such order, if there is none.
//
// The thread of the earlier access stops before it. Left out are its later steps, and those that depend on a step left out: they
// continue its thread, belong to a thread that it starts, read from it, or take a lock that it released. The order of the others stays. If
// the later access is among those left out, it is made because of the earlier one.

import type { Replay } from "../witness/replay.ts";
import type { WitnessStep } from "../witness/steps.ts";

/** The steps of the two accesses. */
export interface Racing {
  readonly earlier: number;
  readonly later: number;
}

export interface RaceOrder extends Racing {
  /** Indices of the steps to take, in order. */
  readonly kept: readonly number[];
  /** Why the accesses cannot stand side by side: then all steps are kept, and the earlier access is made; else null. */
  readonly why: string | null;
}

export function raceOrder({ steps }: Replay, { earlier, later }: Racing): RaceOrder {
  const dropped = new Set<number>([earlier]);
  const cutThreads = new Set<number>([steps[earlier]?.thread ?? -1]);
  for (let i = earlier + 1; i < later; i++) {
    const s = steps[i] as WitnessStep;
    const isCut = cutThreads.has(s.thread) || sourcesOf(s).some((from) => dropped.has(from));
    if (!isCut) continue;
    dropped.add(i);
    cutThreads.add(s.thread);
    for (const e of s.events) if (e.kind === "start") cutThreads.add(e.started);
  }
  const isOrdered = earlier >= 0 && cutThreads.has((steps[later] as WitnessStep).thread);
  const kept = steps.flatMap((_, i) => (i <= later && (isOrdered || i === earlier || !dropped.has(i)) ? [i] : []));
  return { kept, earlier, later, why: isOrdered ? "the later access is only made because the earlier one was" : null };
}

function sourcesOf(s: WitnessStep): number[] {
  return [...s.observes, ...s.events.flatMap((e) => ("from" in e ? [e.from] : []))];
}
