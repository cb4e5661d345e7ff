// What is known about a spurious wake-up of a thread (futile-wakes.ts).

import type { Footprint } from "./footprint.ts";
import type { Watch } from "./watch.ts";

/** Whether a spurious wake-up in the thread's current state is futile. */
export interface Judgement {
  readonly isFutile: boolean;
  /** The judgement is valid as long as this holds. */
  readonly watch: Watch;
  /** What the judgement depends on. */
  readonly touched: Footprint;
}
