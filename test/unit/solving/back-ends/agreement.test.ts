// All back ends on the same random formulas, asked again and again as they grow. `CrossSolver` compares the answers, evaluates every
// model and has the other solver refute each core.

import { describe, expect, test } from "vitest";
import { startSolverProcess } from "../../../../src/apps/cli/solver-process.ts";
import { createSolver } from "../../../../src/solving/back-ends.ts";
import { CrossSolver } from "../../../../src/solving/cross.ts";
import { RavelSolver } from "../../../../src/solving/ravel.ts";
import type { Answer, ReadGroup, Solver } from "../../../../src/solving/solver.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { Terms } from "../../../../src/terms/terms.ts";
import { needs } from "../../../tools.ts";
import { RandomFormulas } from "./formulas.ts";

const unlimited = (): Budget => new Budget(null, 4000);

async function compare(seed: number, sequences: number, other: (terms: Terms) => Solver): Promise<Record<Answer, number>> {
  const rng = new Rng(seed);
  const tally = { sat: 0, unsat: 0, unknown: 0 };
  for (let i = 0; i < sequences; i++) {
    const terms = new Terms();
    const solver = new CrossSolver(new RavelSolver(terms), other(terms));
    const formulas = new RandomFormulas(terms, rng.fork(), rng.between(3, 9));
    for (let step = 0; step < 5; step++) {
      formulas.extend(solver);
      const assumptions = Array.from({ length: rng.below(4) }, () => formulas.boolean(rng.below(3)));
      tally[await solver.check(assumptions, unlimited())]++;
    }
    solver.dispose();
  }
  return tally;
}

describe("back ends", () => {
  test("with the order theory and with the order as clauses", async () => {
    const { sat, unsat, unknown } = await compare(1, 60, (terms) => new RavelSolver(terms, { order: "plain" }));
    expect(unknown).toBe(0);
    expect(Math.min(sat, unsat)).toBeGreaterThan(40);
  });

  test("z3, the package", async () => {
    const { sat, unsat, unknown } = await compare(2, 8, (terms) => createSolver("z3", terms));
    expect(unknown).toBe(0);
    expect(Math.min(sat, unsat)).toBeGreaterThan(4);
  });

  if (needs("z3", "comparison with an SMT-LIB process"))
    test("an SMT-LIB process", async () => {
      const { sat, unsat, unknown } = await compare(3, 25, (terms) =>
        createSolver("smtlib:z3 -in", terms, { startProcess: startSolverProcess }),
      );
      expect(unknown).toBe(0);
      expect(Math.min(sat, unsat)).toBeGreaterThan(15);
    });
});

/** Gives the opposite answer, or a wrong model. */
class Liar extends RavelSolver {
  constructor(
    terms: Terms,
    readonly about: "answer" | "reads" | "core",
  ) {
    super(terms);
  }
  override read(group: ReadGroup): void {
    super.read(this.about === "reads" ? { ...group, rivals: [] } : group);
  }
  override async check(...args: Parameters<RavelSolver["check"]>): Promise<Answer> {
    const answer = await super.check(...args);
    return this.about !== "answer" || answer === "unknown" ? answer : answer === "sat" ? "unsat" : "sat";
  }
  override core(): ReturnType<RavelSolver["core"]> {
    return this.about === "core" ? [] : super.core();
  }
}

describe("cross", () => {
  async function disagreement(about: "answer" | "reads" | "core"): Promise<string> {
    const terms = new Terms();
    const solver = new CrossSolver(new Liar(terms, about), new RavelSolver(terms, { order: "plain" }));
    const [write, rival, read] = [solver.event(0), solver.event(1), solver.event(2)];
    const reads = terms.variable("rf", 1);
    solver.read({ event: read, visibleWrites: [{ write, reads }], rivals: [{ write: rival, overwrites: terms.true }] });
    solver.assert(reads);
    const between = [terms.before(write, rival), terms.before(rival, read)];
    return solver.check(about === "answer" ? [] : between, unlimited()).then(
      (answer) => answer,
      (error) => String(error),
    );
  }

  test("stops at a wrong answer, a wrong order and a wrong core", async () => {
    expect(await disagreement("answer")).toContain("RVL901: solvers disagree: ravel says unsat, ravel says sat");
    expect(await disagreement("reads")).toContain("RVL901: solvers disagree: ravel says sat, ravel says unsat");
    expect(await disagreement("core")).toContain("RVL901: solvers disagree: ravel finds a model of ravel's core");
  });

  test("checks orders by the reads, not by the other solver alone", async () => {
    const terms = new Terms();
    const solver = new CrossSolver(new Liar(terms, "reads"), new Liar(terms, "reads"));
    const [write, rival, read] = [solver.event(0), solver.event(1), solver.event(2)];
    solver.read({ event: read, visibleWrites: [{ write, reads: terms.true }], rivals: [{ write: rival, overwrites: terms.true }] });
    await expect(solver.check([terms.before(write, rival), terms.before(rival, read)], unlimited())).rejects.toThrow(
      "does not fit what is read",
    );
  });
});
