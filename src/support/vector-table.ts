// A set of vectors of 32-bit integers that numbers its members: two vectors have the same number exactly if they are equal. A hash finds possible
// matches, then the stored integers are compared one by one, so a collision costs only time. All members are stored in a few large typed
// arrays, without an object per member.

/** Integers per block of storage. A member lies in one block. */
const blockBits = 20;
const blockSize = 1 << blockBits;
const blockMask = blockSize - 1;

/** A vector under construction. */
export class IntVector {
  data = new Int32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Int32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }
}

/** The table has reached its limit. */
export class TableFull extends Error {}

export class VectorTable {
  readonly #blocks: Int32Array[] = [];
  /** The index of the next member, which is its number. 0 is not used. */
  #next = 1;
  #slots = new Int32Array(1 << 12);
  #count = 0;

  /** `limit`: maximum size of the table in bytes. */
  constructor(readonly limit: number) {}

  get size(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#blocks.length * blockSize * 4 + this.#slots.length * 4;
  }

  /** The number of this vector of this kind (0 … 63); `mark` says whether it has been marked. */
  intern(kind: number, data: Int32Array, length: number): number {
    if (length > blockSize - 8 || length >= 1 << 24) throw new TableFull();
    const header = (kind << 24) | length;
    const mask = this.#slots.length - 1;
    let slot = hash(header, data, length) & mask;
    for (;;) {
      const id = this.#slots[slot] as number;
      if (id === 0) break;
      if (this.#equals(id, header, data, length)) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.#store(header, data, length);
    this.#slots[slot] = id;
    if (++this.#count * 4 > this.#slots.length * 3) this.#grow();
    return id;
  }

  /** Marks a member; true if it was not marked before. */
  mark(id: number): boolean {
    const block = this.#blocks[id >>> blockBits] as Int32Array;
    const at = id & blockMask;
    const header = block[at] as number;
    if (header < 0) return false;
    block[at] = header | -0x80000000;
    return true;
  }

  #equals(id: number, header: number, data: Int32Array, length: number): boolean {
    const block = this.#blocks[id >>> blockBits] as Int32Array;
    const at = id & blockMask;
    if (((block[at] as number) & 0x7fffffff) !== header) return false;
    for (let i = 0; i < length; i++) if (block[at + 1 + i] !== data[i]) return false;
    return true;
  }

  #store(header: number, data: Int32Array, length: number): number {
    let at = this.#next & blockMask;
    if (at + 1 + length > blockSize || this.#next >>> blockBits >= this.#blocks.length) {
      if (this.bytes + blockSize * 4 > this.limit || this.#blocks.length >= 2048) throw new TableFull();
      this.#blocks.push(new Int32Array(blockSize));
      at = this.#blocks.length === 1 ? 1 : 0;
      this.#next = (this.#blocks.length - 1) * blockSize + at;
    }
    const id = this.#next;
    const block = this.#blocks[id >>> blockBits] as Int32Array;
    block[at] = header;
    for (let i = 0; i < length; i++) block[at + 1 + i] = data[i] as number;
    this.#next += 1 + length;
    return id;
  }

  #grow(): void {
    const larger = this.#slots.length * 2;
    if (this.bytes + larger * 4 > this.limit) throw new TableFull();
    const slots = new Int32Array(larger);
    const mask = larger - 1;
    for (const id of this.#slots) {
      if (id === 0) continue;
      const block = this.#blocks[id >>> blockBits] as Int32Array;
      const at = id & blockMask;
      const header = (block[at] as number) & 0x7fffffff;
      let slot = hash(header, block.subarray(at + 1, at + 1 + (header & 0xffffff)), header & 0xffffff) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

function hash(seed: number, data: Int32Array, length: number): number {
  let h = Math.imul(seed, 0x9e3779b1) ^ 0x2545f491;
  for (let i = 0; i < length; i++) {
    h = Math.imul(h ^ (data[i] as number), 0x85ebca6b);
    h ^= h >>> 15;
  }
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
