// What a reduction says of a state: which threads are explored from it.

import type { Thread } from "../../execution/thread.ts";
import type { ErrorKind } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { TouchedLater } from "./dpor.ts";
import type { OwnSteps } from "./own-steps.ts";

export interface Choice {
  /** Those that are explored; null: it says nothing about that. */
  readonly threads: readonly Thread[] | null;
  /** One of them, whose step has no influence on what is looked for. */
  readonly outside?: Thread;
  /** Of threads that wait, only those among them count: that others wait is not needed. */
  readonly namesWaiting?: boolean;
  /** Conjoined to the formula of the state; null: true. */
  readonly interpolant: Term | null;
  /** Nothing can go wrong from here while this holds: the state is not explored. */
  readonly settled: Term | null;
  /** What would have been touched after a settled state, as far as it matters. */
  readonly later?: TouchedLater;
}

export interface Reduction {
  /** Steps may be left out that no run executes, not even in another order. */
  readonly leavesOutSteps: boolean;
  /** Such steps may compute with addresses: verdicts then assume where objects lie. */
  readonly usesAddresses: boolean;
  /** Undefined behaviour that steps may end in, executed or not: runs that are left out may end there. */
  readonly faults?: ReadonlySet<ErrorKind>;
  /** The machine stands at the beginning of main, before its first step. `own`: the steps that are taken at once; null: none are. */
  begin?(own: OwnSteps | null): void;
  /** A state is entered: called for every one, in order, except those inside a row of steps. `before`: the depth of the one before it. */
  enter?(before: number): void;
  /** Whether no steps may be taken in a row. `before`: the depth of the state before them. */
  entersEvery?(before: number): boolean;
  /** Names the states that share formulas with the one at hand. */
  scope?(): string;
  choose(enabled: readonly Thread[], running: readonly Thread[]): Choice;
  /** Steps were taken alone, or states left out, because they have no influence on what is looked for. */
  readonly hasSliced?: boolean;
}
