// The report as JSON: stable, versioned, described by schemas/report.schema.json. A pure function of the report.

import type { ObjectHistory, Occurrence, Violation } from "../execution/errors.ts";
import type { Diagnostic } from "../support/diagnostics.ts";
import type { Replay } from "../witness/replay.ts";
import { stepToJson } from "../witness/steps.ts";
import { type Evidence, methodOf, type PropertyReport, type Report, reportSchema, type Stats } from "./report.ts";
import type { Unknown } from "./unknown.ts";

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
      foundBy: p.foundBy,
      ...findingOf(p),
      unknown: unknownToJson(p.unknown),
      ...(report.listsAll
        ? { violations: p.violations.map((e) => ({ violation: violationToJson(e.violation, e.replay), witness: witnessToJson(e) })) }
        : {}),
    })),
    ...findingOf(worst),
    stats: statsToJson(report.stats),
    unknown: unknownToJson(worst.unknown),
    explanation: report.explanation,
    diagnostics: report.diagnostics.map(diagnosticToJson),
  };
}

const unknownToJson = (unknown: Unknown | null): Omit<Unknown, "cause"> | null =>
  unknown === null ? null : { code: unknown.code, reason: unknown.reason, hint: unknown.hint };

export const diagnosticToJson = ({ about: _, ...d }: Diagnostic): Omit<Diagnostic, "about"> => d;

function statsToJson({ finalStates, tracePrograms, distinctTracePrograms, clearedBranches, ...counts }: Stats): Record<string, unknown> {
  return {
    ...counts,
    tracePrograms: { checked: tracePrograms, distinct: distinctTracePrograms },
    branchesCleared: clearedBranches,
    finalStates:
      finalStates === null
        ? null
        : {
            complete: finalStates.complete,
            cutShort: finalStates.cutShort,
            states: finalStates.states.map((s) => ({
              end: s.end,
              count: s.count,
              values: Object.fromEntries(s.values.map((v) => [v.name, v.value.json])),
            })),
          },
  };
}

function findingOf(p: PropertyReport): Record<string, unknown> {
  return {
    violation: p.evidence === null ? null : violationToJson(p.evidence.violation, p.evidence.replay),
    witness: p.evidence === null ? null : witnessToJson(p.evidence),
    scope: { ...p.scope, method: methodOf(p) },
    engine: p.engine,
  };
}

/** The same shape where there is no report: a usage error, a C error, an internal error. */
export function failureToJson(version: string, files: readonly string[], diagnostics: Report["diagnostics"]): Record<string, unknown> {
  return {
    ravel: version,
    schema: reportSchema,
    files,
    verdict: null,
    properties: [],
    violation: null,
    witness: null,
    scope: null,
    engine: null,
    stats: null,
    unknown: null,
    explanation: null,
    diagnostics: diagnostics.map(diagnosticToJson),
  };
}

export function violationToJson(v: Violation, { needs, assumed }: Pick<Replay, "needs" | "assumed">): Record<string, unknown> {
  return {
    property: v.property,
    kind: v.kind,
    message: v.message,
    location: v.location,
    thread: v.thread,
    participants: v.participants.map((p) => ({
      thread: p.thread,
      what: p.what,
      location: p.location,
      locks: p.locks,
      stack: p.stack ?? [],
      step: stepToIndex(p.step),
    })),
    stack: v.stack ?? [],
    object: v.object === undefined ? null : objectToJson(v.object),
    needs,
    assumed,
  };
}

/** In the witness's schedule; null: before its first step. */
const stepToIndex = (step: number | undefined): number | null => (step === undefined || step < 0 ? null : step);

function objectToJson({ allocated, freed, ...object }: ObjectHistory): Record<string, unknown> {
  const toJson = (o: Occurrence | null): Record<string, unknown> | null => (o === null ? null : { ...o, step: stepToIndex(o.step) });
  return { ...object, allocated: toJson(allocated), freed: toJson(freed) };
}

const witnessToJson = (e: Evidence): Record<string, unknown> => ({ inputs: e.replay.inputs, schedule: e.replay.steps.map(stepToJson) });

/** One run, as `ravel run` and `ravel replay` print it; schemas/run.schema.json. */
export function runToJson(
  version: string,
  files: readonly string[],
  replay: Replay,
  diagnostics: Report["diagnostics"],
): Record<string, unknown> {
  const { outcome } = replay;
  return {
    ravel: version,
    schema: reportSchema,
    files,
    outcome:
      outcome === null
        ? null
        : outcome.kind === "exit" || outcome.kind === "abort"
          ? { kind: outcome.kind, status: outcome.status }
          : { kind: outcome.kind },
    violations: replay.violations.map((v) => violationToJson(v, replay)),
    witness: { inputs: replay.inputs, schedule: replay.steps.map(stepToJson) },
    output: replay.output,
    divergedAt: replay.divergedAt < 0 ? null : replay.divergedAt,
    diagnostics: diagnostics.map(diagnosticToJson),
  };
}
