// The contract of an engine. In: a program, properties and a budget. Out: per property a candidate schedule (to be confirmed by replay), a scope
// that it has covered, or the reason why the property is unknown.

import type { Property, Violation } from "../execution/errors.ts";
import type { Freedom } from "../execution/freedoms.ts";
import type { MachineOptions } from "../execution/machine.ts";
import type { Program } from "../program/program.ts";
import type { EarlyEnd, EngineStats, Explanation, FoundBy, Scope } from "../reports/report.ts";
import type { Unknown } from "../reports/unknown.ts";
import type { Budget } from "../support/budget.ts";
import type { Diagnostic } from "../support/diagnostics.ts";
import type { Schedule } from "../witness/schedule.ts";

/** What every engine gets, and the options of one. Code that engines share does not see the options. */
export interface EngineTask<Options = unknown> {
  readonly options: Options;
  readonly program: Program;
  readonly properties: readonly Property[];
  /** Includes the freedoms of the environment that are on. */
  readonly machine: Omit<MachineOptions, "undo">;
  /** The freedoms that the user does not exclude: they are turned on when the program is known to meet them. */
  readonly freedoms?: ReadonlySet<Freedom> | undefined;
  readonly budget: Budget;
  readonly seed: number;
  /** Maximum number of steps of a thread (of a sampled run); null: the engine's own bound. */
  readonly maxSteps: number | null;
  readonly maxRuns: number | null;
  /** Maximum number of preemptions; null: unlimited. */
  readonly contextBound?: number | null | undefined;
  /** Values of the inputs, in order; null: any values. */
  readonly inputs: readonly bigint[] | null;
  readonly progress: (text: string) => void;
  /** Replays a candidate, unless one for that property is already confirmed. Returns whether a violation is confirmed. */
  readonly confirm?: ((property: Property, schedule: Schedule) => boolean) | undefined;
  /** Called with each violation and each covered scope when it is found: other threads may wait for it, or end the engine. */
  readonly found?: ((property: Property, finding: Finding) => void) | undefined;
  /** Called with each violation of each run, which then decides no property: the search continues for others. Its findings mean nothing. Only `explore` does this. */
  readonly collect?: ((violation: Violation, schedule: () => Schedule) => void) | undefined;
  /** Called with each step of the account of how the check goes, if it was asked for. */
  readonly explain?: ((entry: Explanation) => void) | undefined;
  /** Whether another engine has decided the property: it needs no more work. */
  readonly isDecided?: ((property: Property) => boolean) | undefined;
}

export type Finding =
  | { readonly kind: "candidate"; readonly schedule: Schedule; readonly foundBy: FoundBy }
  | { readonly kind: "covered"; readonly scope: Scope }
  | { readonly kind: "unknown"; readonly unknown: Unknown; readonly scope: Scope };

/**
 * What is reported beside the verdicts. `hang`: a thread spins forever. `cut`: runs were stopped at a bound, which matters only while a property
 * is open. `coverage`: what an engine covered.
 */
export interface Note {
  readonly kind: "hang" | "cut" | "coverage";
  readonly diagnostic: Diagnostic;
}

export interface EngineResult {
  readonly findings: ReadonlyMap<Property, Finding>;
  readonly stats: EngineStats;
  /** Freedoms of the environment that the program met while they were off. */
  readonly met?: ReadonlySet<Freedom> | undefined;
  /** What ended runs before the program did, as far as the engine has seen. */
  readonly ends?: readonly EarlyEnd[];
  /** Freedoms that were on when the engine last finished. */
  readonly exercised?: ReadonlySet<Freedom>;
  readonly notes?: readonly Note[];
  /** The options that were in effect, for the report. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** auto: which engine decided a property. */
  readonly by?: ReadonlyMap<Property, string>;
  /** auto: the options of the engine that decided a property. */
  readonly decidedWith?: ReadonlyMap<Property, EngineResult["options"]>;
}

export interface Engine<Options> {
  readonly name: string;
  readonly summary: string;
  readonly paper: string | null;
  /** Options of `check` that it supports, beyond those that every engine supports. */
  readonly options: readonly string[];
  run(task: EngineTask<Options>): Promise<EngineResult>;
}

/** Bound on the steps of each thread if the user gives none: every run in which no thread takes more is covered. */
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
