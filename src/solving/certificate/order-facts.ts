// Checks lemmas against what a proof declares about events (chains, order literals, reads). In: declarations, then lemmas. Out: null, or what
// is wrong. A lemma holds if, from the negation of its literals, each of its edges follows by the declarations and the edges before it, and
// together the edges close a cycle.

import { type Literal, negate, variableOf } from "../literal.ts";
import type { DerivedEdge, ProofStep } from "./proof.ts";

type Step<Name extends ProofStep["step"]> = Extract<ProofStep, { readonly step: Name }>;
export type Declaration = Step<"chain"> | Step<"order"> | Step<"read">;

export class OrderFacts {
  readonly #positions = new Map<number, ChainPosition>();
  readonly #lengths = new Map<number, number>();
  readonly #orders = new Map<number, Step<"order">>();
  readonly #reads = new Map<number, Step<"read">>();

  /** What is wrong with the declaration, or null. */
  declare(step: Declaration): string | null {
    switch (step.step) {
      case "chain": {
        if (this.#positions.has(step.event)) return `event ${step.event} is in a chain already`;
        const index = this.#lengths.get(step.chain) ?? 0;
        this.#positions.set(step.event, { chain: step.chain, index });
        this.#lengths.set(step.chain, index + 1);
        return null;
      }
      case "order": {
        const there = this.#orders.get(step.variable);
        if (there !== undefined && (there.before !== step.before || there.after !== step.after))
          return `variable ${step.variable} has another meaning already`;
        if (step.before === step.after) return `variable ${step.variable} orders an event and itself`;
        this.#orders.set(step.variable, step);
        return null;
      }
      case "read":
        if (this.#reads.has(step.group)) return `read ${step.group} is declared already`;
        this.#reads.set(step.group, step);
        return null;
    }
  }

  /** What is wrong with the lemma, or null. */
  checkLemma({ clause, edges }: Step<"lemma">): string | null {
    const holding = new Set(clause.map(negate));
    const known = new KnownEdges((event) => this.#positions.get(event) ?? null);
    for (const [i, edge] of edges.entries()) {
      const fault = this.#checkEdge(edge, holding, known);
      if (fault !== null) return `edge ${i} (${edge.from} → ${edge.to}, ${edge.by.rule}): ${fault}`;
      known.add(edge.from, edge.to);
    }
    return known.hasCycle() ? null : "the edges do not close a cycle";
  }

  #checkEdge(edge: DerivedEdge, holding: ReadonlySet<Literal>, known: KnownEdges): string | null {
    const { by, from, to } = edge;
    switch (by.rule) {
      case "chain": {
        const a = this.#positions.get(from);
        const b = this.#positions.get(to);
        return a !== undefined && b !== undefined && a.chain === b.chain && a.index < b.index
          ? null
          : "they are not in one chain in this order";
      }
      case "literal": {
        const order = this.#orders.get(variableOf(by.literal));
        if (order === undefined) return "not an order literal";
        if (!holding.has(by.literal)) return "the literal is not in the clause";
        const forwards = (by.literal & 1) === 0;
        const says = forwards ? order.before === from && order.after === to : order.after === from && order.before === to;
        return says ? null : "the literal says something else";
      }
      case "reads": {
        const read = this.#reads.get(by.group);
        if (read === undefined || read.event !== to) return "no such read";
        if (!holding.has(by.literal)) return "the literal is not in the clause";
        return read.visibleWrites.some((c) => c.write === from && c.reads === by.literal) ? null : "no such visible write";
      }
      case "overwritten":
      case "overwrites": {
        const read = this.#reads.get(by.group);
        if (read === undefined) return "no such read";
        if (!holding.has(by.reads) || !holding.has(by.overwrites)) return "a literal is not in the clause";
        const follows = read.visibleWrites.some(
          (c) =>
            c.reads === by.reads &&
            read.rivals.some(
              (r) =>
                r.overwrites === by.overwrites &&
                r.write !== c.write &&
                r.write !== read.event &&
                (by.rule === "overwritten"
                  ? from === read.event && to === r.write && known.reaches(c.write, r.write)
                  : from === r.write && to === c.write && known.reaches(r.write, read.event)),
            ),
        );
        return follows ? null : "it does not follow from the edges before it";
      }
    }
  }
}

interface ChainPosition {
  readonly chain: number;
  readonly index: number;
}

/** The edges of one lemma so far. The order within chains counts without being listed. */
class KnownEdges {
  readonly #edges: { readonly from: number; readonly to: number }[] = [];

  constructor(readonly positionOf: (event: number) => ChainPosition | null) {}

  add(from: number, to: number): void {
    this.#edges.push({ from, to });
  }

  /** Whether `from` certainly comes before `to`. */
  reaches(from: number, to: number): boolean {
    if (from !== to && this.#isNotAfter(from, to)) return true;
    const seen = new Set<number>();
    const open = [from];
    while (open.length > 0) {
      const event = open.pop() as number;
      for (const edge of this.#edges) {
        if (seen.has(edge.to) || !this.#isNotAfter(event, edge.from)) continue;
        if (this.#isNotAfter(edge.to, to)) return true;
        seen.add(edge.to);
        open.push(edge.to);
      }
    }
    return false;
  }

  /** Removes events without a predecessor as long as there are any (Kahn 1962); what is left lies on a cycle, or after one. */
  hasCycle(): boolean {
    const successors = new Map<number, number[]>();
    const predecessors = new Map<number, number>();
    const connect = (from: number, to: number): void => {
      successors.get(from)?.push(to);
      predecessors.set(to, (predecessors.get(to) ?? 0) + 1);
    };
    const events = [...new Set(this.#edges.flatMap((e) => [e.from, e.to]))];
    for (const event of events) successors.set(event, []);
    for (const edge of this.#edges) connect(edge.from, edge.to);
    for (const chain of this.#chainsAmong(events)) for (let i = 1; i < chain.length; i++) connect(chain[i - 1], chain[i]);
    const free = events.filter((event) => !predecessors.has(event));
    let taken = 0;
    while (free.length > 0) {
      taken++;
      for (const next of successors.get(free.pop() as number) ?? []) {
        const left = (predecessors.get(next) ?? 0) - 1;
        predecessors.set(next, left);
        if (left === 0) free.push(next);
      }
    }
    return taken < events.length;
  }

  #chainsAmong(events: readonly number[]): number[][] {
    const chains = new Map<number, { readonly event: number; readonly index: number }[]>();
    for (const event of events) {
      const position = this.positionOf(event);
      if (position === null) continue;
      const known = chains.get(position.chain);
      if (known === undefined) chains.set(position.chain, [{ event, index: position.index }]);
      else known.push({ event, index: position.index });
    }
    return [...chains.values()].map((chain) => chain.sort((a, b) => a.index - b.index).map((c) => c.event));
  }

  /** The same event, or an earlier one of its chain. */
  #isNotAfter(a: number, b: number): boolean {
    if (a === b) return true;
    const x = this.positionOf(a);
    const y = this.positionOf(b);
    return x !== null && y !== null && x.chain === y.chain && x.index < y.index;
  }
}
