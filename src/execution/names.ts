// Names for bytes, as a C programmer would write them: `x`, `table[2].lock`, `(*node).next` for the heap.

import type { SourceField, SourceType } from "../program/source-types.ts";
import type { Memory } from "./memory.ts";
import type { MemoryObject } from "./memory-object.ts";

export function nameBytes(memory: Memory, low: number, high: number, size: number): string {
  const o = memory.objectAt(low, high);
  if (o === null) return `0x${((high >>> 0) * 2 ** 32 + (low >>> 0)).toString(16)}`;
  const offset = ((low - o.region.baseLow) >>> 0) - o.start;
  return nameInObject(o, offset, size);
}

export function nameInObject(
  o: Pick<MemoryObject, "kind" | "thread" | "count" | "name" | "type" | "size">,
  offset: number,
  size: number,
): string {
  const base =
    o.kind === "heap" && o.name === ""
      ? `heap object ${o.thread}.${o.count}`
      : o.kind === "internal"
        ? "a library object"
        : o.name !== ""
          ? o.name
          : o.kind === "stack"
            ? "a temporary"
            : "a constant";
  // What a text or the library's own data is made of has no names.
  if (o.type === null && o.kind === "global") return base;
  if (o.type === null || size >= o.size) return offset === 0 && (o.type !== null || size >= o.size) ? base : `${base} + ${offset}`;
  return base + path(o.type, offset * 8, size * 8);
}

/** The member path to the bits [at, at + bits) of a value of this type; empty if it is the whole. */
function path(type: SourceType | null, at: number, bits: number): string {
  const t = strip(type);
  if (t === null) return at === 0 ? "" : ` + ${at / 8}`;
  switch (t.kind) {
    case "struct":
    case "union": {
      const inside = t.fields.filter((f) => f.offsetBits <= at && at < f.offsetBits + Math.max(extentOf(t, f), 1));
      const fitting = inside.filter((f) => at + bits <= f.offsetBits + extentOf(t, f));
      // Of the members of a union, the one that has a name for these bytes.
      const field = fitting.find((f) => !path(f.type, at - f.offsetBits, bits).includes(" + ")) ?? fitting[0] ?? inside[0];
      const several = t.kind === "struct" ? t.fields.filter((f) => f.offsetBits < at + bits && f.offsetBits + extentOf(t, f) > at) : [];
      if (
        several.length > 1 &&
        !several.some((f) => f.bitField) &&
        field !== undefined &&
        at + bits > field.offsetBits + extentOf(t, field)
      )
        return several.length === t.fields.length ? "" : members(several);
      if (field === undefined) return at === 0 ? "" : ` + ${at / 8}`;
      if (field.bitField) return bitFields(t.fields, at, bits);
      return `${field.name === "" ? "" : `.${field.name}`}${path(field.type, at - field.offsetBits, bits)}`;
    }
    case "array": {
      const element = sizeOf(t.element);
      if (element === 0) return at === 0 ? "" : ` + ${at / 8}`;
      const inner = t.counts.slice(1).reduce((n, c) => n * c, 1);
      const stride = element * inner;
      if (bits > stride) return at === 0 ? "" : ` + ${at / 8}`;
      const index = Math.floor(at / stride);
      const rest: SourceType | null = t.counts.length > 1 ? { kind: "array", element: t.element, counts: t.counts.slice(1) } : t.element;
      return `[${index}]${path(rest, at - index * stride, bits)}`;
    }
    default:
      return at === 0 ? "" : ` + ${at / 8}`;
  }
}

/** How many bits a member has: a flexible array, the last member of a struct, extends to the end of the object. */
export function extentOf(t: SourceType & { readonly kind: "struct" | "union" }, f: SourceField): number {
  const isFlexible = t.kind === "struct" && f === t.fields.at(-1) && strip(f.type)?.kind === "array" && sizeOf(f.type) <= 0;
  return isFlexible ? Number.POSITIVE_INFINITY : f.bits;
}

/** An access to several members at once. */
function members(fields: readonly SourceField[]): string {
  const names = fields.map((f) => f.name).filter((name) => name !== "");
  return names.length <= 3 ? `.{${names.join(", ")}}` : `.{${names[0]} … ${names.at(-1)}}`;
}

/** A bit-field is read and written with its storage unit: name all fields in it. */
function bitFields(fields: readonly SourceField[], at: number, bits: number): string {
  const names = fields.filter((f) => f.bitField && f.offsetBits < at + bits && f.offsetBits + f.bits > at).map((f) => f.name);
  return names.length === 1 ? `.${names[0]}` : `.{${names.join(", ")}}`;
}

export function strip(type: SourceType | null): SourceType | null {
  let t = type;
  while (t !== null && (t.kind === "named" || t.kind === "qualified")) t = t.of;
  return t;
}

export function sizeOf(type: SourceType | null): number {
  const t = strip(type);
  if (t === null) return 0;
  switch (t.kind) {
    case "base":
    case "pointer":
    case "struct":
    case "union":
    case "enum":
      return t.bits;
    case "array":
      return sizeOf(t.element) * t.counts.reduce((n, c) => n * c, 1);
    default:
      return 0;
  }
}
