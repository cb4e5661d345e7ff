// The report for people. First line: the verdict in words; then what failed and where, the interleaving, how to go on.

import type { Violation } from "../execution/errors.ts";
import type { Diagnostic, SourceLocation } from "../support/diagnostics.ts";
import type { Replay } from "../witness/confirm.ts";
import { type SourceText, renderColumns } from "./columns.ts";
import type { PropertyReport, Report } from "./report.ts";

export interface TextOptions {
  readonly source: SourceText;
  readonly width: number;
  readonly color: boolean;
  readonly witnessFile: string | null;
  readonly stats: boolean;
}

type Paint = (text: string, style: "bad" | "good" | "doubt" | "strong" | "faint") => string;

const codes = { bad: "1;31", good: "1;32", doubt: "1;33", strong: "1", faint: "2" } as const;

export const painter =
  (color: boolean): Paint =>
  (text, style) =>
    color ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;

export function renderText(report: Report, options: TextOptions): string {
  const paint = painter(options.color);
  const out: string[] = [];
  const names = report.properties.map((p) => p.property).join(", ");
  const consistency = needsConsistencyRemark(report) ? " (under sequential consistency)" : "";
  const first = report.worst;
  switch (report.verdict) {
    case "unsafe":
      out.push(`${paint("UNSAFE", "bad")}: ${headline(first.evidence?.violation as Violation)}${consistency}`);
      break;
    case "safe":
      out.push(`${paint("SAFE", "good")}: ${names} hold in all interleavings and for all inputs${consistency}`);
      break;
    case "safe-bounded":
      out.push(`${paint("SAFE UP TO A BOUND", "doubt")}: ${names} hold as far as was covered: ${scopeText(first)}${consistency}`);
      break;
    case "unknown":
      out.push(`${paint("UNKNOWN", "doubt")} ${first.unknown?.code}: ${first.unknown?.reason}${consistency}`);
      if (first.unknown?.hint) out.push(`  hint: ${first.unknown.hint}`);
      break;
  }
  const shown = report.properties.filter((p) => p.evidence !== null);
  for (const p of shown) {
    const { violation, replay } = p.evidence as NonNullable<PropertyReport["evidence"]>;
    if (p !== first) out.push("", `${paint("UNSAFE", "bad")}: ${headline(violation)}`);
    out.push(...details(violation, options.source));
    if (p !== first && sameRun(p, first)) {
      out.push("  (in the same run as above)");
      continue;
    }
    out.push(...inputLines(replay), "", ...renderColumns(replay, options.source, options.width), ...ending(violation, paint), ...outputLines(replay));
  }
  const others = report.properties.filter((p) => p.evidence === null);
  if (report.verdict === "unsafe" && others.length > 0) {
    out.push("");
    for (const p of others) out.push(`${p.property}: ${p.verdict}${p.unknown === null ? "" : ` (${p.unknown.code}: ${p.unknown.reason})`}`);
  }
  for (const d of report.diagnostics) out.push("", ...renderDiagnostic(d, options.source));
  if (options.witnessFile !== null) out.push("", `To see it again: ravel replay ${options.witnessFile}`);
  if (options.stats) out.push("", statsLine(report));
  return `${out.join("\n")}\n`;
}

function headline(v: Violation): string {
  const where = v.location === null ? "" : ` at ${place(v.location)}`;
  switch (v.kind) {
    case "assertion":
      return `assertion fails${v.message === "" ? "" : `: ${v.message}`}${where}`;
    case "data-race":
      return `data race${where}`;
    case "deadlock":
      return `deadlock: ${v.message}`;
    default:
      return `${v.kind.replaceAll("-", " ")}${where}: ${v.message}`;
  }
}

export function place(l: SourceLocation): string {
  return `${l.file}:${l.line}${l.column === undefined ? "" : `:${l.column}`}${l.function === undefined ? "" : ` in ${l.function}`}`;
}

function details(v: Violation, source: SourceText): string[] {
  const out: string[] = [];
  const quote = (l: SourceLocation | null): void => {
    const text = l === null ? null : source.line(l.file, l.line);
    if (l !== null && text !== null) out.push(`    ${String(l.line).padStart(4)} | ${text}`);
  };
  if (v.participants.length === 0) quote(v.location);
  for (const p of v.participants) {
    const locks = p.locks.length === 0 ? "holding no lock" : `holding ${p.locks.join(", ")}`;
    out.push(`  thread ${p.thread} ${p.what}${p.location === null ? "" : ` at ${place(p.location)}`}, ${locks}`);
    quote(p.location);
  }
  return out;
}

function inputLines(replay: Replay): string[] {
  if (replay.inputs.length === 0) return [];
  const shown = replay.inputs.slice(0, 12).map((i) => `${i.what} = ${i.value}`);
  return [`  inputs: ${shown.join(", ")}${replay.inputs.length > shown.length ? `, … (${replay.inputs.length} in all)` : ""}`];
}

function ending(v: Violation, paint: Paint): string[] {
  return [paint(`   !!  ${v.kind === "deadlock" ? "nobody can go on" : `${v.kind.replaceAll("-", " ")} in thread ${v.thread}`}`, "bad")];
}

export function outputLines(replay: Replay): string[] {
  if (replay.output === "") return [];
  return ["", "output:", ...replay.output.replace(/\n$/, "").split("\n").map((l) => `  | ${l}`)];
}

function sameRun(a: PropertyReport, b: PropertyReport): boolean {
  const steps = (p: PropertyReport): string => JSON.stringify(p.evidence?.schedule.steps ?? null);
  return steps(b).startsWith(steps(a).slice(0, -1)) || steps(a).startsWith(steps(b).slice(0, -1));
}

function scopeText(p: PropertyReport): string {
  const s = p.scope;
  const parts = [s.unwind === null ? "" : `loops up to ${s.unwind} iterations`, s.contextBound === null ? "" : `up to ${s.contextBound} context switches`, s.steps === null ? "" : `runs up to ${s.steps} steps`, s.inputs === "given" ? "the given inputs" : ""];
  return parts.filter((x) => x !== "").join(", ") || "nothing";
}

export function needsConsistencyRemark(report: Report): boolean {
  return report.diagnostics.some((d) => d.code === "RVL501");
}

export function renderDiagnostic(d: Diagnostic, source: SourceText | null): string[] {
  const where = d.location === null ? "" : `${d.location.file}:${d.location.line}${d.location.column === undefined ? "" : `:${d.location.column}`}: `;
  const out = [`${where}${d.severity} ${d.code}: ${d.message}`];
  const text = d.location === null ? null : (source?.line(d.location.file, d.location.line) ?? null);
  if (text !== null && d.location !== null) out.push(`    ${String(d.location.line).padStart(4)} | ${text}`);
  if (d.hint !== null) out.push(`  hint: ${d.hint}`);
  return out;
}

function statsLine(report: Report): string {
  const s = report.stats;
  return `engine ${report.worst.engine.name}: ${s.runs} runs, ${s.steps} steps, ${s.timeMs.total.toFixed(0)} ms (${s.timeMs.frontend.toFixed(0)} ms front end)`;
}
