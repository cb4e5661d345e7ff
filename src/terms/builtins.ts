// LLVM's integer intrinsics and atomic updates, built from the operators. In: the name, and the arguments as in the program. Out: a term.
// The meanings are those of `integerBuiltin` in execution/compile/runtime.ts; tests compare the two.

import type { IntegerBuiltin, UpdateOperator } from "../program/operations.ts";
import { mask } from "./fold.ts";
import { addOverflows, subOverflows } from "./overflow.ts";
import type { Term } from "./term.ts";
import type { Terms } from "./terms.ts";

export function integerBuiltin(t: Terms, name: IntegerBuiltin, args: readonly Term[]): Term {
  const [a, b, c] = args as readonly [Term, Term, Term];
  const { width } = a;
  switch (name) {
    case "ctlz":
      return countLeadingZeros(t, a);
    case "cttz":
      return countTrailingZeros(t, a);
    case "ctpop":
      return countOnes(t, a);
    case "bswap":
      return reverseGroups(t, a, 8);
    case "bitreverse":
      return reverseGroups(t, a, 1);
    case "abs":
      return t.ite(t.slt(a, t.constant(0, width)), t.neg(a), a);
    case "smax":
      return t.ite(t.slt(a, b), b, a);
    case "smin":
      return t.ite(t.slt(b, a), b, a);
    case "umax":
      return t.ite(t.ult(a, b), b, a);
    case "umin":
      return t.ite(t.ult(b, a), b, a);
    case "fshl":
      return funnelShift(t, a, b, c, true);
    case "fshr":
      return funnelShift(t, a, b, c, false);
    case "uadd.sat":
      return t.ite(addOverflows(t, a, b, false), t.constant(-1, width), t.add(a, b));
    case "usub.sat":
      return t.ite(t.ult(a, b), t.constant(0, width), t.sub(a, b));
    case "sadd.sat":
      // An overflow needs two operands of one sign: that of the first.
      return t.ite(addOverflows(t, a, b, true), saturate(t, a), t.add(a, b));
    case "ssub.sat":
      return t.ite(subOverflows(t, a, b, true), saturate(t, a), t.sub(a, b));
  }
}

/** The value that an atomic update leaves in an integer cell. Throws for floating-point updates: the caller has excluded them. */
export function integerUpdate(t: Terms, operator: UpdateOperator, old: Term, value: Term): Term {
  switch (operator) {
    case "xchg":
      return value;
    case "add":
    case "sub":
    case "and":
    case "or":
    case "xor":
      return t[operator](old, value);
    case "nand":
      return t.not(t.and(old, value));
    case "max":
      return integerBuiltin(t, "smax", [old, value]);
    case "min":
      return integerBuiltin(t, "smin", [old, value]);
    case "umax":
    case "umin":
      return integerBuiltin(t, operator, [old, value]);
    case "uinc_wrap":
      return t.ite(t.uge(old, value), t.constant(0, old.width), t.add(old, t.constant(1, old.width)));
    case "udec_wrap": {
      const zero = t.constant(0, old.width);
      return t.ite(t.or(t.eq(old, zero), t.ugt(old, value)), value, t.sub(old, t.constant(1, old.width)));
    }
    case "fadd":
    case "fsub":
    case "fmax":
    case "fmin":
      throw new Error(`${operator} is not an integer update`);
  }
}

/** Shifts the concatenation of a and b by the amount modulo the width, and returns one half: a rotation if a and b are the same. */
function funnelShift(t: Terms, a: Term, b: Term, amount: Term, left: boolean): Term {
  const { width } = a;
  if (amount.op === "constant") {
    const n = Number(amount.value % BigInt(width));
    const kept = left ? width - n : n;
    // The result is the bits kept … kept + width - 1 of the 2·width bits.
    if (kept === 0) return b;
    return kept === width ? a : t.concat(t.extract(a, kept - 1, 0), t.extract(b, width - 1, kept));
  }
  // Modulo a width of 1, every amount is 0.
  if (width === 1) return left ? a : b;
  const n = t.urem(amount, t.constant(width, width));
  const rest = t.sub(t.constant(width, width), n);
  return left ? t.or(t.shl(a, n), t.lshr(b, rest)) : t.or(t.shl(a, rest), t.lshr(b, n));
}

/** Groups of `step` bits in the opposite order. */
function reverseGroups(t: Terms, a: Term, step: number): Term {
  let result = t.extract(a, step - 1, 0);
  for (let low = step; low < a.width; low += step) result = t.concat(result, t.extract(a, low + step - 1, low));
  return result;
}

/** Adds neighbouring bits, then neighbouring sums, and so on; each sum is just wide enough. */
function countOnes(t: Terms, a: Term): Term {
  let sums: Term[] = [];
  for (let i = 0; i < a.width; i++) sums.push(t.extract(a, i, i));
  while (sums.length > 1) {
    const next: Term[] = [];
    for (let i = 0; i < sums.length; i += 2) {
      const x = sums[i] as Term;
      const y = sums[i + 1];
      if (y === undefined) next.push(x);
      else {
        const width = Math.max(x.width, y.width) + 1;
        next.push(t.add(t.zext(x, width), t.zext(y, width)));
      }
    }
    sums = next;
  }
  return resize(t, sums[0] as Term, a.width);
}

/** Binary search: whether the upper half is zero, then the upper half of the half that is left, and so on. 8 bits hold counts up to 128. */
function countLeadingZeros(t: Terms, a: Term): Term {
  let span = 1;
  while (span < a.width) span *= 2;
  // Appended ones end the search at the width.
  let rest = span === a.width ? a : t.concat(a, t.constant(-1, span - a.width));
  let count = t.constant(0, 8);
  while (span > 1) {
    span /= 2;
    const upper = t.extract(rest, 2 * span - 1, span);
    const none = t.eq(upper, t.constant(0, span));
    count = t.add(count, t.ite(none, t.constant(span, 8), t.constant(0, 8)));
    rest = t.ite(none, t.extract(rest, span - 1, 0), upper);
  }
  count = t.add(count, t.zext(t.not(rest), 8));
  return resize(t, count, a.width);
}

function countTrailingZeros(t: Terms, a: Term): Term {
  let span = 1;
  while (span < a.width) span *= 2;
  let rest = span === a.width ? a : t.concat(t.constant(-1, span - a.width), a);
  let count = t.constant(0, 8);
  while (span > 1) {
    span /= 2;
    const lower = t.extract(rest, span - 1, 0);
    const none = t.eq(lower, t.constant(0, span));
    count = t.add(count, t.ite(none, t.constant(span, 8), t.constant(0, 8)));
    rest = t.ite(none, t.extract(rest, 2 * span - 1, span), lower);
  }
  count = t.add(count, t.zext(t.not(rest), 8));
  return resize(t, count, a.width);
}

/** The count in `width` bits. If the type is too narrow it wraps, as in the executor. */
const resize = (t: Terms, a: Term, width: number): Term => (width >= a.width ? t.zext(a, width) : t.extract(a, width - 1, 0));

/** The largest number, or the smallest if `a` is negative. */
const saturate = (t: Terms, a: Term): Term =>
  t.ite(t.slt(a, t.constant(0, a.width)), t.constant(1n << BigInt(a.width - 1), a.width), t.constant(mask(a.width - 1), a.width));
