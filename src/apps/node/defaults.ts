// Limits that hold unless the user sets others, for the command line and for scripts.

import { totalmem } from "node:os";

/** Maximum number of operations in one step; a run that exceeds it is stopped. */
export const fuel = 50_000_000;
export const defaultSeconds = 300;
const maxMegabytes = 4096;
/** Share of the machine's memory: the system kills a process that needs more than there is, and its report is lost. */
const shareOfMachine = 0.75;

/** A container may have less than the machine. */
export function defaultMegabytes(): number {
  const there = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(maxMegabytes, Math.floor((shareOfMachine * there) / 2 ** 20));
}
