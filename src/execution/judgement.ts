// What is known about a spurious wake-up of a thread (futile-wakes.ts).

import type { Footprint } from "./footprint.ts";
import type { Watch } from "./watch.ts";

/** What is known about a wake-up from the state a thread is in. */
export interface Judgement {
  readonly isFutile: boolean;
  /** As long as this holds. */
  readonly watch: Watch;
  /** What it depends on. */
  readonly touched: Footprint;
}
