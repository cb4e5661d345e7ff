// A checker of order lemmas that shares no code with the theory: it reads the steps of a proof log and decides, by the definitions in
// certificate/proof.ts alone, whether the negation of a lemma derives a cycle.

import type { DerivedEdge, ProofLog, ProofStep } from "../../../../src/solving/certificate/proof.ts";

type ReadStep = Extract<ProofStep, { step: "read" }>;

export class LemmaChecker implements ProofLog {
  readonly #place = new Map<number, { chain: number; position: number }>();
  readonly #lengths = new Map<number, number>();
  readonly #orders = new Map<number, { before: number; after: number }>();
  readonly #reads = new Map<number, ReadStep>();
  lemmas = 0;
  readonly steps: ProofStep[] = [];

  add(step: ProofStep): void {
    this.steps.push(structuredClone(step));
    if (step.step === "chain") {
      const position = this.#lengths.get(step.chain) ?? 0;
      this.#lengths.set(step.chain, position + 1);
      this.#place.set(step.event, { chain: step.chain, position });
    } else if (step.step === "order") this.#orders.set(step.variable, step);
    else if (step.step === "read") this.#reads.set(step.group, structuredClone(step));
    else if (step.step === "lemma") {
      const fault = this.fault(step.clause, step.edges);
      if (fault !== null) throw new Error(`lemma rejected: ${fault}: ${JSON.stringify(step)}`);
      this.lemmas++;
    }
  }

  /** Why the lemma does not hold, or null. */
  fault(clause: readonly number[], edges: readonly DerivedEdge[]): string | null {
    const assumed = new Set(clause.map((literal) => literal ^ 1));
    const out = new Map<number, number[]>();
    const path = (from: number, to: number): boolean => {
      const visited = new Set([from]);
      const queue = [from];
      for (const event of queue)
        for (const next of out.get(event) ?? []) {
          if (next === to) return true;
          if (!visited.has(next)) {
            visited.add(next);
            queue.push(next);
          }
        }
      return false;
    };
    for (const edge of edges) {
      const fault = this.#edgeFault(edge, assumed, path);
      if (fault !== null) return `${fault} in ${JSON.stringify(edge)}`;
      out.set(edge.from, [...(out.get(edge.from) ?? []), edge.to]);
    }
    return edges.some((e) => path(e.from, e.from)) ? null : "no circle";
  }

  #edgeFault({ from, to, by }: DerivedEdge, assumed: ReadonlySet<number>, path: (a: number, b: number) => boolean): string | null {
    if (by.rule === "chain") {
      const a = this.#place.get(from);
      const b = this.#place.get(to);
      return a !== undefined && b !== undefined && a.chain === b.chain && a.position < b.position ? null : "not in chain order";
    }
    if (by.rule === "literal") {
      const order = this.#orders.get(by.literal >> 1);
      if (order === undefined || !assumed.has(by.literal)) return "not assumed";
      const [a, b] = (by.literal & 1) === 0 ? [order.before, order.after] : [order.after, order.before];
      return a === from && b === to ? null : "literal says otherwise";
    }
    const read = this.#reads.get(by.group);
    if (read === undefined) return "no such read";
    if (by.rule === "reads") {
      if (!assumed.has(by.literal)) return "not assumed";
      return read.event === to && read.visibleWrites.some((c) => c.write === from && c.reads === by.literal) ? null : "no such candidate";
    }
    if (!assumed.has(by.reads) || !assumed.has(by.overwrites)) return "not assumed";
    const rival = by.rule === "overwritten" ? to : from;
    if (rival === read.event) return "a read is not a rival of itself";
    if (!read.rivals.some((r) => r.write === rival && r.overwrites === by.overwrites)) return "no such rival";
    const fits = read.visibleWrites.some(
      (c) =>
        c.reads === by.reads &&
        c.write !== rival &&
        (by.rule === "overwritten" ? from === read.event && path(c.write, rival) : to === c.write && path(rival, read.event)),
    );
    return fits ? null : "premises do not hold";
  }
}
