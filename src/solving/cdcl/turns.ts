// Turns: who decides, the theory or activity (VSIDS). The theory knows the structure of the formula; activity learns where it is hard. Neither
// is best for all formulas, and one may be many times slower than the other, so they take turns.
//
// The theory has the first turn, and activity has longer ones: if the theory decides well, it needs far fewer conflicts. Turns grow fast,
// because what is learnt in a turn helps only within it: clauses of the other turn displace it.

/** Activity's turn is this many times as long as the theory's. */
const activityFactor = 8;
const growthFactor = 4;

export class Turns {
  isTheoryTurn: boolean;
  #length: number;
  #end: number;

  /** The first turn is the theory's and lasts `first` conflicts. 0: the theory has no turns. */
  constructor(first: number) {
    this.isTheoryTurn = first > 0;
    this.#length = first;
    this.#end = first > 0 ? first : Number.POSITIVE_INFINITY;
  }

  /** Switches turns if the present one is over. */
  advance(conflicts: number): void {
    if (conflicts < this.#end) return;
    this.isTheoryTurn = !this.isTheoryTurn;
    if (this.isTheoryTurn) this.#length *= growthFactor;
    this.#end = conflicts + (this.isTheoryTurn ? this.#length : activityFactor * this.#length);
  }
}
