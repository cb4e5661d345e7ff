// One call of a function while it is unrolled. In: what the caller gives. Out: what its operations make of it on the way, and what comes
// back: a path with results, merged from all that return.

import type { FunctionBody } from "../../program/program.ts";
import type { Term } from "../../terms/term.ts";
import type { Round } from "../round.ts";
import type { SharedObject } from "../skeleton.ts";
import type { Path } from "./path.ts";

/** By number; nothing: not yet set, which is zero. */
export type Registers = (Term | undefined)[];

export interface Frame {
  readonly function: number;
  readonly body: FunctionBody;
  readonly library: boolean;
  readonly reportsOverflow: boolean;
  /** Names the call: where it is, in which iterations, in whose call. */
  readonly key: string;
  readonly parent: Frame | null;
  /** Position of the call in the user's code, outside all calls that the library makes itself. */
  readonly calledAt: number;
  readonly depth: number;
  readonly variadic: Term;
  /** Objects whose life ends with the frame. */
  readonly stack: SharedObject[];
  /** Text with numbers in it that are not known was formatted: lengths are made up. */
  inexact: boolean;
  /** Paths on which a step has told the code something about other threads without ordering it after them. */
  unordered: Term;
  /** Index of the first operation of each block, as the executor counts. */
  readonly first: readonly number[];
  /** The operation of the parent that calls it, counted so. */
  readonly callSite: number;
  /** The parent's registers; they stay as they are until the call returns. */
  readonly callerRegisters: Registers;
}

/** Where people will look for an operation of a frame: in the library's code, at the call that led there. */
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
