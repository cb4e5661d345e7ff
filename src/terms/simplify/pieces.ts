// Rules for concat, extract, zext, sext. In: arguments. Out: a simpler term, or null. Memory is made of bytes: a value is cut into pieces
// and put together again, and must then be the same term.

import type { TermBuilder } from "../builder.ts";
import { mask } from "../fold.ts";
import type { Term } from "../term.ts";
import { first, isConstant, isZero, second } from "./facts.ts";

const lowestBit = (t: Term): number => Number(t.value);

export function simplifyZext(t: TermBuilder, a: Term, width: number): Term | null {
  if (isConstant(a)) return t.constant(a.value, width);
  if (a.op === "zext") return t.zext(first(a), width);
  if (hasConstantBranches(a)) return t.ite(first(a), t.zext(second(a), width), t.zext(a.args[2] as Term, width));
  // The extract cut off zeros only.
  if (a.op === "extract" && a.value === 0n && first(a).width <= width && t.high(first(a)) < 2 ** a.width) return t.zext(first(a), width);
  if (isUpperPart(a, width)) return t.lshr(first(a), t.constant(a.value, width));
  // A sum of short numbers that does not wrap: add in the wider type, as C does.
  if (a.op === "add" && isExtended(first(a)) && isExtended(second(a)) && t.high(first(a)) + t.high(second(a)) < 2 ** Math.min(a.width, 53))
    return t.add(t.zext(first(a), width), t.zext(second(a), width));
  return null;
}

/** Whether `a` is the upper bits of a number of this width: extended, it is that number shifted. A sign bit alone stays a boolean. */
const isUpperPart = (a: Term, width: number): boolean =>
  a.op === "extract" && a.width > 1 && first(a).width === width && lowestBit(a) + a.width === width;

const isExtended = (a: Term): boolean => a.op === "zext" || isConstant(a);

export function simplifySext(t: TermBuilder, a: Term, width: number): Term | null {
  if (isConstant(a)) return t.constant(BigInt.asIntN(a.width, a.value), width);
  if (a.op === "sext") return t.sext(first(a), width);
  if (t.signedLow(a) >= 0) return t.zext(a, width);
  if (hasConstantBranches(a)) return t.ite(first(a), t.sext(second(a), width), t.sext(a.args[2] as Term, width));
  return isUpperPart(a, width) ? t.ashr(first(a), t.constant(a.value, width)) : null;
}

export function simplifyConcat(t: TermBuilder, a: Term, b: Term): Term | null {
  const width = a.width + b.width;
  if (isConstant(a)) {
    if (isConstant(b)) return t.constant((a.value << BigInt(b.width)) | b.value, width);
    if (isZero(a)) return t.zext(b, width);
    if (hasConstantBranches(b)) return t.ite(first(b), t.concat(a, second(b)), t.concat(a, b.args[2] as Term));
    if (b.op === "concat" && isConstant(first(b))) return t.concat(t.concat(a, first(b)), second(b));
  }
  if (a.op === "zext" || a.op === "sext") return t[a.op](t.concat(first(a), b), width);
  if (hasConstantBranches(a)) {
    if (isConstant(b)) return t.ite(first(a), t.concat(second(a), b), t.concat(a.args[2] as Term, b));
    if (hasConstantBranches(b) && first(a) === first(b))
      return t.ite(first(a), t.concat(second(a), second(b)), t.concat(a.args[2] as Term, b.args[2] as Term));
  }
  if (isZero(b) && a.op === "extract" && a.value === 0n && first(a).width === width) return t.shl(first(a), t.constant(b.width, width));
  return joinPieces(t, a, b) ?? reassociate(t, a, b);
}

/** Joins a and b if they are adjacent pieces of one term. Either may have been simplified when cut: so it is cut again, and compared. */
function joinPieces(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a.op === "extract" && lowestBit(a) >= b.width) {
    const whole = first(a);
    const from = lowestBit(a);
    if (t.extract(whole, from - 1, from - b.width) === b) return t.extract(whole, from + a.width - 1, from - b.width);
  }
  if (b.op === "extract" && lowestBit(b) + b.width + a.width <= first(b).width) {
    const whole = first(b);
    const from = lowestBit(b) + b.width;
    if (t.extract(whole, from + a.width - 1, from) === a) return t.extract(whole, from + a.width - 1, lowestBit(b));
  }
  // a is the sign bit of b.
  if (a.width === 1 && t.extract(b, b.width - 1, b.width - 1) === a) return t.sext(b, b.width + 1);
  return null;
}

/** Makes concatenations lean to the left, and joins pieces that become adjacent. */
function reassociate(t: TermBuilder, a: Term, b: Term): Term | null {
  if (b.op === "concat") return t.concat(t.concat(a, first(b)), second(b));
  if (a.op === "concat") {
    const low = simplifyConcatOnce(t, second(a), b);
    if (low !== null) return t.concat(first(a), low);
  }
  return null;
}

function simplifyConcatOnce(t: TermBuilder, a: Term, b: Term): Term | null {
  if (isConstant(a) && isConstant(b)) return t.concat(a, b);
  return joinPieces(t, a, b);
}

export function simplifyExtract(t: TermBuilder, a: Term, high: number, low: number): Term | null {
  const width = high - low + 1;
  if (width === a.width) return a;
  const zero = (): Term => t.constant(0, width);
  if (isConstant(a)) return t.constant((a.value >> BigInt(low)) & mask(width), width);
  if (t.high(a) < 2 ** low || t.trailingZeros(a) > high) return zero();
  const x = a.args.length > 0 ? first(a) : a;
  switch (a.op) {
    case "extract":
      return t.extract(x, high + lowestBit(a), low + lowestBit(a));
    case "concat": {
      const y = second(a);
      if (high < y.width) return t.extract(y, high, low);
      if (low >= y.width) return t.extract(x, high - y.width, low - y.width);
      return t.concat(t.extract(x, high - y.width, 0), t.extract(y, y.width - 1, low));
    }
    case "zext":
      if (low >= x.width) return zero();
      return high < x.width ? t.extract(x, high, low) : t.zext(t.extract(x, x.width - 1, low), width);
    case "sext":
      if (high < x.width) return t.extract(x, high, low);
      return t.sext(t.extract(x, x.width - 1, Math.min(low, x.width - 1)), width);
    case "ite":
      return hasConstantBranches(a) ? t.ite(x, t.extract(second(a), high, low), t.extract(a.args[2] as Term, high, low)) : null;
    case "shl":
    case "lshr":
    case "ashr":
      return isConstant(second(a)) ? extractShifted(t, a, high, low) : null;
    case "not":
      return low === 0 && isShort(x, width) ? t.not(t.extract(x, high, low)) : null;
    case "and":
    case "or":
    case "xor":
      // Only if the result is smaller. Higher pieces stay as they are: `joinPieces` must recognise them.
      if (low > 0 || !isShort(second(a), width)) return null;
      if (!isShort(x, width) && !isNeutral(a.op, second(a), width)) return null;
      return t[a.op](t.extract(x, high, low), t.extract(second(a), high, low));
    case "neg":
      return low === 0 && isShort(x, width) ? t.neg(t.extract(x, high, 0)) : null;
    case "add":
    case "sub":
    case "mul":
      // Low bits of the result follow from low bits of the operands.
      if (low > 0 || !isShort(x, width) || !isShort(second(a), width)) return null;
      return t[a.op](t.extract(x, high, 0), t.extract(second(a), high, 0));
    default:
      return null;
  }
}

/** Whether its lowest `width` bits simplify. */
const isShort = (a: Term, width: number): boolean => isConstant(a) || ((a.op === "zext" || a.op === "sext") && first(a).width <= width);

/** Whether the constant's lowest bits are neutral for the operator. */
function isNeutral(op: "and" | "or" | "xor", a: Term, width: number): boolean {
  return isConstant(a) && (a.value & mask(width)) === (op === "and" ? mask(width) : 0n);
}

function extractShifted(t: TermBuilder, a: Term, high: number, low: number): Term | null {
  const x = first(a);
  const by = t.low(second(a));
  const width = high - low + 1;
  if (a.op === "shl") {
    if (low >= by) return t.extract(x, high - by, low - by);
    return t.concat(t.extract(x, high - by, 0), t.constant(0, by - low));
  }
  if (high + by < a.width) return t.extract(x, high + by, low + by);
  const top = a.width - 1;
  if (a.op === "lshr") return low + by > top ? t.constant(0, width) : t.zext(t.extract(x, top, low + by), width);
  return t.sext(t.extract(x, top, Math.min(top, low + by)), width);
}

const hasConstantBranches = (a: Term): boolean => a.op === "ite" && isConstant(second(a)) && isConstant(a.args[2] as Term);
