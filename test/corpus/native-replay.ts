// npm run corpus:native [-- --gdb] [--seconds N] [--witnesses DIR] [PART OF A NAME…] : checks the unsafe programs of the collection and replays their witnesses
// natively, or with --gdb in ordinary executables under gdb. Prints for each how the run ended, then how many reached the failure and which did not. With
// --witnesses, the witnesses are kept in DIR and used again. The exit status is 1 if less than 90 % are reached.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compileForGdb, runGdb } from "../gdb.ts";
import { projectFolder, readCollection } from "./collection.ts";

/** The part of the programs whose failure must be reached. */
const minPart = 0.9;

const { values, positionals } = parseArgs({
  options: { gdb: { type: "boolean", default: false }, seconds: { type: "string", default: "20" }, witnesses: { type: "string" } },
  allowPositionals: true,
});

interface Told {
  readonly isReached: boolean;
  readonly text: string;
}

const command = join(projectFolder, "ravel");
const temporary = mkdtempSync(join(tmpdir(), "ravel-witnesses-"));
const folder = values.witnesses === undefined ? temporary : resolve(values.witnesses);
mkdirSync(folder, { recursive: true });
const missed: string[] = [];
let reached = 0;
let heldBack = 0;
let inOrder = 0;
let late = 0;
try {
  for (const { name, file } of readCollection().programs) {
    if (!name.startsWith("unsafe/") || (positionals.length > 0 && !positionals.some((part) => name.includes(part)))) continue;
    const witness = join(folder, `${basename(name)}.json`);
    if (!existsSync(witness))
      spawnSync(command, ["check", file, "--timeout", values.seconds, "--jobs", "1", "--progress", "none", "--witness", witness], {
        cwd: projectFolder,
        stdio: "ignore",
      });
    const { isReached, text } = !existsSync(witness)
      ? { isReached: false, text: "the check found no violation in time" }
      : values.gdb
        ? replayedByGdb(witness, file)
        : replayedNatively(witness);
    if (isReached) {
      reached++;
      if (text.includes("has seen yet")) heldBack++;
      if (text.includes("by the witness no synchronisation")) inOrder++;
      if (text.includes("did not come as planned")) late++;
    } else missed.push(`${name}: ${text}`);
    console.log(`${isReached ? "" : "NOT REACHED "}${name}: ${text}`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
const all = reached + missed.length;
console.log(`\n${reached} of ${all} reached (${((100 * reached) / all).toFixed(1)} %)`);
console.log(
  `among them ${heldBack} races whose earlier write is held back, ${inOrder} whose earlier access was made; ${late} after a step that did not come as planned`,
);
for (const line of missed) console.log(`not reached: ${line}`);
process.exit(reached / all >= minPart ? 0 : 1);

function replayedNatively(witness: string): Told {
  const { stdout, stderr } = spawnSync(command, ["replay", witness, "--native", "--format", "json"], {
    cwd: projectFolder,
    encoding: "utf8",
  });
  try {
    const { native, diagnostics } = JSON.parse(stdout) as {
      readonly native?: { readonly outcome: string; readonly text: string; readonly divergedAt: number | null };
      readonly diagnostics: readonly { readonly message: string }[];
    };
    if (native?.outcome !== "reached") return { isReached: false, text: diagnostics.at(-1)?.message ?? native?.text ?? "" };
    const how = native.divergedAt === null ? "" : ` (step ${native.divergedAt + 1} did not come as planned)`;
    return { isReached: true, text: `${native.text}${how}` };
  } catch {
    return { isReached: false, text: `${stdout}${stderr}`.trim() };
  }
}

function replayedByGdb(witness: string, file: string): Told {
  const script = join(temporary, "script.gdb");
  const executable = join(temporary, "program");
  rmSync(script, { force: true });
  const { status, stdout, stderr } = spawnSync(command, ["replay", witness, "--gdb", "-o", script], {
    cwd: projectFolder,
    encoding: "utf8",
  });
  if (status !== 0) return { isReached: false, text: `${stdout}${stderr}`.trim() };
  compileForGdb([file], executable);
  const run = runGdb(script, executable);
  return { isReached: run.status === 1 && run.line.startsWith("ravel: reached: "), text: run.line };
}
