// Makes the theory's clauses when they are needed. In: a path, or a visible write and a rival. Out: the clause, logged in the proof with
// the edges that derive a cycle from its negation.

import type { DerivedEdge, ProofLog } from "../certificate/proof.ts";
import { type Literal, negate } from "../literal.ts";
import { Explainer } from "./explainer.ts";
import type { Integers } from "./integers.ts";
import type { OrderLiterals } from "./literals.ts";
import type { Reachability } from "./reachability.ts";
import type { WriteTable } from "./reads.ts";

/** Why a literal is implied. */
export const Reason = {
  /** A path from the first event to the second. */
  path: 0,
  /** reads ⇒ write < read, for a visible write. */
  reads: 1,
  /** reads ∧ overwrites ⇒ rival < write ∨ read < rival, for a visible write and a rival. */
  rival: 2,
} as const;

export class Lemmas {
  /** The number of clauses, and of their literals. */
  readonly statistics = { explanations: 0, explained: 0 };
  readonly #explainer: Explainer;

  constructor(
    graph: Reachability,
    readonly literals: OrderLiterals,
    readonly visibleWrites: WriteTable,
    readonly rivals: WriteTable,
    readonly eventOfGroup: Integers,
    readonly proof: ProofLog | null,
  ) {
    this.#explainer = new Explainer(graph);
  }

  /** The literal says from < to; a path proves it, so its negation closes a cycle. */
  cycle(literal: Literal, from: number, to: number): Literal[] {
    const clause = this.#explainer.path(from, to, literal);
    if (this.proof !== null) {
      const closing: DerivedEdge = { from: to, to: from, by: { rule: "literal", literal: negate(literal) } };
      this.proof.add({ step: "lemma", clause, edges: [...this.#explainer.edges(), closing] });
    }
    return this.#count(clause);
  }

  /** One of the clauses that a read stands for; the reason is `reads` or `rival`. */
  clause(reason: number, visible: number, rival: number): Literal[] {
    const group = this.visibleWrites.group.data[visible];
    const reads = this.visibleWrites.literal.data[visible];
    const write = this.visibleWrites.write.data[visible];
    const read = this.eventOfGroup.data[group];
    const clause = [negate(reads)];
    const edges: DerivedEdge[] = [];
    if (reason === Reason.reads) {
      this.#alternative(write, read, clause, edges);
      edges.push({ from: write, to: read, by: { rule: "reads", group, literal: reads } });
    } else {
      const overwrites = this.rivals.literal.data[rival];
      const other = this.rivals.write.data[rival];
      clause.push(negate(overwrites));
      this.#alternative(other, write, clause, edges);
      this.#alternative(read, other, clause, edges);
      edges.push({ from: read, to: other, by: { rule: "overwritten", group, reads, overwrites } });
    }
    this.proof?.add({ step: "lemma", clause, edges });
    return this.#count(clause);
  }

  /** Adds "before < after" to the clause, and the opposite edge to the derivation from its negation. */
  #alternative(before: number, after: number, clause: Literal[], edges: DerivedEdge[]): void {
    if (this.literals.fixed(before, after) === null) {
      const literal = this.literals.literal(before, after);
      clause.push(literal);
      edges.push({ from: after, to: before, by: { rule: "literal", literal: negate(literal) } });
    } else if (before !== after) edges.push({ from: after, to: before, by: { rule: "chain" } });
  }

  #count(clause: Literal[]): Literal[] {
    this.statistics.explanations++;
    this.statistics.explained += clause.length;
    return clause;
  }
}
