// Runs that begin with given steps (FUSION, section 5.4). In: a composed formula, and the events of the steps in order. Out: one assumption per step:
// the event is executed, and comes before everything that is not among the steps up to it. Under the first i assumptions the runs are those that begin
// with the first i steps.
//
// The paper states the whole prefix at once. Here each step is an assumption of its own: so one solver serves all prefixes, and an unsatisfiable core says
// which of them is enough.
//
// A step without an event is not stated, and nothing is said about a thread whose events are not known from some step on: more runs are then admitted.

import type { SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import type { Term } from "../terms/term.ts";
import type { ComposedFormula } from "./composed-formula.ts";

/** A step of the prefix, as far as the skeleton has it. */
export interface PrefixStep {
  /** Null: the skeleton has no event for it, because no other thread can observe it. */
  readonly event: SkeletonEvent | null;
  /** From this step on, the events of this thread are not known. */
  readonly loses: SkeletonThread | null;
}

/** Asserts what the steps mean, and returns their assumptions; null: nothing is stated of that step. */
export function fixPrefix(c: ComposedFormula, steps: readonly PrefixStep[]): (Term | null)[] {
  const { terms, skeleton } = c;
  /** By thread: the first step event that is not among the steps so far. */
  const next = new Map(skeleton.threads.map((t) => [t, nextStep(t, -1)]));
  return steps.map(({ event, loses }) => {
    if (loses !== null) next.delete(loses);
    if (event === null || !next.has(event.thread)) return null;
    next.set(event.thread, nextStep(event.thread, event.index));
    const step = c.fresh("step");
    const later = [...next.values()].filter((e) => e !== undefined);
    c.assert(terms.implies(step, terms.all([event.executed, ...later.map((e) => c.before(event, e))])), "prefix");
    return step;
  });
}

/** Events that are no steps may be part of an earlier step: nothing is stated of them. */
function nextStep({ events }: SkeletonThread, after: number): SkeletonEvent | undefined {
  for (let i = after + 1; i < events.length; i++) if (events[i]?.isStep) return events[i];
  return undefined;
}
