// A way that a step can go: what must hold before it, and what holds after it. Everything is a term over the variables of the state before the step
// (state-variables.ts).

import type { ErrorKind } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { Content } from "./host.ts";
import type { Synchronisation } from "./step-sync.ts";

export type WayEnd =
  /** The step is over, and the thread goes on. */
  | { readonly kind: "step" }
  /** The step cannot be taken: a condition for which it waits, or an assumption in a section, is false. Nothing changes. */
  | { readonly kind: "blocked"; readonly assumption: boolean }
  /** The thread stops at a false assumption. */
  | { readonly kind: "assumption" }
  | { readonly kind: "thread" }
  /** `isExit`: by exit, or by main's return; otherwise by abort, or it is not known. */
  | { readonly kind: "process"; readonly isExit: boolean }
  /** An error; `pending`: in the computation after the step, where it is a step of its own. */
  | { readonly kind: "error"; readonly error: ErrorKind; readonly pending: boolean };

/** Where a frame stands: at an operation, by its number in the function, terminators counted. */
export interface Position {
  readonly function: number;
  readonly operation: number;
}

export interface CellUpdate {
  readonly address: number;
  readonly size: number;
  readonly value: Term;
}

/** Shared bytes that the step accesses; the beginning and the end of an object write all of it. */
export interface Touch {
  readonly address: number;
  readonly size: number;
  readonly writes: boolean;
}

/** A thread of the state after the step: the one that took it, or one that it has started. */
export interface ThreadAfter {
  readonly thread: number;
  readonly end: WayEnd;
  /** The outermost frame first; of callers, the call. */
  readonly frames: readonly Position[];
  /** Per frame, its registers by number; undefined: zero. */
  readonly registers: readonly (readonly (Term | undefined)[])[];
  /** What it has copied in during the step; null: nothing. */
  readonly copied: { readonly content: Content; readonly size: number } | null;
}

export interface Way {
  /** All of these hold. */
  readonly guard: readonly Term[];
  /** First the thread that takes the step. */
  readonly threads: readonly ThreadAfter[];
  readonly cells: readonly CellUpdate[];
  /** Objects that begin: their bytes hold the fill where nothing was written. */
  readonly begun: readonly { readonly address: number; readonly size: number; readonly fill: number }[];
  /** Objects that end. */
  readonly ended: readonly { readonly address: number; readonly size: number }[];
  readonly touches: readonly Touch[];
  readonly sync: Synchronisation;
  /** How many conditions of the guard decide what it touches: those that come later do not. */
  readonly touchingConditions: number;
  /** Choices made, in order, each below its count. */
  readonly choices: readonly number[];
  /** How many inputs it takes, by thread: one that it starts may take some as well. */
  readonly inputs: ReadonlyMap<number, number>;
  /** Signed overflows, after which the program goes on. */
  readonly overflows: number;
  /** It reads or copies bytes that are not written. Of a step graph: that begin in it, and are not written in it; absent: none. */
  readonly readsUnwritten?: boolean;
  /** Words that it computes with and that may be addresses; absent: the guard fixes those that are. */
  readonly words?: readonly Term[];
}

/** How many inputs a step of this way takes. */
export function countInputs({ inputs }: Way): number {
  let taken = 0;
  for (const n of inputs.values()) taken += n;
  return taken;
}
