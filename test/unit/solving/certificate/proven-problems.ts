// Refuted problems with their proofs and inputs, for tests that damage them. Without and with order lemmas.

import type { ExpectedInputs } from "../../../../src/solving/certificate/check.ts";
import type { Declaration } from "../../../../src/solving/certificate/order-facts.ts";
import type { ProofStep } from "../../../../src/solving/certificate/proof.ts";
import { Rng } from "../../../../src/support/rng.ts";
import * as formulas from "../../../differential/solving/formulas.ts";
import { solveChecked } from "../../../differential/solving/solve-checked.ts";
import { randomOrderProblem, solveWithTheory } from "../cdcl/order-problem.ts";
import { randomProgram, TheoryDriver } from "../order/instances.ts";

export interface Proven {
  readonly proof: readonly ProofStep[];
  readonly expected: ExpectedInputs;
}

let known: readonly Proven[] | null = null;

export function provenProblems(): readonly Proven[] {
  known ??= makeProblems();
  return known;
}

function makeProblems(): Proven[] {
  const proven: Proven[] = [];
  const plain = [
    formulas.pigeonhole(5, 4),
    formulas.parity(new Rng(6), 18, 22, 3),
    formulas.randomKSat(new Rng(3), 60, 3, 6),
    formulas.multiplierEquivalence(3),
  ];
  for (const formula of plain) {
    const { answer, proof } = solveChecked(formula);
    if (answer !== "unsat") throw new Error(`${formula.name} was to be contradictory`);
    proven.push({ proof, expected: { clauses: formula.clauses, declarations: [], assumptions: [] } });
  }
  for (let seed = 1; proven.length < 24; seed++) {
    const problem = randomOrderProblem(seed);
    const { answer, proof } = solveWithTheory(problem);
    // Proofs in which lemmas matter.
    if (answer !== "unsat" || proof.filter((s) => s.step === "lemma").length < 4) continue;
    const given = problem.pairs.length;
    const declarations = proof.filter((s): s is Declaration => s.step === "chain" || (s.step === "order" && s.variable < given));
    proven.push({ proof, expected: { clauses: problem.clauses, declarations, assumptions: problem.assumptions } });
  }
  // With reads, by the order theory itself.
  const rng = new Rng(7);
  for (let attempt = 0; proven.length < 40; attempt++) {
    if (attempt > 2000) throw new Error("too few refuted programs");
    const instance = randomProgram(rng.fork(), 3, 4, 2, true);
    const proof: ProofStep[] = [];
    const driver = new TheoryDriver({ add: (step) => void proof.push(step) });
    driver.add(instance);
    if (driver.solve(instance).answer !== "unsat" || !proof.some(hasFromReadEdge)) continue;
    const clauses = proof.flatMap((s) => (s.step === "input" ? [s.clause] : []));
    const declarations = proof.filter((s): s is Declaration => s.step === "chain" || s.step === "order" || s.step === "read");
    proven.push({ proof, expected: { clauses, declarations, assumptions: [] } });
  }
  return proven;
}

const hasFromReadEdge = (step: ProofStep): boolean => step.step === "lemma" && step.edges.some((e) => "overwrites" in e.by);
