// How busy waits are treated, and what a thread remembers of the loop it is in (spinning.ts).

import type { Register } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";

/** The registers of a function that matter, by operation; analysis/liveness.ts has the one to use. */
export type FindLive = (body: FunctionBody) => {
  before(operation: number): readonly Register[];
  after(operation: number): readonly Register[];
};

export interface SpinPolicy {
  readonly mode: "park" | "wait";
  readonly findLive: FindLive;
  /** Per operation of a function the first block of the innermost loop around it, or -1. */
  readonly findLoops: (body: FunctionBody) => Int32Array;
  /** Ids of globals whose contents no run depends on. */
  readonly irrelevant: ReadonlySet<number>;
}

/** Where a thread has been since its last step with an effect, the latest place first. */
export interface Trail {
  readonly state: readonly number[];
  readonly earlier: Trail | null;
  readonly length: number;
  /** Idle iterations before. */
  readonly idle: number;
  /** The machine's version there. */
  readonly version: number;
}
