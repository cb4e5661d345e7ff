// One call of a function while it is unrolled, and what comes back from it: a path with results, merged from all returns.

import type { FunctionBody } from "../../program/program.ts";
import type { Registers } from "../../symbolic/host.ts";
import type { OperationInstance } from "../../symbolic/instance.ts";
import type { Term } from "../../terms/term.ts";
import type { Round } from "../round.ts";
import type { SharedObject } from "../skeleton.ts";
import type { Path } from "./path.ts";
import type { State } from "./states.ts";

/** One occurrence of an operation in the unrolled code. */
export type Instance = OperationInstance<Frame, Path>;

export interface Frame {
  readonly function: number;
  readonly body: FunctionBody;
  readonly library: boolean;
  readonly reportsOverflow: boolean;
  /** Names the call: its operation, iterations, and the calls around it. */
  readonly call: string;
  /** Names the code that is unrolled: the call, and the jumps that have come back to it. */
  key: string;
  /** Where paths have jumped back to, by the names of the code that continues there. */
  readonly landings: Map<string, Landing>;
  readonly parent: Frame | null;
  /** Position of the call in the user's code; for calls within the library, that of the outermost one. */
  readonly calledAt: number;
  readonly depth: number;
  readonly variadic: Term;
  /** Objects whose lifetime ends with the frame. */
  readonly stack: { readonly object: SharedObject; readonly when: Term }[];
  /** Text with unknown numbers was formatted: its length is arbitrary (printing.ts). */
  inexact: boolean;
  /** When the code has learnt something about other threads without being ordered after them. */
  unordered: Term;
  /** Index of the first operation of each block, counted as in the executor. */
  readonly first: readonly number[];
  /** Index of the parent's operation that calls it, counted in the same way. */
  readonly callSite: number;
  /** The parent's registers; they do not change until the call returns. */
  readonly callerRegisters: Registers;
}

/** A place in the body of a frame to which paths have jumped: before the operation `next` of a block. */
export interface Landing extends State {
  /** Names the code that continues there. */
  readonly key: string;
  readonly block: number;
  readonly next: number;
}

/** The position to report for an operation of a frame: for the library's code, that of the user's call. */
export const userPosition = (frame: Frame, at: number): number => (frame.library ? frame.calledAt : at);

/** What comes back from a call. */
export interface Returned {
  readonly path: Path;
  readonly results: Term[];
}

export function mergeReturns({ terms, tick }: Round, a: Returned, b: Returned): Returned {
  const { path, condition } = a.path.merge(b.path, tick);
  return { path, results: a.results.map((r, i) => (r === b.results[i] ? r : terms.ite(condition, r, b.results[i] as Term))) };
}
