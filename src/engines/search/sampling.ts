// Sampled runs, under uniformly random schedules or probabilistic concurrency testing (PCT). In: a task. Out: violations. Only a program without
// any choice (one thread, no input) is covered, by its single run.

import { collectLoopFacts } from "../../analysis/spin-loops.ts";
import type { Property } from "../../execution/errors.ts";
import { assumptionsOf } from "../../execution/freedoms.ts";
import { Machine } from "../../execution/machine.ts";
import { counted, type Scope } from "../../reports/report.ts";
import { causeOfStop, type Unknown, unknownBecause } from "../../reports/unknown.ts";
import { PctScheduler } from "../../scheduling/pct.ts";
import { RandomScheduler } from "../../scheduling/random.ts";
import { Rng } from "../../support/rng.ts";
import { recordRun, type Schedule } from "../../witness/schedule.ts";
import { type EarlyEnds, endsOf, noteEnd, upTo } from "../early-ends.ts";
import { type EngineResult, type EngineTask, type Finding, nothingCovered } from "../engine.ts";
import { spentAfter } from "../tally.ts";
import { SpinNotes } from "./spin-notes.ts";

const defaultRuns = 1000;
const defaultSteps = 100_000;

/** No run starts after `maxTotalSteps` steps in all. */
export async function sample(
  task: EngineTask,
  strategy: "random" | "pct" | "both",
  maxTotalSteps = Number.POSITIVE_INFINITY,
): Promise<EngineResult> {
  const spins = { mode: "wait", ...collectLoopFacts(task.program, task.machine.properties.has("overflow")) } as const;
  const machine = new Machine(task.program, { ...task.machine, undo: false, learnsChoices: true, spins });
  const notes = new SpinNotes();
  const found = new Map<Property, Finding>();
  const maxRuns = task.maxRuns ?? defaultRuns;
  const maxSteps = task.maxSteps ?? defaultSteps;
  const seeds = new Rng(task.seed);
  let runs = 0;
  let steps = 0;
  let events = 0;
  let expected = 50;
  let stopped: Unknown | null = null;
  let complete = true;
  const ends: EarlyEnds = new Map();
  while (runs < maxRuns && steps < maxTotalSteps && found.size < task.properties.length && !task.budget.isSpent) {
    const rng = seeds.fork();
    const given = task.inputs ?? [];
    const scheduler =
      strategy === "pct" || (strategy === "both" && runs % 2 === 1)
        ? new PctScheduler(rng, 2 + (runs % 3), expected, given)
        : new RandomScheduler(rng, given);
    const { schedule, end, branched } = recordRun(machine, scheduler, { maxSteps, interrupted: () => task.budget.isSpent });
    runs++;
    steps += machine.stepCount;
    events += machine.sharedAccesses;
    expected = Math.max(expected, machine.stepCount);
    const isWhole = (step: number): boolean => end !== "interrupted" || step < schedule.steps.length; // the last step may be incomplete
    for (const v of machine.violations) {
      const scheduleTo = (): Schedule => ({ ...schedule, steps: schedule.steps.slice(0, v.step + 1) });
      if (task.collect !== undefined) {
        if (isWhole(v.step)) task.collect(v, scheduleTo);
      } else if (task.properties.includes(v.property) && !found.has(v.property) && isWhole(v.step)) {
        const finding = { kind: "candidate", schedule: scheduleTo(), foundBy: "running" } as const;
        found.set(v.property, finding);
        task.found?.(v.property, finding);
      }
    }
    const grew = machine.addresses.takeGrown(); // later runs have more choices
    complete &&= !grew && end === "ended" && !branched && machine.unwrittenRead === 0 && machine.outcome?.kind !== "stopped";
    noteEnd(ends, machine);
    stopped ??= reasonToStop(machine, end, maxSteps);
    notes.noteEnd(machine);
    if (complete || (!branched && !grew && end === "ended")) break; // all further runs would be the same
    await task.budget.yieldToEventLoop(() => task.progress(`${runs} runs, ${steps} steps`), machine.stepCount);
  }
  const assumptions = assumptionsOf(machine.met);
  const isCovered = complete && runs > 0;
  const reached: Scope = { ...nothingCovered, complete: assumptions.length === 0, inputs: "none", assumptions };
  const scope = isCovered ? upTo(reached, ends.values()) : nothingCovered;
  for (const property of task.properties) {
    if (found.has(property)) continue;
    if (isCovered) found.set(property, { kind: "covered", scope });
    else found.set(property, { kind: "unknown", scope, unknown: stopped ?? spent(task, runs) });
  }
  return {
    findings: found,
    stats: { runs, steps, events },
    met: machine.met,
    ends: endsOf(ends.values()),
    notes: notes.notes,
    options: { strategy, maxRuns, maxSteps, seed: task.seed },
  };
}

function spent(task: EngineTask, runs: number): Unknown {
  return task.budget.isSpent ? spentAfter(task.budget, counted(runs, "run")) : unknownBecause({ kind: "run-limit", runs, isSampled: true });
}

/** Why a run was not executed to its end; null if it was. After such a run nothing is known about all runs. */
export function reasonToStop({ outcome }: Machine, end: string, maxSteps: number): Unknown | null {
  if (end === "step-limit") return unknownBecause({ kind: "step-bound", steps: maxSteps });
  return outcome?.kind === "stopped" ? unknownBecause(causeOfStop(outcome)) : null;
}
