// Data races by happens-before: vector clocks (Mattern; the per-location history follows FastTrack's idea of epochs, but keeps
// one record per thread and kind, so that mixed atomic and plain accesses are right) with C11's synchronisation by release
// sequences and fences. Locations are exact byte ranges; a range accessed in different sizes falls apart into bytes.

import type { MemoryOrder } from "../program/operations.ts";
import { type Clock, emptyClock, join, tick } from "./clocks.ts";
import type { Memory, MemoryObject } from "./memory.ts";
import type { LockHeld, Thread } from "./thread.ts";

export interface AccessRecord {
  readonly thread: number;
  readonly time: number; // the thread's own clock
  readonly write: boolean;
  readonly atomic: boolean;
  readonly position: number;
  readonly locks: readonly LockHeld[];
}

type AccessKind = "read" | "write" | "update";

/** An access of a section, and an earlier one of another thread. */
export interface SectionConflict {
  readonly position: number;
  readonly locks: readonly LockHeld[];
  readonly object: MemoryObject;
  readonly offset: number;
  readonly size: number;
  readonly kind: AccessKind;
  readonly order: MemoryOrder | null;
  readonly other: AccessRecord;
}

interface Cell {
  readonly start: number;
  readonly size: number;
  records: readonly AccessRecord[];
  release: Clock; // what an acquiring read of this location learns
}

/** What was released on something that is no location (a lock, the end of a thread): what acquiring it teaches. */
interface Published {
  clock: Clock;
}

// How changes are taken back. What a thread itself knows is saved with its frames (thread.ts).
const putRecords = (cell: Cell, records: Cell["records"]): void => {
  cell.records = records;
};
const putRelease = (cell: Cell, release: Clock): void => {
  cell.release = release;
};
const putPublished = (published: Published, clock: Clock): void => {
  published.clock = clock;
};
const removeCell = (cells: Cells, { start, size }: Cell): void => {
  for (let b = start; b < start + size; b++) cells[b] = undefined;
};
const joinCell = (cells: Cells, cell: Cell): void => {
  for (let b = cell.start; b < cell.start + cell.size; b++) cells[b] = cell;
};

/** The locations of an object, by the offset of each of their bytes. */
export type Cells = (Cell | undefined)[];

export class RaceDetector {
  #known: MemoryObject[] = [];
  readonly #published = new Map<number, Published>();

  /** `positionOf` says where in the program an operation of a thread stands. */
  constructor(
    readonly memory: Memory,
    readonly positionOf: (t: Thread, operation: number) => number,
  ) {}

  // Of the user's section that is being executed. It is one step, and so are its dealings with other threads: what it learns on the way it
  // knows from the beginning, and what it writes, releases and starts it publishes as a whole, in the end.
  readonly #written: Cell[] = [];
  readonly #released: Published[] = [];
  readonly #started: Thread[] = [];
  /** Conflicts, with what it need not know of yet. */
  readonly #conflicts: SectionConflict[] = [];

  reset(): void {
    for (const o of this.#known) o.cells = null; // the objects of globals stay from run to run
    this.#known = [];
    this.#published.clear();
  }

  startThread(parent: Thread | null, child: Thread): void {
    if (parent !== null) {
      child.clock = tick(parent.clock, child.index);
      if (parent.userSection) this.#started.push(child);
      else advance(parent);
    } else child.clock = tick(emptyClock, child.index);
  }

  /** `key` names what is synchronised on: an address and an index, folded into one number. */
  acquire(t: Thread, key: number): void {
    const published = this.#published.get(key);
    if (published !== undefined) learn(t, published.clock);
  }

  release(t: Thread, key: number): void {
    let published = this.#published.get(key);
    if (published === undefined) {
      published = { clock: emptyClock };
      this.#published.set(key, published);
    }
    const before = published.clock;
    published.clock = join(before, t.clock);
    this.memory.onUndo(putPublished, published, before);
    if (t.userSection) this.#released.push(published);
    else advance(t);
  }

  fence(t: Thread, order: MemoryOrder): void {
    if (order !== "release") learn(t, t.acquirePending);
    if (order !== "acquire") {
      t.releaseFence = t.clock;
      advance(t);
    }
  }

  /**
   * Records an access and returns an earlier one it races with, if any. `order` null: plain. An update is told as a
   * read and a write together. Inside a section of the user's the answer is left to its end.
   */
  access(
    t: Thread,
    o: MemoryObject,
    offset: number,
    size: number,
    kind: AccessKind,
    order: MemoryOrder | null,
    operation: number,
  ): AccessRecord | null {
    if (t.userSection) this.#keepConflicts(t, o, offset - o.start, size, kind, order, operation);
    const found = this.#access(t, o, offset, size, kind, order, operation);
    return t.userSection ? null : found;
  }

  #keepConflicts(
    t: Thread,
    o: MemoryObject,
    at: number,
    size: number,
    kind: AccessKind,
    order: MemoryOrder | null,
    operation: number,
  ): void {
    let last: Cell | undefined;
    for (let b = at; b < at + size; b++) {
      const cell = o.cells?.[b];
      if (cell === undefined || cell === last) continue;
      last = cell;
      for (const other of cell.records)
        if (this.#races(t, other, kind !== "read", order !== null))
          this.#conflicts.push({
            position: this.positionOf(t, operation),
            locks: t.locks,
            object: o,
            offset: at,
            size,
            kind,
            order,
            other,
          });
    }
  }

  #access(
    t: Thread,
    o: MemoryObject,
    offset: number,
    size: number,
    kind: AccessKind,
    order: MemoryOrder | null,
    operation: number,
  ): AccessRecord | null {
    let cells = o.cells;
    if (cells === null) {
      cells = [];
      o.cells = cells;
      this.#known.push(o);
    }
    const at = offset - o.start;
    const write = kind !== "read";
    const first = cells[at];
    if (first === undefined ? this.#untouched(cells, at, size) : first.start === at && first.size === size) {
      const cell = first ?? this.#create(cells, at, size);
      const found = this.#conflict(t, cell, write, order !== null);
      this.#remember(t, cell, write, order !== null, operation);
      if (order !== null) this.#synchronise(t, cell, kind, order);
      return found;
    }
    let found: AccessRecord | null = null;
    for (let b = at; b < at + size; b++) {
      let cell = cells[b];
      if (cell === undefined) cell = this.#create(cells, b, 1);
      else if (cell.size > 1) cell = this.#splitAt(cells, cell, b);
      found = this.#conflict(t, cell, write, order !== null) ?? found;
      this.#remember(t, cell, write, order !== null, operation);
      if (order !== null) this.#synchronise(t, cell, kind, order);
    }
    return found;
  }

  /** Freeing conflicts with every access to the object. */
  free(t: Thread, o: MemoryObject, operation: number): AccessRecord | null {
    if (t.userSection) {
      this.#keepConflicts(t, o, 0, o.size, "write", null, operation);
      return null;
    }
    let found: AccessRecord | null = null;
    for (const cell of new Set(o.cells ?? [])) if (cell !== undefined) found = this.#conflict(t, cell, true, false) ?? found;
    return found;
  }

  #untouched(cells: readonly (Cell | undefined)[], at: number, size: number): boolean {
    for (let b = at; b < at + size; b++) if (cells[b] !== undefined) return false;
    return true;
  }

  #create(cells: (Cell | undefined)[], start: number, size: number): Cell {
    const cell: Cell = { start, size, records: noRecords, release: emptyClock };
    for (let b = start; b < start + size; b++) cells[b] = cell;
    this.memory.onUndo(removeCell, cells, cell);
    return cell;
  }

  /** Splits a wider location into bytes; returns the byte asked for. */
  #splitAt(cells: (Cell | undefined)[], cell: Cell, at: number): Cell {
    const isWritten = this.#written.includes(cell); // earlier in the same section: then its bytes are what is published in the end
    for (let b = cell.start; b < cell.start + cell.size; b++) {
      const byte: Cell = { start: b, size: 1, records: cell.records, release: cell.release };
      cells[b] = byte;
      if (isWritten) this.#written.push(byte);
    }
    this.memory.onUndo(joinCell, cells, cell);
    return cells[at] as Cell;
  }

  #conflict(t: Thread, cell: Cell, write: boolean, atomic: boolean): AccessRecord | null {
    for (const r of cell.records) if (this.#races(t, r, write, atomic)) return r;
    return null;
  }

  #races(t: Thread, r: AccessRecord, write: boolean, atomic: boolean): boolean {
    return r.thread !== t.index && (r.write || write) && !(r.atomic && atomic) && r.time > (t.clock[r.thread] ?? 0);
  }

  #remember(t: Thread, cell: Cell, write: boolean, atomic: boolean, operation: number): void {
    const before = cell.records;
    const time = t.clock[t.index] ?? 0;
    let same = -1;
    for (let i = 0; i < before.length; i++) {
      const r = before[i] as AccessRecord;
      if (r.thread !== t.index || r.write !== write || r.atomic !== atomic) continue;
      if (r.time === time) return; // no synchronisation since: nothing new
      same = i;
    }
    const record = { thread: t.index, time, write, atomic, position: this.positionOf(t, operation), locks: t.locks };
    const kept = before.length === 0 ? [record] : write && !atomic ? withoutCovered(t, before, record) : withoutSame(before, same, record);
    cell.records = kept;
    this.memory.onUndo(putRecords, cell, before);
  }

  #synchronise(t: Thread, cell: Cell, kind: AccessKind, order: MemoryOrder): void {
    const acquires = order !== "relaxed" && order !== "release";
    const releases = order !== "relaxed" && order !== "acquire";
    if (kind !== "write" && cell.release.length > 0) {
      if (acquires) learn(t, cell.release);
      t.acquirePending = join(t.acquirePending, cell.release);
    }
    if (kind !== "read") {
      const before = cell.release;
      const published = releases ? t.clock : t.releaseFence;
      cell.release = kind === "update" ? join(before, published) : published; // a plain atomic store ends the release sequence
      if (cell.release !== before) this.memory.onUndo(putRelease, cell, before);
      if (releases && t.userSection) this.#written.push(cell);
      else if (releases) advance(t);
    }
  }

  /** Before a section of the user's. */
  beginSection(): void {
    this.#written.length = this.#released.length = this.#started.length = this.#conflicts.length = 0;
  }

  /** After it: the conflicts with what it still does not know of. */
  endSection(t: Thread): readonly SectionConflict[] {
    for (const cell of this.#written) {
      const before = cell.release;
      cell.release = join(before, t.clock);
      this.memory.onUndo(putRelease, cell, before);
    }
    for (const published of this.#released) {
      const before = published.clock;
      published.clock = join(before, t.clock);
      this.memory.onUndo(putPublished, published, before);
    }
    for (const child of this.#started) child.clock = join(child.clock, t.clock);
    if (this.#written.length + this.#released.length + this.#started.length > 0) advance(t);
    const found =
      this.#conflicts.length === 0 ? noConflicts : this.#conflicts.filter(({ other }) => other.time > (t.clock[other.thread] ?? 0));
    this.beginSection();
    return found;
  }
}

const noRecords: readonly AccessRecord[] = [];
const noConflicts: readonly SectionConflict[] = [];

/** After a plain write whatever happened before it is covered by it. */
function withoutCovered(t: Thread, records: readonly AccessRecord[], last: AccessRecord): AccessRecord[] {
  const isCovered = (r: AccessRecord): boolean => r.thread === t.index || r.time <= (t.clock[r.thread] ?? 0);
  return records.every(isCovered) ? [last] : [...records.filter((r) => !isCovered(r)), last];
}

/** The last record of a thread and kind stands for the earlier one, at `same` if there is one. */
function withoutSame(records: readonly AccessRecord[], same: number, last: AccessRecord): AccessRecord[] {
  if (same < 0) return [...records, last];
  const kept = records.slice();
  for (let i = same; i < kept.length - 1; i++) kept[i] = kept[i + 1] as AccessRecord;
  kept[kept.length - 1] = last;
  return kept;
}

function advance(t: Thread): void {
  t.clock = tick(t.clock, t.index);
}

function learn(t: Thread, clock: Clock): void {
  t.clock = join(t.clock, clock);
}
