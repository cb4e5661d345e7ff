// npm run mutate [-- NAME …]: puts every mutant of mutants.json into a copy of the project, and runs the test that must fail. Fails if one passes.

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
  for (const m of listMutants(projectFolder)) {
    if (names.length > 0 && !names.some((n) => m.name.includes(n))) continue;
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
  const title = m.title === undefined ? [] : ["-t", m.title];
  const vitest = join(projectFolder, "node_modules/vitest/vitest.mjs");
  const { status, stdout } = spawnSync(process.execPath, [vitest, "run", "--bail", "1", `test/unit/${m.test}`, ...title], {
    cwd: folder,
    encoding: "utf8",
  });
  writeFileSync(path, text);
  // A title that no test has would pass as well.
  if (status !== 0 && !stdout.includes("FAIL")) throw new Error(`${m.name}: no test was run\n${stdout}`);
  return status !== 0;
}
