// Runs of a trace engine: the first one, and those that go where the solver says. In: a task, and how the run begins. Out: its trace, its route and
// what it violated.

import { collectLoopFacts } from "../../analysis/spin-loops.ts";
import type { ModelRun } from "../../encoding/model-run.ts";
import type { Violation } from "../../execution/errors.ts";
import { isAboutAddresses } from "../../execution/freedoms.ts";
import { Machine, type MachineOptions } from "../../execution/machine.ts";
import { LowestFirst } from "../../scheduling/lowest-first.ts";
import { type RunEnd, run } from "../../scheduling/run.ts";
import type { Route } from "../../skeleton/route.ts";
import { followAndContinue } from "../../witness/guide.ts";
import { type Trace, TraceRecorder } from "../../witness/trace.ts";
import type { EngineTask } from "../engine.ts";
import { guidanceOf } from "../formula/follow.ts";
import { routeOf } from "./route-of-trace.ts";

export interface TracedRun {
  readonly trace: Trace;
  readonly route: Route;
  readonly violations: readonly Violation[];
  readonly end: RunEnd;
}

/** Steps of one run, unless the user bounds them. */
const maxRunSteps = 200_000;

/** The first run: lowest thread first. */
export function firstRun(task: EngineTask): TracedRun {
  const { machine, recorder } = tracingMachine(task);
  const limits = { maxSteps: task.maxSteps ?? maxRunSteps, interrupted: () => task.budget.isSpent };
  const end = run(machine, new LowestFirst(task.inputs ?? []), limits, recorder);
  return tracedRun(task, machine, recorder, end);
}

/**
 * The run of a model up to its last event, and on, beginning with the thread of that event: what is left to it before it takes the side asked for are steps that no
 * other thread notices. Null: the program does not follow the model.
 */
export function runTo(task: EngineTask, model: ModelRun): TracedRun | null {
  const { machine, recorder } = tracingMachine(task);
  const last = model.last.filter((e) => e.isStep);
  const guidance = guidanceOf({ ...model, events: [...model.events, ...last] }, [], false);
  const maxSteps = guidance.steps.length + (task.maxSteps ?? maxRunSteps);
  const result: { end: RunEnd } = { end: "ended" };
  const isToStop = (): boolean => {
    if (machine.stepCount >= maxSteps) result.end = "step-limit";
    else if (task.budget.isSpent) result.end = "interrupted";
    return result.end !== "ended";
  };
  const thread = model.last.at(-1)?.thread.index ?? 0;
  const hasFollowed = followAndContinue(machine, guidance, thread, new LowestFirst(task.inputs ?? []), isToStop, recorder);
  return hasFollowed || result.end === "interrupted" ? tracedRun(task, machine, recorder, result.end) : null;
}

function tracingMachine(task: EngineTask): { readonly machine: Machine; readonly recorder: TraceRecorder } {
  const machine = new Machine(task.program, tracingOptions(task));
  return { machine, recorder: new TraceRecorder(machine) };
}

function tracedRun(task: EngineTask, machine: Machine, recorder: TraceRecorder, end: RunEnd): TracedRun {
  machine.noteLost();
  const trace = recorder.trace();
  return { trace, route: routeOf(task.program, trace), violations: machine.violations.slice(), end };
}

/** The solver takes addresses as they usually are: nothing of that is open in its runs. */
function tracingOptions({ program, machine }: EngineTask): MachineOptions {
  const freedoms = new Set([...machine.freedoms].filter((f) => !isAboutAddresses(f)));
  const spins = { mode: "note", ...collectLoopFacts(program, machine.properties.has("overflow")) } as const;
  return { ...machine, freedoms, spins, notesBlocks: true, undo: false };
}
