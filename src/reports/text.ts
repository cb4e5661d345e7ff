// Renders the text report. The first line is the verdict in words; then what failed and where, the interleaving, the other properties, how
// to replay the run. A pure function of the report.

import { freedoms } from "../execution/freedoms.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { append, maxOf } from "../support/lists.ts";
import { renderColumns } from "./columns.ts";
import { renderDiagnostic } from "./diagnostic-text.ts";
import { explanationLines } from "./explanation-text.ts";
import { type Evidence, type FinalStates, listOf, type PropertyReport, type Report, scopeText } from "./report.ts";
import type { SourceText } from "./source-text.ts";
import { type Paint, painter } from "./terminal.ts";
import { details, headline, inputLines, outputLines } from "./violation-text.ts";

export interface TextOptions {
  readonly source: SourceText;
  readonly width: number;
  readonly color: boolean;
  /** Where the witness was written, if it was. */
  readonly witnessFile: string | null;
  /** Parts of the statistics to show. */
  readonly stats: readonly StatsPart[];
}

export const statsParts = ["work", "time", "memory", "final-states"] as const;
export type StatsPart = (typeof statsParts)[number];

export function renderText(report: Report, options: TextOptions): string {
  const paint = painter(options.color);
  const out = verdictLines(report, paint);
  const evidence = report.properties.flatMap((p) => (p.evidence === null ? [] : [p.evidence]));
  evidence.forEach((e, i) => {
    if (i > 0) out.push("", `${paint("UNSAFE", "bad")}: ${headline(e.violation, e.replay)}`);
    append(out, [...details(e.violation, e.replay, options.source), ...needsLines(e.replay)]);
    const earlier = evidence.slice(0, i).some((o) => occursIn(e, o));
    if (earlier) out.push("  (also occurs in the run above)");
    else
      append(out, [...inputLines(e.replay), "", ...renderColumns(e.replay, e.violation, { ...options, paint }), ...outputLines(e.replay)]);
  });
  append(out, otherProperties(report));
  for (const d of report.diagnostics) append(out, ["", ...renderDiagnostic(d, options.source)]);
  if (evidence.length > 0) append(out, ["", ...replayHint(options.witnessFile)]);
  if (report.explanation !== null) append(out, ["", ...explanationLines(report.explanation, options.width)]);
  if (options.stats.length > 0) append(out, ["", ...statsLines(report, options.stats)]);
  return `${out.join("\n")}\n`;
}

/** "assert and race hold", for example. */
export const holdText = (properties: readonly string[]): string => `${listOf(properties)} ${properties.length === 1 ? "holds" : "hold"}`;

function verdictLines(report: Report, paint: Paint): string[] {
  const first = report.worst;
  const holds = holdText(report.properties.map((p) => p.property));
  switch (report.verdict) {
    case "unsafe": {
      const { violation, replay } = first.evidence as Evidence;
      return [`${paint("UNSAFE", "bad")}: ${headline(violation, replay)}`, ...consistency(report)];
    }
    case "safe":
      return [`${paint("SAFE", "good")}: ${holds} in all interleavings and for all inputs`, ...consistency(report)];
    case "safe-bounded":
      return [`${paint("SAFE UP TO A BOUND", "doubt")}: ${holds} within these bounds: ${scopeText(first.scope)}`, ...consistency(report)];
    case "unknown": {
      const { code, reason, hint } = first.unknown ?? { code: "RVL901", reason: "no reason was given", hint: "" };
      return [`${paint("UNKNOWN", "doubt")}: ${reason} (${code})`, ...consistency(report), ...(hint === "" ? [] : [`  hint: ${hint}`])];
    }
  }
}

/** All verdicts hold for sequentially consistent executions; where that may matter, the first lines say so. */
function consistency(report: Report): string[] {
  return report.diagnostics.some((d) => d.about === "memory-model") ? [`  under sequential consistency (RVL501, below)`] : [];
}

/** The properties whose verdict differs from the first line; those with the same reason share a line. */
function otherProperties(report: Report): string[] {
  const verdictText = ({ verdict, unknown, scope }: PropertyReport): string => {
    if (unknown !== null) return `${verdict} (${unknown.code}): ${unknown.reason}`;
    return verdict === "safe-bounded" ? `${verdict}: ${scopeText(scope)}` : verdict;
  };
  const rest = report.properties.filter(
    (p) => p.evidence === null && (p.verdict !== report.verdict || verdictText(p) !== verdictText(report.worst)),
  );
  const groups = new Map<string, PropertyReport[]>();
  for (const p of rest) groups.set(verdictText(p), [...(groups.get(verdictText(p)) ?? []), p]);
  const lines = [...groups].map(([text, ps]) => `${listOf(ps.map((p) => p.property))}: ${text}`);
  return lines.length === 0 ? [] : ["", ...lines];
}

/** The freedoms of the environment that the violation needs, and what an unknown function is assumed to do. */
function needsLines({ needs, assumed }: Evidence["replay"]): string[] {
  return [
    ...freedoms.filter((f) => needs.includes(f.freedom)).map((f) => `  needs ${f.text} (--assume ${f.assumption} excludes it)`),
    ...(assumed === null ? [] : [`  assumed: ${assumedText(assumed)}`]),
  ];
}

/** The name of an argument of a thread (`argument p of f`, frontend/entries.ts) has spaces, and that of a function has not. */
const assumedText = (name: string): string =>
  name.includes(" ")
    ? `${name} is null or points to an object of its own`
    : `${name}, which has no definition, returns this value and has no effect`;

/** Whether the violation of `e` also occurs in the run of `other`. */
function occursIn(e: Evidence, other: Evidence): boolean {
  const same = (a: SourceLocation | null | undefined, b: SourceLocation | null | undefined): boolean =>
    a?.file === b?.file && a?.line === b?.line;
  const { violation: v } = e;
  return other.replay.violations.some(
    (w) =>
      w.kind === v.kind && same(w.location, v.location) && w.participants.every((p, i) => same(p.location, v.participants[i]?.location)),
  );
}

function replayHint(witnessFile: string | null): string[] {
  return witnessFile === null
    ? ["To save this run, add --witness w.json; to replay it: ravel replay w.json"]
    : [`To replay this run: ravel replay ${/^[\w./+-]+$/.test(witnessFile) ? witnessFile : JSON.stringify(witnessFile)}`];
}

function statsLines(report: Report, parts: readonly StatsPart[]): string[] {
  const { stats: s } = report;
  const { engine } = report.worst;
  const options = Object.entries(engine.options).map(([k, v]) => `${k} ${v}`);
  const counts = [
    `${s.runs} runs`,
    `${s.partialRuns} partial`,
    `${s.parkedRuns} parked`,
    `${s.states} states`,
    `${s.subsumed} subsumed`,
    `${s.steps} steps`,
    `${s.events} events`,
    `${s.reads} reads`,
    `${s.writes} writes`,
    `${s.readsFromPairs} reads-from pairs`,
    `${s.prunedPairs} pairs pruned`,
    `${s.sides} sides`,
    `${s.tracePrograms} trace programs`,
    `${s.distinctTracePrograms} of them distinct`,
    `${s.clearedBranches} branches cleared`,
    `${s.pruningQuestions} pruning questions`,
    `${s.solverCalls} solver calls`,
    `${s.conflicts} conflicts`,
    `${s.variables} variables`,
  ].filter((c) => !c.startsWith("0 "));
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  const lines: Record<StatsPart, readonly string[]> = {
    work: [`  work     ${counts.join(", ") || "none"}`],
    time: [
      `  time     ${seconds(s.timeMs.total)}: front end ${seconds(s.timeMs.frontend)}, engine ${seconds(s.timeMs.execute)} (solver ${seconds(s.timeMs.solve)})`,
    ],
    memory: [`  memory   ${s.peakMemoryMB} MB (peak)`],
    "final-states": finalStateLines(s.finalStates),
  };
  return [`engine ${engine.name}${options.length === 0 ? "" : ` (${options.join(", ")})`}`, ...parts.flatMap((p) => lines[p])];
}

function finalStateLines(finals: FinalStates | null): string[] {
  if (finals === null) return [];
  const { states, complete } = finals;
  const width = maxOf(
    states.map((s) => String(s.count).length),
    0,
  );
  return [
    `  final states: ${states.length}${complete ? "" : " found; there may be more"}`,
    ...states.map((s) => {
      const values = s.values.map((v) => `${v.name} = ${v.value.text}`).join(", ");
      return `    ${String(s.count).padStart(width)} ×  ${s.end === "deadlock" ? "deadlock: " : ""}${values || "(no globals)"}`;
    }),
  ];
}
