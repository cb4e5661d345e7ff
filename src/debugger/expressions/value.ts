// Values of C expressions, and how they are read from bytes and registers, and converted.

import { runtime } from "../../execution/compile/runtime.ts";
import type { MemoryObject } from "../../execution/memory-object.ts";
import { strip } from "../../execution/names.ts";
import { partMark } from "../../execution/region.ts";
import type { SourceType } from "../../program/source-types.ts";
import { refuse } from "./error.ts";
import type { MemoryReader } from "./memory-reader.ts";
import { type Arithmetic, arithmeticOf } from "./types.ts";

export type Content =
  /** Of integers, truth values and enumerations; of pointers, the address. */
  | { readonly kind: "integer"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number }
  /** Of structs, unions and arrays. They may be views of the machine's memory: read them before it moves. */
  | { readonly kind: "bytes"; readonly bytes: Bytes }
  | { readonly kind: "function"; readonly id: number }
  | { readonly kind: "void" }
  /** `why` in words: unwritten. */
  | { readonly kind: "missing"; readonly why: string };

/** Bytes with their marks (`Region.written`, `Region.holes`); null: all are written. */
export interface Bytes {
  readonly bytes: Uint8Array;
  readonly written: Uint8Array | null;
  readonly holes: Uint8Array | null;
}

export interface BitRange {
  /** Within the byte at which the value begins. */
  readonly offset: number;
  readonly width: number;
}

export interface CValue {
  /** Null: void. */
  readonly type: SourceType | null;
  readonly content: Content;
  /** Where it lies, if it is in memory. */
  readonly place: { readonly object: MemoryObject; readonly offset: number } | null;
  /** Its address, also of what is not yet an object of the machine: a text of the expression, a thread-local that the thread has not used. Null: it has none. */
  readonly address: bigint | null;
  /** Of a bit-field. */
  readonly bits: BitRange | null;
  /** By which it was read: it knows what the address of a text means. */
  readonly reader: MemoryReader;
}

export const integer = (value: bigint): Content => ({ kind: "integer", value });
export const float = (value: number): Content => ({ kind: "float", value });
export const missing = (why: string): Content => ({ kind: "missing", why });
export const unwritten = missing("unwritten");
const noValue: Content = { kind: "void" };

export { noValue as voidContent };

const markedWritten = 1;

/** The value of this type at the beginning of the bytes. */
export function readBytes(type: SourceType | null, source: Bytes, bits: BitRange | null): Content {
  const t = strip(type);
  if (t === null) return noValue;
  switch (t.kind) {
    case "struct":
    case "union":
    case "array":
      return { kind: "bytes", bytes: source };
    case "function":
      return noValue;
    case "base":
    case "enum":
    case "pointer": {
      const offset = bits?.offset ?? 0;
      const width = bits?.width ?? t.bits;
      const size = Math.ceil((offset + width) / 8);
      const mask = ((1n << BigInt(width)) - 1n) << BigInt(offset);
      if ((openBits(source, size) & mask) !== 0n) return unwritten;
      let raw = 0n;
      for (let i = size - 1; i >= 0; i--) raw = (raw << 8n) | BigInt(source.bytes[i] ?? 0);
      return fromRaw(type, (raw & mask) >> BigInt(offset), width);
    }
    case "named":
    case "qualified":
      return noValue;
  }
}

/** Which bits are unwritten. */
function openBits({ bytes, written, holes }: Bytes, size: number): bigint {
  if (written === null) return size > bytes.length ? -1n : 0n;
  let open = 0n;
  for (let i = size - 1; i >= 0; i--) {
    const mark = written[i] ?? 0;
    open = (open << 8n) | BigInt(mark === markedWritten ? 0 : mark === partMark ? (holes?.[i] ?? 0xff) : 0xff);
  }
  return open;
}

export const isUnwritten = (b: Bytes): boolean =>
  b.written !== null && b.bytes.length > 0 && b.written.every((m) => m !== markedWritten && m !== partMark);

/** A scalar from its bits. */
export function fromRaw(type: SourceType | null, raw: bigint, width: number): Content {
  const a = arithmeticOf(type);
  if (a?.kind === "float") {
    const low = Number(BigInt.asIntN(32, raw));
    if (a.bits === 32) return float(runtime.toFloat(low));
    if (a.bits === 64) return float(runtime.toDouble(low, Number(BigInt.asIntN(32, raw >> 32n))));
    return missing("a long double, which is not supported");
  }
  return integer(a?.kind === "integer" && a.signed ? BigInt.asIntN(width, raw) : BigInt.asUintN(width, raw));
}

/** The bits of a scalar, for arguments of calls. */
export function toRaw(content: Content, bits: number): bigint {
  if (content.kind === "integer") return BigInt.asUintN(bits, content.value);
  if (content.kind !== "float") return 0n;
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 32) view.setFloat32(0, content.value);
  else view.setFloat64(0, content.value);
  return bits === 32 ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
}

/** Converts a scalar to an arithmetic type, as an assignment does. */
export function convert(content: Content, to: Arithmetic, at: number): Content {
  if (content.kind === "integer") {
    if (to.kind === "float") return float(to.bits === 32 ? toFloat32(content.value) : Number(content.value));
    if (to.isBool) return integer(content.value === 0n ? 0n : 1n);
    return integer(wrap(content.value, to));
  }
  if (content.kind !== "float") return refuse("the operand is not a number", at);
  const { value } = content;
  if (to.kind === "float") return float(to.bits === 32 ? Math.fround(value) : value);
  if (to.isBool) return integer(value === 0 ? 0n : 1n);
  const truncated = Number.isFinite(value) ? BigInt(Math.trunc(value)) : null;
  if (truncated === null || wrap(truncated, to) !== truncated) return refuse(`${value} does not fit into the integer type`, at);
  return integer(truncated);
}

export const wrap = (value: bigint, { bits, signed }: { readonly bits: number; readonly signed: boolean }): bigint =>
  signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);

/** Rounded once: through a double it could be rounded twice. */
function toFloat32(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const excess = magnitude.toString(2).length - 26;
  if (excess <= 0) return Math.fround(Number(value));
  // The bits that are dropped only matter as being zero or not.
  const kept = magnitude >> BigInt(excess);
  const sticky = kept << BigInt(excess) === magnitude ? 0n : 1n;
  const rounded = Math.fround(Number((kept << 1n) | sticky)) * 2 ** (excess - 1);
  return value < 0n ? -rounded : rounded;
}

/** Whether a condition with this value holds. */
export function truth(content: Content, at: number): boolean {
  switch (content.kind) {
    case "integer":
      return content.value !== 0n;
    case "float":
      return content.value !== 0;
    case "function":
      return true;
    case "missing":
      return refuse(`the value is ${content.why}`, at);
    case "bytes":
    case "void":
      return refuse("a number or a pointer is expected", at);
  }
}
