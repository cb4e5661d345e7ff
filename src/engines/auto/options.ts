// The options of `auto`: those of its engines, one record each, and the threads they may use.

import type { EngineTask } from "../engine.ts";
import type { ExploreOptions } from "../explore/explore.ts";
import type { StagedOptions } from "../staged/options.ts";
import type { EngineJob, EngineThread } from "./side-by-side.ts";

export interface AutoOptions {
  readonly explore: ExploreOptions;
  readonly staged: StagedOptions;
  /** How many threads there are, for the report. */
  readonly jobs?: number | undefined;
  /** Starts an engine on a thread of its own; none: engines take turns on this one. */
  readonly startEngine?: ((job: EngineJob) => EngineThread) | null | undefined;
}

export type AutoTask = EngineTask<AutoOptions>;
