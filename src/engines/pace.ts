// When a search asks whether to go on: every so many steps, or operations where steps are long, and in between where one step has very many
// ways to go. Asking costs a look at the clock; not asking keeps signals and other engines waiting.

import type { Machine } from "../execution/machine.ts";
import { type Budget, OutOfTime } from "../support/budget.ts";
import { operationsPerBreath } from "./tally.ts";

/** Steps after which it is time to ask. */
const breath = 512;

export class Pace {
  /** Work done since it was last asked. */
  #done = 0;
  /** By then, in operations executed, it is asked again. */
  #nextBreath = operationsPerBreath;

  constructor(
    readonly machine: Machine,
    readonly budget: Budget,
  ) {}

  /** Counts a step. True: it is time to ask. */
  step(): boolean {
    return ++this.#done >= breath || this.machine.operationsExecuted >= this.#nextBreath;
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
    this.#done = 0;
    this.#nextBreath = this.machine.operationsExecuted + operationsPerBreath;
    await this.budget.breathe(progress);
  }
}
