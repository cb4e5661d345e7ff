// A run on the screen: columns, output, and what happened in the end.

import { violationToJson } from "../../reports/json.ts";
import { renderColumns } from "../../reports/columns.ts";
import { outputLines, place } from "../../reports/text.ts";
import type { Replay } from "../../witness/confirm.ts";
import { fileSources } from "./sources.ts";

export function showRun(run: Replay, format: string, remark: string | null): string {
  if (format === "json") {
    return `${JSON.stringify({ schedule: run.steps, inputs: run.inputs, output: run.output, outcome: run.outcome?.kind ?? null, violations: run.violations.map(violationToJson), divergedAt: run.divergedAt < 0 ? null : run.divergedAt }, null, 2)}\n`;
  }
  const width = Math.max(60, process.stdout.columns ?? 120);
  return `${[...renderColumns(run, fileSources, width), ...outputLines(run), "", ...happened(run), ...(remark === null ? [] : [remark])].join("\n")}\n`;
}

function happened(run: Replay): string[] {
  const out = run.violations.map((v) => `${v.kind.replaceAll("-", " ")}${v.location === null ? "" : ` at ${place(v.location)}`}: ${v.message}`);
  for (const v of run.violations.filter((w) => w.kind === "deadlock")) for (const p of v.participants) out.push(`  thread ${p.thread} ${p.what}${p.location === null ? "" : ` at ${place(p.location)}`}`);
  if (run.divergedAt >= 0) return [...out, `RVL403: the program leaves the schedule at step ${run.divergedAt + 1}`];
  switch (run.outcome?.kind) {
    case "exit":
      return [...out, `the program ends with status ${run.outcome.status} after ${run.steps.length} steps`];
    case "abort":
      return [...out, `the program aborts after ${run.steps.length} steps`];
    case "stuck":
      return [...out, `nobody can go on: a thread was stopped by an assumption (${run.steps.length} steps)`];
    case "stopped":
      return [...out, `${run.outcome.code}: ${run.outcome.reason}${run.outcome.location === null ? "" : ` at ${place(run.outcome.location)}`}`];
    default:
      return out;
  }
}
