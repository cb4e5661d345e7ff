// The arithmetic that generated code calls: 64-bit products and quotients, conversions, builtins. The functions are pure, except that they
// return a second value in the fields `low`, `high` and `exact`, which saves an allocation per call.

import type { IntegerBuiltin } from "../../program/operations.ts";

const buffer = new ArrayBuffer(8);
const ints = new Int32Array(buffer);
const floats = new Float32Array(buffer);
const doubles = new Float64Array(buffer);

const mask32 = 0xffffffffn;

export const runtime = {
  low: 0,
  high: 0,
  exact: 0n,

  // ---- 64-bit integers as (low, high)

  number(low: number, high: number): number {
    return (high >>> 0) * 4294967296 + (low >>> 0);
  },
  big64(low: number, high: number): bigint {
    return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  },
  split(value: bigint): void {
    this.low = Number(value & mask32) | 0;
    this.high = Number((value >> 32n) & mask32) | 0;
  },
  big128(words: Int32Array, at: number): bigint {
    return this.big64(words[at] as number, words[at + 1] as number) | (this.big64(words[at + 2] as number, words[at + 3] as number) << 64n);
  },
  store128(words: Int32Array, at: number, value: bigint): void {
    for (let i = 0; i < 4; i++) words[at + i] = Number((value >> BigInt(32 * i)) & mask32) | 0;
  },
  /** Returns the low half of the product; `high` is the other. */
  mul(al: number, ah: number, bl: number, bh: number): number {
    const a0 = al & 0xffff;
    const a1 = al >>> 16;
    const b0 = bl & 0xffff;
    const b1 = bl >>> 16;
    const p00 = a0 * b0;
    const p01 = a0 * b1;
    const p10 = a1 * b0;
    const middle = p01 + (p00 >>> 16) + (p10 & 0xffff);
    const carry = a1 * b1 + Math.floor(middle / 65536) + (p10 >>> 16);
    this.high = (carry + Math.imul(al, bh) + Math.imul(ah, bl)) | 0;
    return Math.imul(al, bl);
  },
  mulOverflows(al: number, ah: number, bl: number, bh: number): boolean {
    return this.outsideBig(BigInt.asIntN(64, this.big64(al, ah)) * BigInt.asIntN(64, this.big64(bl, bh)), 64);
  },
  /** Whether a left shift by n < 64 moves a one into the sign bit or beyond. */
  shiftOverflows(low: number, high: number, n: number): boolean {
    return n < 32 ? high >>> (31 - n) !== 0 : high !== 0 || low >>> (63 - n) !== 0;
  },
  outside(value: number, limit: number): boolean {
    return value >= limit || value < -limit;
  },
  outsideBig(value: bigint, bits: number): boolean {
    return BigInt.asIntN(bits, value) !== value;
  },
  udiv(al: number, ah: number, bl: number, bh: number): number {
    if ((ah | bh) === 0) {
      this.high = 0;
      return ((al >>> 0) / (bl >>> 0)) | 0;
    }
    this.split(this.big64(al, ah) / this.big64(bl, bh));
    return this.low;
  },
  urem(al: number, ah: number, bl: number, bh: number): number {
    if ((ah | bh) === 0) {
      this.high = 0;
      return ((al >>> 0) % (bl >>> 0)) | 0;
    }
    this.split(this.big64(al, ah) % this.big64(bl, bh));
    return this.low;
  },
  sdiv(al: number, ah: number, bl: number, bh: number): number {
    if ((ah | bh) === 0 && al >= 0 && bl > 0) {
      this.high = 0;
      return (al / bl) | 0;
    }
    this.split(BigInt.asIntN(64, this.big64(al, ah)) / BigInt.asIntN(64, this.big64(bl, bh)));
    return this.low;
  },
  srem(al: number, ah: number, bl: number, bh: number): number {
    if ((ah | bh) === 0 && al >= 0 && bl > 0) {
      this.high = 0;
      return (al % bl) | 0;
    }
    this.split(BigInt.asIntN(64, this.big64(al, ah)) % BigInt.asIntN(64, this.big64(bl, bh)));
    return this.low;
  },
  shl(al: number, ah: number, amount: number): number {
    const n = amount & 63;
    if (n === 0) {
      this.high = ah;
      return al;
    }
    if (n >= 32) {
      this.high = al << (n - 32);
      return 0;
    }
    this.high = (ah << n) | (al >>> (32 - n));
    return al << n;
  },
  lshr(al: number, ah: number, amount: number): number {
    const n = amount & 63;
    if (n === 0) {
      this.high = ah;
      return al;
    }
    if (n >= 32) {
      this.high = 0;
      return (ah >>> (n - 32)) | 0;
    }
    this.high = (ah >>> n) | 0;
    return (al >>> n) | (ah << (32 - n));
  },
  ashr(al: number, ah: number, amount: number): number {
    const n = amount & 63;
    if (n === 0) {
      this.high = ah;
      return al;
    }
    if (n >= 32) {
      this.high = ah >> 31;
      return ah >> (n - 32);
    }
    this.high = ah >> n;
    return (al >>> n) | (ah << (32 - n));
  },

  // ---- floating point

  toFloat(image: number): number {
    ints[0] = image;
    return floats[0] as number;
  },
  floatImage(value: number): number {
    floats[0] = value;
    return ints[0] as number;
  },
  toDouble(low: number, high: number): number {
    ints[0] = low;
    ints[1] = high;
    return doubles[0] as number;
  },
  splitDouble(value: number): void {
    doubles[0] = value;
    this.low = ints[0] as number;
    this.high = ints[1] as number;
  },
  /** A value out of range becomes x86's "integer indefinite". */
  toInt(value: number, bits: number): number {
    const t = Math.trunc(value);
    if (!(t >= -2147483648 && t <= 2147483647)) return bits === 32 ? -2147483648 : 0;
    return bits === 32 ? t | 0 : t & (2 ** bits - 1);
  },
  toIntUnsigned(value: number, bits: number): number {
    const t = Math.trunc(value);
    if (!(t > -(2 ** 63) && t < 2 ** 63)) return 0; // x86-64 converts through 64 bits
    const low = Number(BigInt.asIntN(32, BigInt(t)));
    return bits === 32 ? low : low & (2 ** bits - 1);
  },
  toBig(value: number, bits: number, signed: boolean): bigint {
    const t = Math.trunc(value);
    const limit = 2 ** (signed ? bits - 1 : bits);
    if (!(t < limit && t >= (signed ? -limit : -(2 ** 63)))) return 1n << BigInt(bits - 1);
    return BigInt(t);
  },
  /** Rounds once: a conversion through double could round twice. */
  bigToFloat(value: bigint): number {
    const negative = value < 0n;
    const magnitude = negative ? -value : value;
    const extra = magnitude.toString(2).length - 26;
    let m = magnitude;
    if (extra > 0) {
      const lost = BigInt(extra);
      const sticky = (m & ((1n << lost) - 1n)) !== 0n ? 1n : 0n;
      m = ((m >> lost) | sticky) << lost;
    }
    const f = Math.fround(Number(m));
    return negative ? -f : f;
  },
  fpClass(value: number, test: number, bits: number): number {
    const tiny = bits === 32 ? 2 ** -126 : 2 ** -1022;
    let kind: number;
    if (Number.isNaN(value))
      kind = 2; // quiet
    else if (value === Number.POSITIVE_INFINITY) kind = 512;
    else if (value === Number.NEGATIVE_INFINITY) kind = 4;
    else if (value === 0) kind = Object.is(value, -0) ? 32 : 64;
    else if (Math.abs(value) < tiny) kind = value < 0 ? 16 : 128;
    else kind = value < 0 ? 8 : 256;
    return (test & kind) !== 0 ? 1 : 0;
  },
  fusedMultiplyAdd,
  /** Rounds the product and the sum, as processors without fused instructions do: clang lets `a * b + c` be either. */
  multiplyAdd(x: number, y: number, z: number, bits: number): number {
    return bits === 32 ? Math.fround(Math.fround(x * y) + z) : x * y + z;
  },
  /** An atomic update of a float. The minimum and the maximum ignore NaN, as in LLVM. */
  updateFloat(operator: "fadd" | "fsub" | "fmax" | "fmin", x: number, y: number): number {
    return operator === "fadd" ? x + y : operator === "fsub" ? x - y : doubleFunction(operator, x, y);
  },
  floatBuiltin(name: string, x: number, y = 0): number {
    switch (name) {
      case "minnum":
        return doubleFunction("fmin", x, y);
      case "maxnum":
        return doubleFunction("fmax", x, y);
      case "minimum":
        return Math.min(x, y);
      case "maximum":
        return Math.max(x, y);
      case "canonicalize":
        return x;
      default:
        return doubleFunction(name, x, y);
    }
  },
  integerBuiltin(name: IntegerBuiltin, bits: number, args: readonly bigint[]): bigint {
    const a = args[0] as bigint;
    const b = (args[1] ?? 0n) as bigint;
    const width = BigInt(bits);
    const sa = BigInt.asIntN(bits, a);
    const sb = BigInt.asIntN(bits, b);
    const top = 1n << (width - 1n);
    const clamp = (v: bigint): bigint => (v >= top ? top - 1n : v < -top ? -top : v);
    switch (name) {
      case "ctlz":
        return a === 0n ? width : width - BigInt(a.toString(2).length);
      case "cttz": {
        if (a === 0n) return width;
        const s = a.toString(2);
        return BigInt(s.length - 1 - s.lastIndexOf("1"));
      }
      case "ctpop":
        return BigInt(a.toString(2).replaceAll("0", "").length);
      case "bswap": {
        let out = 0n;
        for (let i = 0n; i < width; i += 8n) out |= ((a >> i) & 0xffn) << (width - 8n - i);
        return out;
      }
      case "bitreverse":
        return BigInt(`0b${[...a.toString(2).padStart(bits, "0")].reverse().join("")}`);
      case "abs":
        return sa < 0n ? -sa : sa;
      case "smax":
        return sa > sb ? a : b;
      case "smin":
        return sa < sb ? a : b;
      case "umax":
        return a > b ? a : b;
      case "umin":
        return a < b ? a : b;
      case "fshl":
      case "fshr": {
        const n = (args[2] as bigint) % width;
        const both = (a << width) | b;
        return name === "fshl" ? both >> (width - n) : both >> n;
      }
      case "uadd.sat":
        return a + b >= 1n << width ? (1n << width) - 1n : a + b;
      case "usub.sat":
        return a < b ? 0n : a - b;
      case "sadd.sat":
        return clamp(sa + sb);
      case "ssub.sat":
        return clamp(sa - sb);
    }
  },
  /** Calls a function of <math.h> by name. Takes and returns the images of doubles; `high` is the high half of the result. */
  math(name: string, xl: number, xh: number, yl: number, yh: number): number {
    const x = this.toDouble(xl, xh);
    const y = this.toDouble(yl, yh);
    this.splitDouble(doubleFunction(name, x, y));
    return this.low;
  },
};

function roundAway(x: number): number {
  const t = Math.trunc(x);
  return Math.abs(x - t) >= 0.5 ? t + Math.sign(x) : Object.is(t, -0) || (t === 0 && x < 0) ? -0 : t;
}

function roundEven(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 52) return x;
  const f = Math.floor(x);
  const d = x - f;
  const r = d < 0.5 || (d === 0.5 && f % 2 === 0) ? f : f + 1;
  return r === 0 && (x < 0 || Object.is(x, -0)) ? -0 : r;
}

/** Rounds once: computes product and sum exactly, as a bigint and a power of two, and rounds to the precision and the exponents of the type. */
function fusedMultiplyAdd(x: number, y: number, z: number, bits: number): number {
  if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z)) return x * y + z;
  const [mx, ex] = decompose(x);
  const [my, ey] = decompose(y);
  const [mz, ez] = decompose(z);
  if (mx === 0n || my === 0n) return x * y + z;
  const ep = ex + ey;
  const e = Math.min(ep, ez);
  const sum = mx * my * (1n << BigInt(ep - e)) + mz * (1n << BigInt(ez - e));
  if (sum === 0n) return 0;
  const negative = sum < 0n;
  const m = negative ? -sum : sum;
  const [digits, minExponent] = bits === 32 ? [24, -149] : [53, -1074];
  const drop = Math.max(m.toString(2).length - digits, minExponent - e, 0);
  const half = drop === 0 ? 0n : 1n << BigInt(drop - 1);
  const rest = m - ((m >> BigInt(drop)) << BigInt(drop));
  let kept = m >> BigInt(drop);
  if (drop > 0 && (rest > half || (rest === half && (kept & 1n) === 1n))) kept++;
  let v = Number(kept); // exact from here on, except for overflow
  let scale = e + drop;
  for (; scale > 900; scale -= 900) v *= 2 ** 900;
  for (; scale < -900; scale += 900) v *= 2 ** -900;
  v *= 2 ** scale;
  return negative ? -v : v;
}

/** The significand and the exponent of a finite number: x = significand * 2 ** exponent. */
function decompose(x: number): [bigint, number] {
  doubles[0] = x;
  const high = ints[1] as number;
  const exponent = (high >>> 20) & 0x7ff;
  let m = (BigInt(high & 0xfffff) << 32n) | BigInt((ints[0] as number) >>> 0);
  if (exponent !== 0) m |= 1n << 52n;
  return [high < 0 ? -m : m, (exponent === 0 ? 1 : exponent) - 1075];
}

function doubleFunction(name: string, x: number, y: number): number {
  switch (name) {
    case "sqrt":
    case "sin":
    case "cos":
    case "tan":
    case "asin":
    case "acos":
    case "atan":
    case "sinh":
    case "cosh":
    case "tanh":
    case "asinh":
    case "acosh":
    case "atanh":
    case "exp":
    case "expm1":
    case "log":
    case "log2":
    case "log10":
    case "log1p":
    case "floor":
    case "ceil":
    case "trunc":
    case "cbrt":
      return Math[name](x);
    case "fabs":
      return Math.abs(x);
    case "round":
      return roundAway(x);
    case "rint":
    case "nearbyint":
    case "roundeven":
      return roundEven(x);
    case "exp2":
      return 2 ** x;
    case "exp10":
      return 10 ** x;
    case "pow":
    case "powi":
      return x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) ? 1 : x ** y;
    case "atan2":
      return Math.atan2(x, y);
    case "fmod":
      return x % y;
    case "hypot":
      return Math.hypot(x, y);
    case "fmin":
      return Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y);
    case "fmax":
      return Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y);
    case "copysign":
      return Math.abs(x) * (y < 0 || Object.is(y, -0) ? -1 : 1);
    default:
      throw new Error(`math function ${name}`);
  }
}
