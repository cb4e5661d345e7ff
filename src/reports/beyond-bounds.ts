// Violations that lie beyond the bounds of a check. In: the properties with their evidence, and the bounds. Out: a note for each.
//
// Formulas cover all runs within the bounds, and some beyond: a thread that may have to wait is not counted as preempted, and steps that no other thread can
// observe are not counted. And a run of a trace engine is finished however long it takes. What such a run shows is a violation all the same.

import { type Diagnostic, diagnostic } from "../support/diagnostics.ts";
import { maxOf } from "../support/lists.ts";
import type { Replay } from "../witness/replay.ts";
import { counted, type PropertyReport } from "./report.ts";

export interface RunBounds {
  /** Maximum number of preemptions; null: unlimited. */
  readonly contextBound?: number | null | undefined;
  /** Maximum number of steps of a thread; null: unlimited. */
  readonly maxSteps: number | null;
}

export function beyondBounds(properties: readonly PropertyReport[], { contextBound = null, maxSteps }: RunBounds): Diagnostic[] {
  return properties.flatMap(({ property, evidence }) => {
    if (evidence === null) return [];
    const { replay, violation } = evidence;
    const note = (text: string): Diagnostic =>
      diagnostic("RVL506", `the violation of ${property} lies beyond ${text}`, { severity: "note", location: violation.location });
    const steps = stepsOfLongest(replay);
    return [
      ...(contextBound !== null && replay.preemptions > contextBound
        ? [note(`--context-bound ${contextBound}: its run has ${counted(replay.preemptions, "preemption")}`)]
        : []),
      ...(maxSteps !== null && steps > maxSteps ? [note(`--max-steps ${maxSteps}: a thread takes ${counted(steps, "step")}`)] : []),
    ];
  });
}

/** The most steps that a thread takes. */
function stepsOfLongest({ steps }: Replay): number {
  const counts = new Map<number, number>();
  for (const { thread } of steps) counts.set(thread, (counts.get(thread) ?? 0) + 1);
  return maxOf(counts.values(), 0);
}
