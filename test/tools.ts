// Tests that need a tool of the machine: `if (needs("gcc")) test(…)`. In: a tool's name. Out: whether it exists.
//
// A test without its tool is not skipped in silence: it is recorded, and `not-run-reporter.ts` lists it at the end of the
// run. With RAVEL_REQUIRE_TOOLS=1 a missing tool is an error, so that a machine meant to have them all cannot lose one
// unnoticed.

import { spawnSync } from "node:child_process";
import { accessSync, appendFileSync, constants, existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { expect } from "vitest";
import { findSystemClang, type SystemClang } from "../src/apps/clang/system-clang.ts";
import type { DataModel } from "../src/program/program.ts";

/** Set by the reporter: the file in which test processes record what they could not run. */
export const notRunFileVariable = "RAVEL_NOT_RUN_FILE";

let systemClang: SystemClang | null | undefined;
/** Compilers with flags that were tried. */
const compiles = new Map<string, boolean>();

/**
 * Whether the tool is on the path; for "clang" one that is new enough, under any of its names; for a compiler with
 * flags ("gcc -m32") whether it makes programs with them; for an absolute path, such as that of a header, whether it exists. `what` names what is not run without it.
 */
export function needs(tool: string, what = ""): boolean {
  if (isThere(tool)) return true;
  const file = expect.getState().testPath ?? "";
  if (process.env.RAVEL_REQUIRE_TOOLS === "1") throw new Error(`${tool} is needed (RAVEL_REQUIRE_TOOLS=1) by ${what || file}`);
  const record = process.env[notRunFileVariable];
  if (record !== undefined) appendFileSync(record, `${JSON.stringify({ tool, file, what })}\n`);
  return false;
}

/** A gcc that makes programs of the data model. */
export const needsGcc = (model: DataModel, what: string): boolean =>
  needs("gcc", what) && (model === "lp64" || needs("gcc -m32", `${what}, ilp32`));

function isThere(tool: string): boolean {
  if (tool.includes(" -")) {
    const known = compiles.get(tool) ?? makesPrograms(tool.split(" "));
    compiles.set(tool, known);
    return known;
  }
  if (tool === "clang") {
    if (systemClang === undefined) systemClang = findSystemClang(null);
    return systemClang !== null;
  }
  if (isAbsolute(tool)) return existsSync(tool);
  return pathOf(tool) !== null;
}

/** Where the tool is on the path, or null. */
export function pathOf(tool: string): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, tool)).find(isExecutable) ?? null;
}

/** The compiler may exist without the headers and libraries that its flags need. */
function makesPrograms([compiler = "", ...flags]: readonly string[]): boolean {
  const input = '#include <stdio.h>\nint main(void) { return puts(""); }\n';
  return spawnSync(compiler, [...flags, "-x", "c", "-", "-o", "/dev/null"], { input, stdio: ["pipe", "ignore", "ignore"] }).status === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
