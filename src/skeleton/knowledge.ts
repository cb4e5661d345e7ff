// What one round of unrolling learns for the next: names and addresses of objects, which of them two threads touch, what locations may
// hold. It only grows; a round in which it does not grow is exact about its assumptions.

import { redzone } from "../program/address-space.ts";
import { functionAt, type Program } from "../program/program.ts";
import { append } from "../support/lists.ts";
import { LockFacts } from "./locks.ts";
import type { SharedObject } from "./skeleton.ts";
import { overlaps, type Spread, single } from "./spread.ts";
import { most, ObjectValues, unite, type ValueSet, type Whole } from "./value-set.ts";

/** Sets that still grow after so many rounds are given up. */
const maxRounds = 12;

export class Knowledge {
  readonly objects: SharedObject[] = [];
  readonly #named = new Map<string, SharedObject>();
  /** Per object and writing thread, over all rounds. */
  readonly #values: Map<string, ObjectValues>[] = [];
  /** The same for this round alone: what a thread has written before it reads. */
  #own: (Map<string, ObjectValues> | undefined)[] = [];
  /** Threads whose unrolling has begun in this round. */
  readonly #begun = new Set<string>();
  /** Bytes of fresh memory that a read may see. */
  readonly #undefined: ([number, number][] | undefined)[] = [];
  readonly #writer: (string | null | undefined)[] = []; // null: several
  readonly #owner: (string | null | undefined)[] = []; // null: shared
  readonly #threads = new Map<string, number>();
  #next: bigint;
  /** By address. */
  readonly #sorted: SharedObject[] = [];
  readonly locks = new LockFacts();
  /** Bytes of the program's objects that the library keeps for itself: locks, conditions. */
  readonly #kept: ([number, number][] | undefined)[] = [];
  /** Indices of the program are followed where they do not reach such bytes; that they do not must be shown. */
  keepsApart = true;
  /** Another thread may see one that has woken spuriously: no wake-up is left out. */
  offersAllWakes = false;
  grew = false;
  /** Some read continues with memory that was never written: facts must not rest on the absence of such reads. */
  carriesUnwritten = false;
  round = 0;
  /** Races are judged by happens-before, not as accesses that can both be next: then what orders matters, and idle iterations do. */
  byOrder = false;

  constructor(readonly program: Program) {
    this.#next = program.dataModel === "lp64" ? 1n << 44n : 0x2000_0000n;
    for (const g of program.objects) {
      if (g.threadLocal) continue;
      this.#add({
        id: this.objects.length,
        name: g.name,
        address: g.address,
        size: g.size,
        varies: false,
        kind: "global",
        align: g.align,
        races: !g.library,
        constant: g.constant,
        image: g.image,
      });
      this.#named.set(`global ${g.id}`, this.objects[this.objects.length - 1] as SharedObject);
    }
  }

  global(id: number): SharedObject {
    return this.#named.get(`global ${id}`) as SharedObject;
  }

  /** The object of this name; made when first asked for. */
  object(key: string, size: number, align: number, rest: Omit<SharedObject, "id" | "address" | "size" | "align">): SharedObject {
    const known = this.#named.get(`${key} ${size}`);
    if (known !== undefined) return known;
    const unit = BigInt(Math.max(align, 16));
    const address = ((this.#next + unit - 1n) / unit) * unit;
    this.#next = address + BigInt(size + redzone(size) + 16);
    const object = { ...rest, id: this.objects.length, address, size, align };
    this.#add(object);
    this.#named.set(`${key} ${size}`, object);
    return object;
  }

  #add(object: SharedObject): void {
    this.objects.push(object);
    let at = this.#sorted.length; // addresses mostly rise
    while (at > 0 && (this.#sorted[at - 1] as SharedObject).address > object.address) at--;
    this.#sorted.splice(at, 0, object);
    this.#values.push(new Map());
  }

  beginRound(round: number): void {
    this.round = round;
    this.grew = false;
    this.#own = [];
    this.#begun.clear();
  }

  beginThread(name: string): void {
    this.#begun.add(name);
  }

  noteCarried(): void {
    if (!this.carriesUnwritten) this.grew = true;
    this.carriesUnwritten = true;
  }

  /** The object an address points into, or just behind. */
  at(address: bigint): SharedObject | null {
    let low = 0;
    let high = this.#sorted.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#sorted[middle] as SharedObject).address <= address) low = middle;
      else high = middle - 1;
    }
    const o = this.#sorted[low];
    return o === undefined || address < o.address || address > o.address + BigInt(o.size) ? null : o;
  }

  /** A thread touches an object. True: so does another. */
  isShared(object: SharedObject, thread: string): boolean {
    const owner = this.#owner[object.id];
    if (owner === null) return true;
    if (owner === undefined) this.#owner[object.id] = thread;
    else if (owner !== thread) {
      this.#owner[object.id] = null;
      this.grew = true;
      return true;
    }
    return false;
  }

  /** A thread writes to a shared object (or makes it). True: no other thread does, as far as is known. */
  isSoleWriter(object: SharedObject, thread: string): boolean {
    const writer = this.#writer[object.id];
    if (writer === undefined) this.#writer[object.id] = thread;
    else if (writer !== null && writer !== thread) {
      this.#writer[object.id] = null;
      this.grew = true;
    }
    return this.#writer[object.id] === thread;
  }

  /** Does this thread alone write to the object? Then what it reads there is what it wrote. */
  writesAlone(object: SharedObject, thread: string): boolean {
    return this.#writer[object.id] === thread;
  }

  written(thread: string, object: SharedObject, at: Spread, size: number, values: ValueSet, likely: ReadonlySet<bigint>): void {
    // Counters would grow by one value a round; sets of pointers settle.
    const widen = this.round > maxRounds || (this.round > 2 && (values === null || [...values].some((v) => v > 8n && this.at(v) === null)));
    const addresses = 8 * size === this.program.pointerBits && this.round <= maxRounds ? [...likely].filter((v) => this.#isAddress(v)) : [];
    const theirs = valuesOf(this.#values[object.id] as Map<string, ObjectValues>, thread, object);
    if (theirs.add(at, size, values, widen, addresses)) this.grew = true;
    let own = this.#own[object.id];
    if (own === undefined) {
      own = new Map();
      this.#own[object.id] = own;
    }
    valuesOf(own, thread, object).add(at, size, values, false);
  }

  /** The library reads or writes there for itself. */
  keep(object: SharedObject, offset: number, size: number): void {
    let ranges = this.#kept[object.id];
    if (ranges === undefined) {
      ranges = [];
      this.#kept[object.id] = ranges;
    }
    if (ranges.some(([from, to]) => from <= offset && offset + size <= to)) return;
    ranges.push([offset, offset + size]);
    this.grew = true;
  }

  /** The stretch of an object around a place up to the next bytes that the library keeps; null: the place is among those. */
  freeAround(object: SharedObject, at: number): { readonly from: number; readonly to: number } | null {
    let [from, to] = [0, object.size];
    for (const [first, end] of this.#kept[object.id] ?? []) {
      if (first <= at && at < end) return null;
      if (end <= at) from = Math.max(from, end);
      else to = Math.min(to, first);
    }
    return { from, to };
  }

  /** The stretches of an object that the library keeps. */
  kept(object: SharedObject): readonly (readonly [number, number])[] {
    return this.#kept[object.id] ?? [];
  }

  /** Fresh memory whose bytes are not all written in the same step. */
  leftUndefined(object: SharedObject, offset: number, size: number): void {
    let ranges = this.#undefined[object.id];
    if (ranges === undefined) {
      ranges = [];
      this.#undefined[object.id] = ranges;
    }
    if (ranges.some(([o, n]) => o <= offset && offset + size <= o + n)) return;
    ranges.push([offset, size]);
    this.grew = true;
  }

  mayBeUndefined(object: SharedObject, at: Spread, size: number): boolean {
    return this.#undefined[object.id]?.some(([o, n]) => overlaps(single(o), n, at, size).length > 0) ?? false;
  }

  /** What a read by a thread may return, as far as the place in the program says: not what it writes later itself, nor what threads write that it has not yet started. */
  mayRead(thread: string, object: SharedObject, at: Spread, size: number): ValueSet {
    let values: ValueSet = initialValues(object, at, size);
    const own = this.#own[object.id]?.get(thread);
    if (own !== undefined) values = unite(values, own.read(at, size));
    for (const [writer, theirs] of this.#values[object.id] as Map<string, ObjectValues>) {
      if (values === null) return null;
      if (writer === thread || (writer.startsWith(`${thread}>`) && !this.#begun.has(writer))) continue;
      values = unite(values, theirs.read(at, size));
    }
    return values;
  }

  /** Addresses that a read may return where it may return anything. */
  likelyRead(object: SharedObject, at: Spread, size: number): ReadonlySet<bigint> {
    const out = new Set<bigint>();
    if (8 * size !== this.program.pointerBits) return out;
    for (const v of initialValues(object, at, size) ?? []) if (this.#isAddress(v)) out.add(v);
    for (const written of (this.#values[object.id] as Map<string, ObjectValues>).values())
      for (const v of written.readLikely(at, size)) out.add(v);
    return out.size > most ? new Set() : out;
  }

  #isAddress(value: bigint): boolean {
    return value === 0n || this.at(value) !== null || functionAt(this.program, value) !== null;
  }

  /** May a thread find the object dead, as far as other threads and its own past go? Null: it is the thread's own affair. */
  mayBeDead(thread: string, object: SharedObject): boolean | null {
    const values = this.mayRead(thread, object, single(object.size), 1);
    return values === null || (values.size > 0 ? values.has(0n) : null);
  }

  /** Values as large as pointers that were written as a whole where an access may read a part of them, or more. */
  wholesAround(object: SharedObject, at: Spread, size: number): Whole[] {
    const out: Whole[] = [];
    for (const written of (this.#values[object.id] as Map<string, ObjectValues>).values())
      append(out, written.wholesAround(at, size, this.program.pointerBits / 8));
    return out;
  }

  /** Small numbers for threads, in order of first appearance. */
  threadIndex(name: string): number {
    let index = this.#threads.get(name);
    if (index === undefined) {
      index = this.#threads.size;
      this.#threads.set(name, index);
    }
    return index;
  }
}

function valuesOf(map: Map<string, ObjectValues>, thread: string, object: SharedObject): ObjectValues {
  let values = map.get(thread);
  if (values === undefined) {
    values = new ObjectValues(object.size);
    map.set(thread, values);
  }
  return values;
}

function initialValues(object: SharedObject, at: Spread, size: number): ValueSet {
  const { image } = object;
  if (at.low === object.size && object.kind === "thread-local") return new Set([1n]); // alive from the start
  if (image === undefined || at.low === object.size) return new Set(); // allocation writes it
  if (image === null) return new Set([0n]);
  const values = new Set<bigint>();
  for (let from = at.low; from <= at.high && values.size <= most; from += Math.max(at.stride, 1)) {
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(image[from + i] ?? 0);
    values.add(value);
  }
  return values.size > most ? null : values;
}
