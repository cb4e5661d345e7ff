// Prints a run on standard output and returns its exit status.

import { version } from "../../../package.json";
import type { Property } from "../../execution/errors.ts";
import { runToJson } from "../../reports/json.ts";
import { renderRun } from "../../reports/run-text.ts";
import { type Diagnostic, diagnostic } from "../../support/diagnostics.ts";
import type { Replay } from "../../witness/replay.ts";
import type { ParsedArguments } from "./options.ts";
import { showingOriginals } from "./original-lines.ts";
import { type TerminalStyle, terminal } from "./output.ts";
import { fileSources } from "./sources.ts";

/**
 * 1 if a failure occurs, 0 if the run ends well, 3 if it diverges from its schedule or stops early. `property` is the one
 * the run is about: its failure is reported first.
 */
export function showRun(
  replayed: Replay,
  files: readonly string[],
  { format, ...shown }: RunFormat,
  remarks: readonly Diagnostic[],
  property: Property | null,
): number {
  const last =
    replayed.violations.find((v) => v.property === property) ??
    (replayed.outcome?.kind === "error" ? replayed.violations.at(-1) : undefined);
  const ordered: Replay =
    last === undefined ? replayed : { ...replayed, violations: [last, ...replayed.violations.filter((v) => v !== last)] };
  const showOriginal = showingOriginals(files);
  const run = showOriginal(ordered);
  const diverged = run.divergedAt < 0 ? [] : [diverges(run)];
  const diagnostics = showOriginal([...remarks, ...diverged]);
  process.stdout.write(
    format === "json"
      ? `${JSON.stringify(runToJson(version, files, run, diagnostics), null, 2)}\n`
      : renderRun(run, diagnostics, { source: fileSources, ...shown }),
  );
  if (run.violations.length > 0) return 1;
  return run.outcome === null || run.outcome.kind === "stopped" ? 3 : 0;
}

export interface RunFormat extends TerminalStyle {
  readonly format: string;
  readonly isFull: boolean;
}

export const runFormat = (args: ParsedArguments): RunFormat => ({
  format: args.text("format") ?? "text",
  isFull: args.flag("full"),
  ...terminal(args.text("color")),
});

function diverges(run: Replay): Diagnostic {
  return diagnostic(
    "RVL403",
    `the program diverges from the schedule at step ${run.divergedAt + 1}: the scheduled step cannot be executed`,
    {
      hint: "check that the program, its flags and Ravel's version are those of the recording",
    },
  );
}
