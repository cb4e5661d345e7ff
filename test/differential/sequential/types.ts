// The scalar types of C as the generator needs them: sizes under each data model, integer promotion, the usual
// arithmetic conversions, value ranges (as bigint intervals), literals and printf conversions.

import type { Rng } from "../../../src/support/rng.ts";

export type DataModel = "lp64" | "ilp32";

export interface IntType {
  readonly kind: "int";
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
  /** Conversion rank: _Bool 0, char 1, short 2, int 3, long 4, long long 5, __int128 6. */
  readonly rank: number;
}

export interface FloatType {
  readonly kind: "float";
  readonly name: "float" | "double";
  readonly bits: 32 | 64;
}

export type Scalar = IntType | FloatType;

export interface Range {
  readonly lo: bigint;
  readonly hi: bigint;
}

export const floatType: FloatType = { kind: "float", name: "float", bits: 32 };
export const doubleType: FloatType = { kind: "float", name: "double", bits: 64 };

function int(name: string, bits: number, signed: boolean, rank: number): IntType {
  return { kind: "int", name, bits, signed, rank };
}

/** Every integer type of a data model, under its own name and under the names of <stdint.h> and <stddef.h>. */
export interface IntTypes {
  readonly bool: IntType;
  readonly int: IntType;
  readonly unsigned: IntType;
  readonly size: IntType;
  readonly int64: IntType;
  readonly uint64: IntType;
  readonly longLong: IntType;
  readonly unsignedLongLong: IntType;
  /** The basic types, narrowest first. */
  readonly basic: readonly IntType[];
  /** Other names of the same types. */
  readonly named: readonly IntType[];
  /** __int128 and unsigned __int128; empty if the model has none. */
  readonly wide: readonly IntType[];
  readonly signed: readonly IntType[];
  readonly unsignedAll: readonly IntType[];
}

function makeTypes(model: DataModel): IntTypes {
  const long = model === "lp64" ? 64 : 32;
  const basic = [
    int("_Bool", 8, false, 0),
    int("char", 8, true, 1),
    int("signed char", 8, true, 1),
    int("unsigned char", 8, false, 1),
    int("short", 16, true, 2),
    int("unsigned short", 16, false, 2),
    int("int", 32, true, 3),
    int("unsigned", 32, false, 3),
    int("long", long, true, 4),
    int("unsigned long", long, false, 4),
    int("long long", 64, true, 5),
    int("unsigned long long", 64, false, 5),
  ] as const;
  const rank64 = model === "lp64" ? 4 : 5;
  const rankSize = model === "lp64" ? 4 : 3;
  const int64 = int("int64_t", 64, true, rank64);
  const uint64 = int("uint64_t", 64, false, rank64);
  const size = int("size_t", long, false, rankSize);
  const named = [
    int("int8_t", 8, true, 1),
    int("uint8_t", 8, false, 1),
    int("int16_t", 16, true, 2),
    int("uint16_t", 16, false, 2),
    int("int32_t", 32, true, 3),
    int("uint32_t", 32, false, 3),
    int64,
    uint64,
    size,
    int("ptrdiff_t", long, true, rankSize),
  ];
  return {
    bool: basic[0],
    int: basic[6],
    unsigned: basic[7],
    longLong: basic[10],
    unsignedLongLong: basic[11],
    size,
    int64,
    uint64,
    basic,
    named,
    wide: model === "lp64" ? [int("__int128", 128, true, 6), int("unsigned __int128", 128, false, 6)] : [],
    signed: basic.filter((type) => type.signed && type.rank > 0),
    unsignedAll: basic.filter((type) => !type.signed && type.rank > 0),
  };
}

export const intTypes: Readonly<Record<DataModel, IntTypes>> = { lp64: makeTypes("lp64"), ilp32: makeTypes("ilp32") };

export function rangeOf(type: IntType): Range {
  if (type.rank === 0) return { lo: 0n, hi: 1n };
  const bits = BigInt(type.bits);
  return type.signed ? { lo: -(1n << (bits - 1n)), hi: (1n << (bits - 1n)) - 1n } : { lo: 0n, hi: (1n << bits) - 1n };
}

export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

export function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

export function contains(outer: Range, inner: Range): boolean {
  return outer.lo <= inner.lo && inner.hi <= outer.hi;
}

/** What is known of a value of range `range` after conversion to `type`. */
export function convertRange(range: Range, type: IntType): Range {
  const all = rangeOf(type);
  if (type.rank === 0) return range.lo > 0n || range.hi < 0n ? { lo: 1n, hi: 1n } : all;
  return contains(all, range) ? { lo: range.lo, hi: range.hi } : all;
}

const intByModel = intTypes.lp64.int; // int and unsigned are the same in both models
const unsignedByModel = intTypes.lp64.unsigned;

export function promote(type: IntType): IntType {
  // Everything below int fits in int here.
  if (type.rank < 3) return intByModel;
  return type;
}

export function toUnsigned(type: IntType, model: DataModel): IntType {
  const promoted = promote(type);
  if (!promoted.signed) return promoted;
  if (promoted.rank === 3) return unsignedByModel;
  const all = [...intTypes[model].basic, ...intTypes[model].wide];
  return all.find((candidate) => candidate.rank === promoted.rank && !candidate.signed) as IntType;
}

/** The usual arithmetic conversions on integers (C11 6.3.1.8). */
export function commonInt(left: IntType, right: IntType, model: DataModel): IntType {
  const a = promote(left);
  const b = promote(right);
  if (a.rank === b.rank) return a.signed ? b : a;
  const [high, low] = a.rank > b.rank ? [a, b] : [b, a];
  if (high.signed === low.signed || !high.signed) return high;
  return high.bits > low.bits ? high : toUnsigned(high, model);
}

export function commonType(left: Scalar, right: Scalar, model: DataModel): Scalar {
  if (left.kind === "float" || right.kind === "float") {
    return (left.kind === "float" && left.bits === 64) || (right.kind === "float" && right.bits === 64) ? doubleType : floatType;
  }
  return commonInt(left, right, model);
}

/** A short identifier for a type, to name helpers by. */
export function typeKey(type: Scalar): string {
  return type.name.replace(/unsigned /g, "u").replace(/ /g, "_");
}

/** An interesting value of the type: small, at an edge, a power of two or its neighbours, or any. */
export function interestingValue(rng: Rng, type: IntType): bigint {
  const { lo, hi } = rangeOf(type);
  const clamp = (value: bigint): bigint => (value < lo ? lo : value > hi ? hi : value);
  switch (rng.below(6)) {
    case 0:
      return clamp(BigInt(rng.between(-3, 3)));
    case 1:
      return clamp(BigInt(rng.between(-200, 1000)));
    case 2:
      return rng.pick([lo, hi, lo + 1n, hi - 1n]);
    case 3: {
      const power = 1n << BigInt(rng.below(type.bits));
      return clamp((rng.chance(0.3) ? -power : power) + BigInt(rng.between(-1, 1)));
    }
    case 4:
      return clamp(BigInt(rng.nextUint32() >>> rng.below(32)));
    default: {
      const wide = (rng.nextUint64() << 64n) | rng.nextUint64();
      return type.rank === 0 ? wide & 1n : lo + (wide & (hi - lo));
    }
  }
}

/** Text of a constant of exactly this type and value; `variety` may choose other spellings than decimal. */
export function literal(type: IntType, value: bigint, variety: Rng | null = null): string {
  if (type.rank < 3) {
    if (type.name === "char" && variety?.chance(0.6) && value >= 32n && value < 127n) return `(char)'${escapeChar(Number(value))}'`;
    return `(${type.name})${value}`;
  }
  if (type.rank === 6) return wideLiteral(type, value);
  const { lo } = rangeOf(type);
  const suffix = (type.signed ? "" : "U") + ["", "L", "LL"][type.rank - 3];
  if (type.signed && value === lo) return variety?.chance(0.5) ? minimumMacro(type) : `(-${-(value + 1n)}${suffix} - 1)`;
  if (value < 0n) return `(-${-value}${suffix})`;
  if (variety?.chance(0.5) && value === rangeOf(type).hi) return maximumMacro(type);
  // Hexadecimal and octal constants with these suffixes have the wanted type too, since the value fits it.
  const form = variety === null ? 0 : variety.below(4);
  const digits = form === 1 ? `0x${value.toString(16)}` : form === 2 && value > 0n ? `0${value.toString(8)}` : value.toString();
  return digits + suffix;
}

function minimumMacro(type: IntType): string {
  return ["INT_MIN", "LONG_MIN", "LLONG_MIN"][type.rank - 3] as string;
}

function maximumMacro(type: IntType): string {
  const names = type.signed ? ["INT_MAX", "LONG_MAX", "LLONG_MAX"] : ["UINT_MAX", "ULONG_MAX", "ULLONG_MAX"];
  return names[type.rank - 3] as string;
}

function wideLiteral(type: IntType, value: bigint): string {
  const bits = BigInt.asUintN(128, value);
  const high = bits >> 64n;
  const low = bits & 0xffffffffffffffffn;
  return `(${type.name})(((unsigned __int128)0x${high.toString(16)}ULL << 64) | 0x${low.toString(16)}ULL)`;
}

export function escapeChar(code: number): string {
  const char = String.fromCharCode(code);
  if (char === "'" || char === "\\" || char === '"' || char === "?") return `\\${char}`;
  return code >= 32 && code < 127 ? char : `\\${code.toString(8).padStart(3, "0")}`;
}

/** The length modifier of printf for a type of this rank (size_t and ptrdiff_t under their own letters). */
export function lengthModifier(type: IntType): string {
  if (type.name === "size_t") return "z";
  if (type.name === "ptrdiff_t") return "t";
  return ["", "hh", "h", "", "l", "ll"][type.rank] as string;
}
