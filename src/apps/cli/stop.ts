// The request to stop, shared between the thread that watches and the one that checks, and the budget that sees it.

import { Budget } from "../../support/budget.ts";
import { type Limit, type StopCause, timeLimit } from "../../support/limits.ts";
import { memoryLimit } from "../node/memory-limit.ts";

export type RequestedStop = "interrupted" | "time" | "memory";

const causes: readonly RequestedStop[] = ["interrupted", "time", "memory"];

/** Milliseconds on a clock that all threads of the process share. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** When the process began, on that clock. To be called on the main thread. */
export const processBegan = (): number => clockMs() - performance.now();

export class StopRequest {
  readonly #flag: Int32Array;
  readonly #listeners: ((cause: RequestedStop) => void)[] = [];

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(4)) {
    this.#flag = new Int32Array(buffer);
  }

  /** The first cause is kept. */
  request(cause: RequestedStop): void {
    if (Atomics.compareExchange(this.#flag, 0, 0, 1 + causes.indexOf(cause)) === 0) for (const listener of this.#listeners) listener(cause);
  }

  /** Calls back when this object requests a stop; immediately if it already has. */
  onRequest(listener: (cause: RequestedStop) => void): void {
    const { cause } = this;
    if (cause !== null) listener(cause);
    else this.#listeners.push(listener);
  }

  /**
   * From now on every SIGINT and SIGTERM requests a stop, and none ends the process before its report is written. Wrappers (timeout, npm) forward
   * a signal that the whole group gets anyway, and the second one must not end the process.
   */
  requestOnSignals(): void {
    const interrupt = (): void => this.request("interrupted");
    process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  }

  get cause(): RequestedStop | null {
    return causes[Atomics.load(this.#flag, 0) - 1] ?? null;
  }
}

/** The cause as limits state it. */
export function stopCauseOf(cause: RequestedStop, limits: { readonly seconds: number; readonly megabytes: number }): StopCause {
  switch (cause) {
    case "interrupted":
      return { kind: "interrupted" };
    case "time":
      return { kind: "time", seconds: limits.seconds };
    case "memory":
      return { kind: "memory", megabytes: limits.megabytes };
  }
}

/** The smallest heap of a thread: a check needs this much. */
const minHeapMegabytes = 64;

/**
 * Megabytes of heap for a thread with this memory limit. The thread stops by itself long before that: at the end of its heap it would end without
 * a report, and a large array that does not fit ends the process.
 */
export const heapFor = (megabytes: number): number => Math.ceil(Math.max(megabytes, minHeapMegabytes) * 1.25) + 512;

/** The budget of a thread of a check: it is spent when a stop is requested, or the time or this thread's memory is used up. */
export function threadBudget(seconds: number, megabytes: number, stop: StopRequest, began: number): Budget {
  const now = (): number => performance.now();
  const requested: Limit = { reached: () => (stop.cause === null ? null : stopCauseOf(stop.cause, { seconds, megabytes })) };
  const time = timeLimit(seconds, now, now() - (clockMs() - began));
  return new Budget(seconds, megabytes, now, [requested, memoryLimit(megabytes, now), time]);
}
