// npm run mutate [-- NAME …]: puts every mutant of mutants.json into a copy of the project, and runs the test that must fail; all pass without. Fails if one passes.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFolder } from "../corpus/collection.ts";
import { listMutants, type Mutant, mutated } from "./mutants.ts";

const copied = ["src", "test", "bench/programs", "package.json", "tsconfig.json", "vitest.config.ts"];
const names = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "ravel-mutants-"));
const alive: string[] = [];
try {
  for (const part of copied) cpSync(join(projectFolder, part), join(folder, part), { recursive: true });
  for (const part of ["node_modules", "dist"]) symlinkSync(join(projectFolder, part), join(folder, part));
  const mutants = listMutants(projectFolder).filter((m) => names.length === 0 || names.some((n) => m.name.includes(n)));
  for (const file of new Set(mutants.map((m) => m.test))) if (run(file).failed > 0) throw new Error(`${file} fails without a mutant`);
  for (const m of mutants) {
    const isKilled = fails(m);
    console.log(`${isKilled ? "killed" : "ALIVE "} ${m.file}: ${m.name}`);
    if (!isKilled) alive.push(m.name);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(alive.length === 0 ? 0 : 1);

function fails(m: Mutant): boolean {
  const path = join(folder, "src", m.file);
  const text = readFileSync(path, "utf8");
  const changed = mutated(text, m);
  if (changed === null) throw new Error(`${m.name}: the text to change is not there once`);
  writeFileSync(path, changed);
  const { failed } = run(m.test, m.title);
  writeFileSync(path, text);
  return failed > 0;
}

/** Runs tests of a file in the copy. Throws if none was run. */
function run(file: string, title?: string): { readonly failed: number } {
  const vitest = join(projectFolder, "node_modules/vitest/vitest.mjs");
  const chosen = title === undefined ? [] : ["-t", title];
  const { stdout } = spawnSync(process.execPath, [vitest, "run", `test/unit/${file}`, ...chosen], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  const count = (what: string): number => Number(new RegExp(`^ *Tests .*?(\\d+) ${what}`, "m").exec(stdout)?.[1] ?? 0);
  if (count("failed") + count("passed") === 0) throw new Error(`no test of ${file} was run\n${stdout}`);
  return { failed: count("failed") };
}
