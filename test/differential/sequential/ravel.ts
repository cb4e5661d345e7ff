// The seam to Ravel: one run of a sequential program in the executor. In: C source and a data model. Out: what the program
// printed (one character per byte), its exit status, and how the run ended.

import type { DataModel } from "./types.ts";

export interface RavelRun {
  readonly stdout: string;
  readonly exit: number | null;
  /** "finished", or what stopped the run instead. */
  readonly outcome: string;
}

/** Thrown when this build has no executor. */
export class NotAvailable extends Error {}

export async function runInRavel(_source: string, _dataModel: DataModel): Promise<RavelRun> {
  throw new NotAvailable("not available");
}
