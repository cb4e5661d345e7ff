// ravel replay WITNESS.json --native : compiles the program with gcc, runs it under the schedule of the witness and tells what showed. In: a witness and a
// machine for its program. Out: text or JSON, and the exit status: 1 if the failure shows, 0 if the process ends well, 3 if it diverges.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import type { Machine } from "../../execution/machine.ts";
import { type Plan, planOf } from "../../native/plan.ts";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import { diagnosticToJson } from "../../reports/json.ts";
import { shellWord } from "../../reports/terminal.ts";
import { asText } from "../../reports/text.ts";
import { type Diagnostic, diagnostic, fail } from "../../support/diagnostics.ts";
import type { WitnessFile } from "../../witness/file.ts";
import type { WitnessStep } from "../../witness/steps.ts";
import { replayNatively } from "../native/replay-natively.ts";
import type { NativeResult } from "../native/run.ts";
import { plainFile } from "./output.ts";
import { fileSources } from "./sources.ts";

export interface NativeReplay {
  readonly path: string;
  readonly witness: WitnessFile;
  readonly machine: Machine;
  readonly format: string;
  /** Where to keep the program, or null. */
  readonly folder: string | null;
  readonly remarks: readonly Diagnostic[];
}

const statuses: Readonly<Record<NativeResult["kind"], number>> = { reached: 1, ended: 0, diverged: 3 };

export function replayInProcess(task: NativeReplay): number {
  const { witness, folder } = task;
  const { plan, replayed } = planOfWitness(task, "--native");
  const result = replayNatively(witness.program, plan, folder);
  if (folder !== null) writeFileSync(join(folder, "README.md"), readme(task, result));
  const remarks = result.kind === "diverged" ? [...task.remarks, divergence(result, plan, replayed.steps)] : task.remarks;
  process.stdout.write(task.format === "json" ? json(task, result, remarks) : text(task, plan, result, remarks));
  return statuses[result.kind];
}

/** The plan of a witness. `option`: what asks for it. */
export function planOfWitness({ witness, machine }: Pick<NativeReplay, "witness" | "machine">, option: string): ReturnType<typeof planOf> {
  checkPlatform(witness, option);
  const planned = planOf(machine, witness.schedule, (v) => v.property === witness.property);
  if (witness.violation !== null && planned.plan.failure === null)
    fail("RVL402", `the failure of the witness does not occur on the executor: ${witness.violation.message}`, {
      hint: "check the program again, and replay its new witness",
    });
  return planned;
}

function checkPlatform({ program }: WitnessFile, option: string): void {
  const obstacle = nativeObstacle(program);
  if (obstacle !== null) fail("RVL405", `${option} ${obstacle}`, { hint: `replay without ${option}` });
}

/** Why an executable on this machine cannot follow a run of the program: `needs …`; null if it can. */
export function nativeObstacle({
  entries,
  errorFunction,
  dataModel,
}: Pick<WitnessFile["program"], "entries" | "errorFunction" | "dataModel">): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") return "needs Linux on x86-64";
  if (entries !== undefined && entries.length > 0) return "needs a program with main: this one runs functions as threads";
  if (errorFunction) return `does not know that a call of ${errorFunction} is the failure`;
  return dataModel === "lp64" ? null : "replays programs of the data model lp64 only";
}

function divergence({ step, text: what }: NativeResult, { ordered }: Plan, steps: readonly WitnessStep[]): Diagnostic {
  const at = step === null ? null : steps[step];
  const where = step === null ? "after the last step" : `at step ${step + 1}`;
  const reason = ordered === null ? what : `${what} (${ordered})`;
  return diagnostic("RVL403", `the native run diverges ${where}: ${reason}`, {
    hint: "ravel replay without --native shows the run of the witness",
    location: at?.location ?? null,
  });
}

function text({ witness, path, folder }: NativeReplay, plan: Plan, result: NativeResult, remarks: readonly Diagnostic[]): string {
  const { files } = witness.program;
  const how = result.step === null ? `all ${plan.steps.length} steps came as planned` : `step ${result.step + 1} did not come as planned`;
  const outcome: Readonly<Record<NativeResult["kind"], readonly string[]>> = {
    reached: [`REACHED: ${result.text}`, `  in a native process: ${files.join(", ")} compiled with gcc; ${how}`],
    ended: ["The native process follows the schedule and ends well."],
    diverged: [`NOT REACHED: ${result.text}`],
  };
  const printed =
    result.output === ""
      ? []
      : [
          "output of the program:",
          ...result.output
            .trimEnd()
            .split("\n")
            .map((l) => `  ${l}`),
          "",
        ];
  const again =
    folder === null ? `ravel replay ${shellWord(path)} --native -o DIR, then gdb DIR/program` : `gdb ${shellWord(join(folder, "program"))}`;
  const notes = remarks.flatMap((d) => ["", ...renderDiagnostic(d, fileSources)]);
  const lines = [...printed, ...outcome[result.kind], ...notes, "", `To run it again under a debugger: ${again}`];
  return asText(lines, plainFile);
}

function json({ witness, folder }: NativeReplay, result: NativeResult, remarks: readonly Diagnostic[]): string {
  const { kind, text: what, step, output } = result;
  const native = { outcome: kind, text: what, divergedAt: step, directory: folder, output };
  return `${JSON.stringify({ ravel: version, schema: 1, files: witness.program.files, native, diagnostics: remarks.map(diagnosticToJson) }, null, 2)}\n`;
}

function readme({ path, witness }: NativeReplay, { text: what, kind }: NativeResult): string {
  return `# A native replay

\`program\` is ${witness.program.files.join(", ")}, compiled with gcc, linked with a scheduler that follows the schedule of ${path}.

When it was made, the outcome was: ${kind}: ${what}.

Run \`./program\`: it prints the outcome on standard error. The exit status is 1 if the failure shows, 0 if the process ends well, 3 if the run diverges.

In a debugger, stop where the outcome is known:

    gdb -ex 'break ravel_reached' -ex 'break ravel_missed' -ex run ./program

\`plan.c\` is the schedule, \`unit-*.s\` the program as it was assembled.
`;
}
