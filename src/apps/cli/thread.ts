// Threads: each loads the command line again, and gets its work as data (checker.ts serves it).

import { Worker } from "node:worker_threads";
import { type Unknown, unknownBecause } from "../../reports/unknown.ts";
import { heapFor } from "./stop.ts";

/** What every thread of a check needs: the command's words, the flag that asks to stop, and when the check began (`clockMs`). */
export interface ThreadData {
  readonly words: readonly string[];
  readonly stop: SharedArrayBuffer;
  readonly began: number;
}

export function startThread(data: ThreadData, megabytes: number): Worker {
  return new Worker(process.argv[1] as string, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: heapFor(megabytes) } });
}

/** Calls back if a thread ends by itself: at its memory limit, by an error that it could not tell, or killed. `megabytes`: its part. */
export function onLoss(worker: Worker, what: string, megabytes: number, lost: (why: Unknown | Error) => void): void {
  worker.on("error", (error) => lost(isOutOfMemory(error) ? outOfMemory(what, megabytes) : error));
  // After an error there is an exit, too: the first of them counts.
  worker.on("exit", () => lost(unknownBecause({ kind: "thread-ended", thread: what })));
}

export const outOfMemory = (thread: string, megabytes: number): Unknown =>
  unknownBecause({ kind: "thread-out-of-memory", thread, megabytes });

/** Ends a thread. What still goes wrong with it is no error of the check's. */
export function endThread(worker: Worker): void {
  worker.removeAllListeners().on("error", () => undefined);
  void worker.terminate();
}

/** The thread was ended at its limit, or could not get an array. */
export function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ||
    (error instanceof RangeError && /allocation failed|Invalid (typed )?array length/.test(error.message))
  );
}
