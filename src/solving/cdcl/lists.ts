// Many growing lists of integers in one pool: the watches and the binary clauses of every literal. A list that is full moves to the
// end of the pool with twice the room; `compact` closes the gaps. Loops hold `pool` in a local and fetch it again after a push.

export class Lists {
  pool = new Int32Array(1 << 12);
  start = new Int32Array(64);
  count = new Int32Array(64);
  room = new Int32Array(64);
  #lists = 0;
  #top = 0;

  get bytes(): number {
    return 4 * (this.pool.length + 3 * this.start.length);
  }

  addLists(many: number): void {
    this.#lists += many;
    if (this.#lists <= this.start.length) return;
    const length = Math.max(this.#lists, 2 * this.start.length);
    this.start = grown(this.start, length);
    this.count = grown(this.count, length);
    this.room = grown(this.room, length);
  }

  push(list: number, value: number): void {
    const count = this.count[list];
    if (count === this.room[list]) this.#move(list, Math.max(2, 2 * count));
    this.pool[this.start[list] + count] = value;
    this.count[list] = count + 1;
  }

  pushPair(list: number, first: number, second: number): void {
    const count = this.count[list];
    if (count + 2 > this.room[list]) this.#move(list, Math.max(4, 2 * count));
    const at = this.start[list] + count;
    this.pool[at] = first;
    this.pool[at + 1] = second;
    this.count[list] = count + 2;
  }

  clear(): void {
    this.count.fill(0);
  }

  /** Every list gets the room it needs and an eighth more. Not while a loop runs over a list. */
  compact(): void {
    let needed = 0;
    for (let l = 0; l < this.#lists; l++) needed += roomFor(this.count[l]);
    const pool = new Int32Array(Math.max(1 << 12, needed + (needed >> 2)));
    let top = 0;
    for (let l = 0; l < this.#lists; l++) {
      const from = this.start[l];
      const count = this.count[l];
      for (let i = 0; i < count; i++) pool[top + i] = this.pool[from + i];
      this.start[l] = top;
      this.room[l] = roomFor(count);
      top += roomFor(count);
    }
    this.#top = top;
    this.pool = pool;
  }

  #move(list: number, room: number): void {
    const from = this.start[list];
    const count = this.count[list];
    if (this.#top + room > this.pool.length)
      this.pool = grown(this.pool, Math.max(this.#top + room, this.pool.length + (this.pool.length >> 1)));
    this.pool.copyWithin(this.#top, from, from + count);
    this.start[list] = this.#top;
    this.room[list] = room;
    this.#top += room;
  }
}

/** Even, because watches come in pairs. */
const roomFor = (count: number): number => (count + (count >> 3) + 1) & ~1;

export function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
