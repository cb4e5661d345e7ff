// Which of two objects lies below the other, as far as that was chosen in a run. In: pairs of places, as they are decided; and the places of which
// numbers were made: among those the order is that of the numbers. Out: what follows for others. What is chosen must be possible: one total
// order of all places, so that a pair whose order follows is not open any more.

import type { Memory } from "./memory.ts";

const dropLast = (pairs: unknown[]): void => void pairs.pop();

export class Order {
  /** Places, each with one that lies above it, in the order of choice. */
  readonly #pairs: (readonly [below: number, above: number])[] = [];
  /** Places of which the program knows the number. */
  readonly #numbered: number[] = [];

  constructor(readonly memory: Memory) {}

  clear(): void {
    this.#pairs.length = 0;
    this.#numbered.length = 0;
  }

  isNumbered(place: number): boolean {
    return this.#numbered.includes(place);
  }

  /** A number is made of where a place is. False: what was chosen before contradicts it. */
  number(place: number): boolean {
    for (const other of this.#numbered) {
      const isBelow = this.find(place, other);
      if (isBelow !== null && isBelow !== place < other) return false;
    }
    this.#numbered.push(place);
    this.memory.onUndo(dropLast, this.#numbered, null);
    return true;
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
    for (const place of reached) {
      if (place === to) return true;
      for (const [below, above] of this.#pairs) if (below === place && !reached.includes(above)) reached.push(above);
      if (this.isNumbered(place)) for (const other of this.#numbered) if (other > place && !reached.includes(other)) reached.push(other);
    }
    return false;
  }

  /** All that was chosen, in one order whatever came first: what is left of it in a state. A place of which a number was made is below itself. */
  get chosen(): readonly (readonly [below: number, above: number])[] {
    const numbered = this.#numbered.map((place) => [place, place] as const);
    return [...this.#pairs, ...numbered].sort(([a, b], [c, d]) => a - c || b - d);
  }
}
