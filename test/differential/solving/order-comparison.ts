// One comparison for the slice in `npm test` and for the campaign: random instances of several shapes and sizes, solved with the theory
// (every lemma checked, every model checked) and with the plain encoding.

import { checkProof } from "../../../src/solving/certificate/check.ts";
import type { Rng } from "../../../src/support/rng.ts";
import { type Instance, randomInstance, randomProgram, satisfies, solvePlainly, TheoryDriver } from "../../unit/solving/order/instances.ts";
import { LemmaChecker } from "../../unit/solving/order/lemma-checker.ts";

export interface Tally {
  sat: number;
  unsat: number;
  lemmas: number;
  /** Assignments that needed order literals of their own before they could be made linear. */
  splits: number;
}

function generate(rng: Rng, i: number): Instance {
  switch (i % 5) {
    case 0:
      return randomInstance(rng, { chains: 5, events: 12, booleans: 8, reads: 6, clauses: 12 });
    case 1:
      return randomInstance(rng, { chains: 12, events: 20, booleans: 10, reads: 10, clauses: 20 });
    case 2:
      return randomProgram(rng, rng.between(2, 4), rng.between(2, 6), rng.between(1, 3));
    case 3:
      return randomProgram(rng, rng.between(4, 8), rng.between(3, 6), rng.between(2, 5), true);
    default:
      return randomProgram(rng, rng.between(3, 6), rng.between(3, 5), rng.between(2, 4));
  }
}

export function compareOrderInstances(rng: Rng, count: number): Tally {
  const tally: Tally = { sat: 0, unsat: 0, lemmas: 0, splits: 0 };
  for (let i = 0; i < count; i++) {
    const instance = generate(rng.fork(), i);
    const checker = new LemmaChecker();
    const driver = new TheoryDriver(checker, i % 3 === 0 ? 1000 : 0);
    // In two portions, so that the second meets a theory that knows something already.
    const half = Math.floor(instance.reads.length / 2);
    const part = {
      ...instance,
      reads: instance.reads.slice(0, half),
      clauses: instance.clauses.slice(0, Math.floor(instance.clauses.length / 2)),
    };
    driver.add(part);
    driver.solve(part);
    driver.add(instance, instance.events.length, half, part.clauses.length);
    const { answer, model } = driver.solve(instance);
    const expected = solvePlainly(instance);
    if (answer !== expected)
      throw new Error(`instance ${i}: ${answer}, but the plain encoding is ${expected}: ${JSON.stringify(instance)}`);
    if (model !== null && !satisfies(instance, model.booleans, model.positions))
      throw new Error(`instance ${i}: not a model: ${JSON.stringify(instance)}`);
    if (answer === "unsat") {
      const verdict = checkProof(checker.steps);
      if (!verdict.accepted)
        throw new Error(`instance ${i}: proof rejected at step ${verdict.step}: ${verdict.reason}: ${JSON.stringify(instance)}`);
    }
    tally[answer as "sat" | "unsat"]++;
    tally.lemmas += checker.lemmas;
    tally.splits += driver.theory.statistics.leafLemmas;
  }
  return tally;
}
