// Violations that the user has accepted. In: a report, and who accepts a violation. Out: the report without them; each is listed in a note (RVL512).
//
// Accepting a violation never makes a property safe: a property whose only violations were accepted is unknown (RVL313), because nothing else is
// known about it.

import type { Violation } from "../execution/errors.ts";
import { type Diagnostic, diagnostic } from "../support/diagnostics.ts";
import { type PropertyReport, type Report, worstOf } from "./report.ts";
import { unknownBecause } from "./unknown.ts";

/** Why a violation, one of those that were found, is accepted: a comment with its reason, or an earlier report. Null: it is not. */
export type Acceptance = (violation: Violation, all: readonly Violation[]) => string | null;

export function withoutAccepted(report: Report, acceptance: Acceptance): Report {
  const notes: Diagnostic[] = [];
  const all = report.properties.flatMap((p) => p.violations.map(({ violation }) => violation));
  const properties = report.properties.map((p): PropertyReport => {
    const left = p.violations.filter(({ violation }) => {
      const why = acceptance(violation, all);
      if (why !== null) notes.push(note(violation, why));
      return why === null;
    });
    const [first] = left;
    if (left.length === p.violations.length) return p;
    if (first !== undefined) return { ...p, evidence: first, violations: left };
    const unknown = unknownBecause({ kind: "only-accepted", count: p.violations.length });
    return { ...p, verdict: "unknown", evidence: null, foundBy: null, violations: [], unknown };
  });
  if (notes.length === 0) return report;
  const worst = worstOf(properties);
  const confirmed = report.confirmed.filter(({ violation }) => acceptance(violation, all) === null);
  return { ...report, properties, confirmed, worst, verdict: worst.verdict, diagnostics: [...report.diagnostics, ...notes] };
}

const note = ({ property, kind, message, location }: Violation, why: string): Diagnostic =>
  diagnostic("RVL512", `accepted violation of ${property}: ${kind.replaceAll("-", " ")}: ${message}; ${why}`, {
    severity: "note",
    location,
  });
