// What one round of unrolling learns for the next: names and addresses of objects, which of them are shared, and what locations may hold. It
// only grows. A round in which it does not grow relies on nothing that is not known.

import { redzone } from "../program/address-space.ts";
import { functionAt, type Program } from "../program/program.ts";
import { append } from "../support/lists.ts";
import { LockFacts } from "./locks.ts";
import type { SharedObject } from "./skeleton.ts";
import { overlaps, type Spread, single } from "./spread.ts";
import { maxValues, ObjectValues, unite, type ValueSet, type WholeValue } from "./value-set.ts";

/** Value sets that still grow after this many rounds become "anything". */
const maxGrowthRounds = 12;

export class Knowledge {
  readonly objects: SharedObject[] = [];
  readonly #named = new Map<string, SharedObject>();
  /** Per object and writing thread: values over all rounds. */
  readonly #values: Map<string, ObjectValues>[] = [];
  /** The same for this round only: what a thread has written before it reads. */
  #own: (Map<string, ObjectValues> | undefined)[] = [];
  /** Threads whose unrolling has begun in this round. */
  readonly #begun = new Set<string>();
  /** Bytes of fresh memory that a read may see. */
  readonly #undefined: ([number, number][] | undefined)[] = [];
  readonly #writer: (string | null | undefined)[] = []; // null: several
  readonly #owner: (string | null | undefined)[] = []; // null: shared
  readonly #threads = new Map<string, number>();
  /** Objects in whose places others may begin: these others. */
  readonly #followers = new Map<SharedObject, Set<SharedObject>>();
  /** Positions of the program that end an object. */
  readonly #endedAt = new Map<SharedObject, Set<number>>();
  #next: bigint;
  /** Objects by address. */
  readonly #sorted: SharedObject[] = [];
  readonly locks = new LockFacts();
  /** Bytes of the program's objects that the library uses: locks, conditions. */
  readonly #kept: ([number, number][] | undefined)[] = [];
  /** An index of the program is followed only where it does not reach such bytes; reaching them is an `unsupported` failure. */
  keepsApart = true;
  /** Another thread may observe a thread that has woken spuriously: no wake-up is left out. */
  offersAllWakes = false;
  grew = false;
  /** Some read continues with memory that was never written: no fact may rely on the absence of such reads. */
  carriesUnwritten = false;
  round = 0;
  /** Races are judged by happens-before, not by accesses that can both be next: then fences and idle iterations matter. */
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

  /** The object of this name and size; made on first use. */
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
    let at = this.#sorted.length; // mostly, new addresses are the highest
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

  /** The object into which an address points, or just after which; null: none. */
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

  /** Notes that a thread accesses an object. Returns whether another thread does, as far as is known. */
  noteAccess(object: SharedObject, thread: string): boolean {
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

  /** Notes that a thread writes to a shared object, or makes it. Returns whether no other thread does, as far as is known. */
  noteWriter(object: SharedObject, thread: string): boolean {
    const writer = this.#writer[object.id];
    if (writer === undefined) this.#writer[object.id] = thread;
    else if (writer !== null && writer !== thread) {
      this.#writer[object.id] = null;
      this.grew = true;
    }
    return this.#writer[object.id] === thread;
  }

  /** Whether only this thread writes to the object: then it reads what it wrote. */
  writesAlone(object: SharedObject, thread: string): boolean {
    return this.#writer[object.id] === thread;
  }

  // ---- places that are used again

  /** Notes that one object may begin in the place of another: what happens there then belongs to no thread alone. */
  noteFollower(dead: SharedObject, next: SharedObject): void {
    let followers = this.#followers.get(dead);
    if (followers === undefined) {
      followers = new Set();
      this.#followers.set(dead, followers);
      this.#owner[dead.id] = null;
      this.#writer[dead.id] = null;
      this.grew = true;
    }
    if (followers.has(next)) return;
    followers.add(next);
    this.grew = true;
  }

  /** Notes that a call at this position of the program ends a heap object. */
  noteEnd(object: SharedObject, at: number): void {
    const positions = this.#endedAt.get(object) ?? new Set();
    this.#endedAt.set(object, positions);
    if (positions.has(at)) return;
    positions.add(at);
    this.grew = true;
  }

  /** Whether one call may make the second object and end the first: `realloc`, which need not move a block. */
  mayMove(from: SharedObject, to: SharedObject): boolean {
    return to.made !== undefined && this.#endedAt.get(from)?.has(to.made.at) === true;
  }

  /** Whether other objects may begin in its place. */
  isReused(object: SharedObject): boolean {
    return this.#followers.has(object);
  }

  /** The objects that may lie in the place of this one: itself, and those that may follow it. */
  occupantsOf(place: SharedObject): readonly SharedObject[] {
    return [place, ...(this.#followers.get(place) ?? [])];
  }

  // ----

  /** Notes what a thread may write. */
  noteWrite(thread: string, object: SharedObject, at: Spread, size: number, values: ValueSet, likely: ReadonlySet<bigint>): void {
    // The set of a counter would grow by one value per round; sets of pointers converge.
    const widen =
      this.round > maxGrowthRounds || (this.round > 2 && (values === null || [...values].some((v) => v > 8n && this.at(v) === null)));
    const addresses =
      8 * size === this.program.pointerBits && this.round <= maxGrowthRounds ? [...likely].filter((v) => this.#isAddress(v)) : [];
    const theirs = valuesOf(this.#values[object.id] as Map<string, ObjectValues>, thread, object);
    if (theirs.add(at, size, values, widen, addresses)) this.grew = true;
    let own = this.#own[object.id];
    if (own === undefined) {
      own = new Map();
      this.#own[object.id] = own;
    }
    valuesOf(own, thread, object).add(at, size, values, false);
  }

  /** Notes that the library uses these bytes of an object of the program. */
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

  /** The range of an object around a place up to the next bytes that the library uses; null: it uses the place itself. */
  freeAround(object: SharedObject, at: number): { readonly from: number; readonly to: number } | null {
    let [from, to] = [0, object.size];
    for (const [first, end] of this.#kept[object.id] ?? []) {
      if (first <= at && at < end) return null;
      if (end <= at) from = Math.max(from, end);
      else to = Math.min(to, first);
    }
    return { from, to };
  }

  /** The ranges of an object that the library uses. */
  kept(object: SharedObject): readonly (readonly [number, number])[] {
    return this.#kept[object.id] ?? [];
  }

  /** Notes fresh memory whose bytes are not all written in the step that makes it. */
  noteUndefined(object: SharedObject, offset: number, size: number): void {
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

  /** The values that a read by a thread may return at this point of its code: not what it writes later, nor what threads write that it has not started yet. */
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

  /** Likely values of a read that may return anything. */
  likelyRead(object: SharedObject, at: Spread, size: number): ReadonlySet<bigint> {
    const out = new Set<bigint>();
    if (8 * size !== this.program.pointerBits) return out;
    for (const v of initialValues(object, at, size) ?? []) if (this.#isAddress(v)) out.add(v);
    for (const written of (this.#values[object.id] as Map<string, ObjectValues>).values())
      for (const v of written.readLikely(at, size)) out.add(v);
    return out.size > maxValues ? new Set() : out;
  }

  #isAddress(value: bigint): boolean {
    return value === 0n || this.at(value) !== null || functionAt(this.program, value) !== null;
  }

  /** Whether a thread may find the object dead. Null: no thread has noted its lifetime, so only the thread's own path knows. */
  mayBeDead(thread: string, object: SharedObject): boolean | null {
    const values = this.mayRead(thread, object, single(object.size), 1);
    return values === null || (values.size > 0 ? values.has(0n) : null);
  }

  /** Values of pointer size that were written in one piece, and of which an access may read a part, or more than that. */
  wholesAround(object: SharedObject, at: Spread, size: number): WholeValue[] {
    const out: WholeValue[] = [];
    for (const written of (this.#values[object.id] as Map<string, ObjectValues>).values())
      append(out, written.wholesAround(at, size, this.program.pointerBits / 8));
    return out;
  }

  /** The number of a thread, in order of first appearance. */
  threadIndex(name: string): number {
    let index = this.#threads.get(name);
    if (index === undefined) {
      index = this.#threads.size;
      this.#threads.set(name, index);
    }
    return index;
  }
}

/** Whether one object may begin in the place of another, as far as the unroller covers it; `explore` also tries places that are larger. */
export function fitsPlaceOf(dead: SharedObject, next: SharedObject): boolean {
  if (dead.made === undefined || next.made === undefined || dead === next) return false;
  if (dead.kind !== next.kind || dead.size !== next.size || dead.align < next.align) return false;
  return dead.kind === "heap" || dead.made.thread === next.made.thread;
}

/** The pair of positions that make the objects; undefined if one may not follow the other. */
export const pairOf = (dead: SharedObject, next: SharedObject): string | undefined =>
  fitsPlaceOf(dead, next) ? `${dead.made?.at} ${next.made?.at}` : undefined;

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
  for (let from = at.low; from <= at.high && values.size <= maxValues; from += Math.max(at.stride, 1)) {
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(image[from + i] ?? 0);
    values.add(value);
  }
  return values.size > maxValues ? null : values;
}
