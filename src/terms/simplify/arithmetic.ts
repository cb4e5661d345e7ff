// Rules for add, sub, neg, mul and the divisions. In: canonical arguments. Out: a simpler term, or null. A sum keeps one constant,
// outermost and second: r0 + 1 + 1 is r0 + 2. Multiplication by a constant distributes over such a sum, as address arithmetic needs.

import type { TermBuilder } from "../builder.ts";
import { mask } from "../fold.ts";
import type { Term } from "../term.ts";
import { areComplements, first, hasConstant, isAllOnes, isConstant, isOne, isZero, powerOfTwo, second } from "./facts.ts";

export function simplifyAdd(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isConstant(b)) {
    if (isZero(b)) return a;
    if (hasConstant(a, "add")) return t.add(first(a), t.add(second(a), b));
    if (a.op === "sub" && isConstant(first(a))) return t.sub(t.add(first(a), b), second(a));
    if (a.op === "not") return t.sub(t.sub(b, t.constant(1, a.width)), first(a));
    return null;
  }
  if (hasConstant(a, "add")) return t.add(t.add(first(a), b), second(a));
  if (hasConstant(b, "add")) return t.add(t.add(a, first(b)), second(b));
  if (a.op === "neg") return t.sub(b, first(a));
  if (b.op === "neg") return t.sub(a, first(b));
  if (a.op === "sub" && second(a) === b) return first(a);
  if (b.op === "sub" && second(b) === a) return first(b);
  if (a === b) return t.shl(a, t.constant(1, a.width));
  if (areComplements(a, b)) return t.constant(-1, a.width);
  return a.width === 1 ? t.xor(a, b) : null;
}

export function simplifySub(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a === b) return t.constant(0, a.width);
  if (isConstant(b)) return t.add(a, t.neg(b));
  if (isZero(a)) return t.neg(b);
  if (hasConstant(b, "add")) return t.add(t.sub(a, first(b)), t.neg(second(b)));
  if (hasConstant(a, "add")) return t.add(t.sub(first(a), b), second(a));
  if (b.op === "neg") return t.add(a, first(b));
  if (b.op === "sub") {
    if (first(b) === a) return second(b);
    if (isConstant(a) && isConstant(first(b))) return t.add(second(b), t.sub(a, first(b)));
  }
  if (a.op === "sub" && first(a) === b) return t.neg(second(a));
  if (a.op === "add") {
    if (first(a) === b) return second(a);
    if (second(a) === b) return first(a);
  }
  if (b.op === "add") {
    if (first(b) === a) return t.neg(second(b));
    if (second(b) === a) return t.neg(first(b));
  }
  if (isAllOnes(a)) return t.not(b);
  return a.width === 1 ? t.xor(a, b) : null;
}

export function simplifyNeg(t: TermBuilder, a: Term): Term | null {
  if (a.width === 1) return a;
  if (a.op === "neg") return first(a);
  if (a.op === "sub") return t.sub(second(a), first(a));
  if (a.op === "not") return t.add(first(a), t.constant(1, a.width));
  if (hasConstant(a, "add")) return t.sub(t.neg(second(a)), first(a));
  if (hasConstant(a, "mul")) return t.mul(first(a), t.neg(second(a)));
  if (a.op === "ite" && isConstant(second(a)) && isConstant(a.args[2] as Term))
    return t.ite(first(a), t.neg(second(a)), t.neg(a.args[2] as Term));
  return null;
}

export function simplifyMul(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a.width === 1) return t.and(a, b);
  if (isConstant(b)) {
    if (isZero(b)) return b;
    if (isOne(b)) return a;
    if (isAllOnes(b)) return t.neg(a);
    const shift = powerOfTwo(b.value);
    if (shift >= 0) return t.shl(a, t.constant(shift, a.width));
    if (hasConstant(a, "mul")) return t.mul(first(a), t.mul(second(a), b));
    if (hasConstant(a, "shl")) return t.mul(first(a), t.shl(b, second(a)));
    if (hasConstant(a, "add")) return t.add(t.mul(first(a), b), t.mul(second(a), b));
    if (a.op === "neg") return t.mul(first(a), t.neg(b));
  }
  const zero = (): Term => t.constant(0, a.width);
  if (a.op === "zext" && first(a).width === 1) return t.ite(first(a), b, zero());
  if (b.op === "zext" && first(b).width === 1) return t.ite(first(b), a, zero());
  return null;
}

export function simplifyUdiv(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isOne(b)) return a;
  if (t.high(a) < t.low(b)) return t.constant(0, a.width);
  if (!isConstant(b) || isZero(b)) return isZero(b) ? t.constant(-1, a.width) : null;
  const shift = powerOfTwo(b.value);
  if (shift >= 0) return t.lshr(a, t.constant(shift, a.width));
  if (hasConstant(a, "udiv") && !isZero(second(a))) {
    const product = second(a).value * b.value;
    return product > mask(a.width) ? t.constant(0, a.width) : t.udiv(first(a), t.constant(product, a.width));
  }
  return a.op === "zext" && b.value <= mask(first(a).width) ? t.zext(t.udiv(first(a), t.constant(b.value, first(a).width)), a.width) : null;
}

export function simplifyUrem(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isOne(b) || a === b) return t.constant(0, a.width);
  if (isZero(b)) return a;
  if (t.high(a) < t.low(b)) return a;
  if (isConstant(b)) {
    if (powerOfTwo(b.value) >= 0) return t.and(a, t.constant(b.value - 1n, a.width));
    if (a.op === "zext" && b.value <= mask(first(a).width)) return t.zext(t.urem(first(a), t.constant(b.value, first(a).width)), a.width);
  }
  // A zero divisor gives the dividend at either width.
  if (a.op === "zext" && b.op === "zext" && first(a).width === first(b).width) return t.zext(t.urem(first(a), first(b)), a.width);
  return null;
}

export function simplifySdiv(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a.width > 1 && isOne(b)) return a;
  if (isAllOnes(b)) return t.neg(a);
  return t.signedLow(a) >= 0 && t.signedLow(b) >= 0 ? t.udiv(a, b) : null;
}

export function simplifySrem(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isOne(b) || isAllOnes(b) || a === b) return t.constant(0, a.width);
  if (isZero(b)) return a;
  return t.signedLow(a) >= 0 && t.signedLow(b) >= 0 ? t.urem(a, b) : null;
}
