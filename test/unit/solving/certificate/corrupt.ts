// Ways to damage a proof so that it no longer is one. In: an accepted proof. Out: a changed one that must be rejected, or null if there is
// nothing to damage in this way. Damage that may leave a valid proof (a stronger learnt clause can still follow) is not among them.

import { checkProof } from "../../../../src/solving/certificate/check.ts";
import type { DerivedEdge, ProofStep } from "../../../../src/solving/certificate/proof.ts";
import { type Literal, negate } from "../../../../src/solving/literal.ts";
import type { Rng } from "../../../../src/support/rng.ts";

type Steps = readonly ProofStep[];
type Corrupt = (proof: Steps, rng: Rng) => Steps | null;

function pickStep<Name extends ProofStep["step"]>(
  proof: Steps,
  rng: Rng,
  name: Name,
  fits: (s: Extract<ProofStep, { step: Name }>) => boolean = () => true,
) {
  const places = proof.flatMap((s, i) => (s.step === name && fits(s as Extract<ProofStep, { step: Name }>) ? [i] : []));
  if (places.length === 0) return null;
  const at = rng.pick(places);
  return { at, step: proof[at] as Extract<ProofStep, { step: Name }> };
}

const replaced = (proof: Steps, at: number, ...steps: Steps): Steps => [...proof.slice(0, at), ...steps, ...proof.slice(at + 1)];

/** A lemma damaged by changing its edges. Order lemmas hold or not by themselves, so a changed one must not. */
const inLemma =
  (change: (edges: readonly DerivedEdge[], rng: Rng, proof: Steps) => readonly DerivedEdge[] | null): Corrupt =>
  (proof, rng) => {
    for (const at of rng.shuffle([...proof.keys()])) {
      const step = proof[at];
      if (step.step !== "lemma" || step.edges.length < 2) continue;
      const edges = change(step.edges, rng, proof);
      if (edges !== null) return replaced(proof, at, { ...step, edges });
    }
    return null;
  };

/** Between events of one chain, a literal may repeat what the chain implies. */
const chainsOf = (proof: Steps): Map<number, number> => new Map(proof.flatMap((s) => (s.step === "chain" ? [[s.event, s.chain]] : [])));

function literalsOf({ by }: DerivedEdge): readonly Literal[] {
  switch (by.rule) {
    case "chain":
      return [];
    case "literal":
    case "reads":
      return [by.literal];
    case "overwritten":
    case "overwrites":
      return [by.reads, by.overwrites];
  }
}

export const corruptions: readonly (readonly [string, Corrupt])[] = [
  [
    "an input clause added",
    (proof, rng) => {
      const found = pickStep(proof, rng, "input", (s) => s.clause.length > 0);
      if (found === null) return null;
      return replaced(proof, found.at, found.step, { ...found.step, clause: [negate(found.step.clause[0])] });
    },
  ],
  [
    "an input clause dropped",
    (proof, rng) => {
      const found = pickStep(proof, rng, "input");
      return found && replaced(proof, found.at);
    },
  ],
  [
    "an input clause weakened",
    (proof, rng) => {
      const found = pickStep(proof, rng, "input");
      return found && replaced(proof, found.at, { ...found.step, clause: [...found.step.clause, 2 * rng.between(0, 5)] });
    },
  ],
  [
    "an input clause strengthened",
    (proof, rng) => {
      const found = pickStep(proof, rng, "input", (s) => new Set(s.clause).size > 1);
      return found && replaced(proof, found.at, { ...found.step, clause: found.step.clause.slice(1) });
    },
  ],
  [
    "an input literal negated",
    (proof, rng) => {
      const found = pickStep(proof, rng, "input", (s) => s.clause.length > 0 && !s.clause.includes(negate(s.clause[0])));
      if (found === null) return null;
      const [first, ...rest] = found.step.clause;
      const clause = [negate(first), ...rest];
      // The same clause may be there under both signs.
      return replaced(proof, found.at, { ...found.step, clause });
    },
  ],
  [
    "a lemma with one edge reversed",
    inLemma((edges, rng) => {
      const at = rng.below(edges.length);
      return edges.map((e, i) => (i === at ? { ...e, from: e.to, to: e.from } : e));
    }),
  ],
  [
    "a cycle through an edge that is not implied",
    inLemma((edges, rng) => {
      // The rest of a cycle without one edge, closed by an edge under a literal that the clause does not have.
      const at = rng.below(edges.length);
      return edges.map((e, i) => (i === at ? { ...e, by: { rule: "literal", literal: 100_000 } } : e));
    }),
  ],
  [
    "a lemma with an edge left out",
    inLemma((edges, rng, proof) => {
      const chains = chainsOf(proof);
      const literals = edges.flatMap((e, i) => (e.by.rule === "literal" && chains.get(e.from) !== chains.get(e.to) ? [i] : []));
      if (literals.length === 0) return null;
      const at = rng.pick(literals);
      return edges.filter((_, i) => i !== at);
    }),
  ],
  [
    "a lemma without one of its literals",
    (proof, rng) => {
      const found = pickStep(proof, rng, "lemma");
      if (found === null) return null;
      // One that an edge rests on: without another the lemma may still hold.
      const used = found.step.clause.filter((l) => found.step.edges.some((e) => literalsOf(e).includes(negate(l))));
      if (used.length === 0) return null;
      const left = rng.pick(used);
      return replaced(proof, found.at, { ...found.step, clause: found.step.clause.filter((l) => l !== left) });
    },
  ],
  [
    "a read that sees another write",
    inLemma((edges, rng) => {
      const reads = edges.flatMap((e, i) => (e.by.rule === "reads" ? [i] : []));
      if (reads.length === 0) return null;
      const at = rng.pick(reads);
      return edges.map((e, i) => (i === at ? { ...e, from: e.from + 1000 } : e));
    }),
  ],
  [
    "a from-read edge of a read that does not see the write",
    inLemma((edges) => {
      const at = edges.findIndex((e) => e.by.rule === "overwritten" || e.by.rule === "overwrites");
      if (at < 0) return null;
      return edges.map((e, i) => (i === at && "reads" in e.by ? { ...e, by: { ...e.by, reads: negate(e.by.reads) } } : e));
    }),
  ],
  [
    "a chain edge between events of different chains",
    inLemma((edges, rng, proof) => {
      const chains = chainsOf(proof);
      const literals = edges.flatMap((e, i) => (e.by.rule === "literal" && chains.get(e.from) !== chains.get(e.to) ? [i] : []));
      if (literals.length === 0) return null;
      const at = rng.pick(literals);
      return edges.map((e, i) => (i === at ? { ...e, by: { rule: "chain" } } : e));
    }),
  ],
  [
    "an order variable with the opposite meaning",
    (proof, rng) => {
      const found = pickStep(proof, rng, "order");
      if (found === null) return null;
      const changed = replaced(proof, found.at, { ...found.step, before: found.step.after, after: found.step.before });
      // One that is the proof's own name matters only if a lemma uses it.
      const used = proof.some(
        (s) => s.step === "lemma" && s.edges.some((e) => e.by.rule === "literal" && e.by.literal >> 1 === found.step.variable),
      );
      return used ? changed : null;
    },
  ],
  ["the claim left out", (proof) => proof.filter((s) => s.step !== "refuted")],
  [
    "the empty clause out of nothing",
    (proof) => {
      const inputs = proof.filter((s) => s.step !== "learnt" && s.step !== "lemma" && s.step !== "deleted");
      // Some formulas are contradictory by propagation alone: then this is a proof.
      return checkProof(inputs).accepted ? null : inputs;
    },
  ],
  [
    "a clause deleted that is not there",
    (proof, rng) => {
      const at = rng.below(proof.length - 1);
      return [...proof.slice(0, at), { step: "deleted", clause: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20] }, ...proof.slice(at)];
    },
  ],
  [
    "a learnt clause that does not follow",
    (proof, rng) => {
      // A new variable is not implied by anything, as long as the formula is not refuted yet.
      const found = pickStep(proof, rng, "learnt", (s) => s.clause.length > 1);
      return found && replaced(proof, found.at, { step: "learnt", clause: [200_000] });
    },
  ],
  [
    "a long learnt clause that does not follow",
    (proof, rng) => {
      const found = pickStep(proof, rng, "learnt", (s) => s.clause.length > 1);
      return found && replaced(proof, found.at, { step: "learnt", clause: [200_000, 200_003, 200_004, 200_007, 200_008, 200_011] });
    },
  ],
];
