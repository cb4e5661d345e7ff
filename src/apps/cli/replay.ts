// ravel replay WITNESS.json : the run of a witness again, on the program it names.

import { existsSync } from "node:fs";
import { Machine } from "../../execution/machine.ts";
import { allProperties } from "../../execution/errors.ts";
import { load } from "../../frontend/load.ts";
import { fail } from "../../support/diagnostics.ts";
import { replay } from "../../witness/confirm.ts";
import { hashFile, parseWitness } from "../../witness/file.ts";
import { machineOptions, openCache, readText } from "./common-request.ts";
import type { ParsedArguments } from "./options.ts";
import { statusOf } from "./run.ts";
import { showRun } from "./show-run.ts";

export async function replayCommand(args: ParsedArguments): Promise<number> {
  const [path, ...more] = args.positionals;
  if (path === undefined || more.length > 0) return fail("RVL001", "one witness file is needed", { hint: "ravel replay WITNESS.json" });
  const witness = parseWitness(readText(path), path);
  for (const file of witness.program.files) {
    if (!existsSync(file)) fail("RVL402", `the witness is about ${file}, which is not there`, { hint: "run ravel where the check was run" });
    if (witness.hashes[file] !== hashFile(file)) process.stderr.write(`warning RVL402: ${file} has changed since the witness was written\n`);
  }
  const { program } = await load({ ...witness.program, clang: args.text("clang") ?? "auto", cache: openCache(args) });
  const properties = new Set(allProperties.filter((p) => p === witness.property || (p !== "overflow" && p !== "leak" && p !== "uninit")));
  const machine = new Machine(program, { ...machineOptions(args), ...witness.options, properties, undo: false });
  const { property } = witness;
  const shown = replay(machine, witness.schedule, (v) => v.property === property);
  process.stdout.write(showRun(shown, args.text("format") ?? "text", null));
  return statusOf(shown, true);
}
