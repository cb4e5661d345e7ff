// A machine as seen by code that takes steps and undoes them: searches, and look-ahead.

import type { Oracle } from "./contract.ts";
import type { Footprint } from "./footprint.ts";
import type { RunState } from "./run-state.ts";
import type { StepResult } from "./step-context.ts";
import type { Thread } from "./thread.ts";

export interface Stepper extends RunState {
  step(t: Thread, oracle: Oracle, footprint?: Footprint | null): StepResult | null;
  undo(): void;
}
