// When a search asks whether to go on: every so many steps, or operations where steps are long, and in between where one step has very many
// ways to go. Asking costs a look at the clock; not asking keeps signals and other engines waiting.

import type { Machine } from "../../execution/machine.ts";
import { type Budget, OutOfTime } from "../../support/budget.ts";
import { operationsPerBreath } from "../tally.ts";

/** Steps after which it is time to ask. */
const breath = 512;
/** A step with more operations counts for several. */
const operationsPerStep = 10_000;

export class Pace {
  /** Work done since it was last asked. */
  #done = 0;
  /** Operations executed by then. */
  #operations = 0;

  constructor(
    readonly machine: Machine,
    readonly budget: Budget,
  ) {}

  /** Counts a step, taken or found blocked. True: it is time to ask. */
  step(): boolean {
    return ++this.#done >= breath || this.machine.operationsExecuted - this.#operations >= operationsPerBreath;
  }

  /** Counts work that is no step, to be asked about after the next one. */
  add(amount: number): void {
    this.#done += amount;
  }

  /** Counts what happens inside a step; throws `OutOfTime`. */
  tick(): void {
    if ((++this.#done & 0x3ff) === 0 && this.budget.spent) throw new OutOfTime();
  }

  /** Lets others in. Then is the time to look at the budget. */
  async breathe(progress: () => void): Promise<void> {
    const { operationsExecuted } = this.machine;
    const work = Math.max(this.#done, Math.floor((operationsExecuted - this.#operations) / operationsPerStep));
    this.#done = 0;
    this.#operations = operationsExecuted;
    await this.budget.breathe(progress, work);
  }
}
