// How the core and a theory work together: lazy explanations, conflicts below the current level, lemmas over new variables, assumptions.

import { describe, expect, test } from "vitest";
import { Core } from "../../../../src/solving/cdcl/core.ts";
import type { Theory } from "../../../../src/solving/cdcl/theory.ts";
import { checkProof } from "../../../../src/solving/certificate/check.ts";
import { type Literal, negate, positive } from "../../../../src/solving/literal.ts";
import { type OrderProblem, randomOrderProblem, solveByClauses, solveWithTheory } from "./order-problem.ts";

const never = { interrupted: () => false };

/** The events in an order that fits the model and the chains; null if there is none. */
function hasLinearOrder(problem: OrderProblem, holds: (literal: Literal) => boolean): boolean {
  const after = Array.from({ length: problem.events }, () => new Set<number>());
  for (const chain of problem.chains) for (let i = 1; i < chain.length; i++) after[chain[i - 1]].add(chain[i]);
  for (const [i, [a, b]] of problem.pairs.entries()) after[holds(positive(i)) ? a : b].add(holds(positive(i)) ? b : a);
  const left = new Set(after.keys());
  for (let found = true; found; ) {
    found = false;
    for (const event of left) {
      if ([...left].some((other) => after[other].has(event))) continue;
      left.delete(event);
      found = true;
    }
  }
  return left.size === 0;
}

describe("the core with a theory", () => {
  for (const laziness of [1, 3])
    test(`agrees with the plain encoding, and its proofs hold (laziness ${laziness})`, () => {
      const seen = { sat: 0, unsat: 0, unknown: 0, explanations: 0, lemmas: 0, assumed: 0 };
      for (let seed = 1; seed <= 250; seed++) {
        const problem = randomOrderProblem(seed);
        const { answer, core, theory, proof } = solveWithTheory(problem, laziness, laziness === 1 ? 1 : 1000);
        expect(answer, `seed ${seed}`).toBe(solveByClauses(problem));
        seen[answer]++;
        seen.explanations += theory.explanations;
        seen.lemmas += theory.lemmas;
        if (answer === "sat") {
          for (const clause of problem.clauses) expect(clause.some((l) => core.modelValue(l))).toBe(true);
          for (const a of problem.assumptions) expect(core.modelValue(a)).toBe(true);
          expect(
            hasLinearOrder(problem, (l) => core.modelValue(l)),
            `seed ${seed}`,
          ).toBe(true);
        } else {
          if (core.failed().length > 0) seen.assumed++;
          expect(core.failed().every((a) => problem.assumptions.includes(a))).toBe(true);
          expect(checkProof(proof), `seed ${seed}`).toMatchObject({ accepted: true });
        }
      }
      // The problems exercise what they are meant to.
      expect(seen.sat).toBeGreaterThan(40);
      expect(seen.unsat).toBeGreaterThan(40);
      expect(seen.explanations).toBeGreaterThan(100);
      expect(seen.lemmas).toBeGreaterThan(300);
      expect(seen.assumed).toBeGreaterThan(10);
    });

  test("the theory receives a variable that is observed after it got its value", () => {
    const told: Literal[] = [];
    const core = new Core({ theory: { ...silent, assigned: (l) => void told.push(l) } });
    const a = positive(core.newVariable());
    core.addClause([negate(a)]);
    core.observe(a >> 1);
    expect(core.solve([], never)).toBe("sat");
    expect(told).toEqual([negate(a)]);
  });

  test("a variable observed late, at a level above 0, is not forgotten with that level", () => {
    // The theory keeps the literals that it was given, level by level, as the contract says.
    const known: Literal[] = [];
    const marks: number[] = [];
    let core: Core;
    let completed = 0;
    const theory: Theory = {
      ...silent,
      assigned: (l) => void known.push(l),
      levelOpened: () => void marks.push(known.length),
      backtracked: (level) => {
        known.length = marks[level];
        marks.length = level;
      },
      complete: () => {
        completed++;
        // Observed while levels are open; then lemmas that make the core go back, at last to level 0.
        if (completed === 1) core.observe(0);
        if (completed === 1) return [[positive(1), positive(2)]];
        if (completed === 2) return [[positive(4)]];
        expect(known).toEqual([positive(0)]);
        return [];
      },
    };
    core = new Core({ theory });
    for (let i = 0; i < 5; i++) core.newVariable();
    core.addClause([positive(0)]);
    expect(core.solve([], never)).toBe("sat");
    expect(completed).toBe(3);
    expect(core.modelValue(positive(4)) && (core.modelValue(positive(1)) || core.modelValue(positive(2)))).toBe(true);
  });

  test("a theory that breaks its contract is noticed", () => {
    const wrong = (theory: Partial<Theory>): (() => unknown) => {
      const core = new Core({ theory: { ...silent, ...theory } });
      const a = positive(core.newVariable());
      const b = positive(core.newVariable());
      core.addClause([a, b]);
      return () => core.solve([], never);
    };
    expect(wrong({ propagate: () => [0] })).toThrow("conflict is not false");
    expect(wrong({ decide: () => 0 })).toThrow("decides a literal that has a value");
  });
});

const silent: Theory = {
  assigned: () => undefined,
  levelOpened: () => undefined,
  backtracked: () => undefined,
  propagate: () => null,
  explain: () => [],
  complete: () => [],
  decide: () => -1,
};
