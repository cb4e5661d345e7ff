// A region: bytes that grow on demand, the owner of each granule of 16 bytes, and which bytes were ever written.

import type { MemoryObject } from "./memory-object.ts";

/** Mark of an unwritten byte whose value an oracle has given. */
export const settledMark = 2;
/** Mark of an unwritten byte that was copied before an oracle gave its value: its copies hold the same (`Region.origins`). Even, as are all marks of unwritten bytes. */
export const carriedMark = 4;
/**
 * Mark of a byte that the assignment of a neighbouring bit-field has rewritten: `Region.holes` says which of its bits are unwritten. If an oracle
 * gives the values of such memory, it has given this one.
 */
export const partMark = 8;
/** Mark of an unwritten byte that was only moved, as padding: an oracle has given one value of many, and a use of it is yet to be noted. */
export const guessedMark = 16;
/** No oracle has said what the byte holds. */
export const isOpenMark = (mark: number): boolean => mark === 0 || mark === carriedMark;

export class Region {
  bytes: Uint8Array;
  words: Int32Array;
  /**
   * One mark per byte: 1: written; `settledMark`: unwritten, its value is given; `guessedMark`: the same; `carriedMark`: unwritten, with copies; `partMark`: written in part. Null: all
   * bytes are written (globals, until a copy brings unwritten bytes).
   */
  written: Uint8Array | null;
  writtenWords: Int32Array | null;
  /** The unwritten bits of bytes with `partMark`. Null: there are no such bytes. */
  holes: Uint8Array | null = null;
  /** Of bytes with `carriedMark`: a number that a byte shares with its copies. Null: there are no such bytes. */
  origins: Int32Array | null = null;
  owner: Int32Array; // granule → index into objects, plus one
  readonly objects: MemoryObject[] = [];
  next = 0;
  readonly baseLow: number;

  constructor(
    readonly index: number,
    readonly base: number,
    readonly limit: number,
    tracked: boolean,
    capacity: number,
  ) {
    this.baseLow = base | 0;
    const buffer = new ArrayBuffer(capacity);
    this.bytes = new Uint8Array(buffer);
    this.words = new Int32Array(buffer);
    this.written = tracked ? new Uint8Array(capacity) : null;
    this.writtenWords = this.written && new Int32Array(this.written.buffer);
    this.owner = new Int32Array(capacity >> 4);
  }

  /** Starts to track marks: all bytes so far are written. */
  track(): Uint8Array {
    const written = new Uint8Array(this.bytes.length).fill(1);
    this.written = written;
    this.writtenWords = new Int32Array(written.buffer);
    return written;
  }

  /** Sets the marks of copied bytes; null: all are written. */
  mark(offset: number, size: number, written: Uint8Array | null): void {
    if (written === null || !written.some((mark) => mark !== 1)) this.written?.fill(1, offset, offset + size);
    else (this.written ?? this.track()).set(written, offset);
  }

  ensure(size: number): void {
    if (size <= this.bytes.length) return;
    let capacity = this.bytes.length;
    while (capacity < size) capacity *= 2;
    const bytes = new Uint8Array(capacity);
    bytes.set(this.bytes);
    this.bytes = bytes;
    this.words = new Int32Array(bytes.buffer);
    if (this.written !== null) {
      const written = new Uint8Array(capacity);
      written.set(this.written);
      this.written = written;
      this.writtenWords = new Int32Array(written.buffer);
    }
    if (this.holes !== null) {
      const holes = new Uint8Array(capacity);
      holes.set(this.holes);
      this.holes = holes;
    }
    if (this.origins !== null) {
      const origins = new Int32Array(capacity);
      origins.set(this.origins);
      this.origins = origins;
    }
    const owner = new Int32Array(capacity >> 4);
    owner.set(this.owner);
    this.owner = owner;
  }
}

/** Some bytes with their marks (`Region.written`); null: all are written, none in part, none carried. */
export interface MarkedBytes {
  readonly bytes: Uint8Array;
  readonly written: Uint8Array | null;
  readonly holes: Uint8Array | null;
  readonly origins: Int32Array | null;
}

/** A byte with its marks as one number. */
export function imageOf({ bytes, written, holes }: Omit<MarkedBytes, "origins">, at: number): number {
  const mark = written === null ? 1 : (written[at] as number);
  return (bytes[at] as number) | (mark << 8) | (mark === partMark ? (holes?.[at] as number) << 16 : 0);
}

/** Bytes that are all written. */
export const allWritten = (bytes: Uint8Array): MarkedBytes => ({ bytes, written: null, holes: null, origins: null });

/** The four bytes at any offset. */
export function wordAt(words: Int32Array, at: number): number {
  const shift = (at & 3) * 8;
  const first = words[at >> 2] as number;
  return shift === 0 ? first : (first >>> shift) | ((words[(at >> 2) + 1] as number) << (32 - shift));
}
