// ravel init BUILD_DIR: writes a first ravel.json from compile_commands.json. A target with a main becomes a target, together with the units of
// targets that have none, which are libraries. Without targets in the database, each file with a main does, together with the files that have none.

import { existsSync, readFileSync } from "node:fs";
import { fail } from "../../support/diagnostics.ts";
import { type BuildUnit, readUnits, targetsOf } from "./build-folder.ts";
import type { ParsedArguments } from "./options.ts";
import { writeOut } from "./output.ts";
import { projectFile } from "./project-file.ts";

const isC = /\.[ci]$/;
const timeoutSeconds = 60;

export async function initCommand(args: ParsedArguments): Promise<number> {
  const [folder, ...more] = args.positionals;
  if (folder === undefined || more.length > 0) return fail("RVL001", "expected one build directory", { hint: "run ravel init BUILD_DIR" });
  if (existsSync(projectFile)) fail("RVL001", `${projectFile} already exists`, { hint: "remove it first, or edit it" });
  const { units, path } = readUnits(folder);
  const inC = units.filter((u) => isC.test(u.file) && existsSync(u.file));
  const named = [...targetsOf(inC)].filter(([name]) => name !== "");
  const targets = named.length > 0 ? fromTargets(named) : fromFiles(inC);
  if (targets.length === 0)
    fail("RVL010", `no C file of ${path} has a main`, {
      hint: `write ${projectFile} by hand, with "entry": see schemas/ravel.schema.json`,
    });
  writeOut(projectFile, `${JSON.stringify({ build: folder, limits: { timeout: timeoutSeconds }, targets }, null, 2)}\n`);
  process.stdout.write(`${projectFile}: ${targets.length} ${targets.length === 1 ? "target" : "targets"}. To check them: ravel check\n`);
  return 0;
}

function fromTargets(named: readonly (readonly [string, readonly BuildUnit[]])[]): object[] {
  const libraries = named.filter(([, units]) => !units.some(hasMain)).map(([name]) => name);
  return named
    .filter(([, units]) => units.some(hasMain))
    .map(([name]) => ({ name, target: libraries.length === 0 ? name : [name, ...libraries] }));
}

function fromFiles(units: readonly BuildUnit[]): object[] {
  const others = units.filter((u) => !hasMain(u)).map((u) => u.file);
  return units.filter(hasMain).map(({ file }) => ({ name: file.replace(isC, ""), files: [file, ...others] }));
}

/** By its text: a file need not compile here. */
const hasMain = ({ file }: BuildUnit): boolean => /\bmain\s*\([^;]*\)\s*\{/.test(readFileSync(file, "utf8"));
