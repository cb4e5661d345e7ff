// Ranges: what is known of a term's value without solving. In: a new term whose arguments have their ranges already, so that no DAG is
// walked. Out: an unsigned and a signed interval, and a number of low bits that are zero.
//
// Bounds are doubles in typed arrays: an exact integer below 2^53, or "at least 2^53 - 1" (saturated), or infinite. Saturation only
// widens an interval.

import { maxOf, minOf } from "../support/lists.ts";
import type { Term } from "./term.ts";

export interface Range {
  readonly low: number;
  readonly high: number;
  readonly signedLow: number;
  readonly signedHigh: number;
  readonly trailingZeros: number;
}

const maxExact = Number.MAX_SAFE_INTEGER;
const infinity = Number.POSITIVE_INFINITY;

/** 2^n, exact as a double. */
const power = (n: number): number => 2 ** n;
/** Largest unsigned value, as a bound. */
const top = (width: number): number => (width <= 53 ? power(width) - 1 : infinity);
const signedTop = (width: number): number => (width <= 54 ? power(width - 1) - 1 : infinity);
const signedBottom = (width: number): number => (width <= 53 ? -power(width - 1) : -infinity);

export class Ranges {
  low = new Float64Array(1 << 11);
  high = new Float64Array(1 << 11);
  signedLow = new Float64Array(1 << 11);
  signedHigh = new Float64Array(1 << 11);
  zeros = new Uint8Array(1 << 11);

  // The interval under construction.
  #low = 0;
  #high = 0;
  #signedLow = 0;
  #signedHigh = 0;

  of(t: Term): Range {
    const { id } = t;
    return {
      low: this.low[id] as number,
      high: this.high[id] as number,
      signedLow: this.signedLow[id] as number,
      signedHigh: this.signedHigh[id] as number,
      trailingZeros: this.zeros[id] as number,
    };
  }

  /** Computes the range of the newest term. */
  add(t: Term): void {
    if (t.id >= this.low.length) this.#grow(t.id * 2);
    if (t.width === 1 && this.#isOpenBoolean(t)) {
      this.high[t.id] = 1;
      this.signedLow[t.id] = -1;
      return;
    }
    this.#low = 0;
    this.#high = top(t.width);
    this.#signedLow = signedBottom(t.width);
    this.#signedHigh = signedTop(t.width);
    this.#compute(t);
    this.#settle(t.width);
    this.low[t.id] = this.#low;
    this.high[t.id] = this.#high;
    this.signedLow[t.id] = this.#signedLow;
    this.signedHigh[t.id] = this.#signedHigh;
    this.zeros[t.id] = this.#trailingZeros(t);
  }

  /** Whether the boolean may be true or false, as far as is known. Most terms of a formula are such: `#compute` would find the same. */
  #isOpenBoolean({ op, args }: Term): boolean {
    switch (op) {
      case "variable":
      case "before":
      case "eq":
      case "ult":
      case "ule":
      case "slt":
      case "sle":
        return true;
      case "not":
        return this.#isOpen(args[0] as Term);
      case "and":
      case "or":
      case "xor":
        return this.#isOpen(args[0] as Term) && this.#isOpen(args[1] as Term);
      default:
        return false;
    }
  }

  #isOpen({ id }: Term): boolean {
    return this.low[id] === 0 && this.high[id] === 1 && this.zeros[id] === 0;
  }

  /** Narrows the range of a variable whose values, as signed numbers, lie between the two. */
  bound(t: Term, signedLow: bigint, signedHigh: bigint): void {
    const lowest = Math.max(signedBottom(t.width), lowerBound(signedLow));
    const highest = Math.min(signedTop(t.width), upperBound(signedHigh));
    this.#low = 0;
    this.#high = top(t.width);
    this.#signedLow = lowest;
    this.#signedHigh = highest;
    this.#settle(t.width);
    this.low[t.id] = this.#low;
    this.high[t.id] = this.#high;
    this.signedLow[t.id] = this.#signedLow;
    this.signedHigh[t.id] = this.#signedHigh;
  }

  #grow(size: number): void {
    const larger = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const next = new Float64Array(size);
      next.set(old);
      return next;
    };
    this.low = larger(this.low);
    this.high = larger(this.high);
    this.signedLow = larger(this.signedLow);
    this.signedHigh = larger(this.signedHigh);
    const zeros = new Uint8Array(size);
    zeros.set(this.zeros);
    this.zeros = zeros;
  }

  #unsigned(low: number, high: number): void {
    this.#low = Math.min(low, maxExact);
    this.#high = high > maxExact ? infinity : high;
  }

  #signed(low: number, high: number): void {
    this.#signedLow = low < -maxExact ? -infinity : Math.min(low, maxExact);
    this.#signedHigh = high > maxExact ? infinity : Math.max(high, -maxExact);
  }

  /** Each interval narrows the other if all its values have the same sign. Both contain the value, so both stay non-empty. */
  #settle(width: number): void {
    const half = power(width - 1);
    if (this.#high > top(width)) this.#high = top(width);
    if (this.#high < half) {
      this.#signedLow = Math.max(this.#signedLow, this.#low);
      this.#signedHigh = Math.min(this.#signedHigh, this.#high);
    } else if (width <= 53 && this.#low >= half) {
      this.#signedLow = Math.max(this.#signedLow, this.#low - 2 * half);
      this.#signedHigh = Math.min(this.#signedHigh, this.#high - 2 * half);
    }
    if (this.#signedLow >= 0) {
      this.#low = Math.max(this.#low, this.#signedLow);
      this.#high = Math.min(this.#high, this.#signedHigh);
    } else if (this.#signedHigh < 0) {
      if (width <= 53) {
        this.#low = Math.max(this.#low, this.#signedLow + 2 * half);
        this.#high = Math.min(this.#high, this.#signedHigh + 2 * half);
      } else this.#low = Math.max(this.#low, Math.min(half, maxExact));
    }
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: an exhaustive switch
  #compute(t: Term): void {
    const { op, width, args } = t;
    const limit = Math.min(top(width), maxExact);
    const a = args.length > 0 ? (args[0] as Term).id : 0;
    const b = args.length > 1 ? (args[1] as Term).id : 0;
    const al = this.low[a] as number;
    const ah = this.high[a] as number;
    const bl = this.low[b] as number;
    const bh = this.high[b] as number;
    const sal = this.signedLow[a] as number;
    const sah = this.signedHigh[a] as number;
    const sbl = this.signedLow[b] as number;
    const sbh = this.signedHigh[b] as number;
    switch (op) {
      case "constant":
        this.#unsigned(lowerBound(t.value), upperBound(t.value));
        return this.#signed(lowerBound(BigInt.asIntN(width, t.value)), upperBound(BigInt.asIntN(width, t.value)));
      case "variable":
      case "before":
      case "eq":
      case "ult":
      case "ule":
      case "slt":
      case "sle":
        return;
      case "not":
        if (width <= 53) this.#unsigned(limit - ah, limit - al);
        return this.#signed(-1 - sah, -1 - sal);
      case "neg":
        if (sal > signedBottom(width)) this.#signed(-sah, -sal);
        return;
      case "and":
        return this.#unsigned(0, Math.min(ah, bh));
      case "or":
        return this.#unsigned(Math.max(al, bl), onesCovering(Math.max(ah, bh)));
      case "xor":
        return this.#unsigned(0, onesCovering(Math.max(ah, bh)));
      case "add":
        if (ah + bh <= limit) this.#unsigned(al + bl, ah + bh);
        else if (width <= 53 && al + bl > limit) this.#unsigned(al - limit - 1 + bl, ah - limit - 1 + bh);
        return this.#signedIfFits(width, sal + sbl, sah + sbh);
      case "sub":
        if (al >= bh) this.#unsigned(al - bh, ah - bl);
        return this.#signedIfFits(width, sal - sbh, sah - sbl);
      case "mul":
        if (ah * bh <= limit) this.#unsigned(al * bl, ah * bh);
        return this.#signedProduct(width, sal, sah, sbl, sbh);
      case "udiv":
        if (bl > 0) this.#unsigned(bh === infinity ? 0 : Math.floor(al / bh), Math.floor(ah / bl));
        return;
      case "urem":
        if (bl > 0) return ah < bl ? this.#unsigned(al, ah) : this.#unsigned(0, Math.min(ah, bh - 1));
        return this.#unsigned(0, ah);
      case "sdiv":
        if (sbl > 0) {
          // Division rounds towards zero: the smallest divisor keeps a bound farthest from zero, the largest brings it closest.
          const low = sal < 0 ? Math.trunc(sal / sbl) : sbh === infinity ? 0 : Math.trunc(sal / sbh);
          const high = sah > 0 ? Math.trunc(sah / sbl) : sbh === infinity ? 0 : Math.trunc(sah / sbh);
          this.#signed(low + 0, high + 0);
        }
        return;
      case "srem": {
        const most = sbl > 0 || sbh < 0 ? Math.max(Math.abs(sbl), Math.abs(sbh)) - 1 : infinity;
        return this.#signed(sal < 0 ? Math.max(sal, -most) : 0, sah > 0 ? Math.min(sah, most) : 0);
      }
      case "shl":
        if (bh < width) {
          const factor = power(bh);
          if (ah * factor <= limit) this.#unsigned(al * power(bl), ah * factor);
          this.#signedProduct(width, sal, sah, power(bl), factor);
        }
        return;
      case "lshr":
        return this.#unsigned(bh < width ? Math.floor(al / power(bh)) : 0, bl < width ? Math.floor(ah / power(bl)) : 0);
      case "ashr": {
        const least = power(Math.min(bl, width));
        const most = power(Math.min(bh, width));
        const low = Math.floor(sal / (sal < 0 ? least : most));
        const high = Math.floor(sah / (sah < 0 ? most : least));
        return this.#signed(low, high);
      }
      case "ite": {
        const c = (args[2] as Term).id;
        this.#unsigned(Math.min(bl, this.low[c] as number), Math.max(bh, this.high[c] as number));
        return this.#signed(Math.min(sbl, this.signedLow[c] as number), Math.max(sbh, this.signedHigh[c] as number));
      }
      case "concat": {
        const factor = power((args[1] as Term).width);
        return this.#unsigned(al * factor + bl, ah * factor + bh);
      }
      case "extract": {
        const factor = power(Number(t.value));
        const low = Math.floor(al / factor);
        const high = Math.floor(ah / factor);
        if (high <= limit) this.#unsigned(low, high);
        if (factor === 1) this.#signedIfFits(width, sal, sah);
        return;
      }
      case "zext":
        return this.#unsigned(al, ah);
      case "sext":
        return this.#signed(sal, sah);
    }
  }

  /** Sets the signed interval if it shows that nothing wraps: bounds beyond 2^53 are not known exactly. */
  #signedIfFits(width: number, low: number, high: number): void {
    if (low >= Math.max(signedBottom(width), -maxExact) && high <= Math.min(signedTop(width), maxExact)) this.#signed(low, high);
  }

  #signedProduct(width: number, al: number, ah: number, bl: number, bh: number): void {
    const corners = [al * bl, al * bh, ah * bl, ah * bh];
    // Infinity times zero is not a number.
    if (corners.some(Number.isNaN)) return;
    this.#signedIfFits(width, minOf(corners) + 0, maxOf(corners) + 0);
  }

  #trailingZeros(t: Term): number {
    const { op, width, args } = t;
    const a = args.length > 0 ? (this.zeros[(args[0] as Term).id] as number) : 0;
    const b = args.length > 1 ? (this.zeros[(args[1] as Term).id] as number) : 0;
    switch (op) {
      case "constant":
        return trailingZeros(t.value, width);
      case "neg":
      case "zext":
      case "sext":
        return a === (args[0] as Term).width ? width : a;
      case "add":
      case "sub":
      case "or":
      case "xor":
        return Math.min(a, b);
      case "and":
        return Math.max(a, b);
      case "mul":
        return Math.min(width, a + b);
      case "shl": {
        const least = this.low[(args[1] as Term).id] as number;
        return Math.min(width, a + Math.min(width, least));
      }
      case "ite":
        return Math.min(b, this.zeros[(args[2] as Term).id] as number);
      case "concat": {
        const lowWidth = (args[1] as Term).width;
        return b === lowWidth ? lowWidth + a : b;
      }
      case "extract":
        return Math.min(width, Math.max(0, a - Number(t.value)));
      default:
        return 0;
    }
  }
}

function lowerBound(value: bigint): number {
  const n = Number(value);
  return n < -maxExact ? -infinity : n > maxExact ? maxExact : n;
}

function upperBound(value: bigint): number {
  const n = Number(value);
  return n > maxExact ? infinity : n < -maxExact ? -maxExact : n;
}

/** The smallest 2^n - 1 that is at least `value`. */
export function onesCovering(value: number): number {
  if (value > maxExact) return infinity;
  if (value < 0x80000000) return value === 0 ? 0 : 2 ** (32 - Math.clz32(value)) - 1;
  return 2 ** (32 + (32 - Math.clz32(Math.floor(value / 0x100000000)))) - 1;
}

function trailingZeros(value: bigint, width: number): number {
  if (value === 0n) return width;
  let count = 0;
  let rest = value;
  while ((rest & 0xffffffffn) === 0n) {
    rest >>= 32n;
    count += 32;
  }
  const word = Number(BigInt.asIntN(32, rest));
  return count + 31 - Math.clz32(word & -word);
}
