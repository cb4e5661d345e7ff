// Clang's output for the tests' programs, shared by all test files and kept from run to run: many test files check the same program, and
// each runs in a separate process, where the embedded clang would have to start again. The directory is named after a hash of the sources that
// determine clang's input, so that after a change there everything is compiled again; the cache itself detects changed programs, headers and compilers.
// The key also contains the name of the file: a program given as text has a file whose name follows from the text.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { IrCache } from "../src/apps/clang/cache.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const parent = join(root, "node_modules/.cache/ravel/tests");

function open(): string {
  const hash = createHash("sha256");
  const sources = join(root, "src/apps/clang");
  for (const file of readdirSync(sources).sort()) hash.update(`${file}\0`).update(readFileSync(join(sources, file)));
  const folder = join(parent, hash.digest("hex").slice(0, 16));
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(parent)) removeIfOld(join(parent, name));
  }
  return folder;
}

/** Other processes may use other sources in the same directory: only old directories are removed. */
function removeIfOld(folder: string): void {
  try {
    if (Date.now() - statSync(folder).mtimeMs > 86_400_000) rmSync(folder, { recursive: true, force: true });
  } catch {
    // another process has removed it, or it is in use
  }
}

const folder = open();
export const irCache = new IrCache({ folder });

/** The file of a program given as text, in a separate directory. It is not removed: another process may be about to read it. */
export function fileOfText(text: string): string {
  const home = join(folder, "texts", createHash("sha256").update(text).digest("hex").slice(0, 32));
  const file = join(home, "program.c");
  if (existsSync(file)) return file;
  mkdirSync(home, { recursive: true });
  const beside = join(home, `${process.pid}-${Math.random().toString(36).slice(2)}`);
  writeFileSync(beside, text);
  renameSync(beside, file);
  return file;
}
