// Values as a C programmer reads them, by the type debug information gives the bytes; and as tools read them.

import type { SourceType } from "../program/source-types.ts";
import type { AccessEvent } from "./access-event.ts";
import { runtime } from "./compile/runtime.ts";
import { extentOf, sizeOf, strip } from "./names.ts";

/** `json` is a number wherever that is exact: integers (characters, truth values and enumerations too) and finite floats. */
export interface Value {
  readonly text: string;
  readonly json: number | string;
}

/** What an address points to, in words; null if it is not the address of an object. `pointee` is the type it is used with. */
export type NameAddress = (low: number, high: number, pointee: SourceType | null) => string | null;

export const rawBits = (e: AccessEvent): bigint => BigInt.asUintN(e.size * 8, runtime.big64(e.low, e.size > 4 ? e.high : 0));

/** The value an access read or wrote, given the type of the object; null where it is more than a scalar. */
export function accessedValue(e: AccessEvent, type: SourceType | null, nameAddress: NameAddress): Value | null {
  if (e.size > 8 || isAggregate(type, e.offset * 8, e.size * 8)) return null;
  return scalarValue(scalarAt(type, e.offset * 8, e.size * 8), rawBits(e), e.size * 8, nameAddress);
}

export function scalarValue(type: SourceType | null, raw: bigint, bits: number, nameAddress: NameAddress): Value {
  const t = strip(type);
  if (t?.kind === "pointer" || isThreadId(type) || (t === null && bits === 64)) {
    const name = nameAddress(Number(BigInt.asIntN(32, raw)), Number(BigInt.asIntN(32, raw >> 32n)), t?.kind === "pointer" ? t.to : null);
    if (name !== null) return textual(name);
    if (t?.kind === "pointer") return textual(raw === 0n ? "NULL" : `0x${raw.toString(16)}`);
  }
  if (t?.kind === "base" && t.encoding.includes("float")) return float(raw, bits);
  const unsigned = t?.kind === "base" && /unsigned|boolean/.test(t.encoding);
  const integer = unsigned ? raw : BigInt.asIntN(bits, raw);
  return { text: wordFor(t, raw, bits) ?? String(integer), json: exact(integer) };
}

/** An integer as JSON: a number if a double holds it exactly, else its decimal digits. */
export function exact(integer: bigint): number | string {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : String(integer);
}

function wordFor(t: SourceType | null, raw: bigint, bits: number): string | null {
  if (t?.kind === "enum") return t.members.find((m) => BigInt.asUintN(bits, m.value) === raw)?.name ?? null;
  if (t?.kind !== "base") return null;
  if (t.encoding.includes("boolean")) return raw === 0n ? "false" : raw === 1n ? "true" : null;
  // Signed and unsigned char are small numbers: int8_t, uint8_t, bytes.
  return t.name === "char" ? characterOf(Number(raw)) : null;
}

const escapes: Readonly<Record<number, string>> = { 0: "\\0", 9: "\\t", 10: "\\n", 13: "\\r", 39: "\\'", 92: "\\\\" };

function characterOf(code: number): string | null {
  const text = escapes[code] ?? (code >= 32 && code < 127 ? String.fromCharCode(code) : null);
  return text === null ? null : `'${text}'`;
}

function float(raw: bigint, bits: number): Value {
  const low = Number(BigInt.asIntN(32, raw));
  const value = bits === 32 ? runtime.toFloat(low) : runtime.toDouble(low, Number(BigInt.asIntN(32, raw >> 32n)));
  const text = Object.is(value, -0) ? "-0" : bits === 32 && Number.isFinite(value) ? String(Number(value.toPrecision(8))) : String(value);
  return { text, json: Number.isFinite(value) ? value : text };
}

const textual = (text: string): Value => ({ text, json: text });

function isThreadId(type: SourceType | null): boolean {
  for (let t = type; t !== null && (t.kind === "named" || t.kind === "qualified"); t = t.of)
    if (t.kind === "named" && (t.name === "pthread_t" || t.name === "thrd_t")) return true;
  return false;
}

/** The scalar type of the bits [at, at + bits), if there is just one. */
export function scalarAt(type: SourceType | null, at: number, bits: number): SourceType | null {
  const t = strip(type);
  if (t === null) return null;
  if (t.kind === "struct" || t.kind === "union") {
    const field = t.fields.find((f) => !f.bitField && f.offsetBits <= at && at + bits <= f.offsetBits + extentOf(t, f));
    return field === undefined ? null : scalarAt(field.type, at - field.offsetBits, bits);
  }
  if (t.kind === "array") {
    const element = sizeOf(t.element);
    return element === 0 ? null : scalarAt(t.element, at % element, bits);
  }
  return at === 0 && sizeOf(t) === bits ? type : null;
}

/** Do these bits span several members or elements? Bit-fields share one word and count as one. */
function isAggregate(type: SourceType | null, at: number, bits: number): boolean {
  const t = strip(type);
  if (t?.kind === "struct" || t?.kind === "union") {
    const inside = t.fields.filter((f) => f.offsetBits < at + bits && f.offsetBits + extentOf(t, f) > at);
    if (inside.length > 0 && inside.every((f) => f.bitField)) return false;
    const field = inside.find((f) => f.offsetBits <= at && at + bits <= f.offsetBits + extentOf(t, f));
    return field === undefined || isAggregate(field.type, at - field.offsetBits, bits);
  }
  if (t?.kind === "array") {
    const element = sizeOf(t.element);
    return element > 0 && (bits > element || isAggregate(t.element, at % element, bits));
  }
  return false;
}
