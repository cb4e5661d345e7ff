// Rules for eq, ult, ule, slt, sle. In: canonical arguments. Out: a simpler term, or null. Ranges decide first; then both sides are
// stripped of what they share (extensions, added constants). Comparisons with a constant become strict, so that x <= 4 and x < 5 are one
// term. Signed comparisons of numbers with the same sign become unsigned.

import type { TermBuilder } from "../builder.ts";
import { mask } from "../fold.ts";
import type { Term } from "../term.ts";
import { first, hasConstant, isAllOnes, isConstant, isOne, isZero, powerOfTwo } from "./facts.ts";

/** Chains ite(c1, k1, ite(c2, k2, …)) that are compared with a constant are followed to this depth: recursion stays bounded. */
const maxIteDepth = 64;

export function simplifyEq(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a === b) return t.true;
  if (a.width === 1) return isConstant(b) ? (isZero(b) ? t.not(a) : a) : t.not(t.xor(a, b));
  if (t.high(a) < t.low(b) || t.high(b) < t.low(a) || t.signedHigh(a) < t.signedLow(b) || t.signedHigh(b) < t.signedLow(a)) return t.false;
  return isConstant(b) ? equateToConstant(t, a, b, 0) : (equateTerms(t, a, b) ?? equateTerms(t, b, a));
}

function equateToConstant(t: TermBuilder, a: Term, b: Term, depth: number): Term | null {
  const k = b.value;
  if (t.trailingZeros(a) > t.trailingZeros(b)) return t.false;
  const [x, y] = a.args as readonly [Term, Term];
  const same = (u: Term): Term => t.eq(u, t.constant(k, u.width));
  switch (a.op) {
    case "zext":
      return k <= mask(x.width) ? same(x) : t.false;
    case "sext":
      return BigInt.asUintN(a.width, BigInt.asIntN(x.width, k)) === k ? same(x) : t.false;
    case "concat":
      return t.and(t.eq(x, t.constant(k >> BigInt(y.width), x.width)), same(y));
    case "not":
      return t.eq(x, t.not(b));
    case "neg":
      return t.eq(x, t.neg(b));
    case "add":
      return isConstant(y) ? t.eq(x, t.sub(b, y)) : null;
    case "sub":
      if (isConstant(x)) return t.eq(y, t.sub(x, b));
      return k === 0n ? t.eq(x, y) : null;
    case "xor":
      if (isConstant(y)) return t.eq(x, t.xor(b, y));
      return k === 0n ? t.eq(x, y) : null;
    case "or":
      return k === 0n && isSmall(x) && isSmall(y) ? t.and(t.eq(x, b), t.eq(y, b)) : null;
    case "and": {
      // One bit is tested.
      const bit = isConstant(y) ? powerOfTwo(y.value) : -1;
      if (bit < 0) return isConstant(y) && (k & ~y.value) !== 0n ? t.false : null;
      const set = t.extract(x, bit, bit);
      return k === 0n ? t.not(set) : k === y.value ? set : t.false;
    }
    case "shl":
      if (!isConstant(y)) return null;
      // The trailing zeros fit, so only what is above them counts.
      return t.eq(t.extract(x, a.width - 1 - t.low(y), 0), t.constant(k >> y.value, a.width - t.low(y)));
    case "mul":
      // An odd factor has an inverse.
      return isConstant(y) && (y.value & 1n) === 1n ? t.eq(x, t.mul(b, t.constant(inverse(y.value, a.width), a.width))) : null;
    case "ite":
      return distributeOverIte(t, a, depth, (u, d) => (u.op === "ite" ? (equateToConstant(t, u, b, d) ?? t.raw("eq", u, b)) : t.eq(u, b)));
    default:
      return null;
  }
}

/** A leaf, or a piece of one: rules do not descend into it, so splitting a comparison does not visit shared nodes twice. */
const isSmall = (a: Term): boolean =>
  a.args.length === 0 || ((a.op === "zext" || a.op === "extract") && (first(a).args.length === 0 || first(a).width === 1));

/** Equality of two terms, neither a constant; the caller also tries them the other way round. */
function equateTerms(t: TermBuilder, a: Term, b: Term): Term | null {
  const [x, y] = a.args as readonly [Term, Term];
  const [u, v] = b.args as readonly [Term, Term];
  switch (a.op) {
    case "zext":
    case "sext":
      if (b.op !== a.op) return null;
      return x.width === u.width
        ? t.eq(x, u)
        : x.width < u.width
          ? t.eq(a.op === "zext" ? t.zext(x, u.width) : t.sext(x, u.width), u)
          : null;
    case "concat":
      return b.op === "concat" && y.width === v.width ? t.and(t.eq(x, u), t.eq(y, v)) : null;
    case "not":
    case "neg":
      return b.op === a.op ? t.eq(x, u) : null;
    case "add":
      if (x === b) return t.eq(y, t.constant(0, a.width));
      if (y === b) return t.eq(x, t.constant(0, a.width));
      if (b.op !== "add") return null;
      if (x === u) return t.eq(y, v);
      if (y === v) return t.eq(x, u);
      if (x === v) return t.eq(y, u);
      if (y === u) return t.eq(x, v);
      return isConstant(y) && isConstant(v) ? t.eq(x, t.add(u, t.sub(v, y))) : null;
    case "sub":
      return x === b ? t.eq(y, t.constant(0, a.width)) : null;
    case "ite":
      if (y === b) return t.or(x, t.eq(a.args[2] as Term, b));
      return a.args[2] === b ? t.or(t.not(x), t.eq(y, b)) : null;
    default:
      return null;
  }
}

export function simplifyUlt(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a === b || isZero(b) || isAllOnes(a)) return t.false;
  if (a.width === 1) return t.and(t.not(a), b);
  if (t.high(a) < t.low(b)) return t.true;
  if (t.low(a) >= t.high(b)) return t.false;
  if (isConstant(b) && (isOne(b) || t.high(b) === t.low(a) + 1)) return t.eq(a, t.sub(b, t.constant(1, a.width)));
  if (isConstant(a) && t.high(b) === t.low(a) + 1) return t.eq(b, t.add(a, t.constant(1, a.width)));
  if (isAllOnes(b) || isZero(a)) return t.ne(a, b);
  return stripExtensions(t, "ult", a, b) ?? compareSums(t, a, b);
}

export function simplifySlt(t: TermBuilder, a: Term, b: Term): Term | null {
  const least = 1n << BigInt(a.width - 1);
  const most = least - 1n;
  if (a === b || (isConstant(b) && b.value === least) || (isConstant(a) && a.value === most)) return t.false;
  if (a.width === 1) return t.and(a, t.not(b));
  if (t.signedHigh(a) < t.signedLow(b)) return t.true;
  if (t.signedLow(a) >= t.signedHigh(b)) return t.false;
  if ((t.signedLow(a) >= 0 && t.signedLow(b) >= 0) || (t.signedHigh(a) < 0 && t.signedHigh(b) < 0)) return t.ult(a, b);
  if (isConstant(b) && (b.value === least + 1n || t.signedHigh(b) === t.signedLow(a) + 1)) return t.eq(a, t.sub(b, t.constant(1, a.width)));
  if (isConstant(a) && (a.value === most - 1n || t.signedHigh(b) === t.signedLow(a) + 1)) return t.eq(b, t.add(a, t.constant(1, a.width)));
  if ((isConstant(b) && b.value === most) || (isConstant(a) && a.value === least)) return t.ne(a, b);
  return stripExtensions(t, "slt", a, b) ?? compareSums(t, a, b, true);
}

/** The strict form if one side is a constant; otherwise the negation of what the opposite simplifies to. */
export function simplifyUle(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isAllOnes(b) || isZero(a)) return t.true;
  const one = (): Term => t.constant(1, a.width);
  if (isConstant(b)) return t.ult(a, t.add(b, one()));
  if (isConstant(a)) return t.ult(t.sub(a, one()), b);
  const opposite = simplifyUlt(t, b, a);
  return opposite === null ? null : t.not(opposite);
}

export function simplifySle(t: TermBuilder, a: Term, b: Term): Term | null {
  const least = 1n << BigInt(a.width - 1);
  const one = (): Term => t.constant(1, a.width);
  if (isConstant(b)) return b.value === least - 1n ? t.true : t.slt(a, t.add(b, one()));
  if (isConstant(a)) return a.value === least ? t.true : t.slt(t.sub(a, one()), b);
  const opposite = simplifySlt(t, b, a);
  return opposite === null ? null : t.not(opposite);
}

/** Compares what is below equal extensions, or below one extension and a constant; distributes over an ite with a constant branch. */
function stripExtensions(t: TermBuilder, op: "ult" | "slt", a: Term, b: Term): Term | null {
  if (a.op === "ite" && isConstant(b)) return distributeOverIte(t, a, 0, (u, d) => compareWithConstant(t, op, u, b, false, d));
  if (b.op === "ite" && isConstant(a)) return distributeOverIte(t, b, 0, (u, d) => compareWithConstant(t, op, u, a, true, d));
  const extension = isConstant(a) ? b.op : a.op;
  if (extension !== "zext" && extension !== "sext") return null;
  // Sign extension keeps both orders. A zero extension is never negative: `simplifySlt` has made such comparisons unsigned.
  if (extension === "zext" && op === "slt") return null;
  if (!isConstant(a) && !isConstant(b) && a.op !== b.op) return null;
  const inner = Math.max(isConstant(a) ? 1 : first(a).width, isConstant(b) ? 1 : first(b).width);
  const narrow = (u: Term): Term | null => {
    if (u.op !== "constant") return extension === "zext" ? t.zext(first(u), inner) : t.sext(first(u), inner);
    const cut = BigInt.asUintN(inner, u.value);
    const again = extension === "zext" ? cut : BigInt.asUintN(u.width, BigInt.asIntN(inner, cut));
    return again === u.value ? t.constant(cut, inner) : null;
  };
  const x = narrow(a);
  const y = narrow(b);
  if (x === null || y === null) return null;
  return op === "ult" ? t.ult(x, y) : t.slt(x, y);
}

function compareWithConstant(t: TermBuilder, op: "ult" | "slt", u: Term, k: Term, constantFirst: boolean, depth: number): Term {
  if (u.op === "ite") {
    const inner = distributeOverIte(t, u, depth, (v, d) => compareWithConstant(t, op, v, k, constantFirst, d));
    return inner ?? (constantFirst ? t.raw(op, k, u) : t.raw(op, u, k));
  }
  return constantFirst ? t[op](k, u) : t[op](u, k);
}

/** The comparison with a constant branch is a constant. Only the other branch is followed, so the result is not larger than the chain. */
function distributeOverIte(t: TermBuilder, a: Term, depth: number, compare: (branch: Term, depth: number) => Term): Term | null {
  const [condition, then, otherwise] = a.args as readonly [Term, Term, Term];
  if (depth >= maxIteDepth || (!isConstant(then) && !isConstant(otherwise))) return null;
  return t.ite(condition, compare(then, depth + 1), compare(otherwise, depth + 1));
}

/** Compares x + c with a constant or with another sum of x, if neither sum wraps. */
function compareSums(t: TermBuilder, a: Term, b: Term, signed = false): Term | null {
  const pa = asSum(t, a, signed);
  const pb = asSum(t, b, signed);
  if (pa === null || pb === null) return null;
  if (pa.base === pb.base) return pa.offset < pb.offset ? t.true : t.false;
  const difference = BigInt(pb.offset) - BigInt(pa.offset);
  const fits = signed ? BigInt.asIntN(a.width, difference) === difference : difference >= 0n && difference <= mask(a.width);
  // x + 3 < 10 is x < 7; 10 < x + 3 is 7 < x.
  if (pb.base === null && pa.base !== null && pa.base !== a && fits) {
    const k = t.constant(difference, a.width);
    return signed ? t.slt(pa.base, k) : t.ult(pa.base, k);
  }
  const negated = -difference;
  const fitsNegated = signed ? BigInt.asIntN(a.width, negated) === negated : negated >= 0n && negated <= mask(a.width);
  if (pa.base === null && pb.base !== null && pb.base !== b && fitsNegated) {
    const k = t.constant(negated, a.width);
    return signed ? t.slt(k, pb.base) : t.ult(k, pb.base);
  }
  return null;
}

/** The term as base + offset that does not wrap; a null base: a constant. Null: it needs a number beyond 2^53. */
function asSum(t: TermBuilder, a: Term, signed: boolean): { base: Term | null; offset: number } | null {
  const value = (k: Term): number | null => {
    const n = signed ? t.signedLow(k) : t.low(k);
    return n === (signed ? t.signedHigh(k) : t.high(k)) ? n : null;
  };
  if (isConstant(a)) {
    const n = value(a);
    return n === null ? null : { base: null, offset: n };
  }
  if (!hasConstant(a, "add")) return { base: a, offset: 0 };
  const [x, k] = a.args as readonly [Term, Term];
  const c = value(k);
  if (c === null) return null;
  const low = (signed ? t.signedLow(x) : t.low(x)) + c;
  const high = (signed ? t.signedHigh(x) : t.high(x)) + c;
  const limit = 2 ** (signed ? a.width - 1 : a.width);
  const wraps = low < (signed ? Math.max(-limit, -Number.MAX_SAFE_INTEGER) : 0) || high > Math.min(limit - 1, Number.MAX_SAFE_INTEGER);
  return wraps ? { base: a, offset: 0 } : { base: x, offset: c };
}

/** The inverse modulo 2^width, by Newton's iteration: each iteration doubles the number of correct bits, from 3. */
function inverse(odd: bigint, width: number): bigint {
  let x = odd;
  for (let bits = 3; bits < width; bits *= 2) x = BigInt.asUintN(width, x * (2n - odd * x));
  return x;
}
