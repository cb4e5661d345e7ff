// What each engine covered, as notes for a check that leaves a property open, and as part of the account of a check (`--explain`). In: the result of each engine.
// Out: one note or sentence per engine.

import type { Property } from "../../execution/errors.ts";
import { counted, listOf, scopeText } from "../../reports/report.ts";
import type { Unknown } from "../../reports/unknown.ts";
import { diagnostic } from "../../support/diagnostics.ts";
import type { EngineResult, Finding, Note } from "../engine.ts";

/** The state of an engine: its result, or why it was lost, or its last progress. */
export interface Coverage {
  readonly engine: string;
  readonly result: EngineResult | null;
  readonly lost: Unknown | null;
  readonly progress: string;
  /** What it had found by then. */
  readonly found?: ReadonlyMap<Property, Finding>;
}

/** Notes about the properties that no engine decided. */
export function coverageNotes(open: readonly Property[], engines: readonly Coverage[]): Note[] {
  const note = (e: Coverage): Note => ({
    kind: "coverage",
    diagnostic: diagnostic("RVL311", `${e.engine}${describe(open, e, "a candidate that does not replay")}`, { severity: "note" }),
  });
  return open.length === 0 ? [] : engines.map(note);
}

/** What an engine did and found, as a sentence of an account. */
export const coverageText = (properties: readonly Property[], e: Coverage): string =>
  `${e.engine}${describe(properties, e, "a run that violates it")}.`;

function describe(open: readonly Property[], { result, lost, progress, found }: Coverage, candidate: string): string {
  if (result !== null) return `${describeWork(result)}: ${listFindings(open, result.findings, candidate)}`;
  const covered = found === undefined || found.size === 0 ? "" : `${listFindings(open, found, candidate)}; `;
  return `: ${covered}${lost === null ? "stopped" : lost.reason}${progress === "" ? "" : ` after ${progress}`}`;
}

/** Properties with the same text share an entry. */
function listFindings(open: readonly Property[], findings: ReadonlyMap<Property, Finding>, candidate: string): string {
  const groups = new Map<string, Property[]>();
  for (const p of open) {
    const text = describeFinding(findings.get(p), candidate);
    groups.set(text, [...(groups.get(text) ?? []), p]);
  }
  return [...groups].map(([text, properties]) => (groups.size === 1 ? text : `${listOf(properties)}: ${text}`)).join("; ");
}

function describeWork({ stats }: EngineResult): string {
  const { runs = 0, states = 0, solverCalls = 0, conflicts = 0 } = stats;
  const parts = [
    runs === 0 ? "" : counted(runs, "run"),
    states === 0 ? "" : counted(states, "state"),
    solverCalls === 0 ? "" : `${counted(solverCalls, "solver call")}, ${counted(conflicts, "conflict")}`,
  ].filter((x) => x !== "");
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function describeFinding(finding: Finding | undefined, candidate: string): string {
  switch (finding?.kind) {
    case undefined:
      return "no result";
    case "candidate":
      return candidate;
    case "covered":
      return `all interleavings, ${finding.scope.complete ? "without bounds" : scopeText(finding.scope)}`;
    case "unknown":
      return `${finding.unknown.reason} (${finding.unknown.code})`;
  }
}
