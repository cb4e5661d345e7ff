// Who decides: the theory, which knows what a formula is about, or activity, which learns what it is hard in. Neither is best for all
// formulas, and one may be many times slower than the other, so they take turns whose length doubles. Activity's are longer: where the
// theory decides well, it needs far fewer conflicts.

const activityShare = 3;

export class Turns {
  isTheorys: boolean;
  #length: number;
  #end: number;

  /** The first turn is the theory's and lasts this many conflicts. 0: it has none. */
  constructor(first: number) {
    this.isTheorys = first > 0;
    this.#length = first;
    this.#end = first > 0 ? first : Number.POSITIVE_INFINITY;
  }

  pass(conflicts: number): void {
    if (conflicts < this.#end) return;
    this.isTheorys = !this.isTheorys;
    if (this.isTheorys) this.#length *= 2;
    this.#end = conflicts + (this.isTheorys ? this.#length : activityShare * this.#length);
  }
}
