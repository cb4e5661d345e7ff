// ravel replay WITNESS.json [--native] : replays the run stored in a witness, on the program it names: on the executor, or in a native process.

import { existsSync } from "node:fs";
import { allProperties } from "../../execution/errors.ts";
import { Machine } from "../../execution/machine.ts";
import { load } from "../../frontend/load.ts";
import { type Diagnostic, diagnostic, fail } from "../../support/diagnostics.ts";
import type { WitnessFile } from "../../witness/file.ts";
import { replay } from "../../witness/replay.ts";
import { nodeToolchain } from "../clang/toolchain.ts";
import { replayInProcess } from "./native-replay.ts";
import type { ParsedArguments } from "./options.ts";
import { machineOptions, openCache } from "./request.ts";
import { runFormat, showRun } from "./show-run.ts";
import { hashFile, readWitness } from "./witness-file.ts";

export async function replayCommand(args: ParsedArguments): Promise<number> {
  const [path, ...more] = args.positionals;
  if (path === undefined || more.length > 0) return fail("RVL001", "expected one witness file", { hint: "run ravel replay WITNESS.json" });
  if (args.text("output") !== null && !args.flag("native"))
    fail("RVL003", "--output needs --native: only a native replay writes files", { hint: `run ravel replay ${path} --native -o DIR` });
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
  if (args.flag("native"))
    return replayInProcess({ path, witness, machine, format, folder: args.text("output"), remarks: [...warnings, ...remarks] });
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

/** Fails if a file of the witness does not exist. Returns warnings about those that have changed. */
function compareFiles(witness: WitnessFile): Diagnostic[] {
  const remarks: Diagnostic[] = [];
  for (const file of witness.program.files) {
    if (!existsSync(file))
      fail("RVL402", `the witness names ${file}, which does not exist`, { hint: "run ravel in the directory of the check" });
    if (witness.hashes[file] !== undefined && witness.hashes[file] !== hashFile(file))
      remarks.push(diagnostic("RVL402", `${file} has changed since the witness was written`, { severity: "warning" }));
  }
  return remarks;
}
