// The checker accepts proofs and rejects everything else.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkProof, type ExpectedInputs } from "../../../../src/solving/certificate/check.ts";
import type { DerivedEdge, ProofStep } from "../../../../src/solving/certificate/proof.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { corruptions } from "./corrupt.ts";
import { provenProblems } from "./proven-problems.ts";

const reads: ProofStep = {
  step: "read",
  group: 0,
  event: 2,
  visibleWrites: [
    { write: 0, reads: 10 },
    { write: 1, reads: 12 },
  ],
  rivals: [
    { write: 0, overwrites: 20 },
    { write: 1, overwrites: 22 },
  ],
};
const order = (variable: number, before: number, after: number): ProofStep => ({ step: "order", variable, before, after });
const lemma = (clause: readonly number[], edges: readonly DerivedEdge[]): ProofStep => ({ step: "lemma", clause, edges });
const by = (literal: number): DerivedEdge["by"] => ({ rule: "literal", literal });

/** Steps whose only question is whether the last lemma holds. */
function holds(...steps: readonly ProofStep[]): boolean {
  const verdict = checkProof([...steps, { step: "input", clause: [], origin: "" }, { step: "refuted", assumptions: [] }]);
  return verdict.accepted;
}

describe("lemmas", () => {
  const facts = [order(0, 0, 1), order(1, 1, 2), order(2, 2, 0)];
  test("a cycle of order literals", () => {
    const edges: DerivedEdge[] = [
      { from: 0, to: 1, by: by(0) },
      { from: 1, to: 2, by: by(2) },
      { from: 2, to: 0, by: by(4) },
    ];
    expect(holds(...facts, lemma([1, 3, 5], edges))).toBe(true);
    // A longer clause is weaker; a shorter one lacks a literal that an edge needs.
    expect(holds(...facts, lemma([1, 3, 5, 8], edges))).toBe(true);
    expect(holds(...facts, lemma([1, 3], edges))).toBe(false);
    expect(holds(...facts, lemma([1, 3, 4], edges))).toBe(false);
    expect(holds(...facts, lemma([1, 3, 5], edges.slice(0, 2)))).toBe(false);
    expect(holds(...facts, lemma([1, 3, 5], [edges[0], { from: 2, to: 1, by: by(2) }, edges[2]]))).toBe(false);
    expect(holds(...facts, lemma([], []))).toBe(false);
  });

  test("negative order literals mean the opposite", () => {
    const edges: DerivedEdge[] = [
      { from: 1, to: 0, by: by(1) },
      { from: 0, to: 2, by: by(5) },
      { from: 2, to: 1, by: by(3) },
    ];
    expect(holds(...facts, lemma([0, 2, 4], edges))).toBe(true);
    expect(holds(...facts, lemma([1, 3, 5], edges))).toBe(false);
  });

  test("chains, listed or not", () => {
    const chain: ProofStep[] = [7, 8, 9].map((event) => ({ step: "chain", chain: 3, event }));
    const back: DerivedEdge = { from: 9, to: 7, by: by(0) };
    expect(holds(...chain, order(0, 9, 7), lemma([1], [{ from: 7, to: 9, by: { rule: "chain" } }, back]))).toBe(true);
    expect(holds(...chain, order(0, 9, 7), lemma([1], [back]))).toBe(true);
    expect(holds(...chain, order(0, 9, 7), lemma([1], [{ from: 9, to: 8, by: { rule: "chain" } }, back]))).toBe(false);
    expect(holds(...chain, order(0, 7, 9), lemma([1], [{ from: 7, to: 9, by: by(0) }]))).toBe(false);
  });

  test("a read comes after the write it sees", () => {
    const edges: DerivedEdge[] = [
      { from: 0, to: 2, by: { rule: "reads", group: 0, literal: 10 } },
      { from: 2, to: 0, by: by(4) },
    ];
    expect(holds(reads, ...facts, lemma([11, 5], edges))).toBe(true);
    expect(holds(reads, ...facts, lemma([13, 5], edges))).toBe(false);
    expect(holds(...facts, lemma([11, 5], edges))).toBe(false);
    const other: DerivedEdge = { from: 0, to: 2, by: { rule: "reads", group: 0, literal: 12 } };
    expect(holds(reads, ...facts, lemma([13, 5], [other, edges[1]]))).toBe(false);
  });

  test("a write that comes between is impossible", () => {
    // The read sees write 0; write 1 comes after it and before the read.
    const after: DerivedEdge = { from: 0, to: 1, by: by(0) };
    const before: DerivedEdge = { from: 1, to: 2, by: by(2) };
    const overwritten: DerivedEdge = { from: 2, to: 1, by: { rule: "overwritten", group: 0, reads: 10, overwrites: 22 } };
    const overwrites: DerivedEdge = { from: 1, to: 0, by: { rule: "overwrites", group: 0, reads: 10, overwrites: 22 } };
    const clause = [1, 3, 11, 23];
    expect(holds(reads, ...facts, lemma(clause, [after, overwritten, before]))).toBe(true);
    expect(holds(reads, ...facts, lemma(clause, [before, overwrites, after]))).toBe(true);
    // The premise has to come first.
    expect(holds(reads, ...facts, lemma(clause, [overwritten, after, before]))).toBe(false);
    expect(holds(reads, ...facts, lemma(clause, [overwrites, before, after]))).toBe(false);
    // Both literals count.
    expect(holds(reads, ...facts, lemma([1, 3, 11], [after, overwritten, before]))).toBe(false);
    expect(holds(reads, ...facts, lemma([1, 3, 23], [after, overwritten, before]))).toBe(false);
  });

  test("neither the write that is seen nor the read itself is a rival", () => {
    const sees: DerivedEdge = { from: 0, to: 2, by: { rule: "reads", group: 0, literal: 10 } };
    const itself: DerivedEdge = { from: 0, to: 0, by: { rule: "overwrites", group: 0, reads: 10, overwrites: 20 } };
    expect(holds(reads, lemma([11, 21], [sees, itself]))).toBe(false);
    // An atomic update reads and writes at one event.
    const update: ProofStep = { ...reads, rivals: [{ write: 2, overwrites: 24 }] };
    const overwritten: DerivedEdge = { from: 2, to: 2, by: { rule: "overwritten", group: 0, reads: 10, overwrites: 24 } };
    expect(holds(update, lemma([11, 25], [sees, overwritten]))).toBe(false);
  });
});

describe("inputs and claims", () => {
  const clauses = [[0], [1, 2], [3, 4], [3, 5]];
  const expected: ExpectedInputs = { clauses, declarations: [], assumptions: [] };
  const inputs = (list: readonly (readonly number[])[]): ProofStep[] => list.map((clause) => ({ step: "input", clause, origin: "test" }));
  const claim: ProofStep = { step: "refuted", assumptions: [] };

  test("the clauses of the program, in any order", () => {
    expect(checkProof([...inputs(clauses), claim], expected)).toMatchObject({ accepted: true });
    expect(checkProof([...inputs([...clauses].reverse()), claim], expected)).toMatchObject({ accepted: true });
    expect(checkProof([...inputs([[0], [2, 1], [4, 3], [5, 3]]), claim], expected)).toMatchObject({ accepted: true });
  });

  test("no clause may be missing, added or changed", () => {
    expect(checkProof([...inputs([...clauses, [6]]), claim], expected)).toMatchObject({ accepted: false });
    expect(checkProof([...inputs([...clauses, [0]]), claim], expected)).toMatchObject({ accepted: false });
    expect(checkProof([...inputs([[0], [1, 2], [3, 4], [3, 5, 6]]), claim], expected)).toMatchObject({ accepted: false });
    // Dropped, though the rest is contradictory too.
    const more: ExpectedInputs = { ...expected, clauses: [...clauses, [6, 7]] };
    expect(checkProof([...inputs(clauses), claim], more)).toMatchObject({ accepted: false, reason: expect.stringContaining("missing") });
  });

  test("a claim must come last, follow, and rest on the assumptions only", () => {
    expect(checkProof(inputs(clauses), expected)).toMatchObject({ accepted: false });
    expect(checkProof(inputs(clauses))).toMatchObject({ accepted: false });
    expect(checkProof([...inputs(clauses), claim, { step: "learnt", clause: [] }])).toMatchObject({ accepted: false });
    expect(checkProof([], undefined)).toMatchObject({ accepted: false });
    expect(checkProof([...inputs(clauses.slice(0, 3)), claim])).toMatchObject({ accepted: false });
    const assuming: ProofStep = { step: "refuted", assumptions: [2] };
    const three = { ...expected, clauses: [[1, 3]], assumptions: [0, 2] };
    expect(checkProof([...inputs([[1, 3]]), assuming], three)).toMatchObject({ accepted: false });
    expect(checkProof([...inputs([[1, 3]]), { step: "refuted", assumptions: [0, 2] }], three)).toMatchObject({ accepted: true });
    expect(checkProof([...inputs([[1, 3]]), { step: "refuted", assumptions: [0, 2] }], { ...three, assumptions: [0] })).toMatchObject({
      accepted: false,
    });
  });

  test("a new order variable of the proof is allowed, one of the program is not", () => {
    const own = order(9, 1, 2);
    expect(checkProof([own, ...inputs(clauses), claim], expected)).toMatchObject({ accepted: true });
    expect(checkProof([order(1, 1, 2), ...inputs(clauses), claim], expected)).toMatchObject({ accepted: false });
    expect(checkProof([own, order(9, 2, 1), ...inputs(clauses), claim], expected)).toMatchObject({ accepted: false });
    expect(checkProof([reads, ...inputs(clauses), claim], expected)).toMatchObject({ accepted: false });
  });

  test("chains as the program has them, in their order", () => {
    const chain = (event: number): ProofStep => ({ step: "chain", chain: 0, event });
    const ordered = { ...expected, declarations: [chain(1), chain(2)] as ExpectedInputs["declarations"] };
    expect(checkProof([chain(1), chain(2), ...inputs(clauses), claim], ordered)).toMatchObject({ accepted: true });
    expect(checkProof([chain(2), chain(1), ...inputs(clauses), claim], ordered)).toMatchObject({ accepted: false });
    expect(checkProof([chain(1), ...inputs(clauses), claim], ordered)).toMatchObject({ accepted: false });
  });
});

describe("corrupted proofs", () => {
  test("200 corrupted proofs are rejected, each kind among them", () => {
    const rng = new Rng(1);
    const problems = provenProblems();
    const kinds = new Map<string, number>();
    let rejected = 0;
    for (let round = 0; rejected < 400; round++) {
      if (round > 5000) throw new Error(`only ${rejected} corruptions found`);
      const { proof, expected } = problems[rng.below(problems.length)];
      const [kind, corrupt] = corruptions[round % corruptions.length];
      const changed = corrupt(proof, rng);
      if (changed === null) continue;
      const verdict = checkProof(changed, expected);
      expect(verdict.accepted, `${kind}, round ${round}`).toBe(false);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      rejected++;
    }
    for (const [kind] of corruptions) expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(5);
  });

  test("uncorrupted they are accepted", () => {
    for (const { proof, expected } of provenProblems()) expect(checkProof(proof, expected)).toMatchObject({ accepted: true });
  });
});

test("the checker imports no code of the solver", () => {
  for (const file of ["check", "clause-base", "order-facts"]) {
    const text = readFileSync(new URL(`../../../../src/solving/certificate/${file}.ts`, import.meta.url), "utf8");
    const imported = [...text.matchAll(/from "([^"]+)"/g)].map((m) => m[1]);
    const allowed = ["../literal.ts", "./proof.ts", "./clause-base.ts", "./order-facts.ts"];
    expect(
      imported.filter((name) => !allowed.includes(name)),
      file,
    ).toEqual([]);
  }
});
