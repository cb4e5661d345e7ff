// Byte-accurate memory: objects with bounds and lifetimes at fixed addresses, in regions that grow (program/address-space.ts).
// Addresses are plain integers, given as two 32-bit halves. Every access is checked against the object that owns its granule
// (16 bytes); the unowned bytes behind an object belong to it, so that an access there is "out of bounds of x", not wild.
// Every change can be journalled word by word and undone in reverse.

import { type AddressSpace, addressSpaces, redzone } from "../program/address-space.ts";
import type { ErrorKind } from "../program/operations.ts";
import type { DataModel } from "../program/program.ts";
import type { SourceType } from "../program/source-types.ts";
import { failTooLarge } from "../support/diagnostics.ts";
import type { Locations } from "./locations.ts";
import type { Watch } from "./watch.ts";

export type ObjectKind = "global" | "thread-local" | "stack" | "heap" | "internal";

export class MemoryObject {
  live = true;
  /** Position where its life ended, and the thread that ended it. */
  endedAt = 0;
  endedBy = -1;
  /** When its life began and ended, among all such moments of a run; 0: nobody else may know it. */
  born = 0;
  died = 0;
  /** What is known of accesses to it, where races are checked. */
  cells: Locations | null = null;

  constructor(
    readonly region: Region,
    readonly start: number, // offset in the region
    readonly size: number,
    readonly kind: ObjectKind,
    readonly name: string,
    /** Never seen by another thread: accesses are no steps. */
    readonly isPrivate: boolean,
    readonly constant: boolean,
    readonly type: SourceType | null,
    readonly allocatedAt: number, // position
    readonly thread: number,
    readonly count: number, // how many-th object of its thread
    readonly library: boolean,
    /** What the program may count on: its address is a multiple of this. */
    readonly align: number,
    /** Where the bytes behind it end that belong to nobody: the next object may begin there. */
    readonly end: number, // offset in the region
  ) {}

  get address(): number {
    return this.region.base + this.start;
  }

  /** What a function that is defined nowhere has returned a pointer to: it bears a name, which no other object of the heap does. */
  get isUnknown(): boolean {
    return this.kind === "heap" && this.name !== "";
  }
}

/** Is this a living object that others may know? */
export const isShared = (o: MemoryObject): boolean => o.live && !o.isPrivate;

/** Of a byte nobody has written, of which an oracle has said what it holds. */
const settled = 2;
/** Of one that was copied before anybody said what it holds: its copies hold the same. Even, as all marks of what nobody has written. */
export const carriedMark = 4;
/**
 * Of one that has gone through the assignment of a bit-field beside it: `Region.holes` says which of its bits nobody has written. If an oracle says what such
 * memory holds, it has done so.
 */
export const partMark = 8;
/** Nobody has said what the byte holds. */
export const isOpenMark = (mark: number): boolean => mark === 0 || mark === carriedMark;

export class Region {
  bytes: Uint8Array;
  words: Int32Array;
  /** One byte per byte: 1 once written; `settled`: not, but what it holds was said; `carriedMark`: not, and there are copies; `partMark`: in part. Null: everything is (globals, until a copy brings bytes that nobody has written). */
  written: Uint8Array | null;
  writtenWords: Int32Array | null;
  /** Of bytes with `partMark`: the bits nobody has written. Null: there was none so far. */
  holes: Uint8Array | null = null;
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

  /** All that is there is written; what comes may be not. */
  track(): Uint8Array {
    const written = new Uint8Array(this.bytes.length).fill(1);
    this.written = written;
    this.writtenWords = new Int32Array(written.buffer);
    return written;
  }

  /** Marks of a copy: null where all of it is written. */
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
    const owner = new Int32Array(capacity >> 4);
    owner.set(this.owner);
    this.owner = owner;
  }
}

/** Some bytes with their marks (`Region.written`); null: all are written, none in part. */
export interface MarkedBytes {
  readonly bytes: Uint8Array;
  readonly written: Uint8Array | null;
  readonly holes: Uint8Array | null;
}

/** Bytes one region may have, whatever the limits: indices are 32-bit numbers. */
const mostBytes = 2 ** 30;

/** An error of the program, raised at the operation that commits it. */
export class Fault {
  constructor(
    readonly kind: ErrorKind,
    readonly message: string,
    /** The object that was used after its end: before it, there would have been no fault. */
    readonly dead: MemoryObject | null = null,
  ) {}
}

export interface NewObject {
  readonly size: number;
  readonly align: number;
  readonly kind: ObjectKind;
  readonly name: string;
  readonly private: boolean;
  readonly constant: boolean;
  readonly type: SourceType | null;
  readonly at: number;
  readonly thread: number;
  readonly count: number;
  readonly library: boolean;
}

/** Kept in a plain array: the regions below this number (globals), and as many of the first threads'. */
const lowRegions = 128;
const nearRegions = 256;

/** Puts back what a change of `target` replaced. One function per kind of change, not one per change: changes are many. */
export type TakeBack<T, V> = (target: T, before: V) => void;

/** What stands in the journal in place of a region: something of its own, or the last allocation in a region. */
const ownAction = -1;
const allocation = -2;

/** Larger blocks are kept for undo as a whole, not word by word in the journal, where each would take four times its size. */
const mostBytesByWord = 256;

export class Memory {
  readonly space: AddressSpace;
  readonly wide: boolean;
  /** Where nearly every access goes, and all the others. */
  readonly #near: (Region | null)[] = new Array<Region | null>(nearRegions).fill(null);
  readonly #far = new Map<number, Region>();
  #nextSpare: number;
  /** High half of the last 64-bit load. */
  high = 0;
  /** Set when a load met a byte that was never written. */
  sawUnwritten = false;
  /** Pattern of bytes nobody has written. */
  fill = 0;
  /** How the gaps between objects grow; 0: objects lie one behind the other. */
  gaps = 0;
  /** Every other object of a thread lies in another region, behind all that come after it. */
  alternates = false;
  journalling = false;
  #journal = new Int32Array(1 << 12);
  #top = 0;
  /** Of each change that is not a plain word: how to take it back, of what, what was there before. */
  readonly #changes: unknown[] = [];
  bytesInUse = 0;
  /** Names the set of objects that others may know: a new number whenever one comes or goes, the old one when that is undone. */
  generation = 0;
  #generations = 0;
  /** Told of everything that is looked at, but for private objects. */
  watching: Watch | null = null;

  constructor(
    readonly dataModel: DataModel,
    readonly limit: number,
  ) {
    this.space = addressSpaces[dataModel];
    this.wide = dataModel === "lp64";
    this.#nextSpare = this.space.firstSpareRegion;
    const globals = new Region(
      this.space.globalsBase / 2 ** this.space.shift,
      this.space.globalsBase,
      this.space.globalsLimit - this.space.globalsBase,
      false,
      1 << 12,
    );
    for (let a = this.space.globalsBase; a < this.space.globalsLimit; a += 2 ** this.space.shift)
      this.#place(a / 2 ** this.space.shift, globals);
    this.#opened.push(globals);
    this.globals = globals;
  }

  readonly globals: Region;

  readonly #spares = new Map<string, Region>();
  readonly #opened: Region[] = [];

  /**
   * The region with this number, or (index -1) a spare run of regions, large enough for `size` bytes, under this name.
   * Regions outlive undo: the same name gives the same region again.
   */
  openRegion(index: number, name: string, size: number): Region {
    const known = index >= 0 ? this.regionNumber(index) : this.#spares.get(name);
    if (known) return known;
    const unit = 2 ** this.space.shift;
    const span = index >= 0 ? 1 : Math.max(1, Math.ceil((size + 4096) / unit));
    const first = index >= 0 ? index : this.#nextSpare;
    if (index < 0) {
      this.#nextSpare += span;
      if (this.#nextSpare > this.space.regionCount) failTooLarge("room", "the program's objects do not fit into the address space");
    }
    const region = new Region(first, first * unit, span * unit, true, 1 << 10);
    this.#opened.push(region);
    for (let k = 0; k < span; k++) this.#place(first + k, region);
    if (index < 0) this.#spares.set(name, region);
    return region;
  }

  /** Back to the state before anything was allocated, but for the globals, whose objects stay. */
  reset(): void {
    for (const r of this.#opened) {
      if (r === this.globals) {
        r.written?.fill(1);
        continue;
      }
      r.bytes.fill(0, 0, r.next);
      r.written?.fill(0, 0, r.next);
      r.objects.length = 0;
      r.next = 0;
    }
    this.bytesInUse = 0;
    this.sawUnwritten = false;
    this.journalling = false;
    this.forget();
  }

  // ---- journal

  mark(): number {
    return this.#top;
  }

  /** Remembers how to undo something that is not a plain word of memory; which bytes of a region it is about, if any. */
  onUndo<T, V>(takeBack: TakeBack<T, V>, target: T, before: V, region = -1, start = 0, end = 0): void {
    if (!this.journalling) return;
    this.#changes.push(takeBack, target, before);
    this.#push(ownAction, region, start, end);
  }

  #takeBackLast(): void {
    const before = this.#changes.pop();
    const target = this.#changes.pop();
    (this.#changes.pop() as TakeBack<unknown, unknown>)(target, before);
  }

  /** Tells which bytes may have changed since a mark; the same ones perhaps more than once. */
  visitChanges(mark: number, visit: (region: Region, start: number, end: number) => void): void {
    const j = this.#journal;
    for (let at = mark; at < this.#top; at += 4) {
      const kind = j[at] as number;
      const region = this.regionNumber(j[kind < 0 ? at + 1 : at] as number);
      if (region === null) continue;
      if (kind === allocation) visit(region, j[at + 2] as number, region.next);
      else if (kind < 0) visit(region, j[at + 2] as number, j[at + 3] as number);
      else visit(region, (j[at + 1] as number) << 2, ((j[at + 1] as number) << 2) + 4);
    }
  }

  /** Is everything as it was at a mark, but for a region that somebody else compares? */
  isRestored(mark: number, except: Region): boolean {
    const j = this.#journal;
    const seen = new Set<number>();
    for (let at = mark; at < this.#top; at += 4) {
      const kind = j[at] as number;
      const index = j[kind < 0 ? at + 1 : at] as number;
      if (index === except.index || index < 0) continue;
      if (kind < 0) return false; // an object came or went
      const word = j[at + 1] as number;
      const place = index * 2 ** 31 + word;
      if (seen.has(place)) continue;
      seen.add(place);
      const r = this.regionNumber(index) as Region;
      if (r.words[word] !== j[at + 2] || (r.writtenWords !== null && r.writtenWords[word] !== j[at + 3])) return false;
    }
    return true;
  }

  undoTo(mark: number): void {
    const j = this.#journal;
    while (this.#top > mark) {
      this.#top -= 4;
      const region = j[this.#top] as number;
      if (region === ownAction) this.#takeBackLast();
      else if (region === allocation) {
        const r = this.regionNumber(j[this.#top + 1] as number) as Region;
        const o = r.objects.pop() as MemoryObject;
        r.next = j[this.#top + 2] as number;
        this.bytesInUse -= o.size;
        this.generation = j[this.#top + 3] as number;
      } else {
        const r = this.regionNumber(region) as Region;
        const w = j[this.#top + 1] as number;
        r.words[w] = j[this.#top + 2] as number;
        if (r.writtenWords !== null) r.writtenWords[w] = j[this.#top + 3] as number;
      }
    }
  }

  /** Drops what is older than the present: nothing before can be undone. */
  forget(): void {
    this.#top = 0;
    if (this.#changes.length > 0) this.#changes.length = 0;
  }

  #push(a: number, b: number, c: number, d: number): void {
    if (this.#top + 4 > this.#journal.length) {
      if (this.#journal.length > 1 << 27) failTooLarge("memory", "one step changes too much memory to be undone");
      const larger = new Int32Array(this.#journal.length * 2);
      larger.set(this.#journal);
      this.#journal = larger;
    }
    const j = this.#journal;
    j[this.#top] = a;
    j[this.#top + 1] = b;
    j[this.#top + 2] = c;
    j[this.#top + 3] = d;
    this.#top += 4;
  }

  #save(r: Region, word: number): void {
    this.#push(r.index, word, r.words[word] as number, r.writtenWords === null ? 0x01010101 : (r.writtenWords[word] as number));
  }

  // ---- finding

  regionOf(low: number, high: number): Region | null {
    if (this.wide && high >>> 0 >= 0x8000) return null;
    return this.regionNumber(this.wide ? (high << 2) | (low >>> 30) : low >>> 22);
  }

  regionNumber(index: number): Region | null {
    const near = this.#nearby(index);
    return near < nearRegions ? (this.#near[near] as Region | null) : (this.#far.get(index) ?? null);
  }

  /** Where in the plain array a region stands; `nearRegions` or more: not there, as what lies between globals and threads. */
  #nearby(index: number): number {
    if (index < lowRegions) return index;
    const behind = index - this.space.firstThreadRegion;
    return behind < 0 ? nearRegions : behind + lowRegions;
  }

  #place(index: number, region: Region): void {
    const near = this.#nearby(index);
    if (near < nearRegions) this.#near[near] = region;
    else this.#far.set(index, region);
  }

  /** Every region once. */
  get opened(): readonly Region[] {
    return this.#opened;
  }

  /** The object whose bytes or trailing gap contain the address, live or dead. */
  objectAt(low: number, high: number): MemoryObject | null {
    const r = this.regionOf(low, high);
    if (r === null) return null;
    const offset = (low - r.baseLow) >>> 0;
    if (offset >= r.next) return null;
    return r.objects[(r.owner[offset >>> 4] as number) - 1] ?? null;
  }

  region: Region = null as unknown as Region;
  object: MemoryObject = null as unknown as MemoryObject;

  /** Checks an access and returns its offset; `region` and `object` are set. Throws a Fault. */
  check(low: number, high: number, size: number): number {
    const r = this.regionOf(low, high);
    if (r !== null) {
      const offset = (low - r.baseLow) >>> 0;
      if (offset < r.next) {
        const o = r.objects[(r.owner[offset >>> 4] as number) - 1];
        if (o?.live && offset >= o.start && offset + size <= o.start + o.size) {
          this.region = r;
          this.object = o;
          if (this.watching !== null && !o.isPrivate) this.watching.add(r, offset, size);
          return offset;
        }
      }
    }
    throw this.explain(low, high, size);
  }

  /** The access must stay in the object its address arithmetic started from. */
  checkBase(baseLow: number, baseHigh: number, low: number, high: number, size: number): void {
    // Nearly always both lie in one object: one look-up tells.
    const r = this.regionOf(baseLow, baseHigh);
    if (r !== null && r === this.regionOf(low, high)) {
      const offset = (baseLow - r.baseLow) >>> 0;
      const o = offset < r.next ? r.objects[(r.owner[offset >>> 4] as number) - 1] : undefined;
      const at = (low - r.baseLow) >>> 0;
      if (o !== undefined && offset >= o.start && offset <= o.start + o.size && at >= o.start && at < o.start + o.size) return;
    }
    const from = this.#origin(baseLow, baseHigh);
    if (from === null || from === this.objectAt(low, high)) return;
    if (!from.live) throw this.explain(baseLow, baseHigh, 1);
    const distance = toNumber(low, high) - from.address;
    throw new Fault("out-of-bounds", `access of ${size} byte${size === 1 ? "" : "s"} at offset ${distance} of ${describeObject(from)}`);
  }

  /** The object a pointer belongs to: one that it points into, or just behind. Farther behind, whose it is cannot be said. */
  #origin(low: number, high: number): MemoryObject | null {
    const o = this.objectAt(low, high);
    return o === null || toNumber(low, high) > o.address + o.size ? null : o;
  }

  /** A pointer moved out of its object may not be used; one that has arrived in another object could be, unseen. */
  checkWander(baseLow: number, baseHigh: number, low: number, high: number): void {
    const from = this.#origin(baseLow, baseHigh);
    const to = this.objectAt(low, high);
    if (from === null || to === null || from === to || toNumber(low, high) >= to.address + to.size) return; // the gap behind an object is nobody's
    throw new Fault("out-of-bounds", `pointer arithmetic from ${describeObject(from)} ends in ${describeObject(to)}`);
  }

  explain(low: number, high: number, size: number): Fault {
    const address = toNumber(low, high);
    const bytes = `${size} byte${size === 1 ? "" : "s"}`;
    if (address < 4096)
      return new Fault(
        "null-dereference",
        address === 0 ? `access of ${bytes} through a null pointer` : `access of ${bytes} at offset ${address} of a null pointer`,
      );
    const o = this.objectAt(low, high);
    if (o === null) return new Fault("invalid-pointer", `access of ${bytes} at 0x${hex(low, high)}, outside every object`);
    if (!o.live) {
      if (o.kind === "heap" || o.kind === "internal")
        return new Fault("use-after-free", `access of ${bytes} in ${describeObject(o)}, which was freed`, o);
      if (o.endedAt !== 0)
        return new Fault(
          "use-after-scope",
          `access of ${bytes} in ${describeObject(o)}, whose scope ended at ${this.describePosition(o.endedAt)}`,
          o,
        );
      return new Fault("use-after-return", `access of ${bytes} in ${describeObject(o)}, whose function has returned`, o);
    }
    return new Fault("out-of-bounds", `access of ${bytes} at offset ${address - o.address} of ${describeObject(o)}`);
  }

  // ---- objects

  /** A moment of the run, after all that were asked for before. */
  now(): number {
    return ++this.#generations;
  }

  /** `again`: a private object made from the same description before, and undone: it is used again if it lay in the same place. */
  allocate(r: Region, n: NewObject, again: MemoryObject | null = null): MemoryObject {
    const align = Math.max(n.align, 16);
    // Another layout: gaps that grow with every object of the thread, so that the distances between objects differ.
    const gap = n.private ? 0 : align * ((this.gaps * n.count) & 63);
    const start = Math.ceil((r.base + r.next) / align) * align - r.base + gap;
    const end = Math.ceil((start + n.size + redzone(n.size)) / 16) * 16;
    if (end > Math.min(r.limit, mostBytes) || this.bytesInUse + n.size > this.limit) {
      const megabytes = Math.floor(Math.min(this.limit, mostBytes) / 2 ** 20);
      failTooLarge("memory", `the program needs more than ${megabytes} MB of memory`, this.limit < mostBytes ? "raise --memory" : null);
    }
    r.ensure(end);
    const object = again !== null && again.region === r && again.start === start ? again : objectIn(r, start, end, n);
    const before = r.next;
    const generation = this.generation;
    if (this.journalling) {
      const isReused = n.private && n.kind === "stack"; // the private stack re-uses its bytes
      const isLarge = end - start > mostBytesByWord;
      if (isReused && isLarge) this.#keepBytes(r, start, end);
      else if (isReused) for (let w = start >> 2; w < end >> 2; w++) this.#save(r, w);
      this.#push(allocation, r.index, before, generation);
    }
    if (start > before) r.owner.fill(0, before >> 4, start >> 4);
    r.next = end;
    this.#settle(object);
    return object;
  }

  /** A new object where a dead one lies, in all of its room. */
  allocateInPlaceOf(dead: MemoryObject, n: NewObject): MemoryObject {
    const { region: r, start, end } = dead;
    const object = objectIn(r, start, end, n);
    if (this.journalling) {
      for (let w = start >> 2; w < end >> 2; w++) this.#save(r, w);
      this.onUndo(this.#putBack, r, { owner: r.owner[start >> 4] as number, generation: this.generation, object }, r.index, start, end);
    }
    this.#settle(object);
    return object;
  }

  /** Takes the beginning of an object in place of a dead one back. */
  readonly #putBack = (r: Region, { owner, generation, object }: { owner: number; generation: number; object: MemoryObject }): void => {
    r.objects.pop();
    r.owner.fill(owner, object.start >> 4, object.end >> 4);
    this.bytesInUse -= object.size;
    this.generation = generation;
  };

  /** The room of an object is its own from now on, and nothing was written there yet. */
  #settle(object: MemoryObject): void {
    const { region: r, start, end } = object;
    r.objects.push(object);
    if (!object.isPrivate) {
      this.generation = ++this.#generations;
      object.born = this.generation;
      this.onBegin?.(object);
    }
    const index = r.objects.length;
    for (let g = start >> 4; g < end >> 4; g++) r.owner[g] = index;
    this.bytesInUse += object.size;
    if (r.writtenWords === null) return;
    const pattern = Math.imul(this.fill, 0x01010101);
    for (let w = start >> 2; w < end >> 2; w++) {
      r.words[w] = pattern;
      r.writtenWords[w] = 0;
    }
  }

  #keepBytes(r: Region, start: number, end: number): void {
    const kept = { start, bytes: r.bytes.slice(start, end), written: r.written?.slice(start, end) ?? null };
    this.onUndo(putBytes, r, kept, r.index, start, end);
  }

  /** A place in the source, for people. */
  describePosition: (at: number) => string = String;

  /** Makes an object as it was when its life began. */
  renew(o: MemoryObject): void {
    const { region: r, start, size } = o;
    if (size === 0) return;
    this.#saveRange(r, start, size);
    r.bytes.fill(this.fill, start, start + size);
    r.written?.fill(0, start, start + size);
  }

  /** Told of the beginning and the end of every object that others may know. */
  onBegin: ((o: MemoryObject) => void) | null = null;
  onEnd: ((o: MemoryObject) => void) | null = null;

  /**
   * Ends the life of an object. A private local must be the last of its region: its bytes are used again. So are those of a library's private
   * object that is the last: a loop that writes or prints comes back to the states of its last round.
   */
  end(o: MemoryObject, at: number, thread: number): void {
    const r = o.region;
    this.bytesInUse -= o.size;
    o.live = false;
    o.endedAt = at;
    o.endedBy = thread;
    const generation = this.generation;
    if (!o.isPrivate) {
      this.generation = ++this.#generations;
      o.died = this.generation;
      this.onEnd?.(o);
    }
    if (o.isPrivate && (o.kind === "stack" || r.objects[r.objects.length - 1] === o)) {
      const next = r.next;
      // What comes to lie here next does not keep these bytes: the private stack does.
      if (o.kind !== "stack" && this.journalling) this.#keepBytes(r, o.start, o.end);
      r.objects.pop();
      r.next = o.start;
      this.onUndo(this.#putOnTop, o, next, r.index, o.start, next);
    } else this.onUndo(this.#revive, o, generation, r.index, o.start, o.start + Math.max(o.size, 1));
  }

  /** Takes the end of a private local back. */
  readonly #putOnTop = (o: MemoryObject, next: number): void => {
    const r = o.region;
    o.live = true;
    this.bytesInUse += o.size;
    r.objects.push(o);
    r.owner.fill(r.objects.length, o.start >> 4, next >> 4);
    r.next = next;
  };

  /** Takes the end of any other object back. */
  readonly #revive = (o: MemoryObject, generation: number): void => {
    o.live = true;
    this.bytesInUse += o.size;
    this.generation = generation;
  };

  // ---- plain reads and writes at a checked offset of `region`

  read(size: number, offset: number): number {
    const r = this.region;
    if (r.written !== null) this.#checkWritten(r, offset, size);
    switch (size) {
      case 1:
        return r.bytes[offset] as number;
      case 4:
        if ((offset & 3) === 0) return r.words[offset >> 2] as number;
        return this.#bytes(r, offset, 4);
      case 2:
        return (r.bytes[offset] as number) | ((r.bytes[offset + 1] as number) << 8);
      case 8:
        if ((offset & 3) === 0) {
          this.high = r.words[(offset >> 2) + 1] as number;
          return r.words[offset >> 2] as number;
        }
        this.high = this.#bytes(r, offset + 4, 4);
        return this.#bytes(r, offset, 4);
      default: // 3, 5, 6, 7: bit-fields
        this.high = size > 4 ? this.#bytes(r, offset + 4, size - 4) : 0;
        return this.#bytes(r, offset, Math.min(size, 4));
    }
  }

  write(size: number, offset: number, low: number, high: number): void {
    const r = this.region;
    switch (size) {
      case 1: {
        if (this.journalling) this.#save(r, offset >> 2);
        r.bytes[offset] = low;
        if (r.written !== null) r.written[offset] = 1;
        return;
      }
      case 4:
        if ((offset & 3) === 0) return this.#word(r, offset >> 2, low);
        return this.#scatter(r, offset, 4, low);
      case 8:
        if ((offset & 3) === 0) {
          this.#word(r, offset >> 2, low);
          return this.#word(r, (offset >> 2) + 1, high);
        }
        this.#scatter(r, offset, 4, low);
        return this.#scatter(r, offset + 4, 4, high);
      default:
        this.#scatter(r, offset, Math.min(size, 4), low);
        if (size > 4) this.#scatter(r, offset + 4, size - 4, high);
    }
  }

  #word(r: Region, w: number, value: number): void {
    if (this.journalling) this.#save(r, w);
    r.words[w] = value;
    if (r.writtenWords !== null) r.writtenWords[w] = 0x01010101;
  }

  #bytes(r: Region, offset: number, size: number): number {
    let v = 0;
    for (let i = 0; i < size; i++) v |= (r.bytes[offset + i] as number) << (8 * i);
    return v;
  }

  #scatter(r: Region, offset: number, size: number, value: number): void {
    for (let i = 0; i < size; i++) {
      if (this.journalling && (i === 0 || ((offset + i) & 3) === 0)) this.#save(r, (offset + i) >> 2);
      r.bytes[offset + i] = value >>> (8 * i);
      if (r.written !== null) r.written[offset + i] = 1;
    }
  }

  #checkWritten(r: Region, offset: number, size: number): void {
    const w = r.written as Uint8Array;
    if (size === 4 && (offset & 3) === 0) {
      if ((r.writtenWords as Int32Array)[offset >> 2] !== 0x01010101) this.sawUnwritten = true;
      return;
    }
    for (let i = 0; i < size; i++) if (w[offset + i] !== 1) this.sawUnwritten = true;
  }

  /** Is any of these bytes one that nobody has written? */
  isUnwritten(offset: number, size: number): boolean {
    return this.region.written?.subarray(offset, offset + size).some((mark) => mark !== 1) ?? false;
  }

  /** Which bits of these bytes nobody has written. */
  openBits(offset: number, size: number): bigint {
    const { written, holes } = this.region;
    let open = 0n;
    for (let i = size - 1; i >= 0; i--) {
      const mark = written === null ? 1 : (written[offset + i] as number);
      open = (open << 8n) | BigInt(mark === 1 ? 0 : mark === partMark ? (holes?.[offset + i] as number) : 0xff);
    }
    return open;
  }

  /** What was just written there is in part what nobody has written: these bits. */
  reopen(low: number, high: number, size: number, open: bigint): void {
    const offset = this.check(low, high, size);
    for (let i = 0; i < size; i++) {
      const bits = Number((open >> BigInt(8 * i)) & 0xffn);
      if (bits !== 0) this.#markPart(this.region, offset + i, bits);
    }
  }

  /** The word it lies in was saved, as it was just written. */
  #markPart(r: Region, at: number, bits: number): void {
    r.holes ??= new Uint8Array(r.bytes.length);
    (r.written ?? r.track())[at] = partMark;
    const before = r.holes[at] as number;
    if (before === bits) return;
    this.onUndo(putHole, r, { at, bits: before }, r.index, at, at + 1);
    r.holes[at] = bits;
  }

  /** Bytes nobody has written get what they are said to hold; they stay unwritten, but are settled. */
  settle(offset: number, size: number, value: bigint): void {
    const r = this.region;
    const written = r.written as Uint8Array;
    for (let i = 0; i < size; i++) {
      if (!isOpenMark(written[offset + i] as number)) continue;
      if (this.journalling) this.#save(r, (offset + i) >> 2);
      r.bytes[offset + i] = Number((value >> BigInt(8 * i)) & 0xffn);
      written[offset + i] = settled;
    }
  }

  /** The bytes are copied: of those nobody has written, and nothing is said yet, it is noted. */
  carry(offset: number, size: number): void {
    const r = this.region;
    const { written } = r;
    for (let i = written?.indexOf(0, offset) ?? -1; written !== null && i >= 0 && i < offset + size; i = written.indexOf(0, i)) {
      if (this.journalling) this.#save(r, i >> 2);
      written[i] = carriedMark;
    }
  }

  /** Range access for copies, fills and the runtime: bytes and their marks. */
  readRange(offset: number, size: number): MarkedBytes {
    const r = this.region;
    const written = r.written === null ? null : r.written.slice(offset, offset + size);
    const holes = r.holes !== null && written?.includes(partMark) ? r.holes.slice(offset, offset + size) : null;
    return { bytes: r.bytes.slice(offset, offset + size), written, holes };
  }

  writeRange(offset: number, { bytes, written, holes }: MarkedBytes): void {
    const r = this.region;
    if (bytes.length === 0) return;
    this.#saveRange(r, offset, bytes.length);
    r.bytes.set(bytes, offset);
    r.mark(offset, bytes.length, written);
    if (holes === null) return;
    for (let i = written?.indexOf(partMark) ?? -1; i >= 0; i = written?.indexOf(partMark, i + 1) ?? -1)
      this.#markPart(r, offset + i, holes[i] as number);
  }

  fillRange(offset: number, size: number, value: number): void {
    const r = this.region;
    if (size === 0) return;
    this.#saveRange(r, offset, size);
    r.bytes.fill(value, offset, offset + size);
    r.written?.fill(1, offset, offset + size);
  }

  #saveRange(r: Region, offset: number, size: number): void {
    if (!this.journalling) return;
    if (size > mostBytesByWord) this.#keepBytes(r, offset, offset + size);
    else for (let w = offset >> 2; w <= (offset + size - 1) >> 2; w++) this.#save(r, w);
  }
}

/** The object that is asked for, in a place of its region. */
function objectIn(r: Region, start: number, end: number, n: NewObject): MemoryObject {
  const { size, kind, name, type, at, thread, count, library, align } = n;
  return new MemoryObject(r, start, size, kind, name, n.private, n.constant, type, at, thread, count, library, align, end);
}

interface KeptBytes {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly written: Uint8Array | null;
}

function putBytes(r: Region, { start, bytes, written }: KeptBytes): void {
  r.bytes.set(bytes, start);
  if (written !== null) r.written?.set(written, start);
  else r.written?.fill(1, start, start + bytes.length); // all of it was written when it was kept
}

const putHole = (r: Region, { at, bits }: { readonly at: number; readonly bits: number }): void => {
  (r.holes as Uint8Array)[at] = bits;
};

/** A byte with its marks as one number. */
export function imageOf({ bytes, written, holes }: MarkedBytes, at: number): number {
  const mark = written === null ? 1 : (written[at] as number);
  return (bytes[at] as number) | (mark << 8) | (mark === partMark ? (holes?.[at] as number) << 16 : 0);
}

/** Bytes that are all written. */
export const allWritten = (bytes: Uint8Array): MarkedBytes => ({ bytes, written: null, holes: null });

/** Is this a thread's instance of one of these thread-local variables? */
export function isInstanceOf(o: MemoryObject, globals: ReadonlySet<number>): boolean {
  return globals.size > 0 && o.kind === "thread-local" && globals.has(-1 - o.count);
}

/** An address as a number: exact below 2^53, which every object's address is. */
export function toNumber(low: number, high: number): number {
  return (high >>> 0) * 2 ** 32 + (low >>> 0);
}

export function hex(low: number, high: number): string {
  return ((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)).toString(16);
}

export function describeObject(o: MemoryObject): string {
  const size = `${o.size} byte${o.size === 1 ? "" : "s"}`;
  switch (o.kind) {
    case "heap":
      return o.name === "" ? `a heap object of ${size}` : `${o.name}, assumed to have ${size}`;
    case "internal":
      return o.name;
    case "stack":
      return o.name === "" ? `a temporary of ${size}` : `the local ${o.name} (${size})`;
    case "global":
    case "thread-local":
      return `${o.name === "" ? "a constant" : o.name} (${size})`;
  }
}
