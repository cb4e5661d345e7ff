// npm run corpus:native [-- --seconds N] [--witnesses DIR] [PART OF A NAME…] : checks the unsafe programs of the collection and replays their witnesses
// natively, both with the command line. Prints for each how the native run ended, then how many reached the failure and which did not. With --witnesses, the
// witnesses are kept in DIR and used again. The exit status is 1 if less than 90 % are reached.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { projectFolder, readCollection } from "./collection.ts";

/** The part of the programs whose failure must be reached. */
const minPart = 0.9;

const { values, positionals } = parseArgs({
  options: { seconds: { type: "string", default: "20" }, witnesses: { type: "string" } },
  allowPositionals: true,
});

interface Told {
  readonly native?: { readonly outcome: string; readonly text: string };
  readonly diagnostics: readonly { readonly message: string }[];
}

const command = join(projectFolder, "ravel");
const folder = values.witnesses === undefined ? mkdtempSync(join(tmpdir(), "ravel-witnesses-")) : resolve(values.witnesses);
mkdirSync(folder, { recursive: true });
const missed: string[] = [];
let reached = 0;
let inOrder = 0;
try {
  for (const { name, file } of readCollection().programs) {
    if (!name.startsWith("unsafe/") || (positionals.length > 0 && !positionals.some((part) => name.includes(part)))) continue;
    const witness = join(folder, `${basename(name)}.json`);
    if (!existsSync(witness))
      spawnSync(command, ["check", file, "--timeout", values.seconds, "--jobs", "1", "--progress", "none", "--witness", witness], {
        cwd: projectFolder,
        stdio: "ignore",
      });
    const told = replayed(witness);
    if (told.native?.outcome === "reached") {
      reached++;
      if (told.native.text.includes("no synchronisation orders the two")) inOrder++;
      console.log(`${name}: ${told.native.text}`);
    } else {
      missed.push(`${name}: ${told.diagnostics.at(-1)?.message ?? told.native?.text}`);
      console.log(`NOT REACHED ${missed.at(-1)}`);
    }
  }
} finally {
  if (values.witnesses === undefined) rmSync(folder, { recursive: true, force: true });
}
const all = reached + missed.length;
console.log(
  `\n${reached} of ${all} reached (${((100 * reached) / all).toFixed(1)} %); ${inOrder} of them are races whose accesses depend on each other`,
);
for (const line of missed) console.log(`not reached: ${line}`);
process.exit(reached / all >= minPart ? 0 : 1);

function replayed(witness: string): Told {
  if (!existsSync(witness)) return { diagnostics: [{ message: "the check found no violation in time" }] };
  const { stdout, stderr } = spawnSync(command, ["replay", witness, "--native", "--format", "json"], {
    cwd: projectFolder,
    encoding: "utf8",
  });
  try {
    return JSON.parse(stdout) as Told;
  } catch {
    return { diagnostics: [{ message: `${stdout}${stderr}`.trim() }] };
  }
}
