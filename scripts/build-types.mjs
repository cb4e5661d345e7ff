// Writes dist/types: the types of the public API. In: src/apps/node/index.ts. Out: its declaration files and those that they refer to.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = "src/apps/node/index.d.ts";
const reference = /((?:from|import\() ?")(\.[^"]+)\.ts(?=")/g;

/** Beside `out` first, then renamed: a reader sees all types or those before. */
export function buildTypes(out) {
  const emitted = `${out}.emitted.${process.pid}`;
  const fresh = `${out}.${process.pid}`;
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const args = [compiler, "-p", join(root, "scripts/tsconfig.types.json"), "--outDir", emitted];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`the types cannot be written:\n${stdout}`);
  for (const file of closure(join(emitted, entry))) {
    const target = join(fresh, relative(join(emitted, "src"), file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(file, "utf8").replace(reference, "$1$2.js"));
  }
  rmSync(emitted, { recursive: true });
  rmSync(out, { recursive: true, force: true });
  renameSync(fresh, out);
}

/** A declaration file and all that it refers to. */
function closure(first) {
  const files = new Set([first]);
  for (const file of files)
    for (const [, , path] of readFileSync(file, "utf8").matchAll(reference)) files.add(`${resolve(dirname(file), path)}.d.ts`);
  return files;
}
