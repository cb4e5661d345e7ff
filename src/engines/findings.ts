// Combines the results of several engines on one task. In: two results. Out: the stronger finding of each property.

import { coversAll, type EngineStats } from "../reports/report.ts";
import { isLimit } from "../reports/unknown.ts";
import { endsOf } from "./early-ends.ts";
import type { EngineResult, Finding } from "./engine.ts";

/** Whether the property needs no more work: it is violated, or all is covered. */
export function isDecided(finding: Finding | undefined): boolean {
  return finding?.kind === "candidate" || (finding?.kind === "covered" && coversAll(finding.scope));
}

/** Whether more time, memory or runs would not change the result. */
export function isFinal(result: EngineResult): boolean {
  return [...result.findings.values()].every((f) => f.kind !== "unknown" || !isLimit(f.unknown.cause));
}

function rank(finding: Finding | undefined): number {
  if (finding === undefined) return 0;
  if (isDecided(finding)) return 3;
  return finding.kind === "covered" ? 2 : 1;
}

/** Keeps the stronger finding; on a tie, the later one, unless `onlyIfBetter`. */
export function combine(earlier: EngineResult, later: EngineResult, engine: string, onlyIfBetter: boolean): EngineResult {
  const findings = new Map(earlier.findings);
  const by = new Map(earlier.by ?? []);
  const decidedWith = new Map(earlier.decidedWith ?? []);
  for (const [property, finding] of later.findings) {
    const [before, now] = [rank(findings.get(property)), rank(finding)];
    if (now < before || (now === before && onlyIfBetter)) continue;
    findings.set(property, finding);
    if (!isDecided(finding)) continue;
    by.set(property, later.by?.get(property) ?? engine);
    decidedWith.set(property, later.decidedWith?.get(property) ?? later.options);
  }
  return {
    findings,
    by,
    decidedWith,
    stats: { ...addCounts(earlier.stats, later.stats), ...finalStates(earlier.stats, later.stats) },
    ends: endsOf(earlier.ends, later.ends),
    options: onlyIfBetter ? earlier.options : later.options,
    notes: (onlyIfBetter ? earlier.notes : (later.notes ?? earlier.notes)) ?? [],
  };
}

/** A later search that was stopped may have seen fewer than the one before. */
function finalStates({ finalStates: a }: EngineStats, { finalStates: b }: EngineStats): EngineStats {
  if (a == null || b == null) return a == null && b == null ? {} : { finalStates: a ?? b ?? null };
  return { finalStates: b.complete || b.states.length >= a.states.length ? b : { ...a, complete: false } };
}

const counts = [
  "runs",
  "partialRuns",
  "parkedRuns",
  "states",
  "subsumed",
  "steps",
  "events",
  "reads",
  "writes",
  "readsFromPairs",
  "prunedPairs",
  "sides",
  "tracePrograms",
  "distinctTracePrograms",
  "clearedBranches",
  "pruningQuestions",
  "solverCalls",
  "conflicts",
  "variables",
  "solveMs",
] as const;

export function addCounts(a: EngineStats, b: EngineStats): EngineStats {
  return Object.fromEntries(counts.map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]));
}
