// A thread's own memory: objects that no other thread accesses, and a copy of those that only this thread writes. In: objects, and offsets in
// them, fixed or symbolic. Out: their bytes on a path (bytes.ts), and values. A symbolic offset is expanded to its places, each under its
// condition.

import type { Tick } from "../../support/limits.ts";
import { Bytes } from "../../symbolic/bytes.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Knowledge } from "../knowledge.ts";
import type { SharedObject, Target } from "../skeleton.ts";
import type { PossibleValues } from "../value-set.ts";
import type { Path } from "./path.ts";

/** Places to which a symbolic offset is expanded. */
const maxPlaces = 1024;

/** The unroller, as used by the thread's own memory. */
export interface OwnMemoryHost {
  readonly terms: Terms;
  readonly knowledge: Knowledge;
  readonly possible: PossibleValues;
  readonly name: string; // the thread's
  readonly tick: Tick;
  /** The content of fresh memory: an unknown value per byte. */
  undefinedBytes(object: SharedObject, offset: number, size: number, life?: string): Term;
}

export class OwnMemory {
  readonly terms: Terms;

  constructor(readonly host: OwnMemoryHost) {
    this.terms = host.terms;
  }

  isLocal(object: SharedObject): boolean {
    return object.constant || !this.host.knowledge.noteAccess(object, this.host.name);
  }

  /** The bytes of an object that only this thread accesses; undefined if others do. */
  localBytes(path: Path, object: SharedObject): Bytes | undefined {
    return this.isLocal(object) ? this.#bytesOf(path, object) : undefined;
  }

  /** The bytes of an object that only this thread writes, though others may read it; undefined if others write it. */
  mirror(path: Path, object: SharedObject): Bytes | undefined {
    return this.host.knowledge.writesAlone(object, this.host.name) ? this.#bytesOf(path, object) : undefined;
  }

  #bytesOf(path: Path, object: SharedObject): Bytes | undefined {
    const known = path.bytesOf(object.id);
    if (known !== undefined) return known;
    if (object.kind !== "global" && object.kind !== "thread-local") return undefined; // made on another path
    return path.addOrigin(object.id, this.initialBytes(object));
  }

  /** The bytes of an object at the beginning of its lifetime. */
  initialBytes(object: SharedObject): Bytes {
    return new Bytes(this.terms, object.size, (offset, size) => this.#initialValue(object, offset, size), this.terms.true);
  }

  #initialValue(object: SharedObject, offset: number, size: number): Term {
    if (object.image === undefined) return this.host.undefinedBytes(object, offset, size);
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(object.image?.[offset + i] ?? 0);
    return this.terms.constant(value, 8 * size);
  }

  read(bytes: Bytes, offset: number | Term, size: number): Term {
    if (typeof offset === "number") return bytes.read(offset, size);
    const { terms } = this;
    let value: Term | null = null;
    for (const at of this.placesOf(offset, size, bytes.size)) {
      this.host.tick();
      const here = bytes.read(at, size);
      value = value === null ? here : terms.ite(terms.eq(offset, terms.constant(BigInt(at), offset.width)), here, value);
    }
    return value ?? terms.constant(0n, 8 * size);
  }

  /** Writes `size` bytes, at `from` in a longer write to the target. */
  write(bytes: Bytes, t: Target, from: number, size: number, value: Term): void {
    const { terms } = this;
    if (typeof t.offset === "number") {
      const at = t.offset + from;
      bytes.write(at, size, t.when === terms.true ? value : terms.ite(t.when, value, bytes.read(at, size)));
      return;
    }
    for (const at of this.placesOf(t.offset, size, bytes.size)) {
      this.host.tick();
      const here = terms.and(t.when, terms.eq(t.offset, terms.constant(BigInt(at), t.offset.width)));
      bytes.write(at + from, size, terms.ite(here, value, bytes.read(at + from, size)));
    }
  }

  /** The places of a symbolic offset. Throws `Unsupported` if there are too many. */
  placesOf(offset: Term, size: number, objectSize: number): number[] {
    const { terms } = this;
    const few = this.host.possible.of(offset);
    if (few !== null) return [...few].filter((v) => v + BigInt(size) <= BigInt(objectSize)).map(Number);
    const stride = 2 ** Math.min(terms.trailingZeros(offset), 10);
    const { low, high } = terms.range(offset);
    const out: number[] = [];
    for (let at = Math.ceil(low / stride) * stride; at + size <= objectSize && at <= high; at += stride) {
      if (out.length >= maxPlaces) throw new Unsupported("an index into a large array");
      out.push(at);
    }
    return out;
  }
}
