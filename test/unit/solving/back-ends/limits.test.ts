// Time limits, cancelling, memory limits, and missing solvers.

import { describe, expect, test } from "vitest";
import { startSolverProcess } from "../../../../src/apps/cli/solver-process.ts";
import { createSolver } from "../../../../src/solving/back-ends.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { Rng } from "../../../../src/support/rng.ts";
import type { Term } from "../../../../src/terms/term.ts";
import { Terms } from "../../../../src/terms/terms.ts";
import { stopOften } from "../../../differential/solving/solver-limits.ts";
import { needs } from "../../../tools.ts";

/** Factoring the product of two primes: takes every solver hours. */
function factor(terms: Terms, assert: (formula: Term) => void): void {
  const wide = (name: string) => terms.zext(terms.variable(name, 40), 80);
  assert(terms.eq(terms.mul(wide("p"), wide("q")), terms.constant(1099511627689n * 1099511627609n, 80)));
  for (const name of ["p", "q"]) assert(terms.ult(terms.constant(1, 40), terms.variable(name, 40)));
  assert(terms.ult(terms.variable("p", 40), terms.variable("q", 40)));
}

const solvers = ["ravel", "z3", ...(needs("z3", "limits of an SMT-LIB process") ? ["smtlib:z3 -in"] : [])];

describe.each(solvers)("%s", (name) => {
  test("stops at the time limit and when cancelled, and can be used again", async () => {
    const terms = new Terms();
    const solver = createSolver(name, terms, { startProcess: startSolverProcess });
    await solver.check([], new Budget(null, 4000)); // z3 takes a while to load
    const switched = terms.variable("on", 1);
    factor(terms, (formula) => solver.assert(terms.implies(switched, formula)));
    expect(await solver.check([switched], new Budget(0.3, 4000))).toBe("unknown");
    const budget = new Budget(null, 4000);
    setTimeout(() => budget.cancel(), 300);
    expect(await solver.check([switched], budget)).toBe("unknown");
    expect(await solver.check([terms.not(switched)], new Budget(null, 4000))).toBe("sat");
    expect(solver.value(switched)).toBe(0n);
    solver.dispose();
  });
});

test("ours stops wherever it is, and can be used again", async () => {
  const { unknown, usable, whileTranslating } = await stopOften(new Rng(1), 6);
  expect({ unknown, usable }).toEqual({ unknown: 6, usable: 6 });
  expect(whileTranslating).toBeGreaterThan(1);
});

test("the memory limit of ours", async () => {
  const terms = new Terms();
  const solver = createSolver("ravel", terms);
  factor(terms, (formula) => solver.assert(formula));
  expect(await solver.check([], new Budget(null, 3))).toBe("unknown");
});

test("commands that do not exist, and commands that are not solvers", async () => {
  const answer = async (name: string): Promise<string> => {
    const terms = new Terms();
    const solver = createSolver(name, terms, { startProcess: startSolverProcess });
    solver.assert(terms.variable("a", 1));
    return solver.check([], new Budget(null, 4000)).then(String, (error) => String(error));
  };
  expect(await answer("smtlib:no-such-solver-anywhere")).toMatch(/RVL001.*no-such-solver-anywhere.*ENOENT/);
  expect(await answer("smtlib:false")).toMatch(/RVL001.*smtlib:false.*status 1/);
  expect(await answer("smtlib:cat")).toMatch(/RVL901.*smtlib:cat answers/);
  expect(() => createSolver("smtlib:", new Terms())).toThrow("RVL001");
  expect(() => createSolver("yices", new Terms())).toThrow("RVL001");
});
