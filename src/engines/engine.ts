// What an engine is: a strategy that proposes. It gets a program, properties and a budget, and answers per property with a
// candidate schedule (to be confirmed by replay), a scope it has covered, or the reason why it does not know.

import type { FormulaOptions } from "../encoding/formula.ts";
import type { Property } from "../execution/errors.ts";
import type { Freedom } from "../execution/freedoms.ts";
import type { MachineOptions } from "../execution/machine.ts";
import type { Program } from "../program/program.ts";
import type { EarlyEnd, EngineStats, Scope } from "../reports/report.ts";
import type { Unknown } from "../reports/unknown.ts";
import type { Budget } from "../support/budget.ts";
import type { Diagnostic } from "../support/diagnostics.ts";
import type { Schedule } from "../witness/schedule.ts";
import type { Aside, Part } from "./auto/side-by-side.ts";
import type { Crew } from "./parallel/pool.ts";

export interface EngineTask {
  readonly program: Program;
  readonly properties: readonly Property[];
  /** With the freedoms of the environment that are on. */
  readonly machine: Omit<MachineOptions, "undo">;
  /** Those the user does not assume away: turned on once the program is known to meet them. */
  readonly freedoms?: ReadonlySet<Freedom> | undefined;
  readonly budget: Budget;
  readonly seed: number;
  readonly maxSteps: number | null;
  readonly maxRuns: number | null;
  /** How often a loop may go round; null: as often as is needed. */
  readonly unwind?: number | null | undefined;
  /** How often a thread that could go on may be left for another; null: as often as there is. */
  readonly contextBound?: number | null | undefined;
  /** staged: give up after so many conflicts of the solver; null: never. */
  readonly effort?: number | null | undefined;
  /** staged: who solves (createSolver's names). */
  readonly solver?: string | null | undefined;
  /** staged: where a certificate of what is safe goes. */
  readonly certificate?: ((text: string) => void) | null | undefined;
  /** staged: how threads are summarised and composed. */
  readonly encoding?: "staged" | "cssa" | "eager" | null | undefined;
  /** staged: techniques to do without. */
  readonly without?: FormulaOptions["without"];
  readonly strategy: "dfs" | "random" | "pct" | null;
  readonly reduction?: "none" | "dpor" | "optimal" | "rf" | "states" | null | undefined;
  /** Collect the final states: go on even if every property is violated. */
  readonly finalStates?: boolean;
  /** Threads to search with; none: one, this one. */
  readonly crew?: ((search: EngineTask) => Crew) | null;
  /** How many threads there are, for the report. */
  readonly jobs?: number | undefined;
  /** auto: starts an engine on a thread of its own; none: engines take turns on this one. */
  readonly aside?: ((part: Part) => Aside) | null | undefined;
  /** Replays a candidate, unless one for that property was confirmed before. Returns whether the property is violated for certain. */
  readonly confirm?: ((property: Property, schedule: Schedule) => boolean) | undefined;
  /** Called with what is found as soon as it is, a violation or a part that is covered: others may wait for it, or the engine may be ended. */
  readonly found?: ((property: Property, finding: Finding) => void) | undefined;
  /** Somebody else has decided it meanwhile: it need not be looked into any further. */
  readonly isDecided?: ((property: Property) => boolean) | undefined;
  /** Values for the inputs, in order; null: whatever. */
  readonly inputs: readonly bigint[] | null;
  readonly progress: (text: string) => void;
}

export type Finding =
  | { readonly kind: "candidate"; readonly schedule: Schedule }
  | { readonly kind: "covered"; readonly scope: Scope }
  | { readonly kind: "unknown"; readonly unknown: Unknown; readonly scope: Scope };

export interface EngineResult {
  readonly findings: ReadonlyMap<Property, Finding>;
  readonly stats: EngineStats;
  /** Freedoms of the environment that the program met while they were off. */
  readonly met?: ReadonlySet<Freedom> | undefined;
  /** What ended runs before the program did, as far as it was seen. */
  readonly ends?: readonly EarlyEnd[];
  /** Freedoms that were on when the engine last came to its end. */
  readonly exercised?: ReadonlySet<Freedom>;
  /** What it noticed that is no verdict. */
  readonly notes?: readonly Diagnostic[];
  /** The options it worked with, for the report. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** auto: which engine decided a property. */
  readonly by?: ReadonlyMap<Property, string>;
}

export interface Engine {
  readonly name: string;
  readonly summary: string;
  readonly paper: string | null;
  /** Options of `check` that mean something to it, beyond those every engine takes. */
  readonly options: readonly string[];
  run(task: EngineTask): Promise<EngineResult>;
}

/** Bound on the steps of each thread unless the user names one: every run in which no thread takes more is covered. */
export const defaultSteps = 10_000;

export const nothingCovered: Scope = {
  complete: false,
  unwind: null,
  contextBound: null,
  steps: null,
  inputs: "sampled",
  assumptions: [],
  memoryModel: "sc",
  endedBy: [],
};
