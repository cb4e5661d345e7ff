// The core against a simple reference and against itself: answers, models, cores, proofs; limits; the same search every time.

import { describe, expect, test } from "vitest";
import { Core } from "../../../../src/solving/cdcl/core.ts";
import { negate, positive } from "../../../../src/solving/literal.ts";
import { Rng } from "../../../../src/support/rng.ts";
import * as formulas from "../../../differential/solving/formulas.ts";
import { randomFormula } from "../../../differential/solving/random-formula.ts";
import { hasModel } from "../../../differential/solving/reference.ts";
import { fuzzSequence, randomSequence, runSequence, shrink } from "../../../differential/solving/sequences.ts";
import { solveChecked } from "../../../differential/solving/solve-checked.ts";

const never = { interrupted: () => false };

function load(formula: formulas.Formula): Core {
  const core = new Core();
  for (let v = 0; v < formula.variables; v++) core.newVariable();
  for (const clause of formula.clauses) core.addClause(clause);
  return core;
}

describe("the core", () => {
  test("agrees with the reference on small formulas, models and proofs checked", () => {
    const answers = { sat: 0, unsat: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const formula = randomFormula(new Rng(seed), 0.25);
      const { answer } = solveChecked(formula, { intervalScale: seed % 2 === 0 ? 1 : 200 });
      answers[answer]++;
      if (formula.variables <= 60)
        expect(answer, `${formula.name}, seed ${seed}`).toBe(hasModel(formula.variables, formula.clauses) ? "sat" : "unsat");
    }
    expect(Math.min(answers.sat, answers.unsat)).toBeGreaterThan(80);
  });

  test("families whose answer is known, with enough conflicts to restart, reduce and simplify", () => {
    expect(solveChecked(formulas.pigeonhole(8, 7)).answer).toBe("unsat");
    expect(solveChecked(formulas.pigeonhole(7, 7)).answer).toBe("sat");
    expect(solveChecked(formulas.multiplierEquivalence(5)).answer).toBe("unsat");
    expect(solveChecked(formulas.multiplierEquivalence(8, true)).answer).toBe("sat");
  });

  test("incremental use: random sequences of add, assume, solve and core", () => {
    for (let seed = 1; seed <= 250; seed++)
      expect(fuzzSequence(seed, { intervalScale: seed % 2 === 0 ? 1 : 1000 }), `seed ${seed}`).toBeNull();
  });

  test("the shrinker finds what matters", () => {
    const operations = randomSequence(7);
    expect(runSequence(operations)).toBeNull();
    const isWrong = (o: readonly { readonly kind: string }[]): boolean =>
      o.some((x) => x.kind === "solve") && o.some((x) => x.kind === "clause");
    expect(shrink(operations, isWrong).filter((o) => o.kind !== "variable")).toHaveLength(2);
  });

  test("the empty clause, units, tautologies and repeated literals", () => {
    const core = new Core();
    const [a, b] = [positive(core.newVariable()), positive(core.newVariable())];
    expect(core.addClause([a, negate(a)])).toBe(true);
    expect(core.addClause([b, b, b])).toBe(true);
    expect(core.solve([], never)).toBe("sat");
    expect(core.modelValue(b)).toBe(true);
    expect(core.solve([negate(b)], never)).toBe("unsat");
    expect(core.failed()).toEqual([negate(b)]);
    expect(core.solve([a, negate(a)], never)).toBe("unsat");
    expect([...core.failed()].sort()).toEqual([a, negate(a)]);
    expect(core.addClause([])).toBe(false);
    expect(core.solve([], never)).toBe("unsat");
    expect(core.failed()).toEqual([]);
    expect(core.solve([a], never)).toBe("unsat");
  });

  test("a literal without a variable is a fault of the caller", () => {
    expect(() => new Core().addClause([0])).toThrow("has no variable");
    expect(() => new Core().solve([2], never)).toThrow("has no variable");
  });

  test("phases and priorities are followed", () => {
    const core = new Core();
    const variables = Array.from({ length: 10 }, () => core.newVariable());
    for (const v of variables) core.setPhase(v, v % 2 === 0);
    expect(core.solve([], never)).toBe("sat");
    for (const v of variables) expect(core.modelValue(positive(v))).toBe(v % 2 === 0);
    // The variable that is decided first wins.
    core.addClause([negate(positive(2)), negate(positive(4))]);
    core.bumpPriority(4, 100);
    expect(core.solve([], never)).toBe("sat");
    expect(core.modelValue(positive(4))).toBe(true);
    expect(core.modelValue(positive(2))).toBe(false);
  });

  test("the model stays when clauses are added after it", () => {
    const core = new Core();
    const a = positive(core.newVariable());
    core.setPhase(0, true);
    expect(core.solve([], never)).toBe("sat");
    core.addClause([negate(a)]);
    expect(core.modelValue(a)).toBe(true);
  });

  test("the same calls give the same search", () => {
    const run = (): unknown => {
      const core = load(formulas.randomKSat(new Rng(3), 150, 3, 4.26));
      return [core.solve([], never), core.statistics];
    };
    expect(run()).toEqual(run());
  });

  test("stopped and resumed, vivification included, the search is the same", () => {
    const run = (patience: number): unknown => {
      const core = load(formulas.randomKSat(new Rng(3), 150, 3, 4.26));
      const assumptions: number[] = [];
      let looks = 0;
      for (;;) {
        const answer = core.solve(assumptions, { interrupted: () => ++looks % patience === 0, resumable: true });
        if (answer !== "unknown") return [answer, core.statistics];
      }
    };
    expect(run(2)).toEqual(run(Number.POSITIVE_INFINITY));
  });

  test("a limit of conflicts", () => {
    const core = load(formulas.pigeonhole(9, 8));
    expect(core.solve([], { ...never, conflicts: 50 })).toBe("unknown");
    expect(core.statistics.conflicts).toBe(50);
    expect(core.solve([], { ...never, conflicts: 50 })).toBe("unknown");
    expect(core.statistics.conflicts).toBe(100);
  });
});

describe("limits", () => {
  test("stops within counted work on request, and continues where it stopped", () => {
    const core = load(formulas.pigeonhole(9, 8));
    let asked = 0;
    for (let round = 1; round <= 100; round++) {
      asked = 0;
      const before = core.statistics.propagations;
      expect(core.solve([], { interrupted: () => ++asked > 1 })).toBe("unknown");
      expect(asked).toBe(2);
      expect(core.statistics.propagations - before).toBeLessThan(200_000);
    }
    expect(core.solve([], never)).toBe("unsat");
  });

  test("the memory limit", () => {
    const core = load(formulas.randomKSat(new Rng(1), 400, 3, 4.26));
    const memoryBytes = core.statistics.bytes + 50_000;
    expect(core.solve([], { ...never, memoryBytes })).toBe("unknown");
    expect(core.statistics.bytes).toBeLessThan(2 * memoryBytes);
    // The core is as usable as before.
    expect(core.solve([], { ...never, conflicts: 10 })).toBe("unknown");
  });
});
