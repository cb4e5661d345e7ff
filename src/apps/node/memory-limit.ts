// The memory limit of a thread. In: megabytes. Out: a limit for its budget.

import { getHeapStatistics } from "node:v8";
import type { Limit, StopCause } from "../../support/limits.ts";

const intervalMs = 5;

/** Counts from now on. Memory is measured every few milliseconds, since measuring takes time. */
export function memoryLimit(megabytes: number, now: () => number): Limit {
  const cause: StopCause = { kind: "memory", megabytes };
  const maxBytes = usedMemory() + megabytes * 2 ** 20;
  let nextLook = 0;
  let isFull = false;
  return {
    reached: () => {
      const time = now();
      if (!isFull && time >= nextLook) {
        nextLook = time + intervalMs;
        isFull = usedMemory() > maxBytes;
      }
      return isFull ? cause : null;
    },
  };
}

/** Of this thread: objects, and arrays outside the heap. */
function usedMemory(): number {
  const { used_heap_size: used, external_memory: arrays } = getHeapStatistics();
  return used + arrays;
}
