// One comparison for the slice in `npm test` and for the campaign: random instances of several shapes and sizes, solved with the theory
// (every lemma checked, every model checked) and with the plain encoding.

import { checkProof } from "../../../src/solving/certificate/check.ts";
import type { Rng } from "../../../src/support/rng.ts";
import {
  type Atom,
  type Instance,
  randomInstance,
  randomProgram,
  satisfies,
  solvePlainly,
  TheoryDriver,
} from "../../unit/solving/order/instances.ts";
import { LemmaChecker } from "../../unit/solving/order/lemma-checker.ts";

export interface Tally {
  sat: number;
  unsat: number;
  lemmas: number;
  /** Assignments that needed additional order literals before they could be linearised. */
  splits: number;
}

function generate(rng: Rng, i: number): Instance {
  switch (i % 6) {
    case 0:
      return randomInstance(rng, { chains: 5, events: 12, booleans: 8, reads: 6, clauses: 12 });
    case 1:
      return randomInstance(rng, { chains: 12, events: 20, booleans: 10, reads: 10, clauses: 20 });
    case 2:
      return randomProgram(rng, rng.between(2, 4), rng.between(2, 6), rng.between(1, 3));
    case 3:
      return randomProgram(rng, rng.between(4, 8), rng.between(3, 6), rng.between(2, 5), true);
    case 4: // writes that no read saw stay unordered: linearising sometimes gets stuck
      return randomProgram(rng, 12, 3, 3, true, rng.chance(0.7) ? 1 : 0.98);
    default:
      return randomProgram(rng, rng.between(3, 6), rng.between(3, 5), rng.between(2, 4));
  }
}

/** The last event that is mentioned. */
const lastOf = (atoms: readonly Atom[]): number => Math.max(-1, ...atoms.flatMap((a) => ("before" in a ? a.before : [])));
const lastOfRead = ({ event, visibleWrites, rivals }: Instance["reads"][number]): number =>
  Math.max(
    event,
    ...visibleWrites.map((c) => Math.max(c.write, lastOf([c.reads]))),
    ...rivals.map((r) => Math.max(r.write, lastOf([r.overwrites]))),
  );

/** Reads and clauses in the order in which their events exist. */
function earlyFirst(instance: Instance): Instance {
  return {
    ...instance,
    reads: instance.reads.toSorted((a, b) => lastOfRead(a) - lastOfRead(b)),
    clauses: instance.clauses.toSorted((a, b) => lastOf(a) - lastOf(b)),
  };
}

/** The reads and clauses that mention only the first events. */
function portion(instance: Instance, events: number): Instance {
  return {
    ...instance,
    events: instance.events.slice(0, events),
    reads: instance.reads.filter((r) => lastOfRead(r) < events),
    clauses: instance.clauses.filter((c) => lastOf(c) < events),
  };
}

export function compareOrderInstances(rng: Rng, count: number): Tally {
  const tally: Tally = { sat: 0, unsat: 0, lemmas: 0, splits: 0 };
  for (let i = 0; i < count; i++) {
    const instance = earlyFirst(generate(rng.fork(), i));
    const checker = new LemmaChecker();
    const driver = new TheoryDriver(checker, [0, 2, 1000][(i >> 1) % 3]);
    // In two portions, so that the second meets a theory that already has learnt something.
    const first = portion(instance, Math.floor(instance.events.length * 0.6));
    driver.add(first);
    driver.solve(first);
    driver.add(instance, first.events.length, first.reads.length, first.clauses.length);
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
