// The options of the symex engine.

import type { EngineTask } from "../engine.ts";

/** How states are left out: by one formula per control, which grows (AGSE), or by a list of formulas (PDPOR). */
export const prunings = ["none", "summaries", "interpolants"] as const;
export type Pruning = (typeof prunings)[number];

export interface SymexOptions {
  /** Null: interpolants. */
  readonly prune?: Pruning | null | undefined;
}

export type SymexTask = EngineTask<SymexOptions>;
