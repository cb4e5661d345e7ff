// Which of two objects lies below the other, as chosen in a run. In: pairs of places, as they are decided; and places whose addresses
// were used as numbers: their order is that of the numbers. Out: what follows for other pairs. The choices must extend to one total
// order of all places, so that a pair whose order follows from them is not a choice.

import type { Memory } from "./memory.ts";

const dropLast = (pairs: unknown[]): void => void pairs.pop();

export class Order {
  /** Pairs of a place and one above it, in the order of the choices. */
  readonly #pairs: (readonly [below: number, above: number])[] = [];
  /** Places whose addresses the program has used as numbers. */
  readonly #numbered: number[] = [];

  constructor(readonly memory: Memory) {}

  clear(): void {
    this.#pairs.length = 0;
    this.#numbered.length = 0;
  }

  isNumbered(place: number): boolean {
    return this.#numbered.includes(place);
  }

  /** The address of a place is used as a number. Returns false if that contradicts earlier choices. */
  number(place: number): boolean {
    for (const other of this.#numbered) {
      const isBelow = this.find(place, other);
      if (isBelow !== null && isBelow !== place < other) return false;
    }
    this.#numbered.push(place);
    this.memory.onUndo(dropLast, this.#numbered, null);
    return true;
  }

  /** Does the first place lie below the second? Null: not decided. */
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

  /** All choices, sorted, so that states can be compared. A place whose address was used as a number counts as below itself. */
  get chosen(): readonly (readonly [below: number, above: number])[] {
    const numbered = this.#numbered.map((place) => [place, place] as const);
    return [...this.#pairs, ...numbered].sort(([a, b], [c, d]) => a - c || b - d);
  }
}
