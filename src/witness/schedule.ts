// A schedule: everything that was open in a run, in order. It is enough to rebuild the run anywhere (rule 1: engines propose
// schedules, replay disposes).

import type { Oracle } from "../execution/contract.ts";
import type { Freedom } from "../execution/freedoms.ts";
import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { repeated } from "../scheduling/random.ts";
import { type RunLimits, run, type Scheduler } from "../scheduling/scheduler.ts";

export interface ScheduledStep {
  readonly thread: number;
  /** Which waiter, which timeout …: one number per choice the step made. */
  readonly choices: readonly number[];
}

export interface Schedule {
  readonly steps: readonly ScheduledStep[];
  readonly inputs: readonly bigint[];
  /** Choices made before the first step. */
  readonly prelude: readonly number[];
  /** Byte that memory nobody has written holds. */
  readonly fill: number;
  /** What the environment was free to do: its choices are among those of the steps. */
  readonly freedoms: readonly Freedom[];
  /** Nobody was asked what unwritten memory holds: it held `fill`, and the inputs do not say so. Absent: they do. */
  readonly isFilled?: true;
}

/** What a run stood in, beside its choices. */
export const surroundingsOf = (machine: Machine): Pick<Schedule, "fill" | "freedoms" | "isFilled"> => ({
  fill: machine.memory.fill,
  freedoms: [...machine.freedoms],
  ...(machine.asking.saysUnwritten ? {} : { isFilled: true }),
});

/** Puts the machine where the schedule began. */
export function startAs(machine: Machine, oracle: Oracle, { fill, freedoms }: Pick<Schedule, "fill" | "freedoms">): void {
  machine.start(oracle, fill, new Set(freedoms));
}

/** Runs a scheduler to the end and notes what it decided. */
export function recordRun(
  machine: Machine,
  scheduler: Scheduler,
  limits: RunLimits,
): { schedule: Schedule; end: ReturnType<typeof run>; branched: boolean } {
  const steps: ScheduledStep[] = [];
  let choices = 0;
  let prelude: readonly number[] = [];
  let branched = false;
  let open = true;
  const watched: Scheduler = {
    isRandom: scheduler.isRandom ?? false,
    given: scheduler.given ?? [],
    begin: (m) => scheduler.begin(m),
    pick: (m, candidates) => {
      if (open) {
        prelude = m.choices.slice();
        choices = m.choices.length;
        open = false;
      }
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
    watched.unwritten = (bits, settled, thread, isCarried) => {
      branched = true;
      return scheduler.unwritten?.(bits, settled, thread, isCarried) ?? 0n;
    };
  const end = run(machine, watched, limits, (thread) => {
    steps.push({ thread: thread.index, choices: machine.choices.slice(choices) });
    choices = machine.choices.length;
  });
  return { schedule: { steps, inputs: machine.inputs.map((i) => i.value), prelude, ...surroundingsOf(machine) }, end, branched };
}

/** Follows a schedule; what it does not say (a choice or input beyond it) is 0. */
export class ReplayScheduler implements Scheduler {
  /** First step at which the program did not offer what the schedule says, or -1. */
  divergedAt = -1;
  #step: readonly number[] = [];
  #next = 0;
  #input = 0;

  constructor(readonly schedule: Schedule) {}

  begin(machine: Machine): void {
    this.divergedAt = -1;
    this.#step = this.schedule.prelude;
    this.#next = 0;
    this.#input = 0;
    void machine;
  }

  get finished(): boolean {
    return this.divergedAt >= 0;
  }

  pick(machine: Machine, candidates: readonly Thread[]): Thread {
    const step = this.schedule.steps[machine.stepCount];
    const thread = step && candidates.find((t) => t.index === step.thread);
    if (thread === undefined) {
      if (this.divergedAt < 0) this.divergedAt = machine.stepCount;
      this.#step = [];
      return candidates[0] as Thread;
    }
    this.#step = (step as ScheduledStep).choices;
    this.#next = 0;
    return thread;
  }

  choose(count: number): number {
    const choice = this.#step[this.#next++] ?? 0;
    return choice < count ? choice : 0;
  }

  input(): bigint {
    return this.schedule.inputs[this.#input++] ?? 0n;
  }

  unwritten(bits: number, settled: bigint | null): bigint {
    const { fill, isFilled = false } = this.schedule;
    return settled ?? (isFilled ? repeated(BigInt(fill), bits) : this.input());
  }
}
