// How busy waits are treated, and what a thread remembers of the loop it is in (spinning.ts).

import type { Register } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import type { Thread } from "./thread.ts";

/** The live registers of a function, by operation (analysis/liveness.ts). */
export type FindLive = (body: FunctionBody) => {
  before(operation: number): readonly Register[];
  after(operation: number): readonly Register[];
};

export interface SpinPolicy {
  readonly mode: "park" | "wait" | "note";
  readonly findLive: FindLive;
  /** Per operation of a function the first block of the innermost loop around it, or -1. */
  readonly findLoops: (body: FunctionBody) => Int32Array;
  /** Ids of globals whose contents no run depends on. */
  readonly irrelevant: ReadonlySet<number>;
  /** Whether an iteration of so many steps of the thread, which was idle in this run, counts as idle; absent: it does. */
  readonly isIdle?: (t: Thread, steps: number) => boolean;
}

/** The states of a thread since its last step with an effect, the latest first. */
export interface Trail {
  readonly state: readonly number[];
  readonly earlier: Trail | null;
  readonly length: number;
  /** Idle iterations before. */
  readonly idle: number;
  /** The version of the shared state at that point. */
  readonly version: number;
}
