// The request to stop, shared between the thread that watches and the one that checks, and the budget that sees it.

import { getHeapStatistics } from "node:v8";
import { Budget } from "../../support/budget.ts";

export type Cause = "interrupted" | "time" | "memory";

const causes: readonly Cause[] = ["interrupted", "time", "memory"];

/** Milliseconds on a clock that all threads of the process share. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** When the process began, on that clock; to be asked on its main thread. */
export const processBegan = (): number => clockMs() - performance.now();

export class Stop {
  readonly #flag: Int32Array;
  readonly #listeners: ((cause: Cause) => void)[] = [];

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.#flag = new Int32Array(buffer);
  }

  /** The first cause stays. */
  ask(cause: Cause): void {
    if (Atomics.compareExchange(this.#flag, 0, 0, 1 + causes.indexOf(cause)) === 0) for (const hear of this.#listeners) hear(cause);
  }

  /** Calls back when somebody asks by this object; at once if that has happened. */
  onAsk(hear: (cause: Cause) => void): void {
    const { asked } = this;
    if (asked !== null) hear(asked);
    else this.#listeners.push(hear);
  }

  /**
   * From now on signals ask, and none ends the process before its report is written. All of them: wrappers (timeout, npm) pass a signal on
   * that the whole group gets anyway, and the second must not cost the report.
   */
  heedSignals(): void {
    const interrupt = (): void => this.ask("interrupted");
    process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
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
          hint: "run the check again and let it finish; --timeout and --max-runs limit it",
        };
      case "time":
        return {
          code: "RVL301",
          text: `the time limit of ${limits.seconds} s was reached`,
          hint: "raise --timeout, or try a smaller program: fewer threads or iterations",
        };
      case "memory":
        return { code: "RVL302", text: `the memory limit of ${limits.megabytes} MB was reached`, hint: "raise --memory" };
    }
  }
}

/** The smallest heap a thread is given: below it the check itself does not fit. */
const smallestHeap = 64;
const memoryInterval = 5;

/**
 * Megabytes of heap for a thread whose part of the memory limit is this. It stops by itself long before: at the end of its heap it would be
 * ended without a word, and a large array that does not fit there ends the process.
 */
export const heapFor = (megabytes: number): number => Math.ceil(Math.max(megabytes, smallestHeap) * 1.25) + 512;

/** A budget that is spent as soon as somebody asks for it, even in the middle of a run; or when this thread has used up the memory it may. */
export class StoppableBudget extends Budget {
  readonly #started: number;
  readonly #mostBytes: number;
  #nextLook = 0;
  #isFull = false;

  /** `began`: when the check did (`clockMs`). */
  constructor(
    seconds: number,
    megabytes: number,
    readonly stop: Stop,
    readonly began: number,
  ) {
    super(seconds, megabytes);
    this.#started = this.now() - (clockMs() - began);
    this.#mostBytes = usedMemory() + megabytes * 2 ** 20;
  }

  /** Milliseconds since the check began. */
  get elapsed(): number {
    return this.now() - this.#started;
  }

  override get spent(): boolean {
    return this.stop.asked !== null || this.elapsed > (this.seconds ?? 0) * 1000 || this.#hasNoMemory();
  }

  override get reason(): Budget["reason"] {
    const cause = this.stop.asked ?? (this.#isFull ? "memory" : "time");
    return Stop.reason(cause, { seconds: this.seconds ?? 0, megabytes: this.megabytes });
  }

  #hasNoMemory(): boolean {
    const now = this.now();
    if (this.#isFull || now < this.#nextLook) return this.#isFull;
    this.#nextLook = now + memoryInterval;
    this.#isFull = usedMemory() > this.#mostBytes;
    return this.#isFull;
  }
}

/** Of this thread: objects, and arrays outside the heap. */
function usedMemory(): number {
  const { used_heap_size: used, external_memory: arrays } = getHeapStatistics();
  return used + arrays;
}
