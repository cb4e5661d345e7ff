// Many growing lists of integers in one pool: the watches and the binary clauses of every literal. A full list moves to the end of the pool
// with twice the room; `compact` closes the gaps. A loop that holds `pool` in a local must fetch it again after a push.

/** `index` has `stride` words per list: start, length and room, all in one cache line. */
export const stride = 4;
export const lengthAt = 1;
const roomAt = 2;

export class Lists {
  pool = new Int32Array(1 << 12);
  index = new Int32Array(64 * stride);
  #lists = 0;
  #top = 0;

  get bytes(): number {
    return 4 * (this.pool.length + this.index.length);
  }

  addLists(many: number): void {
    this.#lists += many;
    if (this.#lists * stride > this.index.length) this.index = enlarge(this.index, Math.max(this.#lists * stride, 2 * this.index.length));
  }

  start(list: number): number {
    return this.index[list * stride];
  }

  length(list: number): number {
    return this.index[list * stride + lengthAt];
  }

  setLength(list: number, length: number): void {
    this.index[list * stride + lengthAt] = length;
  }

  push(list: number, value: number): void {
    const entry = list * stride;
    const length = this.index[entry + lengthAt];
    if (length === this.index[entry + roomAt]) this.#move(entry, Math.max(2, 2 * length));
    this.pool[this.index[entry] + length] = value;
    this.index[entry + lengthAt] = length + 1;
  }

  pushPair(list: number, first: number, second: number): void {
    const entry = list * stride;
    const length = this.index[entry + lengthAt];
    if (length + 2 > this.index[entry + roomAt]) this.#move(entry, Math.max(4, 2 * length));
    const at = this.index[entry] + length;
    this.pool[at] = first;
    this.pool[at + 1] = second;
    this.index[entry + lengthAt] = length + 2;
  }

  clear(): void {
    for (let list = 0; list < this.#lists; list++) this.setLength(list, 0);
  }

  /** Gives every list the room it needs and an eighth more. Must not be called while a loop runs over a list. */
  compact(): void {
    let needed = 0;
    for (let list = 0; list < this.#lists; list++) needed += roomFor(this.length(list));
    const pool = new Int32Array(Math.max(1 << 12, needed + (needed >> 2)));
    let top = 0;
    for (let entry = 0; entry < this.#lists * stride; entry += stride) {
      const from = this.index[entry];
      const length = this.index[entry + lengthAt];
      for (let i = 0; i < length; i++) pool[top + i] = this.pool[from + i];
      this.index[entry] = top;
      this.index[entry + roomAt] = roomFor(length);
      top += roomFor(length);
    }
    this.#top = top;
    this.pool = pool;
  }

  #move(entry: number, room: number): void {
    const from = this.index[entry];
    if (this.#top + room > this.pool.length)
      this.pool = enlarge(this.pool, Math.max(this.#top + room, this.pool.length + (this.pool.length >> 1)));
    this.pool.copyWithin(this.#top, from, from + this.index[entry + lengthAt]);
    this.index[entry] = this.#top;
    this.index[entry + roomAt] = room;
    this.#top += room;
  }
}

/** Even, because watches come in pairs. */
const roomFor = (length: number): number => (length + (length >> 3) + 1) & ~1;

export function enlarge(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
