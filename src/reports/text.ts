// Renders the text report. The first line is the verdict in words; then what failed and where, the interleaving, notes; at the end the verdict again with
// its cause, the other properties, how to replay the run. A pure function of the report. A violation may be printed earlier, when it is confirmed: the text
// depends only on those before it.

import type { SourceLocation } from "../support/diagnostics.ts";
import { groupBy } from "../support/group.ts";
import { append, maxOf } from "../support/lists.ts";
import { placeKey } from "../witness/place.ts";
import { renderColumns } from "./columns.ts";
import { renderDiagnostic } from "./diagnostic-text.ts";
import { explanationLines } from "./explanation-text.ts";
import {
  counted,
  type Evidence,
  type FinalStates,
  listOf,
  type Method,
  methodOf,
  type PropertyReport,
  type Report,
  scopeText,
} from "./report.ts";
import type { SourceText } from "./source-text.ts";
import { causeLines } from "./summary.ts";
import { type Paint, painter, printableLine, shellWord, toAscii } from "./terminal.ts";
import { details, headline, inputLines, needsTexts, outputLines } from "./violation-text.ts";

export interface TextOptions {
  readonly source: SourceText;
  readonly width: number;
  readonly color: boolean;
  /** Nothing is folded. */
  readonly isFull: boolean;
  /** Only ASCII, for terminals and locales that show nothing else. */
  readonly isAscii?: boolean;
  /** Where the witness was written, if it was. */
  readonly witnessFile: string | null;
  /** Whether an executable on this machine can follow a run of the program. */
  readonly offersGdb?: boolean;
  /** Parts of the statistics to show. */
  readonly stats: readonly StatsPart[];
}

export const statsParts = ["work", "time", "memory", "final-states"] as const;
export type StatsPart = (typeof statsParts)[number];

/** `printed`: the violations that were printed while the check was running, by `violationText`; the rest follows. */
export function renderText(report: Report, options: TextOptions, printed: readonly Evidence[] = []): string {
  const out: string[] = [];
  if (report.verdict !== "unsafe") append(out, [...verdictLines(report, painter(options.color)), ...otherProperties(report)]);
  const shown = [...printed];
  for (const e of report.confirmed) {
    if (printed.some((o) => placeKey(o.violation) === placeKey(e.violation))) continue;
    const { lines, evidence } = violationLines(e, shown, options);
    append(out, lines);
    shown.push(evidence);
  }
  for (const d of report.diagnostics) append(out, ["", ...renderDiagnostic(d, options.source)]);
  if (report.explanation !== null) append(out, ["", ...explanationLines(report.explanation, options.width)]);
  if (options.stats.length > 0) append(out, ["", ...statsLines(report, options.stats)]);
  if (report.verdict === "unsafe") append(out, ["", ...closing(report, shown, options)]);
  return asText(out, options);
}

/** One violation, as it is printed when it is confirmed. `evidence`: what was shown, to be passed with the next one. */
export function violationText(e: Evidence, shown: readonly Evidence[], options: TextOptions): { text: string; evidence: Evidence } {
  const { lines, evidence } = violationLines(e, shown, options);
  return { text: asText(lines, options), evidence };
}

export function asText(lines: readonly string[], { isAscii = false, color }: Pick<TextOptions, "isAscii" | "color">): string {
  const text = `${lines.map((line) => printableLine(line, color)).join("\n")}\n`;
  return isAscii ? toAscii(text) : text;
}

function violationLines(found: Evidence, shown: readonly Evidence[], options: TextOptions): { lines: string[]; evidence: Evidence } {
  const same = sameAbove(found, shown);
  const e = same ?? found;
  const { violation: v, replay } = e;
  const lines = [
    ...(shown.length === 0 ? [] : [""]),
    `${painter(options.color)("UNSAFE", "bad")}: ${headline(v, replay)}`,
    ...details(v, replay, options.source),
    ...needsTexts(replay).map((n) => `  ${n}`),
  ];
  const isFurther = shown.some((o) => o.violation.property === v.property);
  if (same !== null) lines.push("  (also occurs in the run above)");
  else if (isFurther && !options.isFull) append(lines, [...inputLines(replay), "  (--full shows its run)"]);
  else append(lines, [...inputLines(replay), "", ...runLines(e, shown, options)]);
  return { lines, evidence: e };
}

function runLines(e: Evidence, above: readonly Evidence[], options: TextOptions): string[] {
  const paint = painter(options.color);
  const columns = renderColumns(e.replay, e.violation, { ...options, paint, above: above.map((o) => o.replay) });
  return [...columns, ...outputLines(e.replay, options.isFull)];
}

/** The end of a report that is read without scrolling. */
const maxClosingLines = 15;

/** The verdict again, with causes: the end of the report says what happened without the run above it. */
function closing(report: Report, shown: readonly Evidence[], options: TextOptions): string[] {
  const failing = report.properties
    .filter((p) => p.evidence !== null)
    .map((p) => (p.violations.length > 1 ? `${p.property} at ${p.violations.length} places` : p.property));
  const lines = (most: number): string[] => [
    `Result: ${painter(options.color)("UNSAFE", "bad")} (${failing.join(", ")})`,
    ...consistency(report).map((line) => line.replace("below", "above")),
    ...shown.flatMap((e) => causeLines(e, most)),
    ...otherProperties(report).slice(1),
    ...replayHint(options),
  ];
  return [9, 3, 2].map(lines).find((l) => l.length <= maxClosingLines) ?? lines(1);
}

/** "assert and race hold", for example. */
export const holdText = (properties: readonly string[]): string => `${listOf(properties)} ${properties.length === 1 ? "holds" : "hold"}`;

function verdictLines(report: Report, paint: Paint): string[] {
  const first = report.worst;
  const holds = holdText(report.properties.filter((p) => verdictText(p) === verdictText(first)).map((p) => p.property));
  switch (report.verdict) {
    case "unsafe":
      return [];
    case "safe":
      return [
        `${paint("SAFE", "good")}: ${holds} in all interleavings and for all inputs`,
        ...methodLines(report.properties),
        ...consistency(report),
      ];
    case "safe-bounded":
      return [`${paint("SAFE UP TO A BOUND", "doubt")}: ${holds} within these bounds: ${scopeText(first.scope)}`, ...consistency(report)];
    case "unknown": {
      const { code, reason, hint } = first.unknown ?? { code: "RVL901", reason: "no reason was given", hint: "" };
      return [`${paint("UNKNOWN", "doubt")}: ${reason} (${code})`, ...consistency(report), ...(hint === "" ? [] : [`  hint: ${hint}`])];
    }
  }
}

/** How everything was covered, and by which engine; with several ways, a line for each. */
function methodLines(properties: readonly PropertyReport[]): string[] {
  const ways = groupBy(properties, (p) => {
    const method = methodOf(p);
    return method === null ? "" : `${methodTexts[method]} (${p.engine.options.by ?? p.engine.name})`;
  });
  const lines = [...ways].filter(([text]) => text !== "");
  return lines.map(([text, of]) => (ways.size === 1 ? `  ${text}` : `  ${listOf(of.map((p) => p.property))}: ${text}`));
}

const methodTexts: Readonly<Record<Method, string>> = {
  search: "every run was searched",
  unrolling: "loops were unrolled to their end",
  closure: "no run leaves the branches that were seen",
};

/** All verdicts hold for sequentially consistent executions; where that may matter, the first lines say so. */
function consistency(report: Report): string[] {
  return report.diagnostics.some((d) => d.about === "memory-model") ? [`  under sequential consistency (RVL501, below)`] : [];
}

/** The verdict with its reason or bounds. */
function verdictText({ verdict, unknown, scope }: PropertyReport): string {
  if (unknown !== null) return `${verdict} (${unknown.code}): ${unknown.reason}`;
  return verdict === "safe-bounded" ? `${verdict}: ${scopeText(scope)}` : verdict;
}

/** The properties whose verdict differs from the first line; those with the same reason share a line. */
function otherProperties(report: Report): string[] {
  const rest = report.properties.filter(
    (p) => p.evidence === null && (p.verdict !== report.verdict || verdictText(p) !== verdictText(report.worst)),
  );
  const groups = new Map<string, PropertyReport[]>();
  for (const p of rest) groups.set(verdictText(p), [...(groups.get(verdictText(p)) ?? []), p]);
  const lines = [...groups].map(([text, ps]) => `${listOf(ps.map((p) => p.property))}: ${text}`);
  return lines.length === 0 ? [] : ["", ...lines];
}

/** The violation as it occurs in a run that is shown already, if it does. */
function sameAbove({ violation: v }: Evidence, shown: readonly Evidence[]): Evidence | null {
  const same = (a: SourceLocation | null | undefined, b: SourceLocation | null | undefined): boolean =>
    a?.file === b?.file && a?.line === b?.line;
  for (const other of shown) {
    const violation = other.replay.violations.find(
      (w) =>
        w.kind === v.kind && same(w.location, v.location) && w.participants.every((p, i) => same(p.location, v.participants[i]?.location)),
    );
    if (violation !== undefined) return { ...other, violation };
  }
  return null;
}

function replayHint({ witnessFile, offersGdb = false }: TextOptions): string[] {
  const file = shellWord(witnessFile ?? "w.json");
  const inGdb = offersGdb ? [`To follow it in your own executable, under gdb: ravel replay ${file} --gdb -o run.gdb`] : [];
  return witnessFile === null
    ? [`To save this run, add --witness ${file}; to step through it: ravel debug ${file}`, ...inGdb]
    : [`To step through this run: ravel debug ${file}`, `To print it again: ravel replay ${file}`, ...inGdb];
}

export function statsLines(report: Report, parts: readonly StatsPart[]): string[] {
  const { stats: s } = report;
  const { engine } = report.worst;
  const options = [
    ...Object.entries(engine.options).map(([k, v]) => `${k} ${v}`),
    ...(report.worst.foundBy === null ? [] : [`found by ${report.worst.foundBy}`]),
  ];
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
  const { states, complete, cutShort } = finals;
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
    ...(cutShort === 0 ? [] : [`  ${counted(cutShort, "run")} ended the process before all threads ended: no final state`]),
  ];
}
