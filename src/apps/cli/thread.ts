// Starts and ends threads. In: a request, which checker.ts serves on the new thread. Each thread loads the command line again.

import { Worker } from "node:worker_threads";
import type { EngineJob } from "../../engines/auto/side-by-side.ts";
import type { SearchTerms } from "../../engines/parallel/pool.ts";
import { type Unknown, unknownBecause } from "../../reports/unknown.ts";
import type { CheckSettings } from "./request.ts";
import { heapFor } from "./stop.ts";

/** What every thread of a check needs: the check, the flag that asks to stop, and when the check began (`clockMs`). */
export interface ThreadData {
  readonly settings: CheckSettings;
  readonly stop: SharedArrayBuffer;
  readonly began: number;
  /** Memory limit of this thread. */
  readonly megabytes: number;
}

/** `check`: the whole check. `engine`: one of two engines side by side. `search`: a worker of a search. */
export type ThreadRequest = ThreadData &
  (
    | { readonly kind: "check" }
    | { readonly kind: "engine"; readonly job: EngineJob }
    | { readonly kind: "search"; readonly shared: SharedArrayBuffer; readonly terms: SearchTerms }
  );

export type RequestOf<K extends ThreadRequest["kind"]> = Extract<ThreadRequest, { readonly kind: K }>;

export function startThread(request: ThreadRequest): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapFor(request.megabytes) };
  return new Worker(process.argv[1] as string, { workerData: request, resourceLimits });
}

/** Calls back if a thread ends by itself: at its memory limit, by an error that it could not report, or killed. `megabytes`: its memory limit. */
export function onLoss(worker: Worker, what: string, megabytes: number, lost: (why: Unknown | Error) => void): void {
  worker.on("error", (error) => lost(isOutOfMemory(error) ? outOfMemory(what, megabytes) : error));
  // An error is followed by an exit; callers use the first call.
  worker.on("exit", () => lost(unknownBecause({ kind: "thread-ended", thread: what })));
}

export const outOfMemory = (thread: string, megabytes: number): Unknown =>
  unknownBecause({ kind: "thread-out-of-memory", thread, megabytes });

/** Ends a thread. Later errors of the thread are ignored. */
export function endThread(worker: Worker): void {
  worker.removeAllListeners().on("error", () => undefined);
  void worker.terminate();
}

/** Whether the thread reached its memory limit, or could not allocate an array. */
export function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ||
    (error instanceof RangeError && /allocation failed|Invalid (typed )?array length/.test(error.message))
  );
}
