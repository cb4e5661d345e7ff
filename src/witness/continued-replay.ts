// Follows a schedule, and then another scheduler. In: a schedule, and who continues. Out: one run, and the step at which the program diverged
// from the schedule, if it did. The first run of a trace engine, if the user gives one.

import type { InputRange } from "../execution/contract.ts";
import { repeated } from "../scheduling/random.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "../scheduling/scheduler.ts";
import { ReplayScheduler } from "./replay.ts";
import type { Schedule } from "./schedule.ts";

export class ContinuedReplay implements Scheduler {
  readonly #replay: ReplayScheduler;
  #machine: MachineView | null = null;

  constructor(
    readonly schedule: Schedule,
    readonly then: Scheduler,
  ) {
    this.#replay = new ReplayScheduler(schedule);
  }

  /** The step at which the program diverged from the schedule, or -1. */
  get divergedAt(): number {
    return this.#replay.divergedAt;
  }

  get given(): readonly bigint[] {
    return this.then.given ?? [];
  }

  get asksInSteps(): boolean {
    return this.#replay.asksInSteps;
  }

  begin(machine: MachineView): void {
    this.#machine = machine;
    this.#replay.begin(machine);
    this.then.begin(machine);
  }

  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    return this.#isOver ? this.then.pick(machine, candidates) : this.#replay.pick(machine, candidates);
  }

  choose(count: number, what: string, thread: number): number {
    return this.#isOver ? this.then.choose(count, what, thread) : this.#replay.choose(count, what, thread);
  }

  /** Given inputs precede those of the schedule. */
  input(bits: number, what: string, thread: number, range: InputRange | null): bigint {
    return this.given[this.#inputs] ?? this.schedule.inputs[this.#inputs] ?? this.then.input(bits, what, thread, range);
  }

  unwritten(bits: number, settled: bigint | null): bigint {
    const { fill, isFilled = false, inputs } = this.schedule;
    return settled ?? (isFilled ? undefined : inputs[this.#inputs]) ?? repeated(BigInt(fill), bits);
  }

  get #inputs(): number {
    return this.#machine?.inputs.length ?? 0;
  }

  get #isOver(): boolean {
    return (this.#machine?.stepCount ?? 0) >= this.schedule.steps.length;
  }
}
