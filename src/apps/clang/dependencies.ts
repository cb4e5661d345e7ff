// The dependencies of a compilation besides its source, flags and compiler: the files it read, and files that must not appear, because
// they would be read instead (a new header earlier on the search path). In: the files that a run read. Out: `Dependencies`, which the cache
// stores and checks.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Dependencies } from "../../frontend/toolchain.ts";
import type { Flag } from "./flags.ts";

export function sha256(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}

export function dependenciesHold(dependencies: Dependencies): boolean {
  return dependencies.absent.every((path) => !exists(path)) && dependencies.read.every(([path, hash]) => hashOfFile(path) === hash);
}

function exists(path: string): boolean {
  return tryRead(() => statSync(path, { throwIfNoEntry: false })) !== undefined;
}

function hashOfFile(path: string): string | undefined {
  return tryRead(() => sha256(readFileSync(path)));
}

/** The result of `read`; undefined if it throws. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const includeLine = /^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*(?:<([^>\n]+)>|"([^"\n]+)")/gm;
const hasInclude = /__has_include(?:_next)?[ \t]*\([ \t]*(?:<([^>\n]+)>|"([^"\n]+)")/g;

/**
 * The dependencies of a run of a compiler that only lists the files it read. The files are searched for `#include` lines; every path at which
 * an included name does not exist must remain absent. These are more paths than the compiler tried, which at worst costs a compilation.
 * Null if a file was written after `since`, so that it is not known which text was read.
 */
export function dependenciesOfRun(read: readonly string[], mainFile: string, flags: readonly Flag[], since: number): Dependencies | null {
  const cwd = process.cwd();
  const files = [...new Set(read.map((path) => resolve(cwd, path)))];
  const main = resolve(cwd, mainFile);
  const hashes: [string, string][] = [];
  const angled = new Set<string>();
  const quoted = new Set<string>();
  for (const path of files) {
    const contents = tryRead(() => (statSync(path).mtimeMs >= since ? undefined : readFileSync(path)));
    if (contents === undefined) return null;
    if (path !== main) hashes.push([path, sha256(contents)]);
    collectNames(contents.toString("latin1"), angled, quoted);
  }
  const folders = flags.filter((flag) => flag.kind === "path" && flag.option !== "-include" && flag.option !== "-imacros");
  const search = folders.map((flag) => (flag.kind === "path" ? resolve(cwd, flag.path) : cwd));
  for (const flag of flags) if (flag.kind === "path" && !folders.includes(flag)) quoted.add(flag.path);
  const beside = [...new Set([cwd, ...files.map((path) => dirname(path))])];
  const paths = [...angled].flatMap((name) => search.map((folder) => resolve(folder, name)));
  for (const name of quoted) for (const folder of [...beside, ...search]) paths.push(resolve(folder, name));
  return { read: hashes, absent: [...new Set(paths)].filter((path) => !exists(path)) };
}

function collectNames(text: string, angled: Set<string>, quoted: Set<string>): void {
  for (const pattern of [includeLine, hasInclude]) {
    for (const [, angle, quote] of text.matchAll(pattern)) {
      if (angle !== undefined) angled.add(angle);
      else quoted.add(quote);
    }
  }
}
