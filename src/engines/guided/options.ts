// The options of the guided engine.

import type { EngineTask } from "../engine.ts";
import type { SolverOptions } from "../formula/options.ts";

export type GuidedOptions = SolverOptions;

export type GuidedTask = EngineTask<GuidedOptions>;
