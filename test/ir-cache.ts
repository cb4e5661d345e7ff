// What clang made of the tests' programs, shared by all test files and kept from run to run: the same program is checked in many of them, and
// each runs in a process of its own, where the embedded clang would start anew. The folder is named after the sources of whatever
// decides what clang is given, so that a change there compiles everything again; the cache knows about programs, headers and compilers itself.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { IrCache } from "../src/frontend/clang/cache.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const parent = join(root, "node_modules/.cache/ravel/tests");

function open(): IrCache {
  const hash = createHash("sha256");
  const sources = join(root, "src/frontend/clang");
  for (const file of readdirSync(sources).sort()) hash.update(`${file}\0`).update(readFileSync(join(sources, file)));
  const folder = join(parent, hash.digest("hex").slice(0, 16));
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(parent)) removeIfOld(join(parent, name));
  }
  return new IrCache({ folder });
}

/** Others may be at work with other sources, in the same folder: only what was left is removed. */
function removeIfOld(folder: string): void {
  try {
    if (Date.now() - statSync(folder).mtimeMs > 86_400_000) rmSync(folder, { recursive: true, force: true });
  } catch {
    // somebody else has, or it is in use
  }
}

export const irCache: IrCache = open();
