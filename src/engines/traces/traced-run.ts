// Runs of a trace engine: the first one, and those that go where the solver says. In: a task, and a model. Out: the run's trace, its route and what
// it violated.

import { collectLoopFacts } from "../../analysis/spin-loops.ts";
import type { ModelRun } from "../../encoding/model-run.ts";
import type { Violation } from "../../execution/errors.ts";
import { withoutAddressFreedoms } from "../../execution/freedoms.ts";
import { Machine, type MachineOptions } from "../../execution/machine.ts";
import { LowestFirst } from "../../scheduling/lowest-first.ts";
import { type RunEnd, type RunLimits, run } from "../../scheduling/run.ts";
import type { Route } from "../../skeleton/route.ts";
import { fail } from "../../support/diagnostics.ts";
import { maxOf } from "../../support/lists.ts";
import { ContinuedReplay } from "../../witness/continued-replay.ts";
import { followAndContinue } from "../../witness/guide.ts";
import type { Schedule } from "../../witness/schedule.ts";
import { type Trace, TraceRecorder, traceOf } from "../../witness/trace.ts";
import type { EngineTask } from "../engine.ts";
import { guidanceOf } from "../formula/follow.ts";
import { attemptedRoute, routeOf } from "./route-of-trace.ts";

export interface TracedRun {
  readonly trace: Trace;
  readonly route: Route;
  /** The sides of steps that were tried and had to wait: no run takes them before the wait is over. */
  readonly attempted: () => Route;
  readonly violations: readonly Violation[];
  readonly end: RunEnd;
  /** Some thread was stopped, after this many steps; null: none was. */
  readonly stoppedAfter: number | null;
}

/**
 * Maximum number of steps of each thread in one run, beyond those that its schedule or its model has, unless the user bounds them: where it stops, the rest is
 * unseen. A thread that never ends must not make the first formula too large to be solved.
 */
const firstThreadSteps = 1000;
/** A thread that does not stop within the first limit may well have much more to do, and every limit costs a formula. */
const limitFactor = 10;
/** Steps of a run per steps of a thread. */
const threadsPerRun = 5;

/** Makes the runs of one check. */
export class RunTracer {
  #options: MachineOptions;
  #maxSteps = firstThreadSteps;

  constructor(readonly task: EngineTask) {
    const { program, machine } = task;
    const spins = { mode: "note", ...collectLoopFacts(program, machine.properties.has("overflow")) } as const;
    this.#options = { ...machine, freedoms: withoutAddressFreedoms(machine.freedoms), spins, notesBlocks: true, undo: false };
  }

  /** From now on, runs have these freedoms: those of the formulas. */
  exercise(freedoms: MachineOptions["freedoms"]): void {
    this.#options = { ...this.#options, freedoms };
  }

  /** The first run: lowest thread first. */
  first(): TracedRun {
    const recorder = this.#newRecorder();
    return this.#traced(recorder, run(recorder.machine, this.#newScheduler(), this.#limits(0), recorder));
  }

  /** The first run, if the user gives its schedule: where that ends, the lowest thread comes first. Fails if the program does not follow. */
  along(schedule: Schedule): TracedRun {
    const { freedoms, machine } = this.task;
    const allowed = schedule.freedoms.filter((f) => machine.freedoms.has(f) || freedoms?.has(f));
    const recorder = this.#newRecorder({ freedoms: new Set(allowed), fill: schedule.fill });
    const scheduler = new ContinuedReplay(schedule, this.#newScheduler());
    const end = run(recorder.machine, scheduler, this.#limits(schedule.steps.length), recorder);
    const { stepCount } = recorder.machine;
    if (end !== "interrupted" && (scheduler.divergedAt >= 0 || stepCount < schedule.steps.length))
      fail("RVL403", `the program diverges from the given schedule at step ${stepCount + 1}`, {
        hint: "check that the flags, the inputs and Ravel's version are those of the recording",
      });
    return this.#traced(recorder, end);
  }

  /** The run of a search's path. Null: the program does not follow it. */
  again(schedule: Schedule): Pick<TracedRun, "trace" | "route"> | null {
    const { program } = this.task;
    const trace = traceOf(program, this.#options, schedule);
    return trace === null ? null : { trace, route: routeOf(program, trace) };
  }

  /**
   * The run of a model, up to a step that may have to wait. It is continued with the thread of the last event: before that thread takes the side asked for, it may have steps
   * left that no other thread can observe. Returns null if the program does not follow the model.
   */
  to(model: ModelRun): TracedRun | null {
    const recorder = this.#newRecorder();
    const last = model.last.filter((e) => e.isStep);
    const guidance = guidanceOf(this.task, { ...model, events: [...model.events, ...last] }, [], false);
    const then = { scheduler: this.#newScheduler(), thread: model.last.at(-1)?.thread.index ?? 0 };
    const end = followAndContinue(recorder.machine, guidance, then, this.#limits(guidance.steps.length), recorder);
    return end === null ? null : this.#traced(recorder, end);
  }

  #newRecorder(changes: Partial<MachineOptions> = {}): TraceRecorder {
    return new TraceRecorder(new Machine(this.task.program, { ...this.#options, ...changes }));
  }

  #newScheduler(): LowestFirst {
    return new LowestFirst(this.task.inputs ?? [], this.#threadSteps);
  }

  #limits(guidedSteps: number): RunLimits {
    const { budget } = this.task;
    return { maxSteps: guidedSteps + threadsPerRun * Math.max(this.#threadSteps, firstThreadSteps), interrupted: () => budget.isSpent };
  }

  get #threadSteps(): number {
    return this.task.maxSteps ?? this.#maxSteps;
  }

  /** A run was stopped on its way: the next ones may take more steps. */
  raiseLimit(): void {
    this.#maxSteps *= limitFactor;
  }

  #traced(recorder: TraceRecorder, end: RunEnd): TracedRun {
    const trace = recorder.trace();
    const longest = maxOf(
      trace.threads.map((t) => t.steps.length),
      0,
    );
    const isStopped = end === "step-limit" || longest >= this.#threadSteps;
    return {
      trace,
      stoppedAfter: isStopped ? longest : null,
      route: routeOf(this.task.program, trace),
      attempted: () => attemptedRoute(this.task.program, trace),
      violations: recorder.machine.violations.slice(),
      end,
    };
  }
}
