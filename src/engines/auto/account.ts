// The account of how auto went (`--explain`). In: what was decided after the first turns, and what each engine covered in the end. Out: explanations, in the order of
// the check: how it began, how it continued and why, what each engine covered, and which engine decided what.

import type { Property } from "../../execution/errors.ts";
import { counted, type Explanation, listOf } from "../../reports/report.ts";
import type { EngineResult, Finding } from "../engine.ts";
import { isDecided } from "../findings.ts";
import { type Coverage, coverageText } from "./coverage.ts";

export interface AutoCourse {
  readonly properties: readonly Property[];
  /** The result of the first turns. */
  readonly begun: EngineResult;
  /** How the check continued: on one thread in turns, on two threads, or not at all. */
  readonly continued: "in lanes" | "side by side" | null;
  readonly result: EngineResult;
  readonly coverage: readonly Coverage[];
}

export function accountOf({ properties, begun, continued, result, coverage }: AutoCourse): Explanation[] {
  const entry = (what: Explanation["what"], text: string): Explanation => ({ what, location: null, text });
  const open = properties.filter((p) => !isDecided(begun.findings.get(p)));
  const runs = counted(begun.stats.runs ?? 0, "run");
  const left = open.length === 0 ? "That decided everything." : `Open after that: ${listOf(open)}.`;
  return [
    entry(
      "engines",
      `First turns, explore: samples, because shallow bugs show at once, and all runs in case the program is tiny (${runs}). ${left}`,
    ),
    ...(continued === null || open.length === 0 ? [] : [entry("engines", howItContinued[continued])]),
    ...coverage.map((c) => entry("coverage", coverageText(properties, c))),
    ...decisions(properties, result).map((text) => entry("decision", text)),
  ];
}

/** Properties that were decided alike share a sentence. */
function decisions(properties: readonly Property[], { findings, by }: EngineResult): string[] {
  const groups = new Map<string, Property[]>();
  for (const p of properties) {
    const text = decisionText(findings.get(p), by?.get(p) ?? "explore");
    groups.set(text, [...(groups.get(text) ?? []), p]);
  }
  return [...groups].map(([text, alike]) => `${listOf(alike)}: ${text}.`);
}

/** A context bound leaves one way only. */
export const accountWithinBound: Explanation = {
  what: "engines",
  location: null,
  text: "Samples do not respect a context bound: the solver (staged) is asked, and a search (explore) covers what it leaves open.",
};

const howItContinued: Readonly<Record<NonNullable<AutoCourse["continued"]>, string>> = {
  "in lanes":
    "Then in turns on one thread: a search of all runs, samples, a search of states, later formulas of states, and the solver (staged), which covers inputs of any width. The first confirmed answer wins.",
  "side by side":
    "Then side by side on two threads: explore, which executes runs, and staged, which asks a solver and covers inputs of any width. The first confirmed answer wins.",
};

function decisionText(finding: Finding | undefined, by: string): string {
  switch (finding?.kind) {
    case undefined:
      return "no engine reported on it";
    case "candidate":
      return `decided by ${by}, by a run that violates it`;
    case "covered":
      return finding.scope.complete ? `decided by ${by}, which covered everything` : `${by} covered everything up to a bound`;
    case "unknown":
      return `open: ${finding.unknown.reason} (${finding.unknown.code})`;
  }
}
