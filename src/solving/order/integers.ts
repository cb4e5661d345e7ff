// A list of 32-bit integers that grows: one flat typed array, so that the order theory's inner loops touch no objects.

export class Integers {
  data: Int32Array;
  length = 0;

  constructor(capacity = 64) {
    this.data = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.#grow(this.length + 1);
    this.data[this.length++] = value;
  }

  /** Makes room for `length` entries; new ones hold `fill`. */
  extend(length: number, fill: number): void {
    if (length > this.data.length) this.#grow(length);
    if (length > this.length) this.data.fill(fill, this.length, length);
    this.length = Math.max(this.length, length);
  }

  #grow(least: number): void {
    const wider = new Int32Array(Math.max(least, this.data.length * 2));
    wider.set(this.data);
    this.data = wider;
  }
}
