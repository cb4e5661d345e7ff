// ravel replay WITNESS.json [--native | --gdb] : replays the run stored in a witness, on the program it names: on the executor, in a native process, or by a
// script for gdb.

import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { allProperties } from "../../execution/errors.ts";
import { Machine } from "../../execution/machine.ts";
import { load } from "../../frontend/load.ts";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import { type Diagnostic, diagnostic, fail } from "../../support/diagnostics.ts";
import type { WitnessFile } from "../../witness/file.ts";
import { replay } from "../../witness/replay.ts";
import { nodeToolchain } from "../clang/toolchain.ts";
import { writeGdbScript } from "./gdb-replay.ts";
import { replayInProcess } from "./native-replay.ts";
import type { ParsedArguments } from "./options.ts";
import { checkWritable } from "./output.ts";
import { machineOptions, openCache } from "./request.ts";
import { runFormat, showRun } from "./show-run.ts";
import { fileSources } from "./sources.ts";
import { hashFile, readWitness } from "./witness-file.ts";

export async function replayCommand(args: ParsedArguments): Promise<number> {
  const [path, ...more] = args.positionals;
  if (path === undefined || more.length > 0) return fail("RVL001", "expected one witness file", { hint: "run ravel replay WITNESS.json" });
  checkTarget(args, path);
  const witness = readWitness(path);
  const remarks = compareFiles(witness);
  const { program, warnings } = await load({
    ...witness.program,
    toolchain: nodeToolchain,
    clang: args.text("clang") ?? "auto",
    cache: openCache(args),
  });
  const properties = new Set(allProperties.filter((p) => p === witness.property || (p !== "overflow" && p !== "leak" && p !== "uninit")));
  const machine = new Machine(program, { ...machineOptions(args), ...witness.options, properties, undo: false });
  const format = args.text("format") ?? "text";
  const output = args.text("output");
  if (args.flag("gdb")) {
    for (const d of [...warnings, ...remarks]) process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
    return writeGdbScript({ witness, machine, output });
  }
  if (args.flag("native")) return replayInProcess({ path, witness, machine, format, folder: output, remarks: [...warnings, ...remarks] });
  const shown = replay(machine, witness.schedule, () => false, true);
  const expected = witness.violation;
  if (expected !== null && shown.divergedAt < 0 && !shown.violations.some((v) => v.property === witness.property)) {
    remarks.push(
      diagnostic("RVL402", `the failure of the witness (${expected.kind.replaceAll("-", " ")}: ${expected.message}) does not occur`, {
        severity: "warning",
      }),
    );
  }
  return showRun(shown, witness.program.files, runFormat(args), [...warnings, ...remarks], witness.property);
}

/** Fails, before any work, if options conflict or what is to be written exists already. */
function checkTarget(args: ParsedArguments, path: string): void {
  const output = args.text("output");
  if (args.flag("gdb") && args.flag("native")) fail("RVL003", "--gdb conflicts with --native", { hint: "use one of them" });
  if (args.flag("gdb") && args.text("format") === "json") fail("RVL003", "--gdb conflicts with --format json: it writes a script");
  if (output === null) return;
  if (!args.flag("native") && !args.flag("gdb"))
    fail("RVL003", "--output needs --native or --gdb: only these write files", { hint: `run ravel replay ${path} --gdb -o FILE` });
  if (args.flag("native")) checkNewFolder(output);
  else if (existsSync(output)) fail("RVL007", `${output} exists already`, { hint: "name a new file with -o" });
  else checkWritable(output);
}

/** A directory that is empty, or that can be made. */
function checkNewFolder(folder: string): void {
  const hint = "name a new directory with -o";
  const there = existsSync(folder) ? folder : nearestAbove(folder);
  if (!statSync(there).isDirectory()) fail("RVL007", `cannot write ${folder}: ${there} is not a directory`, { hint });
  if (there === folder && readdirSync(folder).length > 0) fail("RVL007", `${folder} is not empty`, { hint });
  checkWritable(join(there, "ravel"));
}

/** The nearest directory or file above a path that exists. */
function nearestAbove(path: string): string {
  const above = dirname(path);
  return existsSync(above) ? above : nearestAbove(above);
}

/** Fails if a file of the witness does not exist. Returns warnings about those that have changed. */
export function compareFiles(witness: WitnessFile): Diagnostic[] {
  const remarks: Diagnostic[] = [];
  for (const file of witness.program.files) {
    if (!existsSync(file))
      fail("RVL402", `the witness names ${file}, which does not exist`, { hint: "run ravel in the directory of the check" });
    if (witness.hashes[file] !== undefined && witness.hashes[file] !== hashFile(file))
      remarks.push(diagnostic("RVL402", `${file} has changed since the witness was written`, { severity: "warning" }));
  }
  return remarks;
}
