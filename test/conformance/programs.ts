// The programs that pin the library's behaviour, and the tags in their first lines.
//
//   // lp64 only            not for ilp32
//   // link: -latomic       what gcc needs besides the file
//   // exit: 3              its exit status, if not 0
//
// test/conformance/*.c print the same natively and in every interleaving. test/conformance/ravel-only/*.c use what a C
// library does not have, or what depends on the environment, and state their expected outcomes, case by case:
//
//   // inputs: 1 -2 0xff    a new case: values for the inputs, in the order in which they are read (all others are 0)
//   // expect: text         one line of its output
//   // ends: assertion      the run ends in this violation, or with this diagnostic code; otherwise by exit

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
  /** One for a program that is compared with the machine's C library. */
  readonly cases: readonly Case[];
  /** Whether its cases state the expected outcome. */
  readonly ravelOnly: boolean;
}

export interface Case {
  /** null: any; what is compared with the machine's C library must not depend on them. */
  readonly inputs: readonly bigint[] | null;
  readonly stdout: string;
  /** "exit 0", "assertion", "RVL203 fork" … */
  readonly ends: string;
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
  const after = (name: string, among = marks): string[] =>
    among.flatMap((mark) => (mark.startsWith(`${name}:`) ? [mark.slice(name.length + 2)] : []));
  const exit = Number(after("exit")[0] ?? 0);
  const starts = marks.flatMap((mark, i) => (mark.startsWith("inputs:") ? [i] : []));
  const blocks = starts.length === 0 ? [marks] : starts.map((from, i) => marks.slice(from, starts[i + 1]));
  return {
    file,
    dataModels: marks.includes("lp64 only") ? ["lp64"] : ["lp64", "ilp32"],
    link: after("link").flatMap((flags) => flags.split(" ")),
    exit,
    ravelOnly,
    cases: blocks.map((block) => ({
      inputs: ravelOnly ? after("inputs", block).flatMap((values) => values.trim().split(/\s+/).map(toInput)) : null,
      stdout: after("expect", block)
        .map((line) => `${line}\n`)
        .join(""),
      ends: after("ends", block)[0] ?? `exit ${exit}`,
    })),
  };
}

/** "-1", "0xff", or 'a' for a byte. */
const toInput = (text: string): bigint => (/^'.'$/.test(text) ? BigInt(text.charCodeAt(1)) : BigInt(text));
