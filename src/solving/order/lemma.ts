// Why an edge would close a circle: collects, from the graph's history, the literals a fact rests on and the edges that derive it.
// In: a closing edge with its rule. Out: the clause, and for the proof the derived edges in an order in which each follows from
// those before. Every step goes to strictly older edges, so this ends, and what it finds was true before the fact was drawn.

import type { DerivedEdge } from "../certificate/proof.ts";
import { type Literal, negate } from "../literal.ts";
import { Integers } from "./integers.ts";
import type { Reachability } from "./reachability.ts";
import type { WriteTable } from "./reads.ts";

/** How an edge came about; `a` and `b` say of what. */
export const Rule = {
  /** `a` is the order literal. */
  literal: 0,
  /** `a` is the candidate whose literal is true. */
  reads: 1,
  /** `a` a candidate that is seen, `b` a rival behind it: the read precedes the rival. */
  overwritten: 2,
  /** `a` a candidate that is seen, `b` a rival before the read: the rival precedes the candidate. */
  overwrites: 3,
} as const;

/** Added to the rule of an edge: why an order literal that says what the edge says was implied. */
export const derived = 4;

export interface Lemma {
  readonly clause: Literal[];
  readonly edges: readonly DerivedEdge[];
}

export class Explainer {
  /** Per edge of the graph. */
  readonly rule = new Integers();
  readonly a = new Integers();
  readonly b = new Integers();

  readonly #edgeStamp = new Integers();
  readonly #literalStamp = new Integers();
  #stamp = 0;
  readonly #tasks = new Integers();
  readonly #edges: number[] = [];
  #premises: Literal[] = [];

  constructor(
    readonly graph: Reachability,
    readonly candidates: WriteTable,
    readonly rivals: WriteTable,
    readonly eventOfGroup: Integers,
  ) {}

  tag(rule: number, a: number, b: number): void {
    this.rule.push(rule);
    this.a.push(a);
    this.b.push(b);
  }

  undo(edges: number): void {
    this.rule.length = this.a.length = this.b.length = edges;
  }

  /** The clause that forbids what an edge from→to of this rule rests on, given that `to` reaches `from`. */
  close(from: number, to: number, rule: number, a: number, b: number): Literal[] {
    this.#begin();
    this.#rest(rule, a, b);
    this.#path(to, from);
    return this.#finish();
  }

  /** The clause that what an edge of this rule rests on implies the order literal that says the same. */
  imply(literal: Literal, rule: number, a: number, b: number): Literal[] {
    this.#begin();
    this.#premise(negate(literal));
    this.#rest(rule, a, b);
    return this.#finish();
  }

  #begin(): void {
    this.#stamp++;
    this.#premises = [];
    this.#edges.length = 0;
    this.#edgeStamp.extend(this.graph.edges, 0);
  }

  #finish(): Literal[] {
    while (this.#tasks.length > 0) {
      this.#tasks.length -= 2;
      this.#step(this.#tasks.data[this.#tasks.length], this.#tasks.data[this.#tasks.length + 1]);
    }
    return this.#premises.map(negate);
  }

  /** The edges behind the clause `close` has just made, the closing one last. */
  derivation(from: number, to: number, rule: number, a: number, b: number): DerivedEdge[] {
    const { edgeFrom, edgeTo } = this.graph;
    const sorted = this.#edges.toSorted((x, y) => x - y);
    const derived = sorted.map((e) => this.#derived(edgeFrom.data[e], edgeTo.data[e], this.rule.data[e], this.a.data[e], this.b.data[e]));
    derived.push(this.#derived(from, to, rule, a, b));
    const touched = new Set(derived.flatMap((e) => [e.from, e.to]));
    // Premises of the rules speak of these two, which need not be ends of edges.
    const add = (r: number, candidate: number, rival: number): void => {
      if (r < Rule.reads) return;
      touched.add(this.candidates.write.data[candidate]);
      touched.add(this.eventOfGroup.data[this.candidates.group.data[candidate]]);
      if (r > Rule.reads) touched.add(this.rivals.write.data[rival]);
    };
    for (const e of sorted) add(this.rule.data[e], this.a.data[e], this.b.data[e]);
    add(rule, a, b);
    return [...this.#chainEdges(touched), ...derived];
  }

  #chainEdges(touched: ReadonlySet<number>): DerivedEdge[] {
    const { chainOf, positionOf } = this.graph;
    const sorted = [...touched].sort((x, y) => chainOf.data[x] - chainOf.data[y] || positionOf.data[x] - positionOf.data[y]);
    return sorted.flatMap((to, i): DerivedEdge[] => {
      const from = sorted[i - 1];
      return i > 0 && chainOf.data[from] === chainOf.data[to] ? [{ from, to, by: { rule: "chain" } }] : [];
    });
  }

  #derived(from: number, to: number, rule: number, a: number, b: number): DerivedEdge {
    if (rule === Rule.literal) return { from, to, by: { rule: "literal", literal: a } };
    const group = this.candidates.group.data[a];
    const reads = this.candidates.literal.data[a];
    if (rule === Rule.reads) return { from, to, by: { rule: "reads", group, literal: reads } };
    const overwrites = this.rivals.literal.data[b];
    return { from, to, by: { rule: rule === Rule.overwritten ? "overwritten" : "overwrites", group, reads, overwrites } };
  }

  /** What a rule rests on. */
  #rest(rule: number, a: number, b: number): void {
    if (rule === Rule.literal) return this.#premise(a);
    this.#premise(this.candidates.literal.data[a]);
    if (rule === Rule.reads) return;
    this.#premise(this.rivals.literal.data[b]);
    if (rule === Rule.overwritten) this.#path(this.candidates.write.data[a], this.rivals.write.data[b]);
    else this.#path(this.rivals.write.data[b], this.eventOfGroup.data[this.candidates.group.data[a]]);
  }

  #premise(literal: Literal): void {
    this.#literalStamp.extend(literal + 1, 0);
    if (this.#literalStamp.data[literal] === this.#stamp) return;
    this.#literalStamp.data[literal] = this.#stamp;
    this.#premises.push(literal);
  }

  #path(from: number, to: number): void {
    this.#tasks.push(from);
    this.#tasks.push(to);
  }

  #step(from: number, to: number): void {
    const edge = this.graph.cause(from, to);
    if (edge < 0) return;
    const start = this.graph.edgeFrom.data[edge];
    const end = this.graph.edgeTo.data[edge];
    if (from !== start) this.#path(from, start);
    if (end !== to) this.#path(end, to);
    if (this.#edgeStamp.data[edge] === this.#stamp) return;
    this.#edgeStamp.data[edge] = this.#stamp;
    this.#edges.push(edge);
    this.#rest(this.rule.data[edge], this.a.data[edge], this.b.data[edge]);
  }
}
