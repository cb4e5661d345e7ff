// A growing list of 32-bit integers in one typed array, so that the inner loops of the order theory touch no objects.

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

  #grow(minLength: number): void {
    const larger = new Int32Array(Math.max(minLength, this.data.length * 2));
    larger.set(this.data);
    this.data = larger;
  }
}
