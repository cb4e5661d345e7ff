// Literals of C: integers and floats with the types that the standard gives them, characters and strings with their escapes.

import type { SourceType } from "../../program/source-types.ts";
import { append } from "../../support/lists.ts";
import { refuse } from "./error.ts";
import type { BaseTypes, IntegerName } from "./types.ts";

export type Literal =
  | { readonly kind: "integer"; readonly value: bigint; readonly type: SourceType }
  | { readonly kind: "float"; readonly value: number; readonly type: SourceType };

const integerPattern = /^(0[xX][\da-fA-F]+|0[bB][01]+|0[0-7]*|[1-9]\d*)([uU]?(?:ll|LL|[lL])?|(?:ll|LL|[lL])[uU])$/;
const decimalFloat = /^((?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)([fFlL]?)$/;
const hexFloat = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)([fFlL]?)$/;

export function numberLiteral(text: string, at: number, types: BaseTypes): Literal {
  const integer = integerPattern.exec(text);
  if (integer !== null) return integerLiteral(integer[1] as string, integer[2] as string, at, types);
  const decimal = decimalFloat.exec(text);
  const hex = hexFloat.exec(text);
  const suffix = (decimal?.[2] ?? hex?.[4] ?? "").toLowerCase();
  if (decimal === null && hex === null) refuse(`${text.slice(0, 40)} is not a number of C`, at);
  if (suffix === "l") refuse("long double is not supported", at);
  const value = decimal !== null ? Number(decimal[1]) : hexValue(hex as RegExpExecArray);
  return suffix === "f"
    ? { kind: "float", value: Math.fround(value), type: types.get("float") }
    : { kind: "float", value, type: types.get("double") };
}

function hexValue([, whole, fraction, exponent]: RegExpExecArray): number {
  const digits = `${whole}${fraction}`;
  return digits === "" ? Number.NaN : Number(BigInt(`0x${digits}`)) * 2 ** (Number(exponent) - 4 * (fraction as string).length);
}

function integerLiteral(digits: string, suffix: string, at: number, types: BaseTypes): Literal {
  const isDecimal = /^[1-9]/.test(digits);
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const isUnsigned = /u/i.test(suffix);
  const rank = /ll/i.test(suffix) ? 2 : /l/i.test(suffix) ? 1 : 0;
  const candidates: readonly (readonly [IntegerName, IntegerName])[] = [
    ["int", "unsigned int"],
    ["long", "unsigned long"],
    ["long long", "unsigned long long"],
  ];
  for (const [signed, unsigned] of candidates.slice(rank)) {
    const { bits } = types.get(signed);
    if (!isUnsigned && value < 1n << BigInt(bits - 1)) return { kind: "integer", value, type: types.get(signed) };
    if ((isUnsigned || !isDecimal) && value < 1n << BigInt(bits)) return { kind: "integer", value, type: types.get(unsigned) };
  }
  return refuse("the number is too large for any integer type", at);
}

const simpleEscapes: ReadonlyMap<string, number> = new Map([
  ["n", 10],
  ["t", 9],
  ["r", 13],
  ["a", 7],
  ["b", 8],
  ["f", 12],
  ["v", 11],
  ["e", 27],
  ["\\", 92],
  ["'", 39],
  ['"', 34],
  ["?", 63],
]);

/** The bytes between the quotes. */
export function bytesOfLiteral(quoted: string, at: number): Uint8Array {
  const bytes: number[] = [];
  const inner = quoted.slice(1, -1);
  for (let i = 0; i < inner.length; ) {
    if (inner[i] !== "\\") {
      const character = String.fromCodePoint(inner.codePointAt(i) as number);
      append(bytes, [...new TextEncoder().encode(character)]);
      i += character.length;
      continue;
    }
    const rest = inner.slice(i + 1);
    const number = /^(?:x([\da-fA-F]+)|([0-7]{1,3}))/.exec(rest);
    const simple = simpleEscapes.get(rest[0] ?? "");
    if (number !== null) {
      const code = number[1] !== undefined ? Number.parseInt(number[1], 16) : Number.parseInt(number[2] as string, 8);
      if (code > 255) refuse("the escape does not fit into a char", at + i);
      bytes.push(code);
    } else if (simple !== undefined) bytes.push(simple);
    else refuse(`\\${rest[0] ?? ""} is not an escape of C`, at + i);
    i += 1 + (number?.[0].length ?? 1);
  }
  return Uint8Array.from(bytes);
}

/** The value of a character: an int, of a signed char. */
export function characterLiteral(quoted: string, at: number): number {
  const bytes = bytesOfLiteral(quoted, at);
  if (bytes.length !== 1) refuse(bytes.length === 0 ? "the character is missing" : "a character literal holds one character", at);
  return ((bytes[0] as number) << 24) >> 24;
}
