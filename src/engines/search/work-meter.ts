// Counts the work of a search, which decides when it yields and checks its limits: after so many steps, or operations if steps are long,
// and inside a step that has very many continuations. A check reads the clock; without it, signals and other engines would wait.

import type { Machine } from "../../execution/machine.ts";
import type { Budget } from "../../support/budget.ts";
import { operationsPerYield } from "../tally.ts";

const stepsPerYield = 512;
/** A step with more operations counts for several. */
const operationsPerStep = 10_000;
/** Continuations inside a step after which the limits are checked. */
const continuationsPerCheck = 1024;

export class WorkMeter {
  /** Work since the last yield. */
  #done = 0;
  /** Operations executed at the last yield. */
  #operations = 0;

  constructor(
    readonly machine: Machine,
    readonly budget: Budget,
  ) {}

  /** Counts a step, executed or found blocked. Returns whether it is time to yield. */
  countStep(): boolean {
    return ++this.#done >= stepsPerYield || this.machine.operationsExecuted - this.#operations >= operationsPerYield;
  }

  /** Counts work that is not a step, for the yield after the next step. */
  add(amount: number): void {
    this.#done += amount;
  }

  /** Counts a continuation inside a step. Throws `LimitReached`. */
  tick(): void {
    if (++this.#done % continuationsPerCheck === 0) this.budget.tick();
  }

  async yieldToEventLoop(progress: () => void): Promise<void> {
    const { operationsExecuted } = this.machine;
    const work = Math.max(this.#done, Math.floor((operationsExecuted - this.#operations) / operationsPerStep));
    this.#done = 0;
    this.#operations = operationsExecuted;
    await this.budget.yieldToEventLoop(progress, work);
  }
}
