// Reads a machine's memory without disturbing it: no journal, no race detector, no mark of a read. In: an address and a size. Out: a view of the bytes,
// or an ExpressionError that says why there are none.
//
// Texts in expressions, and thread-locals that their thread has not used yet, are no objects of the machine. They get addresses of their own, above all
// objects, for as long as one expression is evaluated.

import { faultOf } from "../../execution/fault.ts";
import type { Machine } from "../../execution/machine.ts";
import type { MemoryObject } from "../../execution/memory-object.ts";
import { functionAt, type GlobalObject } from "../../program/program.ts";
import { refuse } from "./error.ts";
import type { OpenReads } from "./open-reads.ts";
import type { Bytes } from "./value.ts";

export interface Located extends Bytes {
  /** Null: it is not an object of the machine. */
  readonly place: { readonly object: MemoryObject; readonly offset: number } | null;
}

/** Bytes that are fixed at a time. */
const wordSize = 8;

interface Temporary {
  readonly address: bigint;
  readonly bytes: Uint8Array;
  /** The thread-local that it stands for. */
  readonly global: GlobalObject | null;
}

export class MemoryReader {
  readonly #temporaries: Temporary[] = [];
  #next: bigint;

  constructor(
    readonly machine: Machine,
    /** Is told what is read, if that may depend on inputs. */
    readonly reads: OpenReads | undefined = undefined,
  ) {
    this.#next = machine.memory.wide ? 0xffff_0000_0000_0000n : 0xf000_0000n;
  }

  /** Gives bytes an address. */
  place(bytes: Uint8Array, global: GlobalObject | null = null): bigint {
    const known = global === null ? undefined : this.#temporaries.find((t) => t.global === global);
    if (known !== undefined) return known.address;
    const address = this.#next;
    this.#next += BigInt(Math.ceil((bytes.length + 64) / 16) * 16);
    this.#temporaries.push({ address, bytes, global });
    return address;
  }

  temporaryAt(address: bigint): Temporary | null {
    return this.#temporaries.find((t) => address >= t.address && address <= t.address + BigInt(t.bytes.length)) ?? null;
  }

  objectAt(address: bigint): MemoryObject | null {
    return this.machine.memory.objectAt(lowOf(address), highOf(address));
  }

  /** The bytes of an access. `at`: where in the text, for messages. */
  locate(address: bigint, size: number, at: number): Located {
    const temporary = this.temporaryAt(address);
    if (temporary !== null) {
      const offset = Number(address - temporary.address);
      if (offset + size > temporary.bytes.length) refuse("the access is beyond the end of the text", at);
      return { bytes: temporary.bytes.subarray(offset, offset + size), written: null, holes: null, place: null };
    }
    const located = this.locateOpen(address, size, at);
    if (this.reads !== undefined) this.#pin(this.reads, Number(address), size);
    return located;
  }

  #pin(reads: OpenReads, address: number, size: number): void {
    for (let i = 0; i < size; i += wordSize) {
      const open = reads.bytes(address + i, Math.min(wordSize, size - i));
      if (open !== null) reads.pin(open);
    }
  }

  /** The bytes of an access to an object, whose contents may depend on inputs. */
  locateOpen(address: bigint, size: number, at: number): Located {
    const o = this.objectAt(address);
    const offset = o === null ? 0 : Number(address) - o.address;
    if (o === null || !o.live || offset < 0 || offset + size > o.size) return refuse(this.explain(address, size), at);
    const from = o.start + offset;
    const { bytes, written, holes } = o.region;
    return {
      bytes: bytes.subarray(from, from + size),
      written: written?.subarray(from, from + size) ?? null,
      holes: holes?.subarray(from, from + size) ?? null,
      place: { object: o, offset },
    };
  }

  /** Why there is nothing to read. */
  explain(address: bigint, size: number): string {
    const f = functionAt(this.machine.program, address);
    if (f !== null) return `the pointer points to the function ${f.name}`;
    const o = this.objectAt(address);
    const { message } = faultOf(o, lowOf(address), highOf(address), size, this.machine.memory.describePosition);
    return o !== null && !o.live ? `${message}${this.endOf(o)}` : message;
  }

  /** Who ended an object, and where. */
  endOf(o: MemoryObject): string {
    const where = o.endedAt === 0 ? "" : ` at ${this.machine.memory.describePosition(o.endedAt)}`;
    return o.kind === "heap" && o.endedBy >= 0 ? ` by ${threadName(o.endedBy)}${where}` : "";
  }

  /** The text at an address, up to its 0 or to `max` characters; null: not all of it can be read. */
  text(address: bigint, max: number): { readonly bytes: Uint8Array; readonly isCut: boolean } | null {
    const temporary = this.temporaryAt(address);
    const o = temporary === null ? this.objectAt(address) : null;
    const end = temporary !== null ? temporary.address + BigInt(temporary.bytes.length) : o?.live ? BigInt(o.address + o.size) : address;
    const room = Number(end - address);
    if (room <= 0) return null;
    const { bytes, written } = this.locate(address, Math.min(room, max + 1), 0);
    const zero = bytes.indexOf(0);
    const length = zero < 0 ? Math.min(bytes.length, max) : zero;
    if (written?.subarray(0, length).some((mark) => mark !== 1) || (zero < 0 && room <= max)) return null;
    return { bytes: bytes.slice(0, length), isCut: zero < 0 };
  }
}

/** As traces name threads. */
export const threadName = (index: number): string => (index === 0 ? "main" : `T${index}`);

export const lowOf = (address: bigint): number => Number(BigInt.asIntN(32, address));
export const highOf = (address: bigint): number => Number(BigInt.asIntN(32, address >> 32n));
