// Renders one run, for `ravel run` and `ravel replay`. The first line says how it ended.

import type { Diagnostic } from "../support/diagnostics.ts";
import { append } from "../support/lists.ts";
import type { Replay } from "../witness/replay.ts";
import { renderColumns } from "./columns.ts";
import { renderDiagnostic } from "./diagnostic-text.ts";
import { counted } from "./report.ts";
import { painter } from "./terminal.ts";
import { asText, type TextOptions } from "./text.ts";
import { causeOfStop, unknownBecause } from "./unknown.ts";
import { details, formatLocation, headline, inputLines, outputLines } from "./violation-text.ts";

export type RunTextOptions = Pick<TextOptions, "source" | "width" | "color" | "isFull" | "isAscii">;

export function renderRun(replay: Replay, diagnostics: readonly Diagnostic[], options: RunTextOptions): string {
  const paint = painter(options.color);
  const [first, ...more] = replay.violations;
  const out: string[] = [];
  if (first === undefined) append(out, [ending(replay), ...inputLines(replay)]);
  else
    append(out, [`${paint("FAILS", "bad")}: ${headline(first, replay)}`, ...details(first, replay, options.source), ...inputLines(replay)]);
  append(out, ["", ...renderColumns(replay, first ?? null, { ...options, paint }), ...outputLines(replay, options.isFull)]);
  for (const v of more) append(out, ["", `also ${paint("FAILS", "bad")}: ${headline(v, replay)}`, ...details(v, replay, options.source)]);
  if (first !== undefined && replay.outcome?.kind !== "error") out.push("", ending(replay));
  for (const d of diagnostics) append(out, ["", ...renderDiagnostic(d, options.source)]);
  return asText(out, options);
}

function ending(replay: Replay): string {
  const switches = replay.steps.filter((s, i) => i > 0 && s.thread !== replay.steps[i - 1]?.thread).length;
  const after = `after ${counted(replay.steps.length, "step")} and ${counted(switches, "context switch")}`;
  const { outcome } = replay;
  switch (outcome?.kind) {
    case "exit":
      return `The program ends with status ${outcome.status} ${after}.`;
    case "abort":
      return `The program aborts ${after}.`;
    case "stuck":
      return `No thread can continue ${after}: a false assumption stopped one. This is not a deadlock.`;
    case "stopped":
      return `Execution stopped ${after}: ${outcome.reason}${outcome.location === null ? "" : ` at ${formatLocation(outcome.location)}`} (${unknownBecause(causeOfStop(outcome)).code}).`;
    case "error":
      return `The program fails ${after}.`;
    case undefined:
      return replay.divergedAt < 0
        ? `The schedule ends ${after}; the program has not ended.`
        : `The program diverges from the schedule ${after} (RVL403).`;
  }
}
