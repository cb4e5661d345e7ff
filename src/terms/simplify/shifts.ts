// Rules for shl, lshr, ashr. In: arguments. Out: a simpler term, or null. Amounts of the width or more give zero (ashr: the sign).

import type { TermBuilder } from "../builder.ts";
import { mask } from "../fold.ts";
import type { Term } from "../term.ts";
import { first, hasConstant, isConstant, isZero, second } from "./facts.ts";

export function simplifyShl(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isZero(a) || isZero(b)) return a;
  if (t.low(b) >= a.width) return t.constant(0, a.width);
  if (!isConstant(b)) return null;
  if (hasConstant(a, "shl")) return t.shl(first(a), addAmounts(t, second(a), b));
  if (hasConstant(a, "add")) return t.add(t.shl(first(a), b), t.shl(second(a), b));
  if (hasConstant(a, "mul")) return t.mul(first(a), t.shl(second(a), b));
  // The two shifts clear the low bits.
  if (hasConstant(a, "lshr") && second(a) === b) return t.and(first(a), t.shl(t.constant(-1, a.width), b));
  return null;
}

export function simplifyLshr(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isZero(a) || isZero(b)) return a;
  if (t.low(b) >= a.width) return t.constant(0, a.width);
  if (!isConstant(b)) return null;
  const amount = t.low(b);
  if (t.high(a) < 2 ** amount) return t.constant(0, a.width);
  if (amount === a.width - 1) return t.zext(t.extract(a, amount, amount), a.width);
  if (hasConstant(a, "lshr")) return t.lshr(first(a), addAmounts(t, second(a), b));
  if (hasConstant(a, "shl") && second(a) === b) return t.and(first(a), t.constant(mask(a.width - amount), a.width));
  if (a.op === "zext") return t.zext(t.lshr(first(a), t.constant(amount, first(a).width)), a.width);
  return null;
}

export function simplifyAshr(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isZero(a) || isZero(b)) return a;
  if (t.signedLow(a) >= 0) return t.lshr(a, b);
  const last = a.width - 1;
  if (t.low(b) > last) return t.ashr(a, t.constant(last, a.width));
  if (!isConstant(b)) return null;
  const amount = t.low(b);
  if (amount === last) return t.sext(t.extract(a, last, last), a.width);
  if (hasConstant(a, "ashr")) return t.ashr(first(a), t.constant(Math.min(last, Math.min(last, t.low(second(a))) + amount), a.width));
  if (hasConstant(a, "shl") && second(a) === b) return t.sext(t.extract(first(a), last - amount, 0), a.width);
  if (a.op === "sext") {
    const x = first(a);
    const amountInside = Math.min(amount, x.width - 1);
    return t.sext(x.width === 1 ? x : t.ashr(x, t.constant(amountInside, x.width)), a.width);
  }
  return null;
}

/** The sum of two constant amounts; all amounts of the width or more are alike. */
const addAmounts = (t: TermBuilder, a: Term, b: Term): Term => t.constant(Math.min(a.width, t.low(a) + t.low(b)), a.width);
