// The options of the guided engine.

import type { Schedule } from "../../witness/schedule.ts";
import type { EngineTask } from "../engine.ts";
import type { SolverOptions } from "../formula/options.ts";

export interface GuidedOptions extends SolverOptions {
  /** The first run follows it; null: lowest thread first. */
  readonly schedule?: Schedule | null | undefined;
}

export type GuidedTask = EngineTask<GuidedOptions>;
