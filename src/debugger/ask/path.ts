// The paths that questions are asked about and answered with: moves of a machine that stops at lines (docs/adr/0054), with what was decided in each.

import type { Schedule } from "../../witness/schedule.ts";

export interface Decisions {
  readonly choices: readonly number[];
  /** In the order of asking. */
  readonly inputs: readonly bigint[];
}

export interface Move extends Decisions {
  readonly thread: number;
  readonly isLocal: boolean;
  /** The threads that it started. */
  readonly started: readonly number[];
}

/** How a run begins; `prelude`: what main decides before its first stop. */
export interface Start extends Pick<Schedule, "fill" | "freedoms" | "isFilled" | "asksInSteps"> {
  readonly prelude: Decisions;
}

export interface Path {
  readonly start: Start;
  readonly moves: readonly Move[];
}
