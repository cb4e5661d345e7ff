// The next variable to decide: a binary heap by activity (VSIDS, Moskewicz et al. 2001; with growing increments as in Eén and Sörensson's
// MiniSat, 2003). Equal activities are ordered by number, so that a search is the same on every machine.

/** Above this, activities and increment are scaled down before a double overflows. */
const maxActivity = 1e150;

export class VariableHeap {
  activity = new Float64Array(64);
  #heap = new Int32Array(64);
  #slot = new Int32Array(64).fill(-1);
  #size = 0;
  #increment = 1;
  decay = 0.95;

  get bytes(): number {
    return 16 * this.activity.length;
  }

  addVariable(variable: number): void {
    if (variable >= this.activity.length) {
      const length = 2 * this.activity.length;
      const activity = new Float64Array(length);
      activity.set(this.activity);
      this.activity = activity;
      const heap = new Int32Array(length);
      heap.set(this.#heap);
      this.#heap = heap;
      const slot = new Int32Array(length).fill(-1);
      slot.set(this.#slot);
      this.#slot = slot;
    }
    this.insert(variable);
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  get top(): number {
    return this.#heap[0];
  }

  insert(variable: number): void {
    if (this.#slot[variable] >= 0) return;
    this.#heap[this.#size] = variable;
    this.#slot[variable] = this.#size;
    this.#up(this.#size++);
  }

  pop(): number {
    const variable = this.#heap[0];
    this.#slot[variable] = -1;
    const last = this.#heap[--this.#size];
    if (this.#size > 0) {
      this.#heap[0] = last;
      this.#slot[last] = 0;
      this.#down(0);
    }
    return variable;
  }

  bump(variable: number, amount = 1): void {
    this.activity[variable] += this.#increment * amount;
    if (this.activity[variable] > maxActivity) this.#rescale();
    const at = this.#slot[variable];
    if (at >= 0) this.#up(at);
  }

  /** Makes later bumps count more. */
  age(): void {
    this.#increment /= this.decay;
    if (this.#increment > maxActivity) this.#rescale();
  }

  #rescale(): void {
    let largest = this.#increment;
    for (const a of this.activity) if (a > largest) largest = a;
    const factor = 1 / largest;
    for (let v = 0; v < this.activity.length; v++) this.activity[v] *= factor;
    this.#increment *= factor;
    // Activities that have become zero are equal now: the heap must order them by number.
    for (let i = (this.#size >> 1) - 1; i >= 0; i--) this.#down(i);
  }

  #before(a: number, b: number): boolean {
    const difference = this.activity[a] - this.activity[b];
    return difference > 0 || (difference === 0 && a < b);
  }

  #up(start: number): void {
    let at = start;
    const variable = this.#heap[at];
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#heap[parent];
      if (!this.#before(variable, above)) break;
      this.#heap[at] = above;
      this.#slot[above] = at;
      at = parent;
    }
    this.#heap[at] = variable;
    this.#slot[variable] = at;
  }

  #down(start: number): void {
    let at = start;
    const variable = this.#heap[at];
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#before(this.#heap[child + 1], this.#heap[child])) child++;
      const below = this.#heap[child];
      if (!this.#before(below, variable)) break;
      this.#heap[at] = below;
      this.#slot[below] = at;
      at = child;
    }
    this.#heap[at] = variable;
    this.#slot[variable] = at;
  }
}
