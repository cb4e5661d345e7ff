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

interface Cell {
  readonly start: number;
  readonly size: number;
  records: readonly AccessRecord[];
  release: Clock; // what an acquiring read of this location learns
}

/** The locations of an object, by the offset of each of their bytes. */
export type Cells = (Cell | undefined)[];

export class RaceDetector {
  #known: MemoryObject[] = [];
  #published = new Map<number, Clock>();

  /** `positionOf` says where in the program an operation of a thread stands. */
  constructor(
    readonly memory: Memory,
    readonly positionOf: (t: Thread, operation: number) => number,
  ) {}

  reset(): void {
    for (const o of this.#known) o.cells = null; // the objects of globals stay from run to run
    this.#known = [];
    this.#published = new Map();
  }

  startThread(parent: Thread | null, child: Thread): void {
    if (parent !== null) {
      child.clock = tick(parent.clock, child.index);
      this.#advance(parent);
    } else child.clock = tick(emptyClock, child.index);
  }

  #setClock(t: Thread, clock: Clock): void {
    const before = t.clock;
    t.clock = clock;
    if (this.memory.journalling) {
      this.memory.onUndo(() => {
        t.clock = before;
      });
    }
  }

  #advance(t: Thread): void {
    this.#setClock(t, tick(t.clock, t.index));
  }

  #learn(t: Thread, clock: Clock): void {
    const after = join(t.clock, clock);
    if (after !== t.clock) this.#setClock(t, after);
  }

  /** `key` names what is synchronised on: an address and an index, folded into one number. */
  acquire(t: Thread, key: number): void {
    const clock = this.#published.get(key);
    if (clock !== undefined) this.#learn(t, clock);
  }

  release(t: Thread, key: number): void {
    const before = this.#published.get(key);
    this.#published.set(key, before === undefined ? t.clock : join(before, t.clock));
    if (this.memory.journalling) {
      this.memory.onUndo(() => {
        if (before === undefined) this.#published.delete(key);
        else this.#published.set(key, before);
      });
    }
    this.#advance(t);
  }

  fence(t: Thread, order: MemoryOrder): void {
    if (order !== "release") this.#learn(t, t.acquirePending);
    if (order !== "acquire") {
      const before = t.releaseFence;
      t.releaseFence = t.clock;
      this.memory.onUndo(() => {
        t.releaseFence = before;
      });
      this.#advance(t);
    }
  }

  /**
   * Records an access and returns an earlier one it races with, if any. `order` null: plain. An update is told as a
   * read and a write together.
   */
  access(
    t: Thread,
    o: MemoryObject,
    offset: number,
    size: number,
    kind: "read" | "write" | "update",
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
  free(t: Thread, o: MemoryObject): AccessRecord | null {
    let found: AccessRecord | null = null;
    for (const cell of new Set(o.cells ?? [])) if (cell !== undefined) found = this.#conflict(t, cell, true, false) ?? found;
    return found;
  }

  #untouched(cells: readonly (Cell | undefined)[], at: number, size: number): boolean {
    for (let b = at; b < at + size; b++) if (cells[b] !== undefined) return false;
    return true;
  }

  #create(cells: (Cell | undefined)[], start: number, size: number): Cell {
    const cell: Cell = { start, size, records: [], release: emptyClock };
    for (let b = start; b < start + size; b++) cells[b] = cell;
    if (this.memory.journalling) {
      this.memory.onUndo(() => {
        for (let b = start; b < start + size; b++) cells[b] = undefined;
      });
    }
    return cell;
  }

  /** Splits a wider location into bytes; returns the byte asked for. */
  #splitAt(cells: (Cell | undefined)[], cell: Cell, at: number): Cell {
    for (let b = cell.start; b < cell.start + cell.size; b++)
      cells[b] = { start: b, size: 1, records: cell.records, release: cell.release };
    this.memory.onUndo(() => {
      for (let b = cell.start; b < cell.start + cell.size; b++) cells[b] = cell;
    });
    return cells[at] as Cell;
  }

  #conflict(t: Thread, cell: Cell, write: boolean, atomic: boolean): AccessRecord | null {
    for (const r of cell.records) {
      if (r.thread !== t.index && (r.write || write) && !(r.atomic && atomic) && r.time > (t.clock[r.thread] ?? 0)) return r;
    }
    return null;
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
    // After a plain write whatever happened before it is covered by it.
    const covers = write && !atomic;
    const kept =
      before.length === 0 ? [] : before.filter((r, i) => (covers ? r.thread !== t.index && r.time > (t.clock[r.thread] ?? 0) : i !== same));
    kept.push({ thread: t.index, time, write, atomic, position: this.positionOf(t, operation), locks: t.locks });
    cell.records = kept;
    if (this.memory.journalling) {
      this.memory.onUndo(() => {
        cell.records = before;
      });
    }
  }

  #synchronise(t: Thread, cell: Cell, kind: "read" | "write" | "update", order: MemoryOrder): void {
    const acquires = order !== "relaxed" && order !== "release";
    const releases = order !== "relaxed" && order !== "acquire";
    if (kind !== "write" && cell.release.length > 0) {
      if (acquires) this.#learn(t, cell.release);
      const before = t.acquirePending;
      t.acquirePending = join(before, cell.release);
      if (t.acquirePending !== before && this.memory.journalling) {
        this.memory.onUndo(() => {
          t.acquirePending = before;
        });
      }
    }
    if (kind !== "read") {
      const before = cell.release;
      const published = releases ? t.clock : t.releaseFence;
      cell.release = kind === "update" ? join(before, published) : published; // a plain atomic store ends the release sequence
      if (cell.release !== before && this.memory.journalling) {
        this.memory.onUndo(() => {
          cell.release = before;
        });
      }
      if (releases) this.#advance(t);
    }
  }
}
