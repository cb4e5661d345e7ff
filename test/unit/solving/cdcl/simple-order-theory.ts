// A simple and slow theory of total orders, for tests of how the core and a theory work together, and for proofs with lemmas. Order
// literals of observed variables; cycles and implied literals by search over the edges asserted so far; lazy explanations by path; at the
// end, pairs of events without a literal get one, up to a number, so that lemmas over new variables occur.

import type { Theory, TheoryHost } from "../../../../src/solving/cdcl/theory.ts";
import type { DerivedEdge, ProofLog } from "../../../../src/solving/certificate/proof.ts";
import { type Literal, negate, positive } from "../../../../src/solving/literal.ts";

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly literal: Literal | null; // null: of a chain
}

export class SimpleOrderTheory implements Theory {
  readonly #edges: Edge[] = [];
  readonly #marks: number[] = [];
  readonly #meaning = new Map<Literal, Edge>();
  readonly #impliedAt = new Map<Literal, number>();
  readonly #pairs = new Set<string>();
  #checked = 0;
  lemmas = 0;
  explanations = 0;

  constructor(
    readonly host: TheoryHost,
    readonly proof: ProofLog | null,
    readonly chains: readonly (readonly number[])[],
    readonly newPairs: (readonly [number, number])[] = [],
    /** Conflicts are searched for only now and then, so they may lie below the current level. */
    readonly laziness = 1,
  ) {
    for (const [c, chain] of chains.entries())
      for (const [i, event] of chain.entries()) {
        proof?.add({ step: "chain", chain: c, event });
        if (i > 0) this.#edges.push({ from: chain[i - 1], to: event, literal: null });
      }
  }

  order(before: number, after: number): Literal {
    const variable = this.host.newVariable();
    this.host.observe(variable);
    this.declare(variable, before, after);
    return positive(variable);
  }

  declare(variable: number, before: number, after: number): void {
    this.proof?.add({ step: "order", variable, before, after });
    const literal = positive(variable);
    this.#meaning.set(literal, { from: before, to: after, literal });
    this.#meaning.set(negate(literal), { from: after, to: before, literal: negate(literal) });
    this.#pairs.add(`${before} ${after}`).add(`${after} ${before}`);
  }

  assigned(literal: Literal): void {
    this.#edges.push(this.#meaning.get(literal) as Edge);
  }

  levelOpened(): void {
    this.#marks.push(this.#edges.length);
  }

  backtracked(level: number): void {
    this.#edges.length = this.#marks[level];
    this.#marks.length = level;
    this.#checked = Math.min(this.#checked, this.#edges.length);
  }

  #calls = 0;

  propagate(): readonly Literal[] | null {
    if (this.#calls++ % this.laziness !== 0) return null;
    return this.#propagate();
  }

  #propagate(): readonly Literal[] | null {
    for (; this.#checked < this.#edges.length; this.#checked++) {
      const edge = this.#edges[this.#checked];
      const path = this.#path(edge.to, edge.from, this.#checked);
      if (path !== null) return this.#clause([...path, edge]);
    }
    for (const [literal, edge] of this.#meaning) {
      if (this.host.value(literal) !== 0 || this.#path(edge.from, edge.to, this.#edges.length) === null) continue;
      this.#impliedAt.set(literal, this.#edges.length);
      this.host.imply(literal);
    }
    return null;
  }

  explain(literal: Literal): readonly Literal[] {
    this.explanations++;
    const edge = this.#meaning.get(literal) as Edge;
    const path = this.#path(edge.from, edge.to, this.#impliedAt.get(literal) as number) as Edge[];
    // Were the literal false, the opposite edge would close the cycle.
    return this.#clause([...path, this.#meaning.get(negate(literal)) as Edge]);
  }

  complete(): readonly (readonly Literal[])[] {
    const conflict = this.#propagate();
    if (conflict !== null) return [conflict];
    const pair = this.newPairs.pop();
    if (pair === undefined || this.#pairs.has(pair.join(" ")) || pair[0] === pair[1]) return [];
    const literal = this.order(pair[0], pair[1]);
    // A lemma over the new variable if there is one: the two are ordered already.
    for (const l of [literal, negate(literal)]) {
      const edge = this.#meaning.get(l) as Edge;
      const path = this.#path(edge.from, edge.to, this.#edges.length);
      if (path !== null) return [this.#clause([...path, this.#meaning.get(negate(l)) as Edge])];
    }
    return [];
  }

  decide(): Literal | -1 {
    return -1;
  }

  #clause(cycle: readonly Edge[]): Literal[] {
    this.lemmas++;
    const clause = [...new Set(cycle.flatMap((e) => (e.literal === null ? [] : [negate(e.literal)])))];
    const edges = cycle.map(
      ({ from, to, literal }): DerivedEdge => ({ from, to, by: literal === null ? { rule: "chain" } : { rule: "literal", literal } }),
    );
    this.proof?.add({ step: "lemma", clause, edges });
    return clause;
  }

  /** The edges of a path over the first `count` edges, or null. */
  #path(from: number, to: number, count: number): Edge[] | null {
    const arrived = new Map<number, Edge | null>([[from, null]]);
    const open = [from];
    while (open.length > 0) {
      const event = open.shift() as number;
      if (event === to) {
        const path: Edge[] = [];
        for (let edge = arrived.get(to) ?? null; edge !== null; edge = arrived.get(edge.from) ?? null) path.unshift(edge);
        return path;
      }
      for (let i = 0; i < count; i++) {
        const edge = this.#edges[i];
        if (edge.from !== event || arrived.has(edge.to)) continue;
        arrived.set(edge.to, edge);
        open.push(edge.to);
      }
    }
    return null;
  }
}
