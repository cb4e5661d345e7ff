// The task of a search, by one thread or by several.

import type { EngineTask } from "../engine.ts";
import type { WorkerPool } from "./pool.ts";

export interface SearchOptions {
  readonly reduction?: "none" | "dpor" | "optimal" | "rf" | "states" | null | undefined;
  /** Collect the final states: continue even if every property is violated. */
  readonly finalStates?: boolean | undefined;
  /** Gives up after so many runs, as at a run limit, if more than so many others per run were abandoned: another reduction may abandon none. */
  readonly givesUp?: { readonly runs: number; readonly abandoned: number } | null | undefined;
  /** Starts the threads to search with; none: the search uses this thread only. */
  readonly pool?: ((search: SearchTask) => WorkerPool) | null | undefined;
}

export type SearchTask = EngineTask<SearchOptions>;
