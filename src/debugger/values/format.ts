// Values as a C programmer writes them. In: a value with its type. Out: text: `97 'a'`, `GREEN`, `"text"`, `{x = 1, next = &node#2}`, `(unwritten)`.

import type { Machine } from "../../execution/machine.ts";
import type { MemoryObject } from "../../execution/memory-object.ts";
import { strip } from "../../execution/names.ts";
import type { ObjectNames } from "../../execution/object-names.ts";
import { functionAt } from "../../program/program.ts";
import type { SourceType } from "../../program/source-types.ts";
import { lazily } from "../../support/lazily.ts";
import { highOf, lowOf, MemoryReader } from "../expressions/memory-reader.ts";
import { type ArrayType, arithmeticOf, bytesOf, elementOf, fieldsOf, type StructType } from "../expressions/types.ts";
import { type Bytes, type Content, isUnwritten, readBytes } from "../expressions/value.ts";
import { namesIn } from "../state-names.ts";
import { lockText } from "./locks.ts";

/** Characters of a text, members of a struct, groups of equal elements, and characters in all. */
const maxText = 64;
const maxMembers = 12;
const maxGroups = 10;
const maxScanned = 1000;
const maxLength = 160;
/** The library's object for the first thread. */
const mainThread = "__rvl_main_thread";
/** Structs in structs. */
const maxNesting = 2;

export class Formatter {
  readonly #names: () => ObjectNames;

  constructor(
    readonly machine: Machine,
    readonly reader: MemoryReader = new MemoryReader(machine),
  ) {
    this.#names = lazily(() => namesIn(machine));
  }

  /** `address`: where the value lies, if it does: locks are known by it. */
  text(type: SourceType | null, content: Content, address: bigint | null, nesting = 0): string {
    switch (content.kind) {
      case "missing":
        return `(${content.why})`;
      case "void":
        return "(void)";
      case "function":
        return this.machine.program.functions[content.id]?.name ?? "(no function)";
      case "float":
        return floatText(content.value, arithmeticOf(type)?.bits ?? 64);
      case "integer":
        return lockText(this.machine, type, address) ?? this.#integer(type, content.value);
      case "bytes":
        return this.#aggregate(type, content.bytes, address, nesting);
    }
  }

  #integer(type: SourceType | null, value: bigint): string {
    const t = strip(type);
    if (t?.kind === "pointer") return this.pointer(value, t.to);
    if (isThreadId(type)) return this.#thread(value) ?? String(value);
    if (t?.kind === "enum") return enumText(t.members, value);
    if (t?.kind === "base" && t.encoding.includes("boolean")) return value === 0n ? "false" : value === 1n ? "true" : String(value);
    if (t?.kind === "base" && t.name === "char") return `${value} ${characterText(Number(BigInt.asUintN(8, value)))}`;
    return String(value);
  }

  #thread(value: bigint): string | null {
    const owner = this.machine.threads.find(
      (t) => t.index > 0 && t.selfLow === lowOf(value) && t.selfHigh === (this.machine.memory.wide ? highOf(value) : 0),
    );
    const isMain = this.reader.objectAt(value)?.name === mainThread;
    return owner !== undefined ? `T${owner.index}` : isMain ? "main" : null;
  }

  /** By the object it points to: `&node#2`, `&table[2]`, `"text"`, a function's name. */
  pointer(value: bigint, to: SourceType | null): string {
    if (value === 0n) return "NULL";
    const hex = `0x${value.toString(16)}`;
    const temporary = this.reader.temporaryAt(value);
    if (temporary !== null)
      return temporary.global === null ? this.#quoted(value) : `&${temporary.global.name} (not yet used by its thread)`;
    const f = functionAt(this.machine.program, value);
    if (f !== null) return f.name;
    const object = this.reader.objectAt(value);
    if (object === null) return `${hex}, which points to no object`;
    const offset = Number(value) - object.address;
    const low = lowOf(value);
    const high = this.machine.memory.wide ? highOf(value) : 0;
    const text = this.#names().pointer({ object, offset, live: true }, low, high, to) ?? hex;
    if (!object.live) return `${text}, dangling (${this.#ending(object)})`;
    if (offset > object.size || offset < 0) return `${text}, outside its object`;
    const isText = isCharacter(to) && !text.startsWith('"');
    const quoted = isText ? this.#quoted(value) : "";
    return quoted === "" ? text : `${text} ${quoted}`;
  }

  #ending(o: MemoryObject): string {
    const { describePosition } = this.machine.memory;
    if (o.kind === "heap" || o.kind === "internal") return `freed${this.reader.endOf(o)}`;
    return o.endedAt === 0 ? "its function has returned" : `its scope ended at ${describePosition(o.endedAt)}`;
  }

  #quoted(address: bigint): string {
    const found = this.reader.text(address, maxText);
    return found === null ? "" : quote(found.bytes, found.isCut);
  }

  #aggregate(type: SourceType | null, bytes: Bytes, address: bigint | null, nesting: number): string {
    const lock = lockText(this.machine, type, address);
    if (lock !== null) return lock;
    if (isUnwritten(bytes)) return "(unwritten)";
    const t = strip(type);
    if (t?.kind === "array") return this.#array(t, bytes, address, nesting);
    if (t?.kind === "struct" || t?.kind === "union") return this.#struct(t, bytes, address, nesting);
    return "{…}";
  }

  #struct(t: StructType, source: Bytes, address: bigint | null, nesting: number): string {
    const fields = fieldsOf(t);
    const isOpaque = fields.length > 0 && fields.every((f) => f.name.startsWith("__")); // the inside of a type of the library
    if (nesting >= maxNesting || isOpaque) return "{…}";
    const parts: string[] = [];
    for (const f of fields) {
      if (parts.length >= maxMembers || parts.join(", ").length > maxLength) break;
      const from = Math.floor(f.offsetBits / 8);
      const bits = f.bitField ? { offset: f.offsetBits % 8, width: f.bits } : null;
      const size = bits === null ? Math.max(bytesOf(f.type), 0) : Math.ceil((bits.offset + bits.width) / 8);
      const content = readBytes(f.type, slice(source, from, size), bits);
      parts.push(`${f.name} = ${this.text(f.type, content, address === null ? null : address + BigInt(from), nesting + 1)}`);
    }
    if (parts.length < fields.length) parts.push("…");
    return `{${parts.join(", ")}}`;
  }

  #array(t: ArrayType, source: Bytes, address: bigint | null, nesting: number): string {
    const element = elementOf(t);
    const size = bytesOf(element);
    const count = size === 0 ? 0 : Math.floor(source.bytes.length / size);
    if (isCharacter(element) && count > 0) {
      const text = characters(source);
      if (text !== null) return text;
    }
    if (nesting >= maxNesting && count > 0) return "{…}";
    const groups: { text: string; times: number }[] = [];
    let scanned = 0;
    for (; scanned < Math.min(count, maxScanned); scanned++) {
      const content = readBytes(element, slice(source, scanned * size, size), null);
      const text = this.text(element, content, address === null ? null : address + BigInt(scanned * size), nesting + 1);
      const last = groups.at(-1);
      if (last?.text === text) last.times++;
      else if (groups.length >= maxGroups || groups.reduce((n, g) => n + g.text.length, 0) > maxLength) break;
      else groups.push({ text, times: 1 });
    }
    const parts = groups.map(({ text, times }) => (times > 3 ? `${text} (${times} times)` : Array(times).fill(text).join(", ")));
    if (scanned < count) parts.push("…");
    return `{${parts.join(", ")}}`;
  }
}

/** Characters up to the first 0, if they are a text. */
function characters({ bytes, written }: Bytes): string | null {
  const zero = bytes.indexOf(0);
  const length = Math.min(zero < 0 ? bytes.length : zero, maxText);
  if (written?.subarray(0, Math.min(length + 1, bytes.length)).some((mark) => mark !== 1)) return null;
  return quote(bytes.subarray(0, length), zero < 0 ? bytes.length > maxText : zero > maxText);
}

export const slice = ({ bytes, written, holes }: Bytes, from: number, size: number): Bytes => ({
  bytes: bytes.subarray(from, from + size),
  written: written?.subarray(from, from + size) ?? null,
  holes: holes?.subarray(from, from + size) ?? null,
});

export const isCharacter = (type: SourceType | null): boolean => {
  const t = strip(type);
  return t?.kind === "base" && t.bits === 8 && /char/.test(t.name);
};

function isThreadId(type: SourceType | null): boolean {
  for (let t = type; t !== null && (t.kind === "named" || t.kind === "qualified"); t = t.of)
    if (t.kind === "named" && (t.name === "pthread_t" || t.name === "thrd_t")) return true;
  return false;
}

/** The name; or the names that make up a set of flags; or the number. */
function enumText(members: readonly { readonly name: string; readonly value: bigint }[], value: bigint): string {
  const exact = members.find((m) => m.value === value);
  if (exact !== undefined) return exact.name;
  const flags = members.filter((m) => m.value > 0n && (m.value & (m.value - 1n)) === 0n && (value & m.value) !== 0n);
  return value > 0n && flags.length > 1 && flags.reduce((sum, m) => sum | m.value, 0n) === value
    ? flags.map((m) => m.name).join(" | ")
    : String(value);
}

function floatText(value: number, bits: number): string {
  if (Object.is(value, -0)) return "-0";
  return bits === 32 && Number.isFinite(value) ? String(Number(value.toPrecision(8))) : String(value);
}

const escapes: ReadonlyMap<number, string> = new Map([
  [0, "\\0"],
  [7, "\\a"],
  [8, "\\b"],
  [9, "\\t"],
  [10, "\\n"],
  [11, "\\v"],
  [12, "\\f"],
  [13, "\\r"],
  [92, "\\\\"],
]);

const escaped = (code: number, quoteMark: string): string =>
  escapes.get(code) ??
  (code === quoteMark.charCodeAt(0)
    ? `\\${quoteMark}`
    : code >= 32 && code < 127
      ? String.fromCharCode(code)
      : `\\${code.toString(8).padStart(3, "0")}`);

const characterText = (code: number): string => `'${escaped(code, "'")}'`;

const quote = (bytes: Uint8Array, isCut: boolean): string => `"${Array.from(bytes, (b) => escaped(b, '"')).join("")}"${isCut ? "…" : ""}`;
