// Threads: each loads the command line again, and gets its work as data (checker.ts serves it).

import { Worker } from "node:worker_threads";
import { heapFor } from "./stop.ts";

/** What every thread of a check needs: the command's words, and the flag that asks to stop. */
export interface ThreadData {
  readonly words: readonly string[];
  readonly stop: SharedArrayBuffer;
}

export function startThread(data: ThreadData, megabytes: number | null): Worker {
  const limits = megabytes === null ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapFor(megabytes) } };
  return new Worker(process.argv[1] as string, { workerData: data, ...limits });
}

/** The thread was ended at its limit, or could not get an array. */
export function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ||
    (error instanceof RangeError && /allocation failed|Invalid (typed )?array length/.test(error.message))
  );
}
