// When to start again. Two modes take turns (Biere's CaDiCaL and Kissat, after Oh 2015): a focused one that restarts as soon as the glue of recent
// clauses is worse than the average (Audemard and Simon, with Biere and Fröhlich's moving averages), good for refutations; and a stable one
// that restarts rarely (Knuth's reluctant doubling of Luby's sequence) and follows target phases, good for models.

const margin = 1.1;
const fewestConflicts = 2;
const firstModeConflicts = 1000;
const stablePeriod = 1024;

/** A moving average that starts without the bias of its first value. */
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
    this.#period = Math.ceil(stablePeriod / intervalScale);
  }

  learnt(glue: number): void {
    this.#fast.add(glue);
    this.#slow.add(glue);
    this.#sinceRestart++;
    if (this.stable) this.#countdown--;
  }

  /** Whether it is time to restart; if so, the next period begins. */
  due(): boolean {
    const now = this.stable ? this.#countdown <= 0 : this.#sinceRestart >= fewestConflicts && this.#fast.value > margin * this.#slow.value;
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

  /** The first phase lasts a number of conflicts; every later one as much work as that, growing quadratically. True if the mode changed. */
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
