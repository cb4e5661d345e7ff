// Executes a run that the solver found. In: the run of a model. Out: its schedule and the violation, or null if the executor does not reach it.

import type { ModelRun } from "../../encoding/model-run.ts";
import type { Violation } from "../../execution/errors.ts";
import { Machine } from "../../execution/machine.ts";
import type { SkeletonEvent } from "../../skeleton/skeleton.ts";
import { followGuidance, type Guidance, type GuidedStep } from "../../witness/guide.ts";
import type { Schedule } from "../../witness/schedule.ts";
import type { EngineTask } from "../engine.ts";

export interface FollowedRun {
  readonly schedule: Schedule;
  readonly violation: Violation;
}

/** `exhaust`: continue after the last event until no thread can, as a deadlock requires. */
export function followRun(
  task: Pick<EngineTask, "program" | "machine" | "inputs">,
  run: ModelRun,
  isWanted: (v: Violation) => boolean,
  exhaust = false,
): FollowedRun | null {
  const machine = new Machine(task.program, { ...task.machine, undo: false });
  const schedule = followGuidance(machine, guidanceOf(task, run, run.last, exhaust), (m) => m.violations.some(isWanted));
  const violation = machine.violations.find(isWanted);
  return schedule === null || violation === undefined ? null : { schedule, violation };
}

/** How to drive the executor along the run of a model. */
export function guidanceOf(
  { inputs }: Pick<EngineTask, "inputs">,
  run: ModelRun,
  last: readonly SkeletonEvent[],
  exhaust: boolean,
): Guidance {
  const step = (e: SkeletonEvent): GuidedStep => ({
    thread: e.thread.index,
    function: e.site.function,
    operation: e.site.operation,
    starts: e.starts.filter((t) => run.threads.has(t)).map((t) => t.index),
    objects: run.accessed.get(e) ?? [],
  });
  const byIndex = new Map([...run.open].map(([t, list]) => [t.index, list]));
  const made = new Map([...run.births].map(([t, list]) => [t.index, list]));
  return {
    steps: run.events.filter((e) => e.isStep).map(step),
    last: last.map(step),
    open: (thread) => byIndex.get(thread) ?? [],
    births: (thread) => made.get(thread) ?? [],
    ranks: run.ranks,
    given: inputs ?? [],
    exhaust,
  };
}
