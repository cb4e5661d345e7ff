// Integer operators free of undefined behaviour. In: an operator and operands with known ranges. Out: an expression that
// applies it directly if the ranges exclude undefined behaviour, and otherwise with a random guard:
// narrowed operands, unsigned arithmetic, or a helper function that checks.

import type { Generator } from "./generator.ts";
import { cast, type Expr, expr, item, small } from "./tree.ts";
import {
  commonInt,
  contains,
  convertRange,
  type IntType,
  larger,
  literal,
  promote,
  type Range,
  rangeOf,
  smaller,
  toUnsigned,
  typeKey,
} from "./types.ts";

export type Additive = "+" | "-" | "*";
export type Bitwise = "&" | "|" | "^";
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

export function intOf(e: Expr): IntType {
  if (e.type.kind !== "int") throw new Error(`an integer expression was expected, not ${e.type.name}`);
  return e.type;
}

export function binary(type: IntType, range: Range | null, a: Expr, op: string, b: Expr): Expr {
  return expr(type, range, ["(", a, ` ${op} `, b, ")"], `op ${op}`);
}

function combine(op: Additive, a: Range, b: Range): Range {
  switch (op) {
    case "+":
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case "-":
      return { lo: a.lo - b.hi, hi: a.hi - b.lo };
    case "*": {
      const corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
      return { lo: corners.reduce(smaller), hi: corners.reduce(larger) };
    }
  }
}

/** The range of `a op b` computed in `type`, or null if it can leave a signed type. */
export function additiveRange(op: Additive, a: Range, b: Range, type: IntType): Range | null {
  const result = combine(op, convertRange(a, type), convertRange(b, type));
  if (contains(rangeOf(type), result)) return result;
  return type.signed ? null : rangeOf(type);
}

export function additive(g: Generator, op: Additive, a: Expr, b: Expr): Expr {
  const type = commonInt(intOf(a), intOf(b), g.model);
  const range = additiveRange(op, a, b, type);
  if (range !== null) return binary(type, range, a, op, b);
  switch (g.rng.below(3)) {
    case 0: {
      const unsigned = toUnsigned(type, g.model);
      const wrapped = binary(unsigned, null, cast(unsigned, a), op, cast(unsigned, b));
      return g.rng.chance(0.5) ? cast(type, wrapped) : wrapped;
    }
    case 1:
      if (type.bits <= 64) return checked(g, op, type, a, b);
      return additive(g, op, narrow(g, a), narrow(g, b));
    default:
      // Two values of 16 bits: no sum, difference or product of them leaves int.
      return additive(g, op, narrow(g, a), narrow(g, b));
  }
}

const checkedNames: Record<Additive, string> = { "+": "add", "-": "sub", "*": "mul" };

function checked(g: Generator, op: Additive, type: IntType, a: Expr, b: Expr): Expr {
  const verb = checkedNames[op];
  const { name } = type;
  const helper = g.helper(`${verb}_${typeKey(type)}`, () => {
    const { lo, hi } = rangeOf(type);
    const [min, max] = [literal(type, lo), literal(type, hi)];
    const key = `${verb}_${typeKey(type)}`;
    switch (op) {
      case "+":
        return item`static ${name} ${key}(${name} a, ${name} b) {
  return (b > 0 && a > ${max} - b) || (b < 0 && a < ${min} - b) ? a : a + b;
}`;
      case "-":
        return item`static inline ${name} ${key}(${name} a, ${name} b) {
  if ((b < 0 && a > ${max} + b) || (b > 0 && a < ${min} + b)) return b;
  return a - b;
}`;
      case "*":
        return item`static ${name} ${key}(${name} a, ${name} b) {
  ${name} r;
  return __builtin_mul_overflow(a, b, &r) ? a ^ b : r;
}`;
    }
  });
  return expr(type, null, [`${helper}(`, a, ", ", b, ")"], "checked arithmetic");
}

/** The same value made small: a 16-bit signed value or a non-negative one of at most 15 bits. */
export function narrow(g: Generator, e: Expr): Expr {
  const type = promote(intOf(e));
  const sixteen: Range = { lo: -32768n, hi: 32767n };
  if (contains(sixteen, e)) return e;
  const named = (name: string): IntType => g.types.basic.find((t) => t.name === name) as IntType;
  switch (g.rng.below(4)) {
    case 0: {
      const mask = (1n << BigInt(g.rng.between(1, 15))) - 1n;
      return expr(type, { lo: 0n, hi: mask }, ["(", e, ` & ${mask})`], "op &");
    }
    case 1: {
      const modulus = BigInt(g.rng.between(2, 30000));
      const hi = modulus - 1n;
      return expr(type, { lo: type.signed && e.lo < 0n ? -hi : 0n, hi }, ["(", e, ` % ${modulus})`], "op %");
    }
    case 2:
      return cast(named("short"), e);
    default:
      return cast(named(g.rng.pick(["signed char", "unsigned char", "char"])), e);
  }
}

/** A value that is neither zero nor -1. */
export function divisor(g: Generator, e: Expr): Expr {
  const type = promote(intOf(e));
  switch (g.rng.below(3)) {
    case 0: {
      const mask = BigInt(g.rng.pick([1, 7, 63, 255, 4095]));
      return expr(type, { lo: 1n, hi: mask + 1n }, ["((", e, ` & ${mask}) + 1)`], "op &", "op +");
    }
    case 1:
      // x | 1 is odd, so not zero; unsigned, so not -1.
      if (!type.signed) return expr(type, { lo: 1n, hi: rangeOf(type).hi }, ["(", e, " | 1)"], "op |");
      return divisor(g, e);
    default: {
      let value = BigInt(g.rng.between(2, g.rng.pick([10, 1000, 1000000])));
      if (g.rng.chance(0.3)) value = -value;
      return expr(g.types.int, { lo: value, hi: value }, [literal(g.types.int, value)]);
    }
  }
}

export function division(g: Generator, op: "/" | "%", a: Expr, b: Expr): Expr {
  const direct = commonInt(intOf(a), intOf(b), g.model);
  if (direct.bits <= 64 && direct.signed && g.rng.chance(0.25)) {
    const { name } = direct;
    const key = `${op === "/" ? "div" : "rem"}_${typeKey(direct)}`;
    const min = literal(direct, rangeOf(direct).lo);
    g.helper(key, () => item`static ${name} ${key}(${name} a, ${name} b) { return b == 0 || (a == ${min} && b == -1) ? b : a ${op} b; }`);
    return expr(direct, null, [`${key}(`, a, ", ", b, ")"], "checked arithmetic");
  }
  const by = divisor(g, b);
  const type = commonInt(intOf(a), intOf(by), g.model);
  return binary(type, divisionRange(op, convertRange(a, type), convertRange(by, type)), a, op, by);
}

function divisionRange(op: "/" | "%", a: Range, b: Range): Range {
  const most = (r: Range): bigint => larger(-r.lo, r.hi);
  if (op === "/") {
    // The divisor is never -1 with the minimum: it is positive, or a constant of magnitude 2 or more.
    const bound = most(a) / (b.lo === b.hi ? most(b) : 1n);
    return { lo: a.lo < 0n || b.lo < 0n ? -bound : 0n, hi: bound };
  }
  const bound = smaller(most(b) - 1n, most(a));
  return { lo: a.lo < 0n ? -bound : 0n, hi: a.hi > 0n ? bound : 0n };
}

/** A shift count for a value of `bits` bits. */
export function shiftCount(g: Generator, bits: number, e: Expr): Expr {
  if (g.rng.chance(0.3)) return small(g.rng.pick([0, 1, bits / 2, bits - 1, g.rng.below(bits)]));
  const type = promote(intOf(e));
  return expr(type, { lo: 0n, hi: BigInt(bits - 1) }, ["(", e, ` & ${bits - 1})`], "op &");
}

export function shift(g: Generator, op: "<<" | ">>", a: Expr, b: Expr): Expr {
  const type = promote(intOf(a));
  const count = shiftCount(g, type.bits, b);
  if (op === ">>") {
    const range = { lo: a.lo < 0n ? a.lo : a.lo >> count.hi, hi: a.hi < 0n ? -1n : a.hi >> count.lo };
    return binary(type, range, a, op, count);
  }
  const range = { lo: a.lo << count.lo, hi: a.hi << count.hi };
  if (!type.signed || a.lo < 0n || range.hi > rangeOf(type).hi) {
    const unsigned = toUnsigned(type, g.model);
    const left = type.signed ? cast(unsigned, a) : a;
    return binary(unsigned, null, left, op, count);
  }
  return binary(type, range, a, op, count);
}

export function bitwise(g: Generator, op: Bitwise, left: Expr, right: Expr): Expr {
  const type = commonInt(intOf(left), intOf(right), g.model);
  const a = convertRange(left, type);
  const b = convertRange(right, type);
  let range: Range | null = null;
  if (a.lo >= 0n && b.lo >= 0n) {
    const bits = larger(a.hi, b.hi).toString(2).length;
    range = { lo: 0n, hi: op === "&" ? smaller(a.hi, b.hi) : (1n << BigInt(bits)) - 1n };
  } else if (op === "&" && (a.lo >= 0n || b.lo >= 0n)) {
    range = { lo: 0n, hi: a.lo >= 0n ? a.hi : b.hi };
  }
  return binary(type, range, left, op, right);
}

export function negate(g: Generator, e: Expr): Expr {
  const type = promote(intOf(e));
  if (!type.signed) return expr(type, null, ["(-", e, ")"], "unary -");
  if (e.lo === rangeOf(type).lo) return negate(g, g.rng.chance(0.5) ? narrow(g, e) : cast(toUnsigned(type, g.model), e));
  return expr(type, { lo: -e.hi, hi: -e.lo }, ["(-", e, ")"], "unary -");
}

export function complement(e: Expr): Expr {
  const type = promote(intOf(e));
  const range = type.signed ? { lo: -e.hi - 1n, hi: -e.lo - 1n } : null;
  return expr(type, range, ["(~", e, ")"], "unary ~");
}

/** The value brought into the symmetric range (-n, n) or, where it is not negative, [0, n). */
export function fitSymmetric(e: Expr, n: bigint): Expr {
  const type = promote(intOf(e));
  return expr(type, { lo: type.signed && e.lo < 0n ? 1n - n : 0n, hi: n - 1n }, ["(", e, ` % ${n})`], "op %");
}
