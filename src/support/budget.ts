// What a check, or a part of it, may use. In: limits (limits.ts). Out: whether work must stop, and why.
//
// A budget is itself a limit, so a part of the work gets a narrower budget by `within`. Its event loop and clock are those of the whole.

import { type Limit, LimitReached, type StopCause, timeLimit } from "./limits.ts";

/** Signals and timers wait no longer than this while an engine works. */
const yieldIntervalMs = 50;

/** How a part of a budget differs from the whole. */
export interface Part {
  readonly megabytes?: number;
  /** Called with the work done since the last yield, in steps of a search; the part continues when the promise is fulfilled. */
  readonly afterYield?: (work: number) => Promise<void>;
}

export class Budget implements Limit {
  readonly #limits: readonly Limit[];
  #lastYield: number;
  #isCancelled = false;

  /** Without a list of limits, the time is the only one. */
  constructor(
    readonly seconds: number | null,
    readonly megabytes: number,
    readonly now: () => number = () => performance.now(),
    limits?: readonly Limit[],
  ) {
    this.#lastYield = now();
    this.#limits = limits ?? (seconds === null ? [] : [timeLimit(seconds, now, this.#lastYield)]);
  }

  /** A budget that is spent when this one is, or when the limit is reached. */
  within(limit: Limit, part: Part = {}): Budget {
    return new PartBudget(this, limit, part);
  }

  cancel(): void {
    this.#isCancelled = true;
  }

  reached(): StopCause | null {
    if (this.#isCancelled) return { kind: "interrupted" };
    for (const limit of this.#limits) {
      const cause = limit.reached();
      if (cause !== null) return cause;
    }
    return null;
  }

  get isSpent(): boolean {
    return this.reached() !== null;
  }

  /** Counts a unit of work. Throws `LimitReached` if the budget is spent. */
  tick(): void {
    for (const limit of this.#limits) limit.tick?.();
    if (this.isSpent) throw new LimitReached();
  }

  extend(): void {
    for (const limit of this.#limits) limit.extend?.();
  }

  /**
   * To be awaited often: at most every 50 ms, yields to the event loop and reports progress. `work`: steps of a search since the last call,
   * or what takes as long. It is counted, so that engines that share a thread can take turns by it (engines/auto/lanes.ts).
   */
  async yieldToEventLoop(progress: () => void, _work = 0): Promise<void> {
    const now = this.now();
    if (now - this.#lastYield < yieldIntervalMs) return;
    this.#lastYield = now;
    progress();
    await new Promise<void>((resolve) => {
      if (typeof setImmediate === "function") setImmediate(resolve);
      else setTimeout(resolve); // browsers
    });
  }

  /** Whether other work waits until this one yields. */
  get sharesThread(): boolean {
    return false;
  }

  /** Why it is spent. If it is not, the cause is an interrupt. */
  get cause(): StopCause {
    return this.reached() ?? { kind: "interrupted" };
  }
}

class PartBudget extends Budget {
  constructor(
    readonly whole: Budget,
    limit: Limit,
    readonly part: Part,
  ) {
    super(whole.seconds, part.megabytes ?? whole.megabytes, whole.now, [whole, limit]);
  }

  override get sharesThread(): boolean {
    return this.part.afterYield !== undefined || this.whole.sharesThread;
  }

  override async yieldToEventLoop(progress: () => void, work = 0): Promise<void> {
    const { afterYield } = this.part;
    if (afterYield === undefined) return this.whole.yieldToEventLoop(progress, work);
    await this.whole.yieldToEventLoop(progress);
    if (work > 0) await afterYield(work);
  }
}
