// Values as a C programmer reads them, by the type debug information gives the bytes.

import type { SourceType } from "../program/source-types.ts";
import type { AccessEvent } from "./accesses.ts";
import { runtime } from "./compile/runtime.ts";
import { sizeOf, strip } from "./names.ts";

export function showValue(e: AccessEvent): string | null {
  if (e.size > 8) return null;
  const type = scalarAt(e.object.type, e.offset * 8, e.size * 8);
  const raw = BigInt.asUintN(e.size * 8, runtime.big64(e.low, e.size > 4 ? e.high : 0));
  return showScalar(type, raw, e.size * 8);
}

export function showScalar(type: SourceType | null, raw: bigint, bits: number): string {
  const t = strip(type);
  if (t?.kind === "pointer") return raw === 0n ? "NULL" : `0x${raw.toString(16)}`;
  if (t?.kind === "enum") {
    const member = t.members.find((m) => BigInt.asUintN(bits, m.value) === raw);
    if (member !== undefined) return member.name;
  }
  if (t?.kind === "base") {
    if (t.encoding.includes("float")) {
      const value = bits === 32 ? runtime.toFloat(Number(BigInt.asIntN(32, raw))) : runtime.toDouble(Number(BigInt.asIntN(32, raw)), Number(BigInt.asIntN(32, raw >> 32n)));
      return String(value);
    }
    if (t.encoding.includes("boolean")) return raw === 0n ? "false" : raw === 1n ? "true" : String(raw);
    if (t.encoding.includes("char") && raw >= 32n && raw < 127n) return `'${String.fromCharCode(Number(raw))}'`;
    if (t.encoding.includes("unsigned")) return String(raw);
  }
  return String(BigInt.asIntN(bits, raw));
}

/** The scalar type of the bits [at, at + bits), if there is just one. */
function scalarAt(type: SourceType | null, at: number, bits: number): SourceType | null {
  const t = strip(type);
  if (t === null) return null;
  if (t.kind === "struct" || t.kind === "union") {
    const field = t.fields.find((f) => !f.bitField && f.offsetBits <= at && at + bits <= f.offsetBits + f.bits);
    return field === undefined ? null : scalarAt(field.type, at - field.offsetBits, bits);
  }
  if (t.kind === "array") {
    const element = sizeOf(t.element);
    return element === 0 ? null : scalarAt(t.element, at % element, bits);
  }
  return at === 0 && sizeOf(t) === bits ? t : null;
}
