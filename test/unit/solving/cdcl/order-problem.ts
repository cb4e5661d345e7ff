// Random problems about the order of events: chains, order literals, free variables, clauses over both; solved with the simple theory and, for
// comparison, encoded by clauses alone with transitivity.

import { Core } from "../../../../src/solving/cdcl/core.ts";
import type { ProofStep } from "../../../../src/solving/certificate/proof.ts";
import { type Literal, negate } from "../../../../src/solving/literal.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { SimpleOrderTheory } from "./simple-order-theory.ts";

export interface OrderProblem {
  readonly chains: readonly (readonly number[])[];
  readonly events: number;
  /** Literal 2i means the i-th pair, in this order; free variables follow. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly free: number;
  readonly clauses: readonly (readonly Literal[])[];
  readonly assumptions: readonly Literal[];
  readonly newPairs: readonly (readonly [number, number])[];
}

export function randomOrderProblem(seed: number): OrderProblem {
  const rng = new Rng(seed);
  const chains: number[][] = [];
  let events = 0;
  for (let c = rng.between(2, 5); c > 0; c--) chains.push(Array.from({ length: rng.between(1, 4) }, () => events++));
  const all: [number, number][] = [];
  for (let a = 0; a < events; a++) for (let b = 0; b < a; b++) all.push(rng.chance(0.5) ? [a, b] : [b, a]);
  const pairs = rng.shuffle(all).slice(0, rng.between(Math.min(3, all.length), all.length));
  const free = rng.between(0, 4);
  const literal = (): Literal => rng.below(2 * (pairs.length + free));
  const clauses = Array.from({ length: Math.round((pairs.length * rng.between(5, 30)) / 10) }, () =>
    Array.from({ length: rng.between(2, 3) }, literal),
  );
  return {
    chains,
    events,
    pairs,
    free,
    clauses,
    assumptions: rng.chance(0.4) ? Array.from({ length: rng.between(1, 4) }, literal) : [],
    newPairs: rng.shuffle(all).slice(0, rng.between(0, 4)),
  };
}

export interface OrderAnswer {
  readonly answer: "sat" | "unsat" | "unknown";
  readonly core: Core;
  readonly theory: SimpleOrderTheory;
  readonly proof: ProofStep[];
}

export function solveWithTheory(problem: OrderProblem, laziness = 1, intervalScale = 1): OrderAnswer {
  const proof: ProofStep[] = [];
  const log = { add: (step: ProofStep) => void proof.push(step) };
  const core = new Core({ proof: log, intervalScale });
  const theory = new SimpleOrderTheory(core, log, problem.chains, [...problem.newPairs], laziness);
  core.attach(theory);
  for (const [before, after] of problem.pairs) theory.order(before, after);
  for (let i = 0; i < problem.free; i++) core.newVariable();
  for (const clause of problem.clauses) core.addClause(clause);
  return { answer: core.solve(problem.assumptions, { interrupted: () => false }), core, theory, proof };
}

export function solveByClauses(problem: OrderProblem): "sat" | "unsat" | "unknown" {
  const core = new Core();
  const before = Array.from({ length: problem.events }, () => new Array<Literal>(problem.events).fill(-1));
  for (const [a, b] of problem.pairs) {
    before[a][b] = 2 * core.newVariable();
    before[b][a] = negate(before[a][b]);
  }
  for (let i = 0; i < problem.free; i++) core.newVariable();
  for (let a = 0; a < problem.events; a++)
    for (let b = 0; b < a; b++)
      if (before[a][b] < 0) {
        before[a][b] = 2 * core.newVariable();
        before[b][a] = negate(before[a][b]);
      }
  for (let a = 0; a < problem.events; a++)
    for (let b = 0; b < problem.events; b++)
      for (let c = 0; c < problem.events; c++)
        if (a !== b && b !== c && a !== c) core.addClause([before[b][a], before[c][b], before[a][c]]);
  for (const chain of problem.chains) for (let i = 1; i < chain.length; i++) core.addClause([before[chain[i - 1]][chain[i]]]);
  for (const clause of problem.clauses) core.addClause(clause);
  return core.solve(problem.assumptions, { interrupted: () => false });
}
