// Operations on blocks of bytes: copying (a copy-in, then a copy-out), filling, clearing. In: an operation on a path. Out: accesses word by
// word, because programs mostly use what they copy in words. What was copied in is kept until it is copied out.

import type { Operation } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { maxObjectBytes } from "../extents.ts";
import { moved } from "../spread.ts";
import { locateAccess, notePartOfAddress } from "./accesses.ts";
import type { ResolvedAddress } from "./addresses.ts";
import type { Instance } from "./instance.ts";
import type { Content } from "./section.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";
import { Unsupported } from "./unsupported.ts";

export type BlockAccess = Operation & { op: "copy-in" | "copy-out" | "fill" };

/** Larger copies are unsupported: from memory that other threads see, and from the thread's own. */
const maxSharedBytes = 4096;
const maxOwnBytes = 65_536;

interface Piece {
  readonly from: number;
  readonly size: number;
}

type Clear = Operation & { op: "clear" };

export class Blocks {
  /** The transfer buffer: what was copied in last. */
  #transfer: Content;

  constructor(
    readonly steps: Steps,
    readonly memory: ThreadMemory,
  ) {
    this.#transfer = () => steps.terms.false;
  }

  access(o: BlockAccess, instance: Instance): void {
    const { memory, steps } = this;
    const { terms } = steps;
    const { path } = instance;
    const size = instance.fixed(o.size, "the length of a block");
    if (size === 0) {
      if (o.op === "copy-in") this.#transfer = () => terms.false;
      return;
    }
    if (size > maxObjectBytes) throw new Unsupported("a block of more than a megabyte");
    const resolved = locateAccess(steps, memory, o, instance, size, o.op !== "copy-in");
    // A thread's own memory is a map of words; of shared memory, each word is an access.
    const maxBytes = resolved.targets.every((t) => memory.isLocal(t.object)) ? maxOwnBytes : maxSharedBytes;
    if (o.op === "copy-in" && size > maxBytes) throw new Unsupported(`a copy of ${size} bytes`);
    const pieces = cutIntoWords(steps.round.program.pointerBits / 8, resolved, o.op !== "copy-in" && size > maxSharedBytes ? 0 : size);
    switch (o.op) {
      case "copy-in": {
        if (8 * size < steps.round.program.pointerBits) notePartOfAddress(steps, memory, path, resolved, size);
        const values = pieces.map((p) => memory.read(path, shift(terms, resolved, p.from), p.size, { atomic: false, tolerant: true }));
        this.#transfer = contentOf(terms, pieces, values);
        return;
      }
      case "copy-out": {
        const content = this.#transfer;
        if (pieces.length === 0) memory.write(path, resolved, size, content, { atomic: false });
        for (const p of pieces)
          memory.write(path, shift(terms, resolved, p.from), p.size, (from, length) => content(p.from + from, length), { atomic: false });
        return;
      }
      case "fill": {
        const byte = terms.extract(instance.operand(o.byte), 7, 0);
        const bytes = (length: number): Term => {
          let value = byte;
          for (let i = 1; i < length; i++) value = terms.concat(byte, value);
          return value;
        };
        if (pieces.length === 0) memory.write(path, resolved, size, (_, length) => bytes(length), { atomic: false });
        for (const p of pieces) memory.write(path, shift(terms, resolved, p.from), p.size, (_, length) => bytes(length), { atomic: false });
        return;
      }
    }
  }

  /** Makes fresh memory zero: not a step. */
  clear(o: Clear, instance: Instance): void {
    const { memory, steps } = this;
    const { path } = instance;
    const { resolved, size } = this.#varying(o, instance) ?? this.#fixed(o, instance);
    if (size > 0) memory.write(path, resolved, size, (_, length) => steps.terms.constant(0n, 8 * length), { atomic: true });
    steps.closeSingle(false);
  }

  #fixed(o: Clear, instance: Instance): { resolved: ResolvedAddress; size: number } {
    const size = instance.fixed(o.size, "the size of a block");
    return { resolved: this.memory.locate(instance.path, instance.operand(o.address), null, size), size };
  }

  /** The whole of an object of unknown size that was just made: bytes beyond its size are never read. Null: the block is something else. */
  #varying(o: Clear, instance: Instance): { resolved: ResolvedAddress; size: number } | null {
    const { round } = this.steps;
    const size = instance.operand(o.size);
    if (size.op === "constant") return null;
    const resolved = this.memory.locate(instance.path, instance.operand(o.address), null, 0);
    const [target] = resolved.targets;
    if (resolved.targets.length !== 1 || target?.offset !== 0 || !round.extents.isWhole(target.object, size)) return null;
    return { resolved, size: target.object.size };
  }
}

/** Cuts a block into aligned words. */
function cutIntoWords(word: number, resolved: ResolvedAddress, size: number): Piece[] {
  const start = resolved.targets.length === 1 && typeof resolved.targets[0]?.offset === "number" ? resolved.targets[0].offset : 0;
  const out: Piece[] = [];
  for (let from = 0; from < size; ) {
    const at = start + from;
    let length = word;
    while (length > 1 && (at % length !== 0 || from + length > size)) length /= 2;
    out.push({ from, size: length });
    from += length;
  }
  return out;
}

/** The content of a block that is known in pieces. */
function contentOf(terms: Terms, pieces: readonly Piece[], values: readonly Term[]): Content {
  const at = new Map<number, number>();
  for (const [index, p] of pieces.entries()) for (let i = p.from; i < p.from + p.size; i++) at.set(i, index);
  return (from, length) => {
    let value: Term | null = null;
    for (let i = from; i < from + length; ) {
      const index = at.get(i) as number;
      const p = pieces[index] as Piece;
      const n = Math.min(from + length, p.from + p.size) - i;
      const part = terms.extract(values[index] as Term, 8 * (i - p.from + n) - 1, 8 * (i - p.from));
      value = value === null ? part : terms.concat(part, value);
      i += n;
    }
    return value as Term;
  };
}

/** The same address, `from` bytes further on. */
function shift(terms: Terms, resolved: ResolvedAddress, from: number): ResolvedAddress {
  if (from === 0) return resolved;
  const targets = resolved.targets.map((t) => ({
    ...t,
    places: t.places && moved(t.places, from),
    offset: typeof t.offset === "number" ? t.offset + from : terms.add(t.offset, terms.constant(BigInt(from), t.offset.width)),
  }));
  return { targets, faults: [] };
}
