// Compares one conformance program with its expectation: the machine's C library, or its first lines. Out: the differences, one
// line each; empty if the executor does the same under every schedule and reports no violation.

import type { DataModel } from "../../src/program/program.ts";
import { compile } from "../run.ts";
import { Executor } from "./execution.ts";
import { runNatively } from "./native.ts";
import type { ConformanceProgram } from "./programs.ts";

export const maxSteps = 300_000;

/** A program need not free its memory; and a read of unwritten memory prints the same natively. */
const expectedAnyway = /^(leak|uninitialised-read) /;

export async function differences(program: ConformanceProgram, dataModel: DataModel): Promise<string[]> {
  const executor = new Executor(await compile(program.file, dataModel));
  const found: string[] = [];
  for (const [number, one] of program.cases.entries()) {
    const wanted = program.ravelOnly ? { ...one, stderr: null } : runNatively(program, dataModel);
    if (!program.ravelOnly && wanted.ends !== one.ends) found.push(`natively: ${wanted.ends}, which its first lines do not say`);
    for (const [i, run] of executor.execute(one.inputs, maxSteps).entries()) {
      const say = (what: string): void =>
        void found.push(`${program.cases.length > 1 ? `case ${number + 1}, ` : ""}schedule ${i + 1}: ${what}`);
      if (!agree(run.ends, wanted.ends)) say(`${run.ends}, not ${wanted.ends}`);
      for (const violation of run.violations) if (!expectedAnyway.test(violation)) say(violation);
      if (run.stdout !== wanted.stdout) say(firstDifference(wanted.stdout, run.stdout));
      if (wanted.stderr !== null && run.stderr !== wanted.stderr) say(`standard error, ${firstDifference(wanted.stderr, run.stderr)}`);
    }
  }
  return found;
}

/** "assertion at line 9" is an assertion, and "RVL203 fork" an RVL203. */
const agree = (ends: string, wanted: string): boolean => ends === wanted || ends.startsWith(`${wanted} `);

function firstDifference(wanted: string, got: string): string {
  const [left, right] = [wanted.split("\n"), got.split("\n")];
  const row = [...left, ""].findIndex((line, i) => line !== right[i]);
  return `line ${row + 1} of the output: ${JSON.stringify(right[row] ?? null)}, not ${JSON.stringify(left[row] ?? null)}`;
}
