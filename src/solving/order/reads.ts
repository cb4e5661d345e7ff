// The reads of the order theory as flat tables: per read (group) its visible writes and rivals, sorted by chain and position, so that
// "the first write in this chain that overwrites, from here on" is a binary search and a short scan.

import type { Literal } from "../literal.ts";
import { Integers } from "./integers.ts";
import type { Reachability } from "./reachability.ts";

export interface Access {
  readonly write: number;
  readonly literal: Literal;
}

/** Writes of many groups in one table; those of a group lie together, chain by chain. */
export class WriteTable {
  readonly write = new Integers();
  readonly position = new Integers();
  readonly literal = new Integers();
  readonly group = new Integers();
  /** Per group: where its row of chain starts begins, and for how many chains it has one. */
  readonly #index = new Integers();
  readonly #chains = new Integers();
  readonly #starts = new Integers();

  constructor(readonly graph: Reachability) {}

  add(group: number, accesses: readonly Access[]): void {
    const { chainOf, positionOf } = this.graph;
    const place = (a: Access): number => chainOf.data[a.write] * 0x100000000 + positionOf.data[a.write];
    const sorted = accesses.toSorted((a, b) => place(a) - place(b) || a.literal - b.literal);
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

  /** The group's writes in this chain: from `start` to before `start(…, chain + 1)`. A chain younger than the group has none. */
  start(group: number, chain: number): number {
    const chains = this.#chains.data[group];
    return this.#starts.data[this.#index.data[group] + (chain < chains ? chain : chains)];
  }

  /** The group's writes in all chains: from `start(group, 0)` to before this. */
  end(group: number): number {
    return this.#starts.data[this.#index.data[group] + this.#chains.data[group]];
  }

  /** The first of the group's writes in this chain at or behind a position. */
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
