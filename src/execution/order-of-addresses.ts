// Which of two objects lies below the other, as far as that was chosen in a run. In: pairs of places, as they are decided. Out: what follows for
// others. What is chosen must be possible: one total order of all places, so that a pair whose order follows is not open any more.

import type { Memory } from "./memory.ts";

const dropLast = (pairs: unknown[]): void => void pairs.pop();

export class Order {
  /** Places, each with one that lies above it, in the order of choice. */
  readonly #pairs: (readonly [below: number, above: number])[] = [];

  constructor(readonly memory: Memory) {}

  clear(): void {
    this.#pairs.length = 0;
  }

  /** Does the first place lie below the second? Null: that is open. */
  find(a: number, b: number): boolean | null {
    if (this.#leads(a, b)) return true;
    return this.#leads(b, a) ? false : null;
  }

  add(a: number, b: number, isBelow: boolean): void {
    this.#pairs.push(isBelow ? [a, b] : [b, a]);
    this.memory.onUndo(dropLast, this.#pairs, null);
  }

  #leads(from: number, to: number): boolean {
    const reached = [from];
    for (const place of reached)
      for (const [below, above] of this.#pairs)
        if (below === place && !reached.includes(above)) {
          if (above === to) return true;
          reached.push(above);
        }
    return false;
  }

  /** All that was chosen, in one order whatever came first: what is left of it in a state. */
  get chosen(): readonly (readonly [below: number, above: number])[] {
    return [...this.#pairs].sort(([a, b], [c, d]) => a - c || b - d);
  }
}
