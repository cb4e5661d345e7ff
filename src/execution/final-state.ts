// What a run leaves behind: the values of the program's own globals, scalar by scalar, as a C programmer names and reads them. Left out
// are constants and the insides of the library's types (a mutex, a semaphore).

import type { SourceType } from "../program/source-types.ts";
import type { Machine } from "./machine.ts";
import type { MemoryObject } from "./memory-object.ts";
import { sizeOf, strip } from "./names.ts";
import { ObjectNames } from "./object-names.ts";
import { scalarValue, type Value } from "./values.ts";

export interface GlobalValue {
  readonly name: string;
  readonly value: Value;
}

/** Beyond this many elements an array is shown by its bytes. */
const maxElements = 64;

/**
 * How the run ended: every thread ended, all wait forever, or the process ended before all threads ended; null for runs that an error or an assumption
 * cut short.
 */
export function finalEnd(machine: Machine): "exit" | "deadlock" | "cut-short" | null {
  const { outcome } = machine;
  if (outcome?.kind === "error") return outcome.violation.kind === "deadlock" ? "deadlock" : null;
  if (outcome?.kind !== "exit") return null;
  return machine.threads.every((t, i) => i === 0 || t.status === "finished") ? "exit" : "cut-short";
}

export function globalValues(machine: Machine): GlobalValue[] {
  const reader = new Reader(machine);
  for (const o of machine.memory.globals.objects)
    if (!o.library && !o.constant && o.name !== "") reader.read(o, o.type, o.name, 0, o.size * 8);
  return reader.out;
}

class Reader {
  readonly out: GlobalValue[] = [];
  readonly #names: ObjectNames;

  constructor(readonly machine: Machine) {
    this.#names = new ObjectNames(machine);
  }

  read(o: MemoryObject, type: SourceType | null, name: string, at: number, bits: number): void {
    const t = strip(type);
    switch (t?.kind) {
      case "struct":
        if (t.fields.some((f) => f.name.startsWith("__"))) return; // the library's
        for (const f of t.fields)
          this.read(
            o,
            f.type,
            f.name === "" ? name : `${name}.${f.name}`,
            at + f.offsetBits,
            f.bitField ? f.bits : sizeOf(f.type) || f.bits,
          );
        return;
      case "union":
        if (!t.fields.some((f) => f.name.startsWith("__"))) this.#bytes(o, name, at, bits);
        return;
      case "array": {
        const element = sizeOf(t.element);
        const [count = 0, ...inner] = t.counts;
        const stride = element * inner.reduce((n, c) => n * c, 1);
        if (stride === 0 || count * inner.reduce((n, c) => n * c, 1) > maxElements) return this.#bytes(o, name, at, bits);
        const of: SourceType | null = inner.length > 0 ? { kind: "array", element: t.element, counts: inner } : t.element;
        for (let i = 0; i < count; i++) this.read(o, of, `${name}[${i}]`, at + i * stride, stride);
        return;
      }
      default:
        if (bits > 64) return this.#bytes(o, name, at, bits);
        this.out.push({
          name,
          value: scalarValue(type, this.#raw(o, at, bits), bits, (low, high, pointee) =>
            this.#names.pointer(this.#names.target(low, high), low, high, pointee),
          ),
        });
    }
  }

  #raw(o: MemoryObject, at: number, bits: number): bigint {
    let value = 0n;
    for (let i = Math.floor((at + bits - 1) / 8); i >= Math.floor(at / 8); i--)
      value = (value << 8n) | BigInt(o.region.bytes[o.start + i] as number);
    return BigInt.asUintN(bits, value >> BigInt(at % 8));
  }

  #bytes(o: MemoryObject, name: string, at: number, bits: number): void {
    const from = o.start + at / 8;
    const text = Array.from(o.region.bytes.subarray(from, from + bits / 8), (b) => b.toString(16).padStart(2, "0")).join("");
    this.out.push({ name, value: { text, json: text } });
  }
}
