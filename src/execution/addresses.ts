// What a program can observe about where its objects lie, and the two freedoms that follow (docs/adr/0030, 0031). In: comparisons of addresses
// and arithmetic on them, as generated code executes them. Out: the freedoms that were met while off; the choices of those that are on.
//
// A word is an address if it lies in an object, live or dead; the upper 16 bits of 64 may be a tag. As long as addresses are only copied,
// moved inside their object, used and compared for equality while their objects live, no run depends on where objects lie:
// nothing is met. *Reuse* is met where the address of a dead object is compared with that of one that may have come after it. *Placement* is
// met where two objects are compared by order, or where a number is computed that depends on an address.
//
// With reuse on, a new object may begin in place of a dead one: offered for classes of allocation sites whose objects comparisons
// have distinguished (reuse-classes.ts). With placement on, the order of two objects is chosen where it is first asked for, consistently with
// what was chosen before; and where numbers are computed from addresses, one of a few layouts is chosen at the start. A search
// that discovers further choices on the way restarts (`grew`).

import { redzone } from "../program/address-space.ts";
import { type IntegerOperator, mayReuse, type UpdateOperator } from "../program/operations.ts";
import { toNumber } from "./address.ts";
import type { Environment } from "./environment.ts";
import type { Freedom } from "./freedoms.ts";
import type { Memory } from "./memory.ts";
import type { MemoryObject, NewObject } from "./memory-object.ts";
import type { OracleQueries } from "./oracle-queries.ts";
import { Order } from "./order-of-addresses.ts";
import { ReuseClasses } from "./reuse-classes.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";

/** No object lies below this, or above the lower half of 48 bits: such numbers are never taken for addresses. */
const lowest = 65536;
const beyond = 2 ** 47;

/** Where choices about addresses are kept, for the reductions: no object lies there. */
const freedCell = 16;
const orderCell = 24;

/** Layouts to choose from: eight widths of gaps, with and without every other object elsewhere. */
const layouts = 16;

/** The choices contradict each other, so that this is not a run. The thread ends as if by a false assumption. */
export class Contradiction {}

export class Addresses {
  readonly #memory: Memory;
  readonly #wide: boolean;
  /** Allocation sites: an object may begin in place of a dead one of its class. Null: all are one class. */
  readonly #classes: ReuseClasses | null;
  /** Numbers are computed from addresses, so that layouts are worth trying. */
  #computes: boolean;
  /** Since the last call of `takeGrown`, a choice was discovered that earlier runs did not make. */
  #grew = false;
  readonly order: Order;
  /** Forgotten places of locals are reused (forgotten-places.ts), so that reads of parts of an address must be noticed. */
  readonly forgets: boolean;
  /** Part of the address of a local was read: the program may keep the address in a form that is not recognised. */
  isInPieces = false;

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    readonly queries: OracleQueries,
    readonly environment: Environment,
  ) {
    this.#memory = run.memory;
    this.#wide = run.memory.wide;
    const { learnsChoices = false } = run.options;
    this.#classes = learnsChoices ? new ReuseClasses() : null;
    this.#computes = !learnsChoices;
    this.order = new Order(run.memory);
    this.forgets = run.options.forgetsOrder ?? false;
  }

  /** Chooses the layout of a run. */
  start(): void {
    this.order.clear();
    const chosen = this.#isOn("placement") ? this.queries.chooseAmong(0, layouts, "placement", this.#computes ? allLayouts : []) : 0;
    this.#memory.gaps = chosen >> 1;
    this.#memory.alternates = (chosen & 1) === 1;
  }

  /** Must an exhaustive search restart? True once. */
  takeGrown(): boolean {
    const grew = this.#grew;
    this.#grew = false;
    return grew;
  }

  #isOn(freedom: Freedom): boolean {
    return this.run.freedoms.has(freedom);
  }

  // ---- what generated code asks

  /** Could this be an address? A quick filter: true even where no object lies. */
  near(low: number, high: number): boolean {
    if (!this.#wide) return low >>> 0 >= 0x0800_0000;
    const h = high & 0xffff;
    return h >= 0x1696 ? h < 0x8000 : h === 0 && low >= 0x4000_0000;
  }

  #find(low: number, high: number): MemoryObject | null {
    return this.near(low, high) ? this.#memory.objectAt(low, this.#wide ? high & 0xffff : 0) : null;
  }

  #offset(o: MemoryObject, low: number): number {
    return ((low - o.region.baseLow) >>> 0) - o.start;
  }

  #hasOtherTag(aHigh: number, bHigh: number): boolean {
    return this.#wide && ((aHigh ^ bHigh) & ~0xffff) !== 0;
  }

  /** Two words were compared and differ: would they differ in every placement of the objects? */
  differ(aLow: number, aHigh: number, bLow: number, bHigh: number): void {
    if (this.#hasOtherTag(aHigh, bHigh)) return;
    const a = this.#find(aLow, aHigh);
    const b = this.#find(bLow, bHigh);
    if (a === b) return;
    if (a === null || b === null) return a === null ? this.#compareWithNumber(b, aLow, aHigh) : this.#compareWithNumber(a, bLow, bHigh);
    const [i, j] = [this.#offset(a, aLow), this.#offset(b, bLow)];
    this.#tellApart(a, i, b, j);
    if (a.live && b.live && (isOutside(a, i) || isOutside(b, j))) this.#compute(a);
  }

  /** Two words are compared by order: is the first below the second? `isBelow`: as numbers. */
  isBelow(t: Thread, aLow: number, aHigh: number, bLow: number, bHigh: number, isBelow: boolean): boolean {
    if (this.#hasOtherTag(aHigh, bHigh)) return isBelow;
    const a = this.#find(aLow, aHigh);
    const b = this.#find(bLow, bHigh);
    if (a === b) return isBelow;
    if (a === null || b === null) {
      if (a === null) this.#compareWithNumber(b, aLow, aHigh);
      else this.#compareWithNumber(a, bLow, bHigh);
      return isBelow;
    }
    this.#tellApart(a, this.#offset(a, aLow), b, this.#offset(b, bLow));
    if (!this.environment.isFree("placement")) return isBelow;
    this.#memory.watching?.spoil();
    const known = this.order.find(a.address, b.address);
    this.step.footprint?.add(orderCell, 1, known === null);
    if (known !== null) return known;
    const told = this.queries.oracle.isBelow?.(a, b) ?? null;
    const answer = told === null ? null : told === isBelow ? 0 : 1;
    const isOther = this.queries.chooseAmong(t.index, 2, "order of addresses", both, answer) === 1;
    this.order.add(a.address, b.address, isBelow !== isOther);
    return isBelow !== isOther;
  }

  /** An address is compared with a number that is not an address. */
  #compareWithNumber(o: MemoryObject | null, low: number, high: number): void {
    const value = toNumber(low, this.#wide ? high : 0);
    if (value >= lowest && value < beyond) this.#compute(o);
  }

  /** An integer operation has one or two addresses as operands. */
  integer(operator: IntegerOperator, aLow: number, aHigh: number, bLow: number, bHigh: number): void {
    const a = this.#find(aLow, aHigh);
    const b = this.#find(bLow, bHigh);
    const o = a ?? b;
    if (o === null) return;
    if (a !== null && b !== null) {
      if (operator !== "sub" || a !== b) this.#compute(a, b);
      return;
    }
    const [low, high] = a === null ? [aLow, aHigh] : [bLow, bHigh];
    if (!this.#isHarmless(operator, o, a !== null, a === null ? bLow : aLow, a === null ? bHigh : aHigh, low, high)) this.#compute(o);
  }

  /** Is the result an address in the same object, or independent of where that lies? `left`: the address is the left operand. */
  #isHarmless(
    operator: IntegerOperator,
    o: MemoryObject,
    left: boolean,
    low: number,
    high: number,
    otherLow: number,
    otherHigh: number,
  ): boolean {
    const fixed = o.align - 1; // the alignment determines the lowest bits
    const onlyFixed = (otherLow & ~fixed) === 0 && (!this.#wide || (otherHigh & 0xffff) === 0);
    switch (operator) {
      case "add":
        return this.#isAt(o, low + otherLow, this.#carried(low, otherLow, high, otherHigh));
      case "sub":
        return left && this.#isAt(o, low - otherLow, this.#borrowed(low, otherLow, high, otherHigh));
      case "or":
      case "xor":
        return onlyFixed;
      case "and":
        return onlyFixed || ((~otherLow & ~fixed) === 0 && (!this.#wide || (~otherHigh & 0xffff) === 0));
      case "urem":
        return left && otherHigh === 0 && otherLow > 0 && otherLow <= o.align && (otherLow & (otherLow - 1)) === 0;
      case "lshr":
      case "ashr":
        return left && this.#wide && otherLow >= 48;
      default:
        return false;
    }
  }

  #carried(a: number, b: number, aHigh: number, bHigh: number): number {
    return aHigh + bHigh + (((a + b) | 0) >>> 0 < a >>> 0 ? 1 : 0);
  }

  #borrowed(a: number, b: number, aHigh: number, bHigh: number): number {
    return aHigh - bHigh - (a >>> 0 < b >>> 0 ? 1 : 0);
  }

  #isAt(o: MemoryObject, low: number, high: number): boolean {
    return this.#find(low | 0, high) === o;
  }

  /** A word is used as a plain number: truncated, counted, converted. */
  number(low: number, high: number): void {
    const o = this.#find(low, high);
    if (o !== null) this.#compute(o);
  }

  /** The same for 128 bits: two words, or four. */
  numberBig(value: bigint): void {
    for (const [low, high] of this.#lanes(value)) this.number(low, high);
  }

  differBig(a: bigint, b: bigint): void {
    const others = this.#lanes(b);
    for (const [i, [low, high]] of this.#lanes(a).entries()) {
      const [otherLow, otherHigh] = others[i] as readonly [number, number];
      if (low !== otherLow || high !== otherHigh) this.differ(low, high, otherLow, otherHigh);
    }
  }

  /** Words are combined or split: each is checked on its own. */
  integerBig(operator: IntegerOperator, a: bigint, b: bigint): void {
    const others = this.#lanes(b);
    for (const [i, [low, high]] of this.#lanes(a).entries()) {
      const [otherLow, otherHigh] = others[i] as readonly [number, number];
      this.integer(operator, low, high, otherLow, otherHigh);
    }
  }

  /** Words that may be addresses. */
  #lanes(value: bigint): (readonly [number, number])[] {
    const word = (k: number): number => Number(BigInt.asIntN(32, value >> BigInt(32 * k)));
    return this.#wide
      ? [
          [word(0), word(1)],
          [word(2), word(3)],
        ]
      : [0, 1, 2, 3].map((k) => [word(k), 0] as const);
  }

  /** An atomic update of a word. */
  update(operator: UpdateOperator, oldLow: number, oldHigh: number, low: number, high: number): void {
    if (operator === "xchg" || !(this.near(oldLow, oldHigh) || this.near(low, high))) return;
    if (operator === "add" || operator === "sub" || operator === "and" || operator === "or" || operator === "xor")
      this.integer(operator, oldLow, oldHigh, low, high);
    else {
      this.number(oldLow, oldHigh);
      this.number(low, high);
    }
  }

  /** An atomic update of more than one word. */
  updateBig(operator: UpdateOperator, old: bigint, value: bigint): void {
    if (operator === "xchg") return;
    if (operator === "and" || operator === "or" || operator === "xor") return this.integerBig(operator, old, value);
    this.numberBig(old);
    this.numberBig(value);
  }

  /** Bytes of the memory's current region were read as a number, not only copied: are they part of an address? */
  part(low: number): void {
    const { words, baseLow } = this.#memory.region;
    const w = (low - baseLow) >>> 2;
    if (this.#wide) this.number(words[w & ~1] as number, words[w | 1] as number);
    else this.number(words[w] as number, 0);
  }

  /** Bytes of the memory's current region are read: are they part of the address of a local, but not all of it? */
  carry(low: number, size: number): void {
    if (this.isInPieces) return;
    const { bytes, baseLow } = this.#memory.region;
    const from = (low - baseLow) >>> 0;
    const width = this.#wide ? 8 : 4;
    const word = (at: number): number =>
      (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
    for (let at = Math.max(from - width + 1, 0); at < from + size && at + width <= bytes.length; at++) {
      if (at >= from && at + width <= from + size)
        at = from + size - width; // what is read as a whole is not a piece
      else if (this.#find(word(at), this.#wide ? word(at + 4) : 0)?.kind === "stack") this.isInPieces = true;
    }
  }

  /** A number depends on where this object lies (and perhaps another). */
  #compute(...of: readonly (MemoryObject | null)[]): void {
    const { met } = this.run;
    met.add("placement");
    if (of.some((o) => o !== null && !o.live)) met.add("reuse");
    if (!this.#isOn("placement")) return;
    if (!this.#computes) this.#grew = true;
    this.#computes = true;
    for (const o of of) if (o !== null && !this.order.isNumbered(o.address)) this.#number(o);
  }

  /** From here on the object's address is known as a number: an order chosen otherwise contradicts it. */
  #number(o: MemoryObject): void {
    this.#memory.watching?.spoil();
    this.step.footprint?.add(orderCell, 1, true);
    if (!this.order.number(o.address)) throw new Contradiction();
  }

  // ---- reuse

  /** Two objects were distinguished by their addresses: could one have had the address of the other, later? */
  #tellApart(a: MemoryObject, i: number, b: MemoryObject, j: number): void {
    const isOfLibrary = a.kind === "internal" && b.kind === "internal";
    if (!isOfLibrary && !this.#areAlike(a, b)) return;
    const { footprint } = this.step;
    footprint?.add(a.address, 1, false); // whether they live matters
    footprint?.add(b.address, 1, false);
    if (isOfLibrary) {
      // A real library also reuses what it hands out (streams); that is not tried.
      for (const [dead, next] of [
        [a, b],
        [b, a],
      ] as const)
        if (!dead.live && this.#mayFollow(dead, next, false)) this.run.met.add("reuse");
      return;
    }
    this.#follow(a, b, i === j);
    this.#follow(b, a, i === j);
  }

  /** May one lie where the other was? Heap and stacks are separate, and so are the library's objects. */
  #areAlike(a: MemoryObject, b: MemoryObject): boolean {
    if (a.isPrivate || b.isPrivate) return false;
    if (a.kind === "heap") return b.kind === "heap";
    if (!isOnStack(a) || !isOnStack(b)) return false;
    return a.thread === b.thread ? a.kind === "stack" && b.kind === "stack" : this.#areUnrelated(a.thread, b.thread);
  }

  /** Neither thread has started the other, and neither is main: only then may one get the stack of the other, later. */
  #areUnrelated(a: number, b: number): boolean {
    const { threads } = this.run;
    const [p, q] = [(threads[a] as Thread).path, (threads[b] as Thread).path];
    return p.length > 0 && q.length > 0 && !isParent(p, q) && !isParent(q, p);
  }

  #follow(dead: MemoryObject, next: MemoryObject, hasSameOffset: boolean): void {
    if (dead.live) return;
    const { met } = this.run;
    if (dead.movedTo === next) met.add("reuse"); // a realloc that does not move is not tried
    const isOffered = dead.thread === next.thread || !isOnStack(dead); // stacks of ended threads are not tried
    const isChosen = isOffered && this.#isOn("reuse") && this.#areTogether(dead, next.allocatedAt);
    if (!this.#mayFollow(dead, next, isChosen)) return;
    if (isChosen) {
      if (!hasSameOffset || !fits(dead, next.size, next.align)) met.add("reuse");
    } else if (!isOffered || !this.#isOn("reuse")) met.add("reuse");
    else {
      this.#classes?.join(dead.allocatedAt, next.allocatedAt);
      this.#grew = true;
    }
  }

  #areTogether(dead: MemoryObject, at: number): boolean {
    return this.#classes === null || this.#classes.areTogether(dead.allocatedAt, at);
  }

  /**
   * Was the first dead when the second began, in this run or in one that differs only in the order of independent steps? If reuse was a choice here,
   * the end and the beginning conflict, so that only this run counts.
   */
  #mayFollow(dead: MemoryObject, next: MemoryObject, isChosen: boolean): boolean {
    if (this.run.options.forgetsOrder) return true;
    if (next.born > dead.died) return true;
    if (isChosen || next.thread === dead.endedBy || dead.endedBy < 0) return false;
    // If its thread began it before starting, directly or not, the thread that ended the other, this order holds in every run.
    const { threads } = this.run;
    const [maker, ender] = [(threads[next.thread] as Thread).path, (threads[dead.endedBy] as Thread).path];
    if (!isPrefix(maker, ender)) return true;
    const name = ender.slice(0, maker.length + 1).join(".");
    return !(next.born < (threads.find((t) => t.name === name)?.born ?? 0));
  }

  /** The set of dead objects decides the choices of an allocation, so that steps of other threads must be able to come before it. */
  allocatesInSteps(internal: number): boolean {
    return mayReuse(internal) && this.#isOn("reuse");
  }

  /** The dead object in whose place the oracle lets the new one begin; null: a fresh place. */
  placeFor(t: Thread, n: NewObject): MemoryObject | null {
    const { oracle } = this.queries;
    if (!this.#isOn("reuse")) {
      if (this.#isOn("placement")) oracle.placeFor?.(n, []);
      return null;
    }
    const isWatched = this.#classes === null || this.#classes.has(n.at);
    const candidates = this.#candidates(t, n);
    const told = oracle.placeFor?.(n, candidates) ?? null;
    const allowed = candidates.flatMap((o, i) => (this.#areTogether(o, n.at) ? [i + 1] : []));
    this.#memory.watching?.spoil();
    if (n.kind === "heap" && isWatched) this.step.footprint?.add(freedCell, 1, allowed.length > 0);
    if (candidates.length === 0) return null;
    const offered = allowed.length === 0 ? [] : [0, ...allowed];
    const chosen = this.queries.chooseAmong(t.index, candidates.length + 1, "re-used address", offered, told);
    return candidates[chosen - 1] ?? null;
  }

  /** Dead objects with room for the new one, by address. */
  #candidates(t: Thread, n: NewObject): MemoryObject[] {
    const found: MemoryObject[] = [];
    for (const r of this.#memory.opened)
      r.objects.forEach((o, k) => {
        if (o.live || o.kind !== n.kind || o.isPrivate || (o.kind === "stack" && o.thread !== t.index)) return;
        if (r.owner[o.start >> 4] !== k + 1) return;
        if (fits(o, n.size, n.align)) found.push(o);
        else if (this.#classes !== null && this.#areTogether(o, n.at)) this.run.met.add("reuse"); // a third object may be told from both
      });
    return found.sort((a, b) => a.address - b.address);
  }

  /** A heap object ends: a later allocation may get its place. */
  freed(o: MemoryObject): void {
    if (o.kind === "heap" && this.#isOn("reuse")) this.step.footprint?.add(freedCell, 1, true);
  }
}

const allLayouts = Array.from({ length: layouts }, (_, i) => i);
const both = [0, 1];

const isOnStack = (o: MemoryObject): boolean => o.kind === "stack" || o.kind === "thread-local";

const isOutside = (o: MemoryObject, offset: number): boolean => offset < 0 || (offset >= o.size && o.size > 0);

const fits = (dead: MemoryObject, size: number, align: number): boolean =>
  dead.address % Math.max(align, 16) === 0 && dead.start + size + redzone(size) <= dead.end;

/** The first has started the second. A grandchild does not count: the first may have ended before it began. */
const isParent = (a: readonly number[], b: readonly number[]): boolean => a.length + 1 === b.length && isPrefix(a, b);

const isPrefix = (a: readonly number[], b: readonly number[]): boolean => a.length <= b.length && a.every((x, i) => x === b[i]);
