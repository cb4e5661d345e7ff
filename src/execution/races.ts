// Data races by happens-before: vector clocks (Mattern; the per-location history follows FastTrack's idea of epochs, but keeps
// one record per thread and kind, so that mixed atomic and plain accesses are right) with C11's synchronisation by release
// sequences and fences. Locations are exact byte ranges (locations.ts).

import { acquires, type MemoryOrder, releases } from "../program/operations.ts";
import type { AccessKind } from "./access-event.ts";
import { type Clock, emptyClock, increment, join } from "./clocks.ts";
import { type AccessRecord, type Location, Locations } from "./locations.ts";
import type { LockHeld } from "./lock-held.ts";
import type { Memory } from "./memory.ts";
import type { MemoryObject } from "./memory-object.ts";
import type { RunState } from "./run-state.ts";
import type { Thread } from "./thread.ts";

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

/** The clock released on something that is not a location (a lock, the end of a thread). */
interface Published {
  clock: Clock;
}

// How changes are undone. A thread's own clocks are saved with it (thread-record.ts).
const putRecords = (cell: Location, records: Location["records"]): void => {
  cell.records = records;
};
const putRelease = (cell: Location, release: Clock): void => {
  cell.release = release;
};
const putPublished = (published: Published, clock: Clock): void => {
  published.clock = clock;
};
const dropLast = (known: MemoryObject[], o: MemoryObject): void => {
  known.pop();
  o.cells = null;
};

export class RaceDetector {
  readonly #known: MemoryObject[] = [];
  /** By address, then by index: one number could not hold both exactly. */
  readonly #published = new Map<number, Map<number, Published>>();

  readonly memory: Memory;

  /** `positionOf` says where in the program an operation of a thread stands. */
  constructor(
    readonly run: RunState,
    readonly positionOf: (t: Thread, operation: number) => number,
  ) {
    this.memory = run.memory;
  }

  // State of the user's section that is being executed. A section is one step, also for synchronisation: what it acquires on the way it
  // knows from the beginning, and what it writes, releases and starts it publishes at its end, as a whole.
  readonly #written: Location[] = [];
  readonly #released: Published[] = [];
  readonly #started: Thread[] = [];
  /** Conflicts with accesses that it does not know of, or not yet. */
  readonly #conflicts: SectionConflict[] = [];

  /** Where the last race was found: the bytes that both accesses share. */
  #contested: Location | null = null;
  get contested(): Location {
    return this.#contested as Location;
  }

  reset(): void {
    for (const o of this.#known) o.cells = null; // the objects of globals stay from run to run
    this.#known.length = 0;
    this.#published.clear();
  }

  /** Visits all locations of live objects and all other released clocks, in no particular order. */
  visit(location: (o: MemoryObject, cell: Location) => void, published: (address: number, index: number, clock: Clock) => void): void {
    for (const o of this.#known) if (o.live) for (const cell of o.cells?.overlapping(0, o.size) ?? []) location(o, cell);
    for (const [address, byIndex] of this.#published) for (const [index, { clock }] of byIndex) published(address, index, clock);
  }

  startThread(parent: Thread | null, child: Thread): void {
    if (parent !== null) {
      child.clock = increment(parent.clock, child.index);
      if (parent.userSection) this.#started.push(child);
      else advance(parent);
    } else child.clock = increment(emptyClock, child.index);
  }

  /** A synchronisation object is named by an address and an index. */
  acquire(t: Thread, address: number, index: number): void {
    const published = this.#published.get(address)?.get(index);
    if (published !== undefined) learn(t, published.clock);
  }

  release(t: Thread, address: number, index: number): void {
    let byIndex = this.#published.get(address);
    if (byIndex === undefined) {
      byIndex = new Map();
      this.#published.set(address, byIndex);
    }
    let published = byIndex.get(index);
    if (published === undefined) {
      published = { clock: emptyClock };
      byIndex.set(index, published);
    }
    const before = published.clock;
    published.clock = join(before, t.clock);
    this.memory.onUndo(putPublished, published, before);
    if (t.userSection) this.#released.push(published);
    else advance(t);
  }

  /** Clocks released in a dead object do not concern an object in its place. */
  forget(address: number, size: number): void {
    for (let at = address; at < address + size; at++)
      for (const published of this.#published.get(at)?.values() ?? []) {
        this.memory.onUndo(putPublished, published, published.clock);
        published.clock = emptyClock;
      }
  }

  fence(t: Thread, order: MemoryOrder): void {
    if (order !== "release") learn(t, t.acquirePending);
    if (order !== "acquire") {
      t.releaseFence = t.clock;
      advance(t);
    }
  }

  /**
   * Records an access and returns an earlier one it races with, if any. `order` null: plain. An update is a
   * read and a write in one. Inside a user's section the answer comes at its end.
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
    this.run.guards?.note(t, o.address + offset - o.start, size, kind !== "read", order !== null);
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
    for (const cell of o.cells?.overlapping(at, size) ?? [])
      for (const other of cell.records)
        if (this.#races(t, other, kind !== "read", order !== null))
          this.#conflicts.push({
            position: this.positionOf(t, operation),
            locks: t.locks,
            object: o,
            offset: cell.start,
            size: cell.size,
            kind,
            order,
            other,
          });
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
      cells = new Locations(this.memory);
      o.cells = cells;
      this.#known.push(o);
      this.memory.onUndo(dropLast, this.#known, o);
    }
    const at = offset - o.start;
    const first = cells.at(at);
    if (first !== undefined && first.start === at && first.size === size) {
      if (order !== null) this.#learnFrom(t, first, kind, order);
      return this.#record(t, first, kind, order, operation);
    }
    const pieces = cells.cover(at, size, (whole, parts) => {
      // Written earlier in the same section: then its parts are what is published in the end.
      if (this.#written.includes(whole)) for (const part of parts) this.#written.push(part);
    });
    if (order !== null) for (const cell of pieces) this.#learnFrom(t, cell, kind, order);
    let found: AccessRecord | null = null;
    for (const cell of pieces) found = this.#record(t, cell, kind, order, operation) ?? found;
    return found;
  }

  /** Records the access and what it publishes; returns an earlier access that it races with. */
  #record(t: Thread, cell: Location, kind: AccessKind, order: MemoryOrder | null, operation: number): AccessRecord | null {
    const found = this.#conflict(t, cell, kind !== "read", order !== null);
    this.#remember(t, cell, kind !== "read", order !== null, operation);
    if (order !== null && kind !== "read") this.#publish(t, cell, kind, order);
    return found;
  }

  /** Freeing conflicts with every access to the object. */
  free(t: Thread, o: MemoryObject, operation: number): AccessRecord | null {
    this.run.guards?.note(t, o.address, o.size, true, false); // all of it: what was accessed here in other runs is not part of the state
    if (t.userSection) {
      this.#keepConflicts(t, o, 0, o.size, "write", null, operation);
      return null;
    }
    let found: AccessRecord | null = null;
    for (const cell of o.cells?.overlapping(0, o.size) ?? []) found = this.#conflict(t, cell, true, false) ?? found;
    return found;
  }

  #conflict(t: Thread, cell: Location, write: boolean, atomic: boolean): AccessRecord | null {
    for (const r of cell.records) {
      if (!this.#races(t, r, write, atomic)) continue;
      this.#contested = cell;
      return r;
    }
    return null;
  }

  #races(t: Thread, r: AccessRecord, write: boolean, atomic: boolean): boolean {
    return r.thread !== t.index && (r.write || write) && !(r.atomic && atomic) && r.time > (t.clock[r.thread] ?? 0);
  }

  #remember(t: Thread, cell: Location, write: boolean, atomic: boolean, operation: number): void {
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

  /** To be called before the access is judged: whatever happened before the release that it reads from happens before the access. */
  #learnFrom(t: Thread, cell: Location, kind: AccessKind, order: MemoryOrder): void {
    if (kind === "write" || cell.release.length === 0 || t.isLibraryAccess) return;
    if (acquires(order)) learn(t, cell.release);
    t.acquirePending = join(t.acquirePending, cell.release);
  }

  /** What later reads of the location acquire. Accesses of the library's sections are not atomic operations of the program: not even fences order by them. */
  #publish(t: Thread, cell: Location, kind: AccessKind, order: MemoryOrder): void {
    if (t.isLibraryAccess) return;
    const isRelease = releases(order);
    const before = cell.release;
    const published = isRelease ? t.clock : t.releaseFence;
    cell.release = kind === "update" ? join(before, published) : published; // a plain atomic store ends the release sequence
    if (cell.release !== before) this.memory.onUndo(putRelease, cell, before);
    if (isRelease && t.userSection) this.#written.push(cell);
    else if (isRelease) advance(t);
  }

  /** Before a section of the user's. */
  beginSection(): void {
    this.#written.length = this.#released.length = this.#started.length = this.#conflicts.length = 0;
  }

  /** After it: the conflicts with accesses that it still does not know of. */
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

const noConflicts: readonly SectionConflict[] = [];

/** A plain write makes the records of all accesses that happened before it redundant. */
function withoutCovered(t: Thread, records: readonly AccessRecord[], last: AccessRecord): AccessRecord[] {
  const isCovered = (r: AccessRecord): boolean => r.thread === t.index || r.time <= (t.clock[r.thread] ?? 0);
  return records.every(isCovered) ? [last] : [...records.filter((r) => !isCovered(r)), last];
}

/** The new record replaces the thread's earlier one of the same kind, which is at `same`, if any. */
function withoutSame(records: readonly AccessRecord[], same: number, last: AccessRecord): AccessRecord[] {
  if (same < 0) return [...records, last];
  const kept = records.slice();
  for (let i = same; i < kept.length - 1; i++) kept[i] = kept[i + 1] as AccessRecord;
  kept[kept.length - 1] = last;
  return kept;
}

function advance(t: Thread): void {
  t.clock = increment(t.clock, t.index);
}

function learn(t: Thread, clock: Clock): void {
  t.clock = join(t.clock, clock);
}
