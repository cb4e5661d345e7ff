// The request to stop, shared between the thread that watches and the one that checks, and the budget that sees it.

import { Budget } from "../../support/budget.ts";

export type Cause = "interrupted" | "time" | "memory";

const causes: readonly Cause[] = ["interrupted", "time", "memory"];

export class Stop {
  readonly #flag: Int32Array;

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.#flag = new Int32Array(buffer);
  }

  /** The first cause stays. */
  ask(cause: Cause): void {
    Atomics.compareExchange(this.#flag, 0, 0, 1 + causes.indexOf(cause));
  }

  get asked(): Cause | null {
    return causes[Atomics.load(this.#flag, 0) - 1] ?? null;
  }

  static reason(cause: Cause, limits: { readonly seconds: number; readonly megabytes: number }): Budget["reason"] {
    switch (cause) {
      case "interrupted":
        return {
          code: "RVL305",
          text: "interrupted",
          hint: "without an interruption the check goes on to its limits (--timeout, --max-runs)",
        };
      case "time":
        return { code: "RVL301", text: `the time limit of ${limits.seconds} s was reached`, hint: "raise --timeout" };
      case "memory":
        return { code: "RVL302", text: `the memory limit of ${limits.megabytes} MB was reached`, hint: "raise --memory" };
    }
  }
}

/** A budget that is spent as soon as somebody asks for it, even in the middle of a run. */
export class StoppableBudget extends Budget {
  constructor(
    seconds: number,
    megabytes: number,
    readonly stop: Stop,
  ) {
    super(seconds, megabytes);
  }

  override get spent(): boolean {
    return this.stop.asked !== null || super.spent;
  }

  override get reason(): Budget["reason"] {
    return Stop.reason(this.stop.asked ?? "time", { seconds: this.seconds ?? 0, megabytes: this.megabytes });
  }
}
