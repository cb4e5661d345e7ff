// Symmetry of the formula: which schedules it leaves, programs that only it can exchange, and programs in which an exchange would miss the violation.

import { expect, test } from "vitest";
import { buildFormula } from "../../../../src/encoding/formula.ts";
import type { StepFormula } from "../../../../src/encoding/steps/step-formula.ts";
import { staged } from "../../../../src/engines/staged/engine.ts";
import { RavelSolver } from "../../../../src/solving/ravel.ts";
import { engineTask, machineOptions } from "../../../run.ts";
import { type Case, CaseFile } from "../../engines/staged/programs.ts";
import { countSchedules } from "./schedules.ts";

const one = (name: string, code: string, main: string, assert: "safe" | "unsafe"): Case => ({ name, code, main, expect: { assert } });

/** Functions that do the same are not one function. */
const twice = (...names: readonly string[]): string =>
  ["static atomic_int @x;", ...names.map((f) => `THREAD(@${f}) { @x++; @x++; return arg; }`)].join(" ");
const inOneStep = (text: string): string => `__VERIFIER_atomic_begin(); ${text} __VERIFIER_atomic_end();`;
const elements = "static atomic_int @a[2], @c; THREAD(@t) { atomic_int *p = arg; *p = ++@c; return arg; }";
const onElements = "pthread_t a, b; pthread_create(&a, 0, @t, &@a[0]); pthread_create(&b, 0, @t, &@a[1]);";

const symmetric: readonly Case[] = [
  one("two functions", twice("t", "u"), "START(a, @t); START(b, @u); assert(@x <= 4);", "safe"),
  one("three functions", twice("t", "u", "v"), "START(a, @t); START(b, @u); START(c, @v); assert(@x < 6);", "unsafe"),
  one("joined in one step", twice("t", "u"), `START(a, @t); START(b, @u); ${inOneStep("END(a); END(b);")} assert(@x == 4);`, "safe"),
  one(
    "an element each",
    elements,
    `${onElements} ${inOneStep("int s = @a[0] + @a[1];")} assert(s != 3);`.replace("int s =", "int s; s ="),
    "unsafe",
  ),
];

/** The violation needs the thread that is created later to come first, or to be itself. */
const asymmetric: readonly Case[] = [
  one("an element each, and one of them", elements, `${onElements} int k = @a[0]; assert(k != 2);`, "unsafe"),
  one("an element each, compared", elements, `${onElements} ${inOneStep("int s; s = @a[0] > @a[1] && @a[1];")} assert(!s);`, "unsafe"),
  one(
    "other numbers",
    "static atomic_int @x; THREAD(@t) { @x = 2 * @x + 1; return arg; } THREAD(@u) { @x = 2 * @x + 2; return arg; }",
    `START(a, @t); START(b, @u); ${inOneStep("END(a); END(b);")} assert(@x != 5);`,
    "unsafe",
  ),
  one(
    "an assertion in one of them",
    "static atomic_int @x; THREAD(@t) { int k = @x++; (void)k; return arg; } THREAD(@u) { int k = @x++; assert(k != 0); return arg; }",
    "START(a, @t); START(b, @u);",
    "unsafe",
  ),
  one("one is waited for first", twice("t", "u"), "START(a, @t); START(b, @u); END(a); assert(@x != 3); END(b);", "unsafe"),
];

const file = new CaseFile([...symmetric, ...asymmetric]);
const properties = ["assert"] as const;

async function isFound(name: string): Promise<boolean> {
  const options = { machine: machineOptions(properties), properties, bounds: new Map(), defaultBound: 4, formulaSymmetry: true };
  const { composition } = buildFormula(
    await file.program(name),
    { ...options, encoding: "steps" },
    (terms) => new RavelSolver(terms),
    () => false,
  );
  return (composition as StepFormula).rearranged !== null;
}

test.each([...symmetric.map((c) => ({ ...c, is: true })), ...asymmetric.map((c) => ({ ...c, is: false }))])(
  "$name",
  async ({ name, expect: { assert: verdict }, is }) => {
    expect(await isFound(name)).toBe(is);
    const { findings } = await staged.run(engineTask(await file.program(name), properties, { encoding: "steps", symmetry: "formula" }));
    expect(findings.get("assert")?.kind).toBe(verdict === "safe" ? "covered" : "candidate");
  },
);

test.each([
  ["two functions", 6, 3],
  ["three functions", 90, 15],
] as const)("%s of two steps have %i schedules, and %i up to symmetry of the formula", async (name, all, least) => {
  const program = await file.program(name);
  expect(await countSchedules(program, "all")).toBe(all);
  expect(await countSchedules(program, "rearranged")).toBe(least);
});
