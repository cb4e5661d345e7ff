// Who decides: the theory, which knows what a formula is about, or activity, which learns what it is hard in. Neither is best for all
// formulas, and one may be many times slower than the other, so they take turns of growing length: 1, 2, 2, 4, 4, 8, 8, … times the first.

export class Turns {
  isTheorys = true;
  #length: number;
  #end: number;

  /** The first turn is the theory's and lasts this many conflicts. 0: it has none. */
  constructor(first: number) {
    this.#length = first;
    this.#end = first;
    if (first === 0) {
      this.isTheorys = false;
      this.#end = Number.POSITIVE_INFINITY;
    }
  }

  pass(conflicts: number): void {
    if (conflicts < this.#end) return;
    if (this.isTheorys) this.#length *= 2;
    this.#end = conflicts + this.#length;
    this.isTheorys = !this.isTheorys;
  }
}
