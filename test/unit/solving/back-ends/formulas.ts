// Random formulas over terms, events and reads, given to a solver piece by piece.

import type { Solver } from "../../../../src/solving/solver.ts";
import type { Rng } from "../../../../src/support/rng.ts";
import type { Term } from "../../../../src/terms/term.ts";
import type { Terms } from "../../../../src/terms/terms.ts";

export class RandomFormulas {
  readonly #events: number[] = [];
  #reads = 0;

  constructor(
    readonly terms: Terms,
    readonly rng: Rng,
    readonly width: number,
  ) {}

  /** Adds a few events, reads and assertions. */
  extend(solver: Solver): void {
    const { rng, terms } = this;
    for (let i = rng.between(1, 3); i > 0; i--) this.#events.push(solver.event(rng.below(3)));
    if (rng.chance(0.7)) {
      const event = rng.pick(this.#events);
      const writes = rng.shuffle(this.#events).filter((e) => e !== event);
      const group = this.#reads++;
      const visibleWrites = writes.slice(0, 3).map((write, i) => ({ write, reads: terms.variable(`rf${group}.${i}`, 1) }));
      solver.read({
        event,
        visibleWrites,
        rivals: writes.map((write) => ({ write, overwrites: rng.chance(0.5) ? terms.true : this.boolean(1) })),
      });
      if (visibleWrites.length > 0) solver.assert(terms.any(visibleWrites.map((c) => c.reads)));
      for (const c of visibleWrites) solver.assert(terms.implies(c.reads, terms.eq(this.#variable(), this.vector(1))));
    }
    for (let i = rng.between(0, 2); i > 0; i--) solver.assert(terms.any([this.boolean(3), this.boolean(2)]));
  }

  boolean(depth: number): Term {
    const { rng, terms } = this;
    if (depth === 0) {
      if (this.#events.length > 1 && rng.chance(0.4)) return terms.before(rng.pick(this.#events), rng.pick(this.#events));
      return terms.variable(`p${rng.below(3)}`, 1);
    }
    const a = (): Term => this.boolean(depth - 1);
    const v = (): Term => this.vector(depth - 1);
    return rng.pick([
      () => terms.not(a()),
      () => terms.and(a(), a()),
      () => terms.or(a(), a()),
      () => terms.xor(a(), a()),
      () => terms.ite(a(), a(), a()),
      () => terms.eq(v(), v()),
      () => terms.ult(v(), v()),
      () => terms.sle(v(), v()),
      () => terms.slt(v(), v()),
      () => terms.ule(v(), v()),
    ])();
  }

  vector(depth: number): Term {
    const { rng, terms, width } = this;
    if (depth === 0) return rng.chance(0.3) ? terms.constant(rng.nextUint32(), width) : this.#variable();
    const a = (): Term => this.vector(depth - 1);
    return rng.pick([
      () => terms.add(a(), a()),
      () => terms.sub(a(), a()),
      () => terms.mul(a(), a()),
      () => terms.udiv(a(), a()),
      () => terms.srem(a(), a()),
      () => terms.shl(a(), a()),
      () => terms.ashr(a(), a()),
      () => terms.xor(a(), a()),
      () => terms.neg(a()),
      () => terms.ite(this.boolean(depth - 1), a(), a()),
      () => terms.zext(terms.extract(a(), width - 2, 1), width),
      () => terms.sext(this.boolean(depth - 1), width),
      () => terms.extract(terms.concat(a(), a()), width + 1, 2),
    ])();
  }

  #variable(): Term {
    const { rng, terms, width } = this;
    const number = rng.below(4);
    return number === 3 ? terms.variable("bounded", width, { low: -2n, high: 3n }) : terms.variable(`x${number}`, width);
  }
}
