// Overflow: whether the result of an operation is outside its type. In: operands. Out: a boolean term. Ranges answer first; a constant
// operand needs one comparison; otherwise the conditions on signs are used (Warren, Hacker's Delight, section 2-13).

import { maxOf, minOf } from "../support/lists.ts";
import type { TermBuilder } from "./builder.ts";
import { mask } from "./fold.ts";
import type { Term } from "./term.ts";

const maxExact = Number.MAX_SAFE_INTEGER;

/** Whether every value from `low` to `high` is one of the type. */
function fitsType(width: number, signed: boolean, low: number, high: number): boolean {
  const limit = 2 ** (signed ? width - 1 : width);
  return low >= (signed ? Math.max(-limit, -maxExact) : 0) && high <= Math.min(limit - 1, maxExact);
}

const extremes = (width: number): readonly [bigint, bigint] => [-(1n << BigInt(width - 1)), mask(width - 1)];

export function addOverflows(t: TermBuilder, a: Term, b: Term, signed: boolean): Term {
  if (a.op === "constant" && b.op !== "constant") return addOverflows(t, b, a, signed);
  const { width } = a;
  if (!signed) {
    if (fitsType(width, false, t.low(a) + t.low(b), t.high(a) + t.high(b))) return t.false;
    return b.op === "constant" ? t.ult(t.not(b), a) : t.ult(t.add(a, b), a);
  }
  if (fitsType(width, true, t.signedLow(a) + t.signedLow(b), t.signedHigh(a) + t.signedHigh(b))) return t.false;
  if (b.op === "constant") {
    const [lowest, highest] = extremes(width);
    const k = BigInt.asIntN(width, b.value);
    return k >= 0n ? t.slt(t.constant(highest - k, width), a) : t.slt(a, t.constant(lowest - k, width));
  }
  // The sum has another sign than both operands.
  const sum = t.add(a, b);
  return isNegative(t, t.and(t.xor(a, sum), t.xor(b, sum)));
}

export function subOverflows(t: TermBuilder, a: Term, b: Term, signed: boolean): Term {
  if (!signed) return t.ult(a, b);
  const { width } = a;
  if (fitsType(width, true, t.signedLow(a) - t.signedHigh(b), t.signedHigh(a) - t.signedLow(b))) return t.false;
  const [lowest, highest] = extremes(width);
  if (b.op === "constant") {
    const k = BigInt.asIntN(width, b.value);
    return k >= 0n ? t.slt(a, t.constant(lowest + k, width)) : t.slt(t.constant(highest + k, width), a);
  }
  if (a.op === "constant") {
    const k = BigInt.asIntN(width, a.value);
    return k >= 0n ? t.slt(b, t.constant(k - highest, width)) : t.slt(t.constant(k - lowest, width), b);
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
  // Zero times an infinite bound is not a number: then `fitsType` answers false, and nothing is concluded.
  if (fitsType(width, signed, minOf(corners), maxOf(corners))) return t.false;
  if (a.op === "constant" && b.op !== "constant") return mulOverflows(t, b, a, signed);
  if (b.op === "constant") return constantProductOverflows(t, a, b.value, signed);
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
  const [lowest, highest] = extremes(width);
  const negative = t.ne(t.slt(a, zero), t.slt(b, zero));
  const limit = signed ? t.ite(negative, t.constant(lowest, width), t.constant(highest, width)) : t.constant(-1, width);
  const ma = magnitude(a);
  return t.and(t.ne(ma, zero), t.ult(t.udiv(limit, ma), magnitude(b)));
}

/** When a · 2^b is outside the signed type, or a is negative (C11 6.5.7p4). False for amounts of the width or more. */
export function shlOverflows(t: TermBuilder, a: Term, b: Term): Term {
  const { width } = a;
  const last = t.constant(width - 1, width);
  const kept = t.lshr(a, t.sub(last, b)); // the bits that reach the sign bit or are lost
  return t.and(t.ule(b, last), t.ne(kept, t.constant(0, width)));
}

/** Whether a · value overflows: compares a with the largest and smallest factors that fit. */
function constantProductOverflows(t: TermBuilder, a: Term, value: bigint, signed: boolean): Term {
  const { width } = a;
  const k = signed ? BigInt.asIntN(width, value) : value;
  if (k === 0n) return t.false;
  if (!signed) return t.ult(t.constant(mask(width) / k, width), a);
  const [lowest, highest] = extremes(width);
  if (k === -1n) return negOverflows(t, a, true);
  // Division rounds towards zero: to the last factor whose product fits.
  const [low, high] = k > 0n ? [lowest / k, highest / k] : [highest / k, lowest / k];
  return t.or(t.slt(a, t.constant(low, width)), t.slt(t.constant(high, width), a));
}

const isNegative = (t: TermBuilder, a: Term): Term => t.slt(a, t.constant(0, a.width));
