// Steps as events: what a reduction knows of a step that was executed, or was blocked. In: the machine after the step, and its
// footprint. Out: an event, new or reused.

import { Footprint } from "../../execution/footprint.ts";
import type { StepResult } from "../../execution/step-context.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Decision, Event, Race } from "../../reduction/search.ts";
import { noThreads } from "./enabled-threads.ts";

export const unknownClock: readonly number[] = [];
export const noRaces: readonly Race[] = [];
const noDecisions: readonly Decision[] = [];

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export const newEvent = (footprint: Footprint): Writable<Event> => ({
  thread: "",
  decisions: noDecisions,
  footprint,
  alternatives: 1,
  created: noThreads,
  index: 0,
  slot: 0,
  threads: 0,
  hidden: false,
  mayBlock: false,
  plain: false,
  role: null,
  clock: unknownClock,
  races: noRaces,
});

/** A blocked step as an event at this position of the run. */
export const attemptOf = (t: Thread, footprint: Footprint, index: number): Event => ({
  ...newEvent(footprint),
  index,
  thread: t.name,
  slot: t.index,
  mayBlock: true,
});

/** An event to be filled in, and a footprint for it; the one of the thread's options may replace it. */
export interface BlankEvent {
  readonly event: Writable<Event>;
  readonly footprint: Footprint;
}

/** By depth: an event whose step is undone is reused if nothing refers to it. */
export class EventPool {
  readonly #spare: BlankEvent[] = [];

  constructor(readonly reuses: boolean) {}

  next(depth: number): BlankEvent {
    const known = this.#spare[depth];
    if (known !== undefined) {
      known.footprint.clear();
      return known;
    }
    const footprint = new Footprint();
    const next = { event: newEvent(footprint), footprint };
    if (this.reuses) this.#spare[depth] = next;
    return next;
  }
}

/** Whether the step was one load, store or update and nothing else, and which. */
export function plainAccess(step: StepResult, footprint: Footprint): "load" | "store" | "update" | null {
  if (footprint.everything || footprint.count !== 1) return null;
  const op = step.function?.ops[step.operation];
  return op === "load" || op === "store" || op === "update" ? op : null;
}
