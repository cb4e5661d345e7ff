// The report as JSON: stable, versioned, described by schemas/report.schema.json.

import type { Violation } from "../execution/errors.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { type Evidence, type PropertyReport, type Report, reportSchema } from "./report.ts";

export function reportToJson(report: Report): Record<string, unknown> {
  const { worst } = report;
  return {
    ravel: report.version,
    schema: reportSchema,
    files: report.files,
    verdict: report.verdict,
    properties: report.properties.map((p) => ({
      property: p.property,
      verdict: p.verdict,
      violation: p.evidence === null ? null : violationToJson(p.evidence.violation),
      witness: witnessOf(p),
      scope: p.scope,
      engine: p.engine,
      unknown: p.unknown,
    })),
    violation: worst.evidence === null ? null : violationToJson(worst.evidence.violation),
    witness: witnessOf(worst),
    scope: worst.scope,
    engine: worst.engine,
    stats: report.stats,
    unknown: worst.unknown,
    diagnostics: report.diagnostics,
  };
}

/** The same shape where there is no report: a usage error, a C error, an internal error. */
export function failureToJson(version: string, files: readonly string[], diagnostics: Report["diagnostics"]): Record<string, unknown> {
  return { ravel: version, schema: reportSchema, files, verdict: null, properties: [], violation: null, witness: null, scope: null, engine: null, stats: null, unknown: null, diagnostics };
}

export function violationToJson(v: Violation): Record<string, unknown> {
  return { property: v.property, kind: v.kind, message: v.message, location: location(v.location), thread: v.thread, participants: v.participants.map((p) => ({ ...p, location: location(p.location) })) };
}

function witnessOf(p: PropertyReport): Record<string, unknown> | null {
  return p.evidence === null ? null : { inputs: p.evidence.replay.inputs, schedule: scheduleToJson(p.evidence) };
}

export function scheduleToJson(e: Evidence): Record<string, unknown>[] {
  return e.replay.steps.map((s) => ({ thread: s.thread, op: s.op, location: location(s.location), call: s.call, object: s.object, value: s.value, choices: s.choices }));
}

const location = (l: SourceLocation | null): Record<string, unknown> | null => (l === null ? null : { ...l });
