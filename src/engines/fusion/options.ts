// The options of the fusion engine.

import type { EngineTask } from "../engine.ts";
import type { SolverOptions } from "../formula/options.ts";
import type { SearchOptions } from "../parallel/search-task.ts";

/** Parts that can be left out, to measure what they are worth. */
export const fusionParts = ["check", "prune", "phantom"] as const;
export type FusionPart = (typeof fusionParts)[number];

export interface FusionOptions extends Pick<SolverOptions, "solver" | "startProcess" | "encoding" | "without"> {
  readonly reduction?: SearchOptions["reduction"];
  /** A pruning question gives up after so many conflicts; null: after the default. */
  readonly pruneEffort?: number | null | undefined;
  readonly omitted?: readonly FusionPart[] | undefined;
}

export type FusionTask = EngineTask<FusionOptions>;
