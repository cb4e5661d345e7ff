// The options of the symex engine.

import type { SymmetryLevel } from "../../encoding/techniques.ts";
import type { Property } from "../../execution/errors.ts";
import { addressFreedoms } from "../../execution/freedoms.ts";
import type { ErrorKind } from "../../program/operations.ts";
import type { GraphLimits } from "../../symbolic/step-graph.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Schedule } from "../../witness/schedule.ts";
import type { EngineTask } from "../engine.ts";

/** How states are left out: by one formula per control, which grows (AGSE), or by a list of formulas (PDPOR). */
export const prunings = ["none", "summaries", "interpolants"] as const;
export type Pruning = (typeof prunings)[number];

/**
 * Which threads are tried in a state: all; a static persistent set; enough for every order of steps that conflict, as far as runs show it (Flanagan, Godefroid); or enough for every violation, by
 * formulas of the steps to come (Chu, Jaffar).
 */
export const reductions = ["none", "por", "dpor", "pdpor"] as const;
export type SymexReduction = (typeof reductions)[number];

/** Branches that meet again inside a step without an access in between: they are merged, or each is decided. */
export const branchings = ["merge", "fork"] as const;
export type Branching = (typeof branchings)[number];

/** Defaults of the limits of the table of formulas. */
export const defaultTable = 1_000_000;
export const defaultSummarySize = 20_000;

/** Properties that formulas of states exclude. */
export const byFormulas: ReadonlySet<Property> = new Set(["assert", "memory", "overflow", "deadlock"]);

export interface SymexOptions {
  /** Null: interpolants. */
  readonly prune?: Pruning | null | undefined;
  /** Null: none. */
  readonly reduce?: SymexReduction | null | undefined;
  /** Whether threads sleep where nothing is pruned (dpor); absent: they do. */
  readonly sleeps?: boolean | undefined;
  /** Whether steps that have no influence on assertions are taken alone, if only assertions are checked (not with pdpor); absent: they are. */
  readonly slice?: boolean | undefined;
  /** Null: merge. */
  readonly branches?: Branching | null | undefined;
  /** Maximum number of controls in the table; null: the default. */
  readonly table?: number | null | undefined;
  /** Maximum number of operators kept per control; null: the default. */
  readonly summarySize?: number | null | undefined;
  /** Of threads that can be exchanged, one takes its first step before the others; null: all orders are tried (dpor does not support it). */
  readonly symmetry?: SymmetryLevel | null | undefined;
  /** Groups of such threads, by name. */
  readonly exchangeable?: readonly (readonly string[])[] | undefined;
  /** Of the first run; null: each thread as far as it goes. */
  readonly schedule?: Schedule | null | undefined;
  /** Kinds of errors that are looked for, instead of those of the properties (pdpor). */
  readonly failures?: ReadonlySet<ErrorKind> | undefined;
  /** The search stops after so many states. */
  readonly maxStates?: number | undefined;
  /** Limits of the step graph of pdpor; absent: those of a graph that serves a whole search. */
  readonly graph?: Partial<GraphLimits> | undefined;
  /** A graph of the search is kept, of at most so many nodes. */
  readonly maxNodes?: number | undefined;
}

export type SymexTask = EngineTask<SymexOptions>;

/** Throws `Unsupported` for a task whose runs are not all followed. */
export function requireSupported({ contextBound, machine }: SymexTask): void {
  if (contextBound != null) throw new Unsupported("a bound on preemptions");
  if (addressFreedoms.some((f) => machine.freedoms.has(f))) throw new Unsupported("choices about addresses");
}
