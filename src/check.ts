// The pipeline on one page: load → lower → analyse → confirm → verdict.

import { version } from "../package.json";
import { findCompiledOutAssertions } from "./analysis/compiled-out-assertions.ts";
import { mayAllocate } from "./analysis/heap-use.ts";
import { findPortabilityNotes } from "./analysis/portability.ts";
import { endNotes } from "./engines/early-ends.ts";
import { type EngineResult, type EngineTask, type Finding, type Note, nothingCovered } from "./engines/engine.ts";
import { findHeapTracking } from "./engines/heap-tracking.ts";
import { type AnyEngine, type EngineChoice, engines, runEngine } from "./engines/table.ts";
import type { Property } from "./execution/errors.ts";
import { type Loaded, type LoadRequest, load, type Unresolved } from "./frontend/load.ts";
import type { Program } from "./program/program.ts";
import { beyondBounds } from "./reports/beyond-bounds.ts";
import {
  type EngineUse,
  type Evidence,
  type Explanation,
  type FoundBy,
  type HeapUse,
  listOf,
  noStats,
  type PropertyReport,
  type Report,
  type Stats,
  worstOf,
} from "./reports/report.ts";
import { type Unknown, unknownBecause } from "./reports/unknown.ts";
import { type Diagnostic, diagnostic, fail, ndebugHint, ProgramTooLarge, type SourceLocation } from "./support/diagnostics.ts";
import type { Limit } from "./support/limits.ts";
import { Confirmations } from "./witness/confirmations.ts";

export interface CheckRequest extends LoadRequest, Omit<EngineTask, "program" | "confirm" | "options"> {
  readonly engine: EngineChoice;
  /** The peak memory of the process; without it 0 is reported. */
  readonly peakMemoryMB?: () => number;
  /** Called with a violation when it is confirmed, while the engine still works; again, `isFinal`, when its run is as simple as it gets. The last one of the list is new. */
  readonly confirmed?: (part: PropertyReport, isFinal: boolean) => void;
  /** `first`: the check ends at the first violation. `all`: it looks for further ones at other places. Default: the first of each property. */
  readonly extent?: "first" | "all" | undefined;
  /** Whether the report must say how the program uses the heap; `loss`: also whether it can lose memory. */
  readonly asksHeapUse?: "allocation" | "loss";
}

export async function check(request: CheckRequest): Promise<Report> {
  const started = performance.now();
  findEngine(request.engine.name); // a wrong name is reported before anything is compiled
  return checkLoaded(await load(request), request, started);
}

/** Checks a program that is already loaded. `started`: when loading began, on the clock of `performance.now()`. */
export async function checkLoaded(loaded: Loaded, request: CheckRequest, started = performance.now()): Promise<Report> {
  const { name } = findEngine(request.engine.name);
  const { program, warnings, unresolved, keep } = loaded;
  const loadedAt = performance.now();

  let hasFirst = false;
  const first: Limit = { reached: () => (hasFirst ? { kind: "first-violation" } : null) };
  const budget = request.extent === "first" ? request.budget.within(first) : request.budget;
  const confirmations = new Confirmations(program, request.machine, budget, (property, _, isFinal) => {
    hasFirst ||= isFinal;
    request.confirmed?.(unsafe(property, confirmations.of(property), { name, options: {} }, null), isFinal);
  });
  const explanation: Explanation[] = [];
  const { explain } = request;
  const task: Omit<EngineTask, "options"> = {
    ...request,
    budget,
    ...(request.extent === "first" ? { machine: { ...request.machine, tick: () => budget.tick() } } : {}),
    program,
    explain:
      explain &&
      ((entry) => {
        explanation.push(entry);
        explain(entry);
      }),
    confirm: (property, schedule) => confirmations.confirm(property, schedule),
    found: (property, finding) => {
      if (finding.kind === "candidate") confirmations.confirm(property, finding.schedule);
      request.found?.(property, finding);
    },
  };
  const result = await runEngine(request.engine, task).catch((error: unknown) => stoppedBy(error, request.properties));
  if (request.extent === "all") await collectAll(task, confirmations);
  const use = (p: Property): EngineUse => {
    const by = result.by?.get(p);
    const { seed, jobs } = result.options;
    const decidedWith = result.decidedWith?.get(p);
    const own =
      decidedWith === undefined
        ? result.options
        : { ...decidedWith, ...(seed === undefined ? {} : { seed }), ...(jobs === undefined ? {} : { jobs }) };
    return { name, options: { ...own, ...(by === undefined ? {} : { by }) } };
  };
  const properties = request.properties.map((p) => conclude(confirmations, p, result.findings.get(p), use(p)));
  if (!request.budget.isSpent) keep();

  const { solveMs = 0, ...counts } = result.stats;
  const timeMs = {
    total: performance.now() - started,
    frontend: loadedAt - started,
    execute: performance.now() - loadedAt,
    solve: solveMs,
  };
  const stats: Stats = {
    ...noStats,
    ...counts,
    timeMs: roundAll(timeMs),
    peakMemoryMB: request.peakMemoryMB?.() ?? 0,
  };
  const weakOrder = positionOf(program, program.weakOrder());
  const endsEarly = request.extent === "first" && hasFirst;
  const diagnostics = [
    ...warnings,
    ...unresolvedRemark(properties, unresolved()),
    ...relevant(
      (result.notes ?? []).filter((n) => !endsEarly || n.kind !== "coverage"),
      properties,
    ),
    ...(request.extent === "all" && budget.isSpent
      ? [moreMayExist(unknownBecause({ kind: "stopped", stop: budget.cause, when: "" }))]
      : []),
    ...endNotes(result.ends ?? [], request.properties),
    ...beyondBounds(properties, request),
    ...remarks(properties, weakOrder),
    ...portabilityRemarks(program),
    ...(request.properties.includes("assert") ? assertionRemark(program) : []),
    ...entryRemark(request.entries ?? []),
  ];
  return makeReport(request.files, properties, stats, weakOrder, diagnostics, explain === undefined ? null : explanation, {
    confirmed: confirmations.all,
    listsAll: request.extent === "all",
    ...(request.asksHeapUse === undefined ? {} : { heap: await heapUse(task, request.asksHeapUse, properties) }),
  });
}

/** That nothing is lost is only asked where memory is safe: else the answer is known. */
async function heapUse(
  task: Omit<EngineTask, "options">,
  asked: "allocation" | "loss",
  properties: readonly PropertyReport[],
): Promise<HeapUse> {
  if (!mayAllocate(task.program)) return "unused";
  const isSafe = properties.some((p) => p.property === "memory" && p.verdict === "safe");
  return asked === "loss" && isSafe ? findHeapTracking(task, exploreAll) : "unknown";
}

const exploreAll = (task: Omit<EngineTask, "options">): Promise<EngineResult> => runEngine({ name: "explore", options: {} }, task);

/** Looks for violations at further places, by random runs and then by all runs, until there are no more or the budget is spent. What it covers is not used. */
async function collectAll(task: Omit<EngineTask, "options">, confirmations: Confirmations): Promise<void> {
  const collecting: typeof task = {
    ...task,
    confirm: undefined,
    found: undefined,
    isDecided: undefined,
    explain: undefined,
    collect: (violation, schedule) => {
      if (task.properties.includes(violation.property)) confirmations.add(violation, schedule);
    },
  };
  for (const strategy of ["random", "pct", "dfs"] as const)
    if (!task.budget.isSpent) await runEngine({ name: "explore", options: { strategy } }, collecting).catch(ignoreTooLarge);
}

/** A report from its parts: the verdict is the worst of its properties. */
export function makeReport(
  files: readonly string[],
  properties: readonly PropertyReport[],
  stats: Stats,
  weakOrder: SourceLocation | null,
  diagnostics: readonly Diagnostic[],
  explanation: Report["explanation"],
  violations: Pick<Report, "confirmed" | "listsAll" | "heap"> = {
    confirmed: properties.flatMap((p) => p.violations),
    listsAll: false,
  },
): Report {
  const worst = worstOf(properties);
  return { version, files, verdict: worst.verdict, properties, ...violations, worst, stats, weakOrder, diagnostics, explanation };
}

const moreMayExist = ({ reason }: Unknown): Diagnostic =>
  diagnostic("RVL311", `the search for further violations was stopped: ${reason}`, { severity: "note" });

/** That runs were cut does not matter if another search has decided everything. */
function relevant(notes: readonly Note[], properties: readonly PropertyReport[]): Diagnostic[] {
  const isOpen = properties.some((p) => p.verdict === "safe-bounded" || p.verdict === "unknown");
  return notes.filter((n) => isOpen || n.kind !== "cut").map((n) => n.diagnostic);
}

/** The check itself reports it. */
function ignoreTooLarge(error: unknown): void {
  if (!(error instanceof ProgramTooLarge)) throw error;
}

/** A limit that was reached before the first run (the globals do not fit into memory) leaves all properties open. */
function stoppedBy(error: unknown, properties: readonly Property[]): EngineResult {
  if (!(error instanceof ProgramTooLarge)) throw error;
  const unknown = unknownBecause({
    kind: "program-too-large",
    what: error.what,
    text: error.diagnostic.message,
    hint: error.diagnostic.hint,
  });
  const open: Finding = { kind: "unknown", unknown, scope: nothingCovered };
  return { findings: new Map(properties.map((p) => [p, open])), stats: {}, options: {} };
}

const unsafe = (property: Property, violations: readonly Evidence[], engine: EngineUse, foundBy: FoundBy | null): PropertyReport => ({
  property,
  verdict: "unsafe",
  evidence: violations[0] ?? null,
  violations,
  foundBy,
  scope: nothingCovered,
  engine,
  unknown: null,
});

/**
 * Turns a finding into a verdict. Only a violation that replays is `unsafe`, and only a complete scope is `safe`. A confirmed violation stands,
 * whatever the engine reports at the end.
 */
function conclude(confirmations: Confirmations, property: Property, finding: Finding | undefined, engine: EngineUse): PropertyReport {
  if (finding?.kind === "candidate") confirmations.confirm(property, finding.schedule);
  const violations = confirmations.of(property);
  if (violations.length > 0) return unsafe(property, violations, engine, finding?.kind === "candidate" ? finding.foundBy : "running");
  const base = { property, engine, evidence: null, violations: [], foundBy: null, unknown: null };
  switch (finding?.kind) {
    case "candidate":
      return {
        ...base,
        verdict: "unknown",
        scope: nothingCovered,
        unknown: unknownBecause({ kind: "not-replayed", property }),
      };
    case "covered":
      return { ...base, verdict: finding.scope.complete ? "safe" : "safe-bounded", scope: finding.scope };
    case "unknown":
      return { ...base, verdict: "unknown", scope: finding.scope, unknown: finding.unknown };
    case undefined:
      return {
        ...base,
        verdict: "unknown",
        scope: nothingCovered,
        unknown: unknownBecause({ kind: "no-finding", property }),
      };
  }
}

export function findEngine(name: string): AnyEngine {
  return (
    engines.find((e) => e.name === name) ??
    fail("RVL001", `unknown engine ${name}`, { hint: `engines: ${engines.map((e) => e.name).join(", ")}` })
  );
}

/** All verdicts hold for sequentially consistent executions. If that may matter, a note says so. */
export function remarks(properties: readonly PropertyReport[], weakOrder: SourceLocation | null): Diagnostic[] {
  const race = properties.find((p) => p.property === "race");
  if (weakOrder === null && race?.verdict === "safe") return [];
  const why = weakOrder === null ? "race freedom was not proved" : "this atomic access is weaker than seq_cst";
  return [
    diagnostic("RVL501", `${why}; verdicts hold for sequentially consistent executions`, {
      severity: "note",
      location: weakOrder ?? race?.evidence?.violation.location ?? null,
      about: "memory-model",
    }),
  ];
}

/** Functions that are thread-safe in glibc but not by the standards. */
function portabilityRemarks(program: Program): Diagnostic[] {
  return findPortabilityNotes(program).map(({ name, reason, at }) =>
    diagnostic("RVL510", `POSIX does not require ${name} to be thread-safe; assumed safe because ${reason}`, {
      severity: "note",
      location: positionOf(program, at),
    }),
  );
}

/** That assertions hold means nothing for those that were compiled out. */
function assertionRemark(program: Program): Diagnostic[] {
  const missing = findCompiledOutAssertions(program);
  if (missing === null) return [];
  const { count, first } = missing;
  const text = `NDEBUG is defined: ${count === 1 ? "1 call of assert is" : `${count} calls of assert are`} compiled out and not checked`;
  return [diagnostic("RVL513", text, { severity: "note", location: positionOf(program, first), hint: ndebugHint })];
}

/** A verdict about functions that run as threads is not one about a program that calls them. */
function entryRemark(entries: readonly string[]): Diagnostic[] {
  if (entries.length === 0) return [];
  const names = [...new Set(entries)].map((name) => {
    const count = entries.filter((e) => e === name).length;
    return count === 1 ? name : `${name} (${count} times)`;
  });
  const text = `${listOf(names)} ${entries.length === 1 ? "runs as a thread" : "run as threads"}, with any arguments; variables begin with their initial values`;
  return [diagnostic("RVL511", text, { severity: "note" })];
}

/** If a call to an unmodelled function leaves a property open, one note names all such functions. */
function unresolvedRemark(properties: readonly PropertyReport[], unresolved: readonly Unresolved[]): Diagnostic[] {
  if (unresolved.length < 2 || !properties.some((p) => p.unknown?.cause.kind === "unmodelled-call")) return [];
  const names = unresolved.map(({ name, header }) => (header === null ? name : `${name} (${header})`)).sort();
  return [diagnostic("RVL202", `functions called, but neither defined nor modelled: ${names.join(", ")}`, { severity: "note" })];
}

function positionOf(program: Program, index: number): SourceLocation | null {
  const p = program.positions[index];
  return index === 0 || p === undefined ? null : { file: p.file, line: p.line, column: p.column };
}

function roundAll(times: Stats["timeMs"]): Stats["timeMs"] {
  const r = (n: number): number => Math.round(n * 10) / 10;
  return { total: r(times.total), frontend: r(times.frontend), execute: r(times.execute), solve: r(times.solve) };
}
