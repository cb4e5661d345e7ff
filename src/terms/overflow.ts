// Does an operation leave the range of its type? In: two operands; out: a boolean term. Intervals answer first, a constant operand gives
// one comparison, and otherwise the textbook conditions on signs (Warren, Hacker's Delight, ch. 2-13).

import { maxOf, minOf } from "../support/lists.ts";
import type { TermBuilder } from "./builder.ts";
import { mask } from "./fold.ts";
import type { Term } from "./term.ts";

const exact = Number.MAX_SAFE_INTEGER;

/** Every value between the two is one of the type. */
function within(width: number, signed: boolean, low: number, high: number): boolean {
  const limit = 2 ** (signed ? width - 1 : width);
  return low >= (signed ? Math.max(-limit, -exact) : 0) && high <= Math.min(limit - 1, exact);
}

const extremes = (width: number): readonly [bigint, bigint] => [-(1n << BigInt(width - 1)), mask(width - 1)];

export function addOverflows(t: TermBuilder, a: Term, b: Term, signed: boolean): Term {
  if (a.op === "constant" && b.op !== "constant") return addOverflows(t, b, a, signed);
  const { width } = a;
  if (!signed) {
    if (within(width, false, t.low(a) + t.low(b), t.high(a) + t.high(b))) return t.false;
    return b.op === "constant" ? t.ult(t.not(b), a) : t.ult(t.add(a, b), a);
  }
  if (within(width, true, t.signedLow(a) + t.signedLow(b), t.signedHigh(a) + t.signedHigh(b))) return t.false;
  if (b.op === "constant") {
    const [least, most] = extremes(width);
    const k = BigInt.asIntN(width, b.value);
    return k >= 0n ? t.slt(t.constant(most - k, width), a) : t.slt(a, t.constant(least - k, width));
  }
  // The sum has another sign than both operands.
  const sum = t.add(a, b);
  return isNegative(t, t.and(t.xor(a, sum), t.xor(b, sum)));
}

export function subOverflows(t: TermBuilder, a: Term, b: Term, signed: boolean): Term {
  if (!signed) return t.ult(a, b);
  const { width } = a;
  if (within(width, true, t.signedLow(a) - t.signedHigh(b), t.signedHigh(a) - t.signedLow(b))) return t.false;
  const [least, most] = extremes(width);
  if (b.op === "constant") {
    const k = BigInt.asIntN(width, b.value);
    return k >= 0n ? t.slt(a, t.constant(least + k, width)) : t.slt(t.constant(most + k, width), a);
  }
  if (a.op === "constant") {
    const k = BigInt.asIntN(width, a.value);
    return k >= 0n ? t.slt(b, t.constant(k - most, width)) : t.slt(t.constant(k - least, width), b);
  }
  const difference = t.sub(a, b);
  return isNegative(t, t.and(t.xor(a, b), t.xor(a, difference)));
}

export function negOverflows(t: TermBuilder, a: Term, signed: boolean): Term {
  return signed ? t.eq(a, t.constant(extremes(a.width)[0], a.width)) : t.ne(a, t.constant(0, a.width));
}

export function mulOverflows(t: TermBuilder, a: Term, b: Term, signed: boolean): Term {
  const { width } = a;
  const [al, ah, bl, bh] = signed
    ? [t.signedLow(a), t.signedHigh(a), t.signedLow(b), t.signedHigh(b)]
    : [t.low(a), t.high(a), t.low(b), t.high(b)];
  const corners = [al * bl, al * bh, ah * bl, ah * bh];
  // Zero times an unknown bound is not a number: then nothing is known, and `within` says so.
  if (within(width, signed, minOf(corners), maxOf(corners))) return t.false;
  if (a.op === "constant" && b.op !== "constant") return mulOverflows(t, b, a, signed);
  if (b.op === "constant") return productLeaves(t, a, b.value, signed);
  if (2 * width <= 128) {
    const wide = 2 * width;
    const product = signed ? t.mul(t.sext(a, wide), t.sext(b, wide)) : t.mul(t.zext(a, wide), t.zext(b, wide));
    const upper = t.extract(product, wide - 1, width);
    if (!signed) return t.ne(upper, t.constant(0, width));
    return t.ne(upper, t.sext(t.extract(product, width - 1, width - 1), width));
  }
  // |a| · |b| > limit exactly if |b| > limit / |a| (rounded down).
  const zero = t.constant(0, width);
  const magnitude = (x: Term): Term => (signed ? t.ite(t.slt(x, zero), t.neg(x), x) : x);
  const [least, most] = extremes(width);
  const negative = t.ne(t.slt(a, zero), t.slt(b, zero));
  const limit = signed ? t.ite(negative, t.constant(least, width), t.constant(most, width)) : t.constant(-1, width);
  const ma = magnitude(a);
  return t.and(t.ne(ma, zero), t.ult(t.udiv(limit, ma), magnitude(b)));
}

/** A signed a · 2^b leaves the type, or a is negative (C11 6.5.7p4). Amounts of the width or more are not asked about: false. */
export function shlOverflows(t: TermBuilder, a: Term, b: Term): Term {
  const { width } = a;
  const last = t.constant(width - 1, width);
  const kept = t.lshr(a, t.sub(last, b)); // what would stand in the sign bit and above
  return t.and(t.ule(b, last), t.ne(kept, t.constant(0, width)));
}

/** a · k against the values that just fit. */
function productLeaves(t: TermBuilder, a: Term, value: bigint, signed: boolean): Term {
  const { width } = a;
  const k = signed ? BigInt.asIntN(width, value) : value;
  if (k === 0n) return t.false;
  if (!signed) return t.ult(t.constant(mask(width) / k, width), a);
  const [least, most] = extremes(width);
  if (k === -1n) return negOverflows(t, a, true);
  // Division towards zero is what is wanted: the last multiple inside.
  const [low, high] = k > 0n ? [least / k, most / k] : [most / k, least / k];
  return t.or(t.slt(a, t.constant(low, width)), t.slt(t.constant(high, width), a));
}

const isNegative = (t: TermBuilder, a: Term): Term => t.slt(a, t.constant(0, a.width));
