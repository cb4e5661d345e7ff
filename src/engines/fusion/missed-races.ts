// What clearing a state loses: the runs that are not made would have found races with steps further up, and the reduction counts on those. In: a search, the depth
// of a state that is to be cleared, and what can follow it. Out: branches at the states above it, as if the races had been found.
//
// FUSION prunes a search without reduction, where all threads are explored from every state. With dynamic partial order reduction a thread is explored
// from a state only if a race asks for it: without this, `dpor` would call the paper's own Figure 1 safe after one run.

import type { Machine } from "../../execution/machine.ts";
import { isBefore } from "../../reduction/happens-before.ts";
import type { Event, Reduction, SearchNode } from "../../reduction/search.ts";
import type { RemainingCode } from "./remaining.ts";

/** No object lies below. */
const firstAddress = 4096;

export interface PresentRun {
  readonly machine: Machine;
  readonly nodes: readonly SearchNode[];
  readonly index: { readonly events: readonly Event[] };
  readonly reduction: Reduction;
}

export function addMissedRaces(run: PresentRun, depth: number, remaining: RemainingCode): void {
  const { machine, nodes, reduction, index } = run;
  if (reduction.missRace === undefined) return;
  const { events } = index;
  const running = threadsAt(run, depth);
  for (let j = 0; j < depth; j++) {
    const node = nodes[j] as SearchNode;
    const event = events[j] as Event;
    const isAwake = !reduction.sleepCovers || !node.sleep.includes(event);
    if (isAwake && node.enabled.every((t) => node.chosen.includes(t))) continue;
    for (const { slot, clock } of running)
      if (slot !== event.slot && !isBefore(event, clock) && (touchesHidden(event) || remaining.mayTouch(slot, j, event.footprint)))
        reduction.missRace(node, (machine.threads[slot] as Machine["threads"][number]).name, event);
  }
}

/** Whether it touches what footprints count beside memory, such as the next given input: trace programs do not have that. */
function touchesHidden({ footprint }: Event): boolean {
  for (let i = 0; i < footprint.count; i++) if ((footprint.starts[i] as number) < firstAddress) return true;
  return false;
}

/** The threads that exist in the state and have not ended, and what happens before where they stand. */
function threadsAt({ machine, index, reduction }: PresentRun, depth: number): { slot: number; clock: readonly number[] }[] {
  const { events } = index;
  const count = events[depth]?.threads ?? machine.threads.length;
  // Without clocks of all events, nothing is known to happen before.
  const hasClocks = reduction.follows === "everything";
  return machine.threads.slice(0, count).flatMap(({ index: slot, status }) => {
    const own = events.findLastIndex((e) => e.slot === slot);
    if (status === "finished" && own < depth) return [];
    const last = events.slice(0, depth).findLast((e) => e.slot === slot || (slot >= e.threads && slot < e.threads + e.created.length));
    return { slot, clock: hasClocks ? (last?.clock ?? []) : [] };
  });
}
