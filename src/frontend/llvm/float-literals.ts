// Reads floating-point literals. In: a cursor at a literal and the width of its type. Out: the IEEE bits of that width.
//
// Forms up to LLVM 22: decimals (exact values only), `0x` with a double's 16 digits (also for float), and bit patterns
// with a letter for the type (0xH half, 0xK x87, 0xL quad). Newer forms: decimals rounded to the type, `f0x` bit patterns,
// hexadecimal floats as in C (0x1.8p3), +inf, +qnan, +nan(0x1), +snan(0x1), each with a sign.

import type { Cursor } from "./lexer.ts";
import type { Value } from "./module.ts";

export type FloatWidth = 16 | 32 | 64 | 80 | 128;

interface Format {
  readonly exponentBits: number;
  /** Bits of the fraction without the leading one. */
  readonly fractionBits: number;
  /** x87 stores the leading one. */
  readonly explicitOne: boolean;
}

const formats: Record<FloatWidth, Format> = {
  16: { exponentBits: 5, fractionBits: 10, explicitOne: false },
  32: { exponentBits: 8, fractionBits: 23, explicitOne: false },
  64: { exponentBits: 11, fractionBits: 52, explicitOne: false },
  80: { exponentBits: 15, fractionBits: 63, explicitOne: true },
  128: { exponentBits: 15, fractionBits: 112, explicitOne: false },
};

/** Widths of the bit patterns with a type letter. */
const letterWidths: Record<string, FloatWidth> = { H: 16, K: 80, L: 128 };

/** No format has exponents beyond this, and larger powers would not fit in memory. */
const maxExponent = 100_000;

const view = new DataView(new ArrayBuffer(8));

export function readFloat(c: Cursor, width: FloatWidth): Value {
  return { kind: "float", bits: readBits(c, width), width };
}

function readBits(c: Cursor, width: FloatWidth): bigint {
  const start = c.pos;
  let text = c.number();
  if (text.startsWith("f0x")) return bitPattern(c, text.slice(3), width, start);
  const negative = text[0] === "-";
  if (negative || text[0] === "+") text = text.slice(1);
  const sign = negative ? 1n << BigInt(width - 1) : 0n;
  if (text.startsWith("0x")) {
    if (text.includes("p") || text.includes("P")) return sign | hexadecimalFloat(c, text.slice(2), width, start);
    return legacyPattern(c, text.slice(2), width, start);
  }
  switch (text) {
    case "inf":
      return sign | infinity(width);
    case "qnan":
      return sign | infinity(width) | quietBit(width);
    case "nan":
      return sign | infinity(width) | quietBit(width) | readPayload(c, width);
    case "snan":
      return sign | infinity(width) | readPayload(c, width);
    default:
      return sign | decimal(c, text, width, start);
  }
}

function decimal(c: Cursor, text: string, width: FloatWidth, start: number): bigint {
  if (!/^\d+\.\d*([eE][-+]?\d+)?$/.test(text)) c.malformed(`'${text}' is not a floating-point number`, start);
  const double = Number(text);
  if (width === 64) return doubleBits(double);
  if (width === 32 && Math.fround(double) === double) return singleBits(double);
  const [mantissa, exponentText = "0"] = text.toLowerCase().split("e");
  const [whole, fraction] = mantissa.split(".");
  const exponent = Number(exponentText) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (exponent > maxExponent) return digits === 0n ? 0n : infinity(width);
  if (exponent < -maxExponent) return 0n;
  return exponent >= 0 ? encode(digits * 10n ** BigInt(exponent), 1n, width) : encode(digits, 10n ** BigInt(-exponent), width);
}

function hexadecimalFloat(c: Cursor, text: string, width: FloatWidth, start: number): bigint {
  const match = /^([0-9a-f]+)(?:\.([0-9a-f]*))?p([-+]?\d+)$/i.exec(text);
  if (match === null) return c.malformed("malformed hexadecimal float", start);
  const [, whole, fraction = "", power] = match;
  const exponent = Number(power) - 4 * fraction.length;
  const digits = BigInt(`0x${whole}${fraction}`);
  if (exponent > maxExponent) return digits === 0n ? 0n : infinity(width);
  if (exponent < -maxExponent) return 0n;
  return exponent >= 0 ? encode(digits << BigInt(exponent), 1n, width) : encode(digits, 1n << BigInt(-exponent), width);
}

function bitPattern(c: Cursor, digits: string, width: FloatWidth, start: number): bigint {
  if (!/^[0-9a-f]+$/i.test(digits) || digits.length !== width / 4) c.malformed(`a literal of this type has ${width / 4} hex digits`, start);
  return BigInt(`0x${digits}`);
}

/** `0x…` as LLVM writes it up to version 22. */
function legacyPattern(c: Cursor, text: string, width: FloatWidth, start: number): bigint {
  const letter = letterWidths[text[0]];
  if (letter !== undefined) {
    if (letter !== width) c.malformed("literal of another floating-point type", start);
    const digits = text.slice(1);
    // The low half of a quad comes first.
    return bitPattern(c, width === 128 ? digits.slice(16) + digits.slice(0, 16) : digits, width, start);
  }
  const double = bitPattern(c, text.padStart(16, "0"), 64, start);
  if (width === 64) return double;
  const fraction = double & ((1n << 52n) - 1n);
  if (((double >> 52n) & 0x7ffn) === 0x7ffn) {
    const { fractionBits } = formats[width];
    const shift = BigInt(fractionBits - 52);
    const sign = (double >> 63n) << BigInt(width - 1);
    return sign | infinity(width) | (shift >= 0n ? fraction << shift : fraction >> -shift);
  }
  view.setBigUint64(0, double);
  const value = view.getFloat64(0);
  if (width === 32) return singleBits(value);
  const exponent = Number((double >> 52n) & 0x7ffn);
  const significand = exponent === 0 ? fraction : fraction | (1n << 52n);
  const scale = Math.max(exponent, 1) - 1075;
  const magnitude = scale >= 0 ? encode(significand << BigInt(scale), 1n, width) : encode(significand, 1n << BigInt(-scale), width);
  return ((double >> 63n) << BigInt(width - 1)) | magnitude;
}

function readPayload(c: Cursor, width: FloatWidth): bigint {
  const start = c.pos;
  c.expect("(");
  const text = c.number();
  c.expect(")");
  if (!/^0x[0-9a-f]+$/i.test(text)) c.malformed("malformed payload", start);
  const payload = BigInt(text);
  if (payload >= quietBit(width)) c.malformed("payload too wide", start);
  return payload;
}

function infinity(width: FloatWidth): bigint {
  const { exponentBits, fractionBits, explicitOne } = formats[width];
  const ones = (1n << BigInt(exponentBits)) - 1n;
  return explicitOne ? (ones << 64n) | (1n << 63n) : ones << BigInt(fractionBits);
}

function quietBit(width: FloatWidth): bigint {
  return 1n << BigInt(formats[width].fractionBits - 1);
}

/** The non-negative rational n/d, rounded to nearest, ties to even. */
function encode(n: bigint, d: bigint, width: FloatWidth): bigint {
  if (n === 0n) return 0n;
  const { exponentBits, fractionBits, explicitOne } = formats[width];
  const bias = 2 ** (exponentBits - 1) - 1;
  let exponent = bitLength(n) - bitLength(d);
  if (exponent >= 0 ? n < d << BigInt(exponent) : n << BigInt(-exponent) < d) exponent--;
  exponent = Math.max(exponent, 1 - bias);
  const shift = fractionBits - exponent;
  const numerator = shift >= 0 ? n << BigInt(shift) : n;
  const denominator = shift >= 0 ? d : d << BigInt(-shift);
  let significand = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && (significand & 1n) === 1n)) significand++;
  if (significand >> BigInt(fractionBits + 1) !== 0n) {
    significand >>= 1n;
    exponent++;
  }
  if (exponent > bias) return infinity(width);
  const one = 1n << BigInt(fractionBits);
  const biased = significand >= one ? BigInt(exponent + bias) : 0n;
  return explicitOne ? (biased << 64n) | significand : (biased << BigInt(fractionBits)) | (significand & (one - 1n));
}

function bitLength(n: bigint): number {
  return n.toString(2).length;
}

function doubleBits(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

function singleBits(value: number): bigint {
  view.setFloat32(0, value);
  return BigInt(view.getUint32(0));
}
