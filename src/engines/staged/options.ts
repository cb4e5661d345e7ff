// The options of the staged engine.

import type { EngineTask } from "../engine.ts";
import type { SolverOptions } from "../formula/options.ts";

export interface StagedOptions extends SolverOptions {
  /** How many times loops are unrolled; null: as many times as needed. */
  readonly unwind?: number | null | undefined;
}

export type StagedTask = EngineTask<StagedOptions>;
