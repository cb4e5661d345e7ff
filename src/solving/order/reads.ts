// The writes of the order theory's reads in flat tables: one of visible writes, one of rivals. The writes of a read (a group) are sorted by
// chain and position, so that "the first write in this chain from here on" is a binary search.

import type { Literal } from "../literal.ts";
import { Integers } from "./integers.ts";
import type { Reachability } from "./reachability.ts";

/** A write and the literal under which it counts: that the read sees it, or that it overwrites. */
export interface GuardedWrite {
  readonly write: number;
  readonly literal: Literal;
}

/** Writes of many groups in one table; those of a group lie together, chain by chain. */
export class WriteTable {
  readonly write = new Integers();
  readonly position = new Integers();
  readonly literal = new Integers();
  readonly group = new Integers();
  /** Per group: where its row in `#starts` begins, and the number of chains in it. */
  readonly #index = new Integers();
  readonly #chains = new Integers();
  readonly #starts = new Integers();

  constructor(readonly graph: Reachability) {}

  add(group: number, accesses: readonly GuardedWrite[]): void {
    const { chainOf, positionOf } = this.graph;
    const rank = (a: GuardedWrite): number => chainOf.data[a.write] * 0x100000000 + positionOf.data[a.write];
    const sorted = accesses.toSorted((a, b) => rank(a) - rank(b) || a.literal - b.literal);
    this.#index.push(this.#starts.length);
    this.#chains.push(this.graph.chains);
    let chain = 0;
    for (const { write, literal } of sorted) {
      for (; chain <= chainOf.data[write]; chain++) this.#starts.push(this.write.length);
      this.write.push(write);
      this.position.push(positionOf.data[write]);
      this.literal.push(literal);
      this.group.push(group);
    }
    for (; chain <= this.graph.chains; chain++) this.#starts.push(this.write.length);
  }

  get bytes(): number {
    return this.write.data.byteLength * 4 + this.#starts.data.byteLength;
  }

  get size(): number {
    return this.write.length;
  }

  /** The group's writes in this chain are those from `start(group, chain)` to before `start(group, chain + 1)`. A chain that is younger than the group has none. */
  start(group: number, chain: number): number {
    const chains = this.#chains.data[group];
    return this.#starts.data[this.#index.data[group] + (chain < chains ? chain : chains)];
  }

  /** The group's writes in all chains are those from `start(group, 0)` to before this. */
  end(group: number): number {
    return this.#starts.data[this.#index.data[group] + this.#chains.data[group]];
  }

  /** The first of the group's writes in this chain at or after a position. */
  from(group: number, chain: number, position: number): number {
    let low = this.start(group, chain);
    let high = this.start(group, chain + 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.position.data[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
