// Sets of bytes that are filled and asked often. In: ranges of addresses. Out: their bytes by numbers, made once, so that a set is an array; ranges that are too large for that
// stay as they are.

import { append } from "../support/lists.ts";
import type { Range } from "./cells.ts";
import { overlaps } from "./steps.ts";

/** Bytes are noted one by one, larger ranges as a whole. */
const maxBytes = 64;

export interface Bytes {
  readonly ranges: readonly Range[];
  /** Of the bytes of all ranges but the large ones. */
  readonly numbers: readonly number[];
  readonly large: readonly Range[];
}

export class ByteNumbers {
  readonly #numbers = new Map<number, number>();

  bytesOf(ranges: readonly Range[]): Bytes {
    const numbers = new Set<number>();
    const large: Range[] = [];
    for (const { address, size } of ranges) {
      if (size > maxBytes) large.push({ address, size });
      else for (let i = 0; i < size; i++) numbers.add(this.#numberOf(address + i));
    }
    return { ranges, numbers: [...numbers], large };
  }

  /** Undefined: no range that was asked for has the byte. */
  numberAt(address: number): number | undefined {
    return this.#numbers.get(address);
  }

  #numberOf(address: number): number {
    let n = this.#numbers.get(address);
    if (n === undefined) {
      n = this.#numbers.size;
      this.#numbers.set(address, n);
    }
    return n;
  }
}

const none = 0;
/** Stands for several threads. */
const several = -1;

/** Bytes, and the threads that write them. */
export class WrittenByThread {
  /** By the number of a byte: one more than the thread. */
  readonly #writers: number[] = [];
  readonly #large: (Range & { readonly thread: number })[] = [];

  constructor(readonly numbers: ByteNumbers) {}

  add(thread: number, { numbers, large }: Bytes): void {
    for (const n of numbers) this.#addByte(n, thread + 1);
    for (const { address, size } of large) this.#large.push({ address, size, thread });
  }

  addAll(other: WrittenByThread): void {
    for (const [n, writer] of other.#writers.entries()) if (writer !== none) this.#addByte(n, writer);
    append(this.#large, other.#large);
  }

  #addByte(n: number, writer: number): void {
    while (this.#writers.length <= n) this.#writers.push(none);
    const known = this.#writers[n];
    if (known === none) this.#writers[n] = writer;
    else if (known !== writer) this.#writers[n] = several;
  }

  /** Whether threads other than this one write some of the bytes; null: whether any does. */
  byOthers(thread: number | null, { numbers, ranges, large }: Bytes): boolean {
    for (const n of numbers) if (this.#isOther(thread, n)) return true;
    if (large.some((r) => this.isByOthers(thread, r))) return true;
    return this.#large.length > 0 && this.#areLarge(thread, ranges);
  }

  /** The same of one range, of which the bytes have perhaps no numbers. */
  isByOthers(thread: number | null, range: Range): boolean {
    for (let i = 0; i < range.size; i++) {
      const n = this.numbers.numberAt(range.address + i);
      if (n !== undefined && this.#isOther(thread, n)) return true;
    }
    return this.#large.length > 0 && this.#areLarge(thread, [range]);
  }

  #isOther(thread: number | null, n: number): boolean {
    const writer = this.#writers[n] ?? none;
    return writer !== none && (thread === null || writer !== thread + 1);
  }

  #areLarge(thread: number | null, ranges: readonly Range[]): boolean {
    return this.#large.some((l) => l.thread !== thread && ranges.some((r) => overlaps(r, l)));
  }
}
