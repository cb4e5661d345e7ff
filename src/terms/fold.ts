// What the operators mean. In: operands as numbers. Out: the result; all of them 0 <= value < 2^width. Simplification and evaluation both
// call it, so they cannot disagree. Up to 32 bits there is a second version on doubles, five to ten times as fast; tests compare the two.

export type UnaryOperator = "not" | "neg";
export type BinaryOperator =
  | "and"
  | "or"
  | "xor"
  | "add"
  | "sub"
  | "mul"
  | "udiv"
  | "urem"
  | "sdiv"
  | "srem"
  | "shl"
  | "lshr"
  | "ashr"
  | "eq"
  | "ult"
  | "ule"
  | "slt"
  | "sle";

/** In bits: the widest integer type of C programs is __int128. */
export const maxWidth = 128;

const masks: bigint[] = [];
for (let width = 0; width <= maxWidth; width++) masks.push((1n << BigInt(width)) - 1n);

/** 2^width - 1. */
export const mask = (width: number): bigint => masks[width] as bigint;

export function foldUnary(op: UnaryOperator, width: number, a: bigint): bigint {
  return op === "not" ? a ^ mask(width) : BigInt.asUintN(width, -a);
}

/** `width` is the operands'; comparisons return 0n or 1n. */
export function foldBinary(op: BinaryOperator, width: number, a: bigint, b: bigint): bigint {
  switch (op) {
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
    case "add":
      return (a + b) & mask(width);
    case "sub":
      return BigInt.asUintN(width, a - b);
    case "mul":
      return (a * b) & mask(width);
    case "udiv":
      return b === 0n ? mask(width) : a / b;
    case "urem":
      return b === 0n ? a : a % b;
    case "sdiv": {
      const sa = BigInt.asIntN(width, a);
      if (b === 0n) return sa < 0n ? 1n : mask(width);
      return BigInt.asUintN(width, sa / BigInt.asIntN(width, b));
    }
    case "srem":
      return b === 0n ? a : BigInt.asUintN(width, BigInt.asIntN(width, a) % BigInt.asIntN(width, b));
    case "shl":
      return b >= BigInt(width) ? 0n : (a << b) & mask(width);
    case "lshr":
      return b >= BigInt(width) ? 0n : a >> b;
    case "ashr": {
      const amount = b >= BigInt(width) ? BigInt(width) : b;
      return BigInt.asUintN(width, BigInt.asIntN(width, a) >> amount);
    }
    case "eq":
      return a === b ? 1n : 0n;
    case "ult":
      return a < b ? 1n : 0n;
    case "ule":
      return a <= b ? 1n : 0n;
    case "slt":
      return BigInt.asIntN(width, a) < BigInt.asIntN(width, b) ? 1n : 0n;
    case "sle":
      return BigInt.asIntN(width, a) <= BigInt.asIntN(width, b) ? 1n : 0n;
  }
}

/** For widths up to 32: JavaScript's 32-bit shifts extend the sign, or the zeros. */
const signed = (width: number, a: number): number => (a << (32 - width)) >> (32 - width);
const unsigned = (width: number, a: number): number => (a << (32 - width)) >>> (32 - width);

/** As `foldBinary`, for widths up to 32. */
export function foldSmall(op: BinaryOperator, width: number, a: number, b: number): number {
  switch (op) {
    case "and":
      return (a & b) >>> 0;
    case "or":
      return (a | b) >>> 0;
    case "xor":
      return (a ^ b) >>> 0;
    case "add":
      return unsigned(width, a + b);
    case "sub":
      return unsigned(width, a - b);
    case "mul":
      return unsigned(width, Math.imul(a, b));
    case "udiv":
      return b === 0 ? unsigned(width, -1) : Math.floor(a / b);
    case "urem":
      return b === 0 ? a : a % b;
    case "sdiv": {
      const sa = signed(width, a);
      if (b === 0) return sa < 0 ? 1 : unsigned(width, -1);
      return unsigned(width, sa / signed(width, b));
    }
    case "srem":
      return b === 0 ? a : unsigned(width, signed(width, a) % signed(width, b));
    case "shl":
      return b >= width ? 0 : unsigned(width, a << b);
    case "lshr":
      return b >= width ? 0 : a >>> b;
    case "ashr":
      return unsigned(width, signed(width, a) >> Math.min(b, width - 1));
    case "eq":
      return a === b ? 1 : 0;
    case "ult":
      return a < b ? 1 : 0;
    case "ule":
      return a <= b ? 1 : 0;
    case "slt":
      return signed(width, a) < signed(width, b) ? 1 : 0;
    case "sle":
      return signed(width, a) <= signed(width, b) ? 1 : 0;
  }
}
