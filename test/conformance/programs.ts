// The programs that pin the library's behaviour down, and the marks in their first lines.
//
//   // lp64 only            not for ilp32
//   // link: -latomic       what gcc needs besides the file
//   // exit: 3              its exit status, if not 0
//
// test/conformance/*.c print the same natively and in every interleaving. test/conformance/ravel-only/*.c use what a C
// library does not have, or what ends the process, and say themselves what comes out:
//
//   // inputs: 1 -2 3       values for the inputs, in order of asking
//   // expect: text         one line of output each
//   // ends: assertion      the run ends in this violation, or with this diagnostic code; else by exit

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DataModel } from "../../src/program/program.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface ConformanceProgram {
  /** Relative to the project. */
  readonly file: string;
  readonly dataModels: readonly DataModel[];
  readonly link: readonly string[];
  readonly exit: number;
  readonly inputs: readonly bigint[];
  /** null: whatever the machine's C library does. */
  readonly expected: { readonly stdout: string; readonly ends: string } | null;
}

export function conformancePrograms(): ConformanceProgram[] {
  return ["test/conformance", "test/conformance/ravel-only"].flatMap((folder) => {
    if (!existsSync(join(root, folder))) return [];
    const files = readdirSync(join(root, folder)).filter((file) => file.endsWith(".c"));
    return files.sort().map((file) => readProgram(`${folder}/${file}`, folder.endsWith("ravel-only")));
  });
}

function readProgram(file: string, ravelOnly: boolean): ConformanceProgram {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const first = lines.findIndex((line) => !line.startsWith("//"));
  const marks = lines.slice(0, first).map((line) => line.slice(3));
  const after = (name: string): string[] => marks.flatMap((mark) => (mark.startsWith(`${name}:`) ? [mark.slice(name.length + 2)] : []));
  const exit = Number(after("exit")[0] ?? 0);
  const ends = after("ends")[0] ?? `exit ${exit}`;
  return {
    file,
    dataModels: marks.includes("lp64 only") ? ["lp64"] : ["lp64", "ilp32"],
    link: after("link").flatMap((flags) => flags.split(" ")),
    exit,
    inputs: after("inputs").flatMap((values) => values.trim().split(/\s+/).map(BigInt)),
    expected: ravelOnly ? { stdout: after("expect").map((line) => `${line}\n`).join(""), ends } : null,
  };
}
