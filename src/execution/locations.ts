// The locations of an object, for races: disjoint ranges of bytes, each with what is known of the accesses to it. In: the range of an access. Out: the
// locations that make it up. A location is as large as its first access; an access of another size splits it where that begins and ends.
//
// They are looked up by the offset of each of their bytes. A location never crosses from one page into the next, and one that fills its page is a single
// entry: an access to a hundred megabytes costs an entry per page, and splitting a location costs at most one page.

import { type Clock, emptyClock } from "./clocks.ts";
import type { LockHeld } from "./lock-held.ts";
import type { UndoLog } from "./undo-log.ts";

export interface AccessRecord {
  readonly thread: number;
  readonly time: number; // the thread's own clock
  readonly write: boolean;
  readonly atomic: boolean;
  readonly position: number;
  readonly locks: readonly LockHeld[];
}

export interface Location {
  readonly start: number;
  readonly size: number;
  records: readonly AccessRecord[];
  release: Clock; // what an acquiring read of this location learns
}

/** One location that fills the page, or the location of each byte. */
type Page = Location | (Location | undefined)[] | undefined;

const pageBits = 12;
const pageSize = 1 << pageBits;
const noRecords: readonly AccessRecord[] = [];

const remove = (locations: Locations, { start, size }: Location): void => locations.put(start, size, undefined);
const restore = (locations: Locations, whole: Location): void => locations.put(whole.start, whole.size, whole);

export class Locations {
  readonly #pages: Page[] = [];

  constructor(readonly undoLog: UndoLog) {}

  /** The location of a byte. */
  at(byte: number): Location | undefined {
    const page = this.#pages[byte >>> pageBits];
    return Array.isArray(page) ? page[byte & (pageSize - 1)] : page;
  }

  /** The locations that share bytes with the range, in order. */
  overlapping(at: number, size: number): Location[] {
    const found: Location[] = [];
    for (let b = at; b < at + size; ) {
      const location = this.at(b);
      if (location !== undefined) found.push(location);
      b = location === undefined ? this.#endOfGap(b, at + size) : location.start + location.size;
    }
    return found;
  }

  /** Locations that make up exactly this range: gaps are filled, and locations that extend beyond it are split. `onCut` gets the location and its parts. */
  cover(at: number, size: number, onCut: (whole: Location, parts: readonly Location[]) => void): Location[] {
    const end = at + size;
    const found: Location[] = [];
    for (let b = at; b < end; ) {
      const there = this.at(b);
      const location =
        there === undefined
          ? this.#create(b, this.#endOfGap(b, end))
          : there.start < b || there.start + there.size > end
            ? this.#cut(there, Math.max(there.start, at), Math.min(there.start + there.size, end), onCut)
            : there;
      found.push(location);
      b = location.start + location.size;
    }
    return found;
  }

  /** Where the next location begins, or the page or the range ends. */
  #endOfGap(from: number, end: number): number {
    const limit = Math.min(end, ((from >>> pageBits) + 1) * pageSize);
    const page = this.#pages[from >>> pageBits];
    if (!Array.isArray(page)) return limit;
    let b = from + 1;
    while (b < limit && page[b & (pageSize - 1)] === undefined) b++;
    return b;
  }

  #create(start: number, end: number): Location {
    const location: Location = { start, size: end - start, records: noRecords, release: emptyClock };
    this.put(start, location.size, location);
    this.undoLog.onUndo(remove, this, location);
    return location;
  }

  /** Splits a location at the beginning and the end of a range in it; returns the part between. */
  #cut(whole: Location, from: number, to: number, onCut: (whole: Location, parts: readonly Location[]) => void): Location {
    const { start, size, records, release } = whole;
    const bounds = [start, from, to, start + size];
    const parts: Location[] = [];
    for (let i = 0; i < 3; i++) {
      const [low, high] = [bounds[i] as number, bounds[i + 1] as number];
      if (low < high) parts.push({ start: low, size: high - low, records, release });
    }
    for (const part of parts) this.put(part.start, part.size, part);
    this.undoLog.onUndo(restore, this, whole);
    onCut(whole, parts);
    return this.at(from) as Location;
  }

  /** All in one page. */
  put(start: number, size: number, location: Location | undefined): void {
    const index = start >>> pageBits;
    if (size === pageSize) {
      this.#pages[index] = location;
      return;
    }
    let page = this.#pages[index];
    if (!Array.isArray(page)) {
      page = page === undefined ? [] : new Array<Location | undefined>(pageSize).fill(page);
      this.#pages[index] = page;
    }
    const from = start & (pageSize - 1);
    for (let b = from; b < from + size; b++) page[b] = location;
  }
}
