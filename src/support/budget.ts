// Time and memory one check may use, and whether the user has asked to stop.

import type { DiagnosticCode } from "./diagnostics.ts";

/** Thrown where the time is up in the midst of something that cannot be left in any other way. */
export class OutOfTime extends Error {}

export class Budget {
  readonly #deadline: number;
  #lastBreath: number;
  #cancelled = false;

  constructor(
    readonly seconds: number | null,
    readonly megabytes: number,
    readonly now: () => number = () => performance.now(),
  ) {
    this.#lastBreath = now();
    this.#deadline = seconds === null ? Number.POSITIVE_INFINITY : this.#lastBreath + seconds * 1000;
  }

  cancel(): void {
    this.#cancelled = true;
  }

  /**
   * To be awaited often: every now and then lets signals and timers in, and calls back for progress. `work`: how much was done since the
   * last time, in steps of a search or what takes as long; counted, so that who shares a thread may share it by that (engines/auto/lanes.ts).
   */
  async breathe(progress: () => void, _work = 0): Promise<void> {
    const now = this.now();
    if (now - this.#lastBreath < 50) return;
    this.#lastBreath = now;
    progress();
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }

  /** The same is looked at again, with more of what the environment may do. A budget that allows a brief attempt may allow more now. */
  again(): void {}

  get spent(): boolean {
    return this.#cancelled || this.now() > this.#deadline;
  }

  /** Throws `OutOfTime` if nothing is left. */
  heed(): void {
    if (this.spent) throw new OutOfTime();
  }

  /** Why `spent` is true. */
  get reason(): { readonly code: DiagnosticCode; readonly text: string; readonly hint: string } {
    return this.#cancelled
      ? { code: "RVL305", text: "interrupted", hint: "what was covered until then is in the statistics" }
      : {
          code: "RVL301",
          text: `the time limit of ${this.seconds} s was reached`,
          hint: "raise --timeout, or try a smaller case: fewer threads, fewer rounds",
        };
  }
}
