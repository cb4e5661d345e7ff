// The report of a check: the object every renderer is a pure function of, and — as JSON — the contract scripts rely on
// (schemas/report.schema.json).

import type { Property, Violation } from "../execution/errors.ts";
import type { GlobalValue } from "../execution/final-state.ts";
import { isLasting } from "../execution/freedoms.ts";
import type { ErrorKind } from "../program/operations.ts";
import type { Diagnostic, SourceLocation } from "../support/diagnostics.ts";
import type { Replay } from "../witness/replay.ts";
import type { Schedule } from "../witness/schedule.ts";
import { printable } from "./terminal.ts";
import type { Unknown } from "./unknown.ts";

export const reportSchema = 1;

export type Verdict = "safe" | "unsafe" | "unknown" | "safe-bounded";

/** Whether the program allocates memory on the heap, and if so, whether pointers lead to every block at all times. */
export type HeapUse = "unused" | "tracked" | "unknown";

/** What a verdict covers. `safe` holds iff `complete`. */
export interface Scope {
  readonly complete: boolean;
  readonly unwind: number | null;
  readonly contextBound: number | null;
  readonly steps: number | null;
  readonly inputs: "all" | "given" | "sampled" | "none";
  readonly memoryModel: "sc";
  /** Freedoms of the environment that the program meets and that were left out (`--assume`). */
  readonly assumptions: readonly string[];
  /** Undefined behaviour at which runs ended: what a real run does after it is not covered. */
  readonly endedBy: readonly EarlyEnd[];
}

/** What ended runs before the program did: a violation of any property, or a call to `abort`. */
export interface EarlyEnd {
  readonly property: Property | null;
  readonly kind: ErrorKind | "abort";
  readonly message: string;
  readonly location: SourceLocation | null;
}

/** Whether only the effects of undefined behaviour and of unknown functions are left out. More work would not change that. */
export const coversAll = (s: Scope): boolean =>
  s.complete ||
  ((s.endedBy.length > 0 || s.assumptions.length > 0) &&
    s.unwind === null &&
    s.contextBound === null &&
    s.steps === null &&
    s.inputs !== "given" &&
    s.assumptions.every(isLasting));

export interface EngineUse {
  readonly name: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** A state in which every thread has ended, or all wait forever: the program's globals. */
export interface FinalState {
  readonly end: "exit" | "deadlock";
  /** Number of runs that end in it. */
  readonly count: number;
  readonly values: readonly GlobalValue[];
}

export interface FinalStates {
  /** Whether there are no others. */
  readonly complete: boolean;
  /** Runs explored in which the process ended before all threads ended: they have no final state. */
  readonly cutShort: number;
  readonly states: readonly FinalState[];
}

export interface Stats {
  readonly runs: number;
  readonly partialRuns: number;
  /** Runs abandoned because a thread was in a busy wait. */
  readonly parkedRuns: number;
  readonly states: number;
  readonly subsumed: number;
  readonly steps: number;
  readonly events: number;
  readonly reads: number;
  readonly writes: number;
  /** Pairs of a read and a write that it may read from, in a formula; and the pairs excluded beforehand. */
  readonly readsFromPairs: number;
  readonly prunedPairs: number;
  /** Sides of branches that runs have taken, by the calls and iterations they are in. */
  readonly sides: number;
  /** Trace programs of runs, and those among them that differ: these were checked. */
  readonly tracePrograms: number;
  readonly distinctTracePrograms: number;
  /** Branches of the search that need not be explored, and the questions that showed it or did not. */
  readonly clearedBranches: number;
  readonly pruningQuestions: number;
  readonly solverCalls: number;
  readonly conflicts: number;
  /** Variables of the solver. */
  readonly variables: number;
  /** `execute`: everything after the front end, including the solver. */
  readonly timeMs: { readonly total: number; readonly frontend: number; readonly execute: number; readonly solve: number };
  readonly peakMemoryMB: number;
  /** Null unless requested. */
  readonly finalStates: FinalStates | null;
}

/** What an engine counts; `solveMs`: time in the solver. */
export type EngineStats = Partial<Omit<Stats, "timeMs" | "peakMemoryMB">> & { readonly solveMs?: number };

/** Statistics of a check that did nothing. */
export const noStats: Stats = {
  runs: 0,
  partialRuns: 0,
  parkedRuns: 0,
  states: 0,
  subsumed: 0,
  steps: 0,
  events: 0,
  reads: 0,
  writes: 0,
  readsFromPairs: 0,
  prunedPairs: 0,
  sides: 0,
  tracePrograms: 0,
  distinctTracePrograms: 0,
  clearedBranches: 0,
  pruningQuestions: 0,
  solverCalls: 0,
  conflicts: 0,
  variables: 0,
  timeMs: { total: 0, frontend: 0, execute: 0, solve: 0 },
  peakMemoryMB: 0,
  finalStates: null,
};

/** A violation with the replayed run that shows it. */
export interface Evidence {
  readonly violation: Violation;
  readonly schedule: Schedule;
  readonly replay: Replay;
}

export interface PropertyReport {
  readonly property: Property;
  readonly verdict: Verdict;
  readonly evidence: Evidence | null;
  /** All distinct violations that were confirmed, `evidence` first: more than one only if all were asked for. */
  readonly violations: readonly Evidence[];
  /** How the violation was found; null: none was, or the check is not over yet. */
  readonly foundBy: FoundBy | null;
  readonly scope: Scope;
  readonly engine: EngineUse;
  readonly unknown: Unknown | null;
}

/** By a formula of other runs than the one at hand, or by executing a run. */
export type FoundBy = "check" | "running";

/** How everything was covered: every run was searched, loops were unrolled to their end, or no run leaves the sides of branches that were seen. */
export type Method = "search" | "unrolling" | "closure";

/** Null: not everything was covered. */
export function methodOf({ scope, engine }: Pick<PropertyReport, "scope" | "engine">): Method | null {
  if (!scope.complete) return null;
  const by = engine.options.by ?? engine.name;
  return by === "staged" ? "unrolling" : by === "guided" ? "closure" : "search";
}

/** One step of the account of how a check went (`--explain`): what it is about, where in the source, and a sentence or two. */
export interface Explanation {
  readonly what:
    | "run"
    | "phi"
    | "psi"
    | "check"
    | "prune"
    | "question"
    | "environment"
    | "search"
    | "summary"
    | "interpolant"
    | "trace-interpolant"
    | "settled"
    | "commutes"
    | "engines"
    | "coverage"
    | "decision";
  readonly location: SourceLocation | null;
  readonly text: string;
}

export interface Report {
  readonly version: string;
  readonly files: readonly string[];
  readonly verdict: Verdict;
  readonly properties: readonly PropertyReport[];
  /** The violations of all properties, in the order in which they were confirmed. */
  readonly confirmed: readonly Evidence[];
  /** Whether all distinct violations were asked for, not only the first of each property. */
  readonly listsAll: boolean;
  /** The first of the worst properties. */
  readonly worst: PropertyReport;
  readonly stats: Stats;
  readonly diagnostics: readonly Diagnostic[];
  /** First access with an order weaker than seq_cst, if any. */
  readonly weakOrder: SourceLocation | null;
  /** Missing: not asked for. Not part of JSON reports. */
  readonly heap?: HeapUse;
  /** In order; null: not asked for. */
  readonly explanation: readonly Explanation[] | null;
}

const verdictRank: Readonly<Record<Verdict, number>> = { unsafe: 3, unknown: 2, "safe-bounded": 1, safe: 0 };

export function worstOf(properties: readonly PropertyReport[]): PropertyReport {
  return properties.reduce((worst, p) => (verdictRank[p.verdict] > verdictRank[worst.verdict] ? p : worst));
}

/** A thread, as traces name it. */
export const shortName = (thread: number): string => (thread === 0 ? "main" : `T${thread}`);

/** `1 run`, `2 runs`, `3 switches`. */
export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : what.endsWith("ch") ? "es" : "s"}`;

export const listOf = (words: readonly string[]): string =>
  words.length <= 1 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** The bounds within which a verdict holds, as text. */
export function scopeText(s: Scope): string {
  const parts = [
    s.unwind === null ? "" : `loops up to ${counted(s.unwind, "iteration")}`,
    s.contextBound === null ? "" : s.contextBound === 0 ? "without preemptions" : `up to ${counted(s.contextBound, "preemption")}`,
    s.steps === null ? "" : `runs up to ${s.steps} steps`,
    s.inputs === "given" ? "the given inputs" : "",
    s.assumptions.length === 0 ? "" : `assuming ${listOf(s.assumptions)}`,
    s.endedBy.length === 0 ? "" : `runs up to undefined behaviour (${endsText(s.endedBy)})`,
  ];
  return listOf(parts.filter((x) => x !== "")) || "nothing";
}

/** The first of them, and how many more. */
function endsText(ends: readonly EarlyEnd[]): string {
  const [first, ...rest] = ends;
  return first === undefined ? "" : `${endText(first)}${rest.length === 0 ? "" : `, and ${rest.length} more`}`;
}

/** `null dereference at f.c:3`. */
export function endText({ kind, location }: EarlyEnd): string {
  return `${kind.replaceAll("-", " ")}${location === null ? "" : ` at ${printable(location.file)}:${location.line}`}`;
}
