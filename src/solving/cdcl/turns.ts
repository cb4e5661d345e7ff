// Who decides: the theory, which knows what a formula is about, or activity, which learns what it is hard in. Neither is best for all
// formulas, and one may be many times slower than the other, so they take turns. The theory's come first and activity's are longer: where
// the theory decides well, it needs far fewer conflicts. Turns grow fast, because what one has begun to learn helps it only if it goes on:
// the other's clauses push it out.

const activityShare = 8;
const growth = 4;

export class Turns {
  isTheoryTurn: boolean;
  #length: number;
  #end: number;

  /** The first turn is the theory's and lasts this many conflicts. 0: it has none. */
  constructor(first: number) {
    this.isTheoryTurn = first > 0;
    this.#length = first;
    this.#end = first > 0 ? first : Number.POSITIVE_INFINITY;
  }

  pass(conflicts: number): void {
    if (conflicts < this.#end) return;
    this.isTheoryTurn = !this.isTheoryTurn;
    if (this.isTheoryTurn) this.#length *= growth;
    this.#end = conflicts + (this.isTheoryTurn ? this.#length : activityShare * this.#length);
  }
}
