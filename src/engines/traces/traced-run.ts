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

/** Maximum number of steps of one run, unless the user bounds them. */
const maxRunSteps = 200_000;

/** Makes the runs of one check. */
export class RunTracer {
  readonly #options: MachineOptions;

  constructor(readonly task: EngineTask) {
    const { program, machine } = task;
    const spins = { mode: "note", ...collectLoopFacts(program, machine.properties.has("overflow")) } as const;
    this.#options = { ...machine, freedoms: withoutAddressFreedoms(machine.freedoms), spins, notesBlocks: true, undo: false };
  }

  /** The first run: lowest thread first. */
  first(): TracedRun {
    const recorder = this.#newRecorder();
    return this.#traced(recorder, run(recorder.machine, this.#newScheduler(), this.#limits(0), recorder));
  }

  /**
   * The run of a model. It is continued with the thread of the last event: before that thread takes the side asked for, it may have steps
   * left that no other thread can observe. Returns null if the program does not follow the model.
   */
  to(model: ModelRun): TracedRun | null {
    const recorder = this.#newRecorder();
    const last = model.last.filter((e) => e.isStep);
    const guidance = guidanceOf({ ...model, events: [...model.events, ...last] }, [], false);
    const then = { scheduler: this.#newScheduler(), thread: model.last.at(-1)?.thread.index ?? 0 };
    const end = followAndContinue(recorder.machine, guidance, then, this.#limits(guidance.steps.length), recorder);
    return end === null ? null : this.#traced(recorder, end);
  }

  #newRecorder(): TraceRecorder {
    return new TraceRecorder(new Machine(this.task.program, this.#options));
  }

  #newScheduler(): LowestFirst {
    return new LowestFirst(this.task.inputs ?? []);
  }

  #limits(guidedSteps: number): RunLimits {
    const { maxSteps, budget } = this.task;
    return { maxSteps: guidedSteps + (maxSteps ?? maxRunSteps), interrupted: () => budget.isSpent };
  }

  #traced(recorder: TraceRecorder, end: RunEnd): TracedRun {
    const trace = recorder.trace();
    return { trace, route: routeOf(this.task.program, trace), violations: recorder.machine.violations.slice(), end };
  }
}
