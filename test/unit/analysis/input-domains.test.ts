// Which values of an input are tried: few where the program distinguishes few cases, but always all that matter. The final values of the
// globals are compared with those of every value of the input, where all can be tried.

import { describe, expect, test } from "vitest";
import { explore } from "../../../src/engines/explore/explore.ts";
import { globalValues } from "../../../src/execution/final-state.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { run } from "../../../src/scheduling/run.ts";
import { Rng } from "../../../src/support/rng.ts";
import { type AnyTask, changed } from "../../run.ts";
import { type Shape, ShapeFile } from "../../verdicts/shapes.ts";

const int = "__VERIFIER_nondet_int()";
const byte = "(signed char)__VERIFIER_nondet_uchar()";
const of = (name: string, before: string): Shape => ({ name, threads: [], before });

/** Inputs of 32 bits: the number of runs, and the final values of g (null: too many). */
const wide: readonly (readonly [name: string, body: string, runs: number, ends: readonly number[] | null])[] = [
  ["an assumption with two bounds", `int x = ${int}; __VERIFIER_assume(x >= 0 && x < 4); g = x;`, 6, [0, 1, 2, 3]],
  ["two assumptions", `int x = ${int}; __VERIFIER_assume(x >= -1); __VERIFIER_assume(x <= 1); g = x;`, 5, [-1, 0, 1]],
  ["a return", `int x = ${int}; if (x < 0 || x > 2) return 0; g = x;`, 5, [0, 1, 2]],
  ["an abort", `int x = ${int}; if (x < 5 || x > 6) abort(); g = x;`, 4, [5, 6]],
  ["a remainder", `g = ${int} % 3;`, 6, [-2, -1, 0, 1, 2]],
  ["an unsigned remainder", `g = (unsigned)${int} % 3u;`, 3, [0, 1, 2]],
  ["a mask", `g = ${int} & 3;`, 4, [0, 1, 2, 3]],
  ["a truth value", `_Bool b = ${int}; g = b;`, 2, [0, 1]],
  ["a narrower type", `g = (unsigned char)${int} / 128;`, 256, [0, 1]],
  ["branches only", `int x = ${int}; if (x > 100) g = 1; else if (x == 7) g = 2;`, 3, [0, 1, 2]],
  ["a switch", `int x = ${int}; switch (x) { case 3: g = 1; break; case -5: g = 2; break; default: g = 3; }`, 3, [1, 2, 3]],
  ["a conditional expression", `g = ${int} > 3 ? 10 : 20;`, 2, [10, 20]],
  ["a remainder that is compared", `int x = ${int}; g = x % 2 == 0 ? 4 : 5;`, 4, [4, 5]],
  ["two inputs", `int x = ${int}, w = ${int}; __VERIFIER_assume(x >= 0 && x < 2 && w >= 0 && w < 2); g = 2 * x + w;`, 16, [0, 1, 2, 3]],
  ["a bound from a loop", `int x = ${int}; __VERIFIER_assume(x >= 0 && x <= 2); for (int i = 0; i < x; i++) g++;`, 5, [0, 1, 2]],
  ["no bound", `g = ${int};`, 1, null],
  ["one bound", `int x = ${int}; __VERIFIER_assume(x > 0); g = x;`, 1, null],
  ["a bound after the use", `int x = ${int}; g = x; __VERIFIER_assume(x >= 0 && x < 4);`, 1, null],
  ["too many", `int x = ${int}; __VERIFIER_assume(x >= 0 && x < 5000); g = x;`, 1, null],
];

/** Inputs of 8 bits: the same, and all 256 values are tried one by one. */
const narrow: readonly (readonly [name: string, body: string])[] = [
  ["bounds", `int x = ${byte}; __VERIFIER_assume(x >= -3 && x < 4); g = x;`],
  ["unsigned bounds", `unsigned x = ${byte}; __VERIFIER_assume(x > 4294967290u || x == 2); g = (int)x;`],
  ["negation", `int x = ${byte}; if (!(x < 5)) return 0; if (!(x > -5)) return 0; g = x;`],
  ["a difference", `int x = ${byte}; g = (x > 10) - (x < -10);`],
  ["or", `int x = ${byte}; if (x == 4 || x == -4 || (x > 100 && x != 110)) g = 1; else g = x < 0 ? 2 : 3;`],
  ["remainder of a part", `int x = ${byte}; __VERIFIER_assume(x >= 50); g = x % 7;`],
  ["remainder and more", `int x = ${byte}; g = x % 5; if (x == 100) g = 77;`],
  ["unsigned remainder of a negative number", `unsigned x = ${byte}; g = x % 7u;`],
  ["switch", `int x = ${byte}; switch (x) { case -1: g = 1; break; case 5: case 6: g = 2; break; default: if (x > 5) g = 3; }`],
  ["a helper", `int x = ${byte}; g = abs(x) > 3;`],
  ["what others do", `int x = ${byte}; if (y) { if (x > 3) g = 1; } else if (x % 4 == 1) g = 2;`],
];

const file = new ShapeFile([...wide.map(([name, body]) => of(name, body)), ...narrow.map(([name, body]) => of(`8 bits: ${name}`, body))]);

const ends = async (task: AnyTask): Promise<{ code: string; runs: number; values: number[] }> => {
  const { findings, stats } = await explore.run(changed(task, { finalStates: true }));
  const f = findings.get("assert");
  const values = (stats.finalStates?.states ?? []).map((s) => Number(s.values.find((v) => v.name === "g")?.value.json));
  return { code: f?.kind === "unknown" ? f.unknown.code : "", runs: stats.runs ?? 0, values: [...new Set(values)].sort((a, b) => a - b) };
};

describe("32 bits", () => {
  for (const [name, , runs, expected] of wide)
    test(name, async () => {
      const got = await ends(await file.task(name, ["assert"]));
      if (expected === null) expect([got.code, got.runs]).toEqual(["RVL307", runs]);
      else expect(got).toEqual({ code: "", runs, values: expected });
    });
});

describe("8 bits, against every value", () => {
  for (const [name] of narrow)
    test(name, async () => {
      const task = await file.task(`8 bits: ${name}`, ["assert"]);
      const got = await ends(task);
      const all = new Set<number>();
      const machine = new Machine(task.program, { ...task.machine, undo: false });
      for (let v = 0; v < 256; v++) {
        run(machine, new RandomScheduler(new Rng(1), [...(task.inputs ?? []), BigInt(v)]), { maxSteps: 1000, interrupted: () => false });
        if (machine.outcome?.kind === "exit") all.add(Number(globalValues(machine).find((g) => g.name === "g")?.value.json));
      }
      expect(got.values).toEqual([...all].sort((a, b) => a - b));
      expect(got.code).toBe("");
    });
});
