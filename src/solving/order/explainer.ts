// Explains why one event precedes another, from the history of the graph. In: two events. Out: the order literals on a path, and for the
// proof the edges that derive the path. Every step of the search goes to strictly older edges: so it ends, and the literals were true
// before the fact was derived.

import type { DerivedEdge } from "../certificate/proof.ts";
import { type Literal, negate } from "../literal.ts";
import { Integers } from "./integers.ts";
import type { Reachability } from "./reachability.ts";

export class Explainer {
  readonly #tasks = new Integers();
  /** Edges found so far; a path has an edge at most once. */
  readonly #found = new Integers();
  #from = 0;
  #to = 0;

  constructor(readonly graph: Reachability) {}

  /** Returns the clause by which order literals on a path from `from` to `to` imply `conclusion`. */
  path(from: number, to: number, conclusion: Literal): Literal[] {
    const { graph } = this;
    const tasks = this.#tasks;
    this.#from = from;
    this.#to = to;
    this.#found.length = 0;
    tasks.push(from);
    tasks.push(to);
    while (tasks.length > 0) {
      tasks.length -= 2;
      const start = tasks.data[tasks.length];
      const end = tasks.data[tasks.length + 1];
      const edge = start === end ? -1 : graph.cause(start, end);
      if (edge < 0) continue;
      this.#found.push(edge);
      const before = graph.edgeFrom.data[edge];
      const after = graph.edgeTo.data[edge];
      tasks.push(start);
      tasks.push(before);
      tasks.push(after);
      tasks.push(end);
    }
    const clause = [conclusion];
    for (let i = 0; i < this.#found.length; i++) clause.push(negate(graph.edgeLiteral.data[this.#found.data[i]]));
    return clause;
  }

  /** The edges of the last path. */
  edges(): DerivedEdge[] {
    const { chainOf, positionOf, edgeFrom, edgeTo, edgeLiteral } = this.graph;
    const literals = Array.from(this.#found.data.subarray(0, this.#found.length), (edge): DerivedEdge => {
      return { from: edgeFrom.data[edge], to: edgeTo.data[edge], by: { rule: "literal", literal: edgeLiteral.data[edge] } };
    });
    const touched = [...new Set([this.#from, this.#to, ...literals.flatMap((e) => [e.from, e.to])])];
    touched.sort((a, b) => chainOf.data[a] - chainOf.data[b] || positionOf.data[a] - positionOf.data[b]);
    const chains = touched.flatMap((to, i): DerivedEdge[] => {
      const from = touched[i - 1];
      return i > 0 && chainOf.data[from] === chainOf.data[to] ? [{ from, to, by: { rule: "chain" } }] : [];
    });
    return [...chains, ...literals];
  }
}
