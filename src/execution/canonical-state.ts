// The state of a machine as one number: equal numbers mean equal futures. It covers what decides how the program can continue: the contents
// of every live object with the marks of written bytes, where objects live and died (object-fields.ts), and the threads (thread-fields.ts). It
// leaves out the past: steps, output, choices and inputs taken; and vector clocks, except for what they mean for races (race-state.ts).
// Commuting steps lead to the same state, since the address of an object follows from the name of its thread. The exception is threads that
// different threads start concurrently: their slots, which locks hold, are numbered in order of creation.
//
// Memory is cut into granules of 16 bytes, each of at most one object. A granule or a thread that was ever seen is a place of a vector
// (support/vector-tree.ts) that holds the number of its contents; a step changes few places, found in the undo journal. Nothing rests
// on hashes: contents are numbered by comparing them.

import { IntVector, VectorTable } from "../support/vector-table.ts";
import { VectorTree } from "../support/vector-tree.ts";
import type { Machine } from "./machine.ts";
import { isInstanceOf } from "./memory-object.ts";
import { writeObject } from "./object-fields.ts";
import type { Order } from "./order-of-addresses.ts";
import { writeRaceState } from "./race-state.ts";
import { partMark, type Region } from "./region.ts";
import type { FindLive } from "./spin-policy.ts";
import type { Thread } from "./thread.ts";
import { ThreadStates } from "./thread-state.ts";

/** Kinds of vectors in the table; those of the tree follow. */
enum Kind {
  Global = 0,
  Granule,
  Thread,
  Races,
  Order,
  Tree,
}

const granule = 16;
const words = granule / 4;

export class CanonicalState {
  readonly table: VectorTable;
  readonly #tree: VectorTree;
  readonly #threads: ThreadStates;
  readonly #places = new Map<Region, Int32Array>();
  readonly #placeOfThread = new Map<string, number>();
  /**
   * Place 0 is the number of inputs asked for, where they come from a list; place 1 what the past means for races, where they are looked for; place 2
   * what was chosen about the order of addresses, and the layout.
   */
  #nextPlace = 3;
  readonly #vector = new IntVector();
  /** How many locations and releases the state of races has: it is written as a whole each time. */
  pastSize = 0;
  /** Somewhere the order of addresses, or a layout, was chosen. */
  #hasOrder = false;
  /** What the globals held at the first capture: an unchanged granule counts as 0. */
  #initial: Int32Array | null = null;

  /**
   * `limit`: bytes for all states. `findLive` null: all registers count. `countsInputs`: how many inputs were asked for matters.
   * `irrelevant`: ids of globals whose contents no run depends on.
   */
  constructor(
    readonly machine: Machine,
    limit: number,
    findLive: FindLive | null,
    readonly countsInputs: boolean,
    readonly irrelevant: ReadonlySet<number> = new Set(),
  ) {
    const { spins, skipsFutileWakes, stepsPerThread } = machine.options;
    if (spins !== undefined || skipsFutileWakes || stepsPerThread !== undefined)
      throw new Error("states are compared without what a thread remembers of loops, wake-ups and steps");
    this.table = new VectorTable(limit);
    this.#tree = new VectorTree(this.table, Kind.Tree);
    this.#threads = new ThreadStates(machine, findLive);
  }

  mark(): number {
    return this.#tree.mark();
  }

  undoTo(mark: number): void {
    this.#tree.undoTo(mark);
  }

  /** Visits all of memory and all threads: at the start of a run. */
  capture(): number {
    const { memory, threads } = this.machine;
    this.#tree.undoTo(0);
    this.#initial ??= memory.globals.words.slice(0, (memory.globals.next + 3) >> 2);
    for (const r of memory.opened) this.#visit(r, 0, r.next);
    for (const t of threads) this.#visitThread(t);
    return this.#root();
  }

  /** Visits what steps of these threads have changed since the journal stood at `mark`, when there were `threads` threads. */
  update(slots: readonly number[], mark: number, threads: number): number {
    const all = this.machine.threads;
    this.machine.memory.visitChanges(mark, this.#visit);
    for (let i = 0; i < slots.length; i++)
      if (slots.lastIndexOf(slots[i] as number) === i) this.#visitThread(all[slots[i] as number] as Thread);
    for (let i = threads; i < all.length; i++) this.#visitThread(all[i] as Thread);
    return this.#root();
  }

  /** The number of the current state, as maintained … */
  current(): number {
    return this.#tree.root();
  }

  /** … and as computed from everything: for tests. */
  recount(): number {
    const mark = this.#tree.mark();
    for (const places of this.#places.values()) for (const p of places) if (p !== 0) this.#tree.set(p, 0);
    for (const p of this.#placeOfThread.values()) this.#tree.set(p, 0);
    for (const r of this.machine.memory.opened) this.#visit(r, 0, r.next);
    for (const t of this.machine.threads) this.#visitThread(t);
    const root = this.#root();
    this.#tree.undoTo(mark);
    return root;
  }

  #root(): number {
    const { inputs, races, threads } = this.machine;
    if (this.countsInputs) this.#tree.set(0, inputs.length);
    if (races !== null) {
      const v = this.#vector;
      v.length = 0;
      this.pastSize = writeRaceState(races, threads, v);
      this.#tree.set(1, this.table.intern(Kind.Races, v.data, v.length));
    }
    const { memory, addresses } = this.machine;
    const { chosen } = addresses.order;
    const layout = 2 * memory.gaps + (memory.alternates ? 1 : 0);
    if (this.#hasOrder || chosen.length > 0 || layout > 0) this.#tree.set(2, this.#orderOf(chosen, layout));
    return this.#tree.root();
  }

  #orderOf(chosen: Order["chosen"], layout: number): number {
    this.#hasOrder = true;
    if (chosen.length === 0 && layout === 0) return 0;
    const v = this.#vector;
    v.length = 0;
    v.push(layout);
    for (const place of chosen.flat()) {
      v.push(place | 0);
      v.push(Math.floor(place / 2 ** 32));
    }
    return this.table.intern(Kind.Order, v.data, v.length);
  }

  readonly #visit = (r: Region, start: number, end: number): void => {
    let places = this.#places.get(r);
    const last = (end - 1) >> 4;
    if (places === undefined || last >= places.length) {
      const larger = new Int32Array(Math.max(64, last + 1, 2 * (places?.length ?? 0)));
      if (places !== undefined) larger.set(places);
      this.#places.set(r, larger);
      places = larger;
    }
    for (let g = start >> 4; g <= last; g++) {
      const id = this.#contents(r, g);
      if (places[g] === 0) {
        if (id === 0) continue;
        places[g] = this.#nextPlace++;
      }
      this.#tree.set(places[g] as number, id);
    }
  };

  /** The number of a granule's contents; 0 if no object has changed it (of globals: if it is as at the start). */
  #contents(r: Region, g: number): number {
    const at = g * granule;
    const w = g * words;
    if (at >= r.next) return 0;
    if (r === this.machine.memory.globals) return this.#globalContents(r, w);
    const o = r.objects[(r.owner[g] as number) - 1];
    if (o === undefined || at < o.start) return 0;
    const starts = at === o.start;
    const end = o.start + o.size;
    if (!starts && (!o.live || at >= end)) return 0;
    const v = this.#vector;
    v.length = 0;
    let blank = !starts;
    if (starts) writeObject(o, v);
    if (o.live && !isInstanceOf(o, this.irrelevant)) {
      const fill = Math.imul(this.machine.memory.fill, 0x01010101);
      const count = Math.min(words, (end - at + 3) >> 2);
      let marks = 0;
      for (let i = 0; i < count; i++) {
        const value = r.words[w + i] as number;
        const written = (r.writtenWords as Int32Array)[w + i] as number;
        marks |= marksOf(written) << (4 * i);
        v.push(value);
        if (value !== fill || written !== 0) blank = false;
      }
      v.push(marks);
      if (r.holes !== null) pushHoles(r, w, count, v);
    }
    return blank ? 0 : this.table.intern(Kind.Granule, v.data, v.length);
  }

  #globalContents(r: Region, w: number): number {
    const initial = this.#initial as Int32Array;
    const v = this.#vector;
    v.length = 0;
    let changed = false;
    let unwritten = 0;
    for (let i = 0; i < words; i++) {
      const value = r.words[w + i] as number;
      v.push(value);
      changed ||= value !== (initial[w + i] ?? 0);
      if (r.writtenWords !== null) unwritten |= (marksOf(r.writtenWords[w + i] as number) ^ 15) << (4 * i);
    }
    if (unwritten !== 0) v.push(unwritten);
    if (r.holes !== null) pushHoles(r, w, words, v);
    return changed || unwritten !== 0 ? this.table.intern(Kind.Global, v.data, v.length) : 0;
  }

  #visitThread(t: Thread): void {
    let place = this.#placeOfThread.get(t.name);
    if (place === undefined) {
      place = this.#nextPlace++;
      this.#placeOfThread.set(t.name, place);
    }
    const v = this.#vector;
    v.length = 0;
    this.#threads.write(t, v);
    this.#tree.set(place, this.table.intern(Kind.Thread, v.data, v.length));
  }
}

/** The unwritten bits of partly written bytes. */
function pushHoles({ written, holes }: Region, w: number, count: number, v: IntVector): void {
  for (let at = 4 * w; at < 4 * (w + count); at++) if (written?.[at] === partMark) v.push(((at - 4 * w) << 8) | (holes?.[at] as number));
}

/** Four marks as four bits: is all of the byte written? */
const marksOf = (written: number): number => (written & 1) | ((written >>> 7) & 2) | ((written >>> 14) & 4) | ((written >>> 21) & 8);
