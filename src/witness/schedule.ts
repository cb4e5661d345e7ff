// A schedule: everything that was open in a run, in order. It is enough to rebuild the run on any machine. `ScheduleRecorder` observes a
// run and records its schedule; replay.ts follows one.

import type { Freedom } from "../execution/freedoms.ts";
import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { type RunEnd, type RunLimits, type RunObserver, type RunStart, run } from "../scheduling/run.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";

export interface ScheduledStep {
  readonly thread: number;
  /** One number per choice of the step: which waiter, which timeout …. */
  readonly choices: readonly number[];
}

export interface Schedule {
  readonly steps: readonly ScheduledStep[];
  readonly inputs: readonly bigint[];
  /** Choices made before the first step. */
  readonly prelude: readonly number[];
  /** The byte that unwritten memory holds, if it was not an input. */
  readonly fill: number;
  /** The freedoms of the environment; its choices are among those of the steps. */
  readonly freedoms: readonly Freedom[];
  /** The oracle was not asked for the content of unwritten memory: it held `fill`, and `inputs` does not include it. Absent: `inputs` does. */
  readonly isFilled?: true;
  /** Asking for an input is a step of its own: the inputs were given beforehand, in the order of asking. */
  readonly asksInSteps?: true;
}

/** The parts of a schedule that are fixed at the start of a run. */
export const environmentOf = (machine: Machine): Pick<Schedule, "fill" | "freedoms" | "isFilled" | "asksInSteps"> => ({
  fill: machine.memory.fill,
  freedoms: [...machine.freedoms],
  ...(machine.queries.saysUnwritten ? {} : { isFilled: true }),
  ...(machine.queries.asksInSteps ? { asksInSteps: true } : {}),
});

/** How a run of this schedule starts. */
export const startOf = ({ fill, freedoms }: Pick<Schedule, "fill" | "freedoms">): RunStart => ({ fill, freedoms: new Set(freedoms) });

const none: readonly number[] = [];

/** Records the schedule of the run it observes. */
export class ScheduleRecorder implements RunObserver {
  readonly #steps: ScheduledStep[] = [];
  #prelude: readonly number[] = [];
  /** Choices recorded so far. */
  #choices = 0;

  constructor(readonly machine: Machine) {}

  started(): void {
    this.#prelude = this.machine.choices.slice();
    this.#choices = this.#prelude.length;
  }

  stepped(thread: Thread): void {
    const { choices } = this.machine;
    this.#steps.push({ thread: thread.index, choices: choices.length === this.#choices ? none : choices.slice(this.#choices) });
    this.#choices = choices.length;
  }

  /** The schedule of the run so far. */
  get schedule(): Schedule {
    const { machine } = this;
    return { steps: this.#steps, inputs: machine.inputs.map((i) => i.value), prelude: this.#prelude, ...environmentOf(machine) };
  }
}

export interface RecordedRun {
  readonly schedule: Schedule;
  readonly end: RunEnd;
  /** Something was open: two threads could run, or a choice or an input was asked for. */
  readonly branched: boolean;
}

/** Runs the program once under a scheduler, and records the schedule. */
export function recordRun(machine: Machine, scheduler: Scheduler, limits: RunLimits): RecordedRun {
  const recorder = new ScheduleRecorder(machine);
  let branched = false;
  const watched: Scheduler = {
    isRandom: scheduler.isRandom ?? false,
    given: scheduler.given ?? [],
    begin: (m) => scheduler.begin(m),
    pick: (m, candidates) => {
      if (candidates.length > 1) branched = true;
      return scheduler.pick(m, candidates);
    },
    choose: (count, what, thread) => {
      branched = true;
      return scheduler.choose(count, what, thread);
    },
    input: (bits, what, thread, range) => {
      branched = true;
      return scheduler.input(bits, what, thread, range);
    },
  };
  if (scheduler.unwritten !== undefined)
    watched.unwritten = (bits, settled, thread, isCovered) => {
      branched = true;
      return scheduler.unwritten?.(bits, settled, thread, isCovered) ?? 0n;
    };
  const end = run(machine, watched, limits, recorder);
  return { schedule: recorder.schedule, end, branched };
}
