// The order theory against the plain encoding and against trying everything; every lemma is checked.

import { describe, expect, test } from "vitest";
import { Rng } from "../../../../src/support/rng.ts";
import { compareOrderInstances } from "../../../differential/solving/order-comparison.ts";
import { type Instance, randomInstance, randomProgram, satisfies, solveByTrying, TheoryDriver } from "./instances.ts";
import { LemmaChecker } from "./lemma-checker.ts";

function solveWithTheory(instance: Instance, theoryTurn: number): { answer: string; lemmas: number } {
  const checker = new LemmaChecker();
  const driver = new TheoryDriver(checker, theoryTurn);
  driver.add(instance);
  const { answer, model } = driver.solve(instance);
  if (model !== null) expect(satisfies(instance, model.booleans, model.positions)).toBe(true);
  return { answer, lemmas: checker.lemmas };
}

describe("the order theory", () => {
  test("agrees with trying every order of few events", () => {
    const rng = new Rng(1);
    const answers = { sat: 0, unsat: 0 };
    for (let i = 0; i < 600; i++) {
      const instance = randomInstance(rng.fork(), { chains: 4, events: 5, booleans: 2, reads: 2, clauses: 8 });
      if (instance.booleans > 8) continue;
      const { answer } = solveWithTheory(instance, [0, 1, 1000][i % 3]);
      expect({ i, answer }).toEqual({ i, answer: solveByTrying(instance) });
      answers[answer as "sat" | "unsat"]++;
    }
    expect(Math.min(answers.sat, answers.unsat)).toBeGreaterThan(60);
  });

  test("orders thousands of events", () => {
    const rng = new Rng(5);
    for (const [threads, length, places] of [
      [4, 500, 100],
      [10, 200, 120],
      [8, 100, 8],
    ] as const) {
      const instance = randomProgram(rng.fork(), threads, length, places, true, 1);
      const driver = new TheoryDriver(null, 1000);
      driver.add(instance);
      const { answer, model } = driver.solve(instance);
      expect(answer).toBe("sat");
      expect(model !== null && satisfies(instance, model.booleans, model.positions)).toBe(true);
    }
  });

  test("agrees with the plain encoding, in portions, with proofs", () => {
    const tally = compareOrderInstances(new Rng(2), 250);
    expect(Math.min(tally.sat, tally.unsat)).toBeGreaterThan(90);
    expect(tally.lemmas).toBeGreaterThan(2000);
    expect(tally.splits).toBeGreaterThan(0);
  });
});
