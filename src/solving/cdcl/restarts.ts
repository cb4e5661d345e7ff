// When to restart. Two modes take turns (Biere's CaDiCaL and Kissat, after Oh 2015). The focused mode, good for refutations, restarts as soon
// as the glue of recent clauses is worse than the average (Audemard and Simon 2012, with the moving averages of Biere and Fröhlich 2015).
// The stable mode, good for models, restarts rarely (Luby's sequence by Knuth's reluctant doubling) and follows target phases.

/** In focused mode, the recent glue must exceed the average by this factor. */
const glueMargin = 1.1;
const minConflictsBetweenRestarts = 2;
const firstModeConflicts = 1000;
/** Unit of Luby's sequence. */
const stablePeriodConflicts = 1024;

/** An exponential moving average, corrected for the bias of its first values. */
class Average {
  value = 0;
  #biased = 0;
  #rest = 1;

  constructor(readonly weight: number) {}

  add(sample: number): void {
    this.#biased += this.weight * (sample - this.#biased);
    this.#rest *= 1 - this.weight;
    this.value = this.#biased / (1 - this.#rest);
  }
}

export class Restarts {
  stable = false;
  #fast = new Average(0.03);
  readonly #slow = new Average(1e-5);
  #sinceRestart = 0;
  #modes = 0;
  readonly #firstMode: number;
  readonly #period: number;
  #modeTicks = 0;
  #modeStartTicks = 0;
  #u = 1;
  #v = 1;
  #countdown = 0;

  constructor(intervalScale: number) {
    this.#firstMode = firstModeConflicts / intervalScale;
    this.#period = Math.ceil(stablePeriodConflicts / intervalScale);
  }

  learnt(glue: number): void {
    this.#fast.add(glue);
    this.#slow.add(glue);
    this.#sinceRestart++;
    if (this.stable) this.#countdown--;
  }

  /** Returns whether to restart now. If so, the next period begins. */
  tryRestart(): boolean {
    const now = this.stable
      ? this.#countdown <= 0
      : this.#sinceRestart >= minConflictsBetweenRestarts && this.#fast.value > glueMargin * this.#slow.value;
    if (!now) return false;
    this.#sinceRestart = 0;
    if (this.stable) {
      // Luby's sequence 1 1 2 1 1 2 4 … as Knuth generates it.
      if ((this.#u & -this.#u) === this.#v) {
        this.#u++;
        this.#v = 1;
      } else this.#v *= 2;
      this.#countdown = this.#v * this.#period;
    }
    return true;
  }

  /** The first mode lasts a number of conflicts; later ones last as many ticks as that took, growing quadratically. Returns true if the mode changed. */
  switchMode(conflicts: number, ticks: number): boolean {
    if (this.#modes === 0) {
      if (conflicts < this.#firstMode) return false;
      this.#modeTicks = ticks - this.#modeStartTicks;
    } else if (ticks < this.#modeStartTicks + this.#modeTicks * ((this.#modes + 1) >> 1) ** 2) return false;
    this.#modes++;
    this.#modeStartTicks = ticks;
    this.stable = !this.stable;
    this.#u = 1;
    this.#v = 1;
    this.#countdown = this.#period;
    this.#fast = new Average(this.#fast.weight);
    this.#fast.add(this.#slow.value);
    return true;
  }
}
