// Subsumption alone: the remaining clauses have the same models, the proof of each step is accepted, and the clauses that it should remove are removed.

import { describe, expect, test } from "vitest";
import { redundantMark } from "../../../../src/solving/cdcl/arena.ts";
import { collect } from "../../../../src/solving/cdcl/reduce.ts";
import { State } from "../../../../src/solving/cdcl/state.ts";
import { subsume } from "../../../../src/solving/cdcl/subsume.ts";
import { checkProof } from "../../../../src/solving/certificate/check.ts";
import type { ProofStep } from "../../../../src/solving/certificate/proof.ts";
import type { Literal } from "../../../../src/solving/literal.ts";
import { Rng } from "../../../../src/support/rng.ts";

interface Clauses {
  readonly irredundant: readonly (readonly Literal[])[];
  readonly redundant: readonly (readonly Literal[])[];
}

/** Runs it on clauses over `variables` variables; the proof has been checked. */
function subsumed(variables: number, before: Clauses, ticks = 1e9): Clauses {
  const state = new State();
  const steps: ProofStep[] = [];
  for (let v = 0; v < variables; v++) state.newVariable();
  for (const [list, marks] of [
    [before.irredundant, 0],
    [before.redundant, redundantMark],
  ] as const)
    for (const clause of list) {
      steps.push({ step: "input", clause, origin: "" });
      if (clause.length === 2) state.addBinary(clause[0], clause[1]);
      else {
        const reference = state.arena.allocate(clause, clause.length, marks, 2);
        (marks === 0 ? state.irredundant : state.redundant).push(reference);
        state.attach(reference);
      }
    }
  const proof = { add: (step: ProofStep): void => void steps.push(step) };
  subsume(state, ticks, proof);
  collect(state, proof);
  // Every step is correct: the checker may reject only the final claim that the clauses are contradictory.
  const verdict = checkProof([...steps, { step: "refuted", assumptions: [] }]);
  if (!verdict.accepted) expect(verdict.step, verdict.reason).toBe(steps.length);
  const sorted = (references: readonly number[]): Literal[][] => references.map((r) => state.arena.literals(r).sort((a, b) => a - b));
  const binaries: Literal[][] = [];
  for (let a = 0; a < 2 * variables; a++)
    for (let i = 0; i < state.binaries.length(a); i++) {
      const b = state.binaries.pool[state.binaries.start(a) + i];
      if (a < b) binaries.push([a, b]);
    }
  return { irredundant: [...binaries, ...sorted(state.irredundant)], redundant: sorted(state.redundant) };
}

/** As bits: which assignments satisfy all clauses. */
function models(variables: number, clauses: readonly (readonly Literal[])[]): string {
  let text = "";
  for (let m = 0; m < 1 << variables; m++)
    text += clauses.every((clause) => clause.some((l) => ((m >> (l >> 1)) & 1) === 1 - (l & 1))) ? "1" : "0";
  return text;
}

describe("subsumption", () => {
  test("a clause that contains another goes, one that nearly does gets shorter", () => {
    const plain = (irredundant: readonly (readonly Literal[])[]): readonly (readonly Literal[])[] =>
      subsumed(5, { irredundant, redundant: [] }).irredundant;
    expect(plain([[0, 2, 4], [0, 2, 4, 6]])).toEqual([[0, 2, 4]]); // biome-ignore format: one line
    expect(plain([[0, 2], [0, 2, 4]])).toEqual([[0, 2]]); // biome-ignore format: one line
    expect(plain([[0, 2, 4], [1, 2, 4, 6]])).toEqual([[0, 2, 4], [2, 4, 6]]); // biome-ignore format: one line
    expect(plain([[1, 2], [0, 2, 4]])).toEqual([[1, 2], [2, 4]]); // biome-ignore format: one line
    expect(plain([[0, 2, 4], [1, 2, 6], [3, 5, 7, 8]])).toHaveLength(3); // biome-ignore format: one line
  });

  test("a learnt clause that replaces an irredundant one is irredundant", () => {
    expect(subsumed(4, { irredundant: [[0, 2, 4, 6]], redundant: [[0, 2, 4]] })).toEqual({ irredundant: [[0, 2, 4]], redundant: [] });
    expect(subsumed(4, { irredundant: [[0, 2, 4]], redundant: [[0, 2, 4, 6]] })).toEqual({ irredundant: [[0, 2, 4]], redundant: [] });
  });

  test("random clauses: the same models, and nothing left that contains a clause that was left as it was", () => {
    const variables = 7;
    let shorter = 0;
    let fewer = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const rng = new Rng(seed);
      const clauses = Array.from({ length: 5 + rng.below(40) }, () => {
        const chosen = Array.from({ length: 2 + rng.below(4) }, () => rng.below(variables));
        return [...new Set(chosen)].sort((a, b) => a - b).map((v) => 2 * v + rng.below(2));
      }).filter((c) => c.length > 1);
      const after = subsumed(variables, { irredundant: clauses, redundant: [] }).irredundant;
      expect(models(variables, after), `seed ${seed}`).toBe(models(variables, clauses));
      const stopped = subsumed(variables, { irredundant: clauses, redundant: [] }, rng.below(200)).irredundant;
      expect(models(variables, stopped), `seed ${seed}, stopped`).toBe(models(variables, clauses));
      const before = new Set(clauses.map(String));
      for (const [i, c] of after.entries())
        for (const [j, d] of after.entries())
          if (i !== j && c.length > 2 && before.has(String(d)))
            expect(
              d.every((l) => c.includes(l)),
              `seed ${seed}`,
            ).toBe(false);
      if (after.length < clauses.length) fewer++;
      if (after.some((c) => !before.has(String(c)))) shorter++;
    }
    expect(Math.min(shorter, fewer)).toBeGreaterThan(200);
  });
});
