// Operations on blocks of bytes: copying (a copy-in, then a copy-out), filling, clearing. In: an operation on a path. Out: accesses word by
// word, because programs mostly use what they copy in words. What was copied in is kept until it is copied out.

import type { Operation } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Content, Host, Occurrence } from "./host.ts";
import { Unsupported } from "./unsupported.ts";

export type BlockAccess = Operation & { op: "copy-in" | "copy-out" | "fill" };

/** No larger object is followed. */
export const maxObjectBytes = 1 << 20;
/** Larger copies are unsupported: from memory that other threads see, and from the thread's own. */
const maxSharedBytes = 4096;
const maxOwnBytes = 65_536;

interface Piece {
  readonly from: number;
  readonly size: number;
}

type Clear = Operation & { op: "clear" };

export class Blocks<I extends Occurrence, A> {
  constructor(
    readonly host: Host<I, A>,
    /** The transfer buffer: what was copied in last. */
    public transfer: Content,
  ) {}

  transferSize = 0;

  access(o: BlockAccess, at: I): void {
    const { memory, terms, accesses, program } = this.host;
    const { path } = at;
    const size = at.fixed(o.size, "the length of a block");
    if (o.op === "copy-in") this.transferSize = size;
    if (size === 0) {
      if (o.op === "copy-in") this.transfer = () => terms.false;
      return;
    }
    if (size > maxObjectBytes) throw new Unsupported("a block of more than a megabyte");
    const resolved = memory.locateAccess(at, o, size, o.op !== "copy-in");
    // A thread's own memory is a map of words; of shared memory, each word is an access.
    const maxBytes = memory.isOwn(resolved) ? maxOwnBytes : maxSharedBytes;
    if (o.op === "copy-in" && size > maxBytes) throw new Unsupported(`a copy of ${size} bytes`);
    const pieces = cutIntoWords(program.pointerBits / 8, memory.offsetOf(resolved), o.op !== "copy-in" && size > maxSharedBytes ? 0 : size);
    switch (o.op) {
      case "copy-in": {
        if (8 * size < program.pointerBits) accesses.notePart(at, o, resolved, size);
        const values = pieces.map((p) => memory.read(path, memory.moved(resolved, p.from), p.size, { atomic: false, tolerant: true }));
        this.transfer = contentOf(terms, pieces, values);
        return;
      }
      case "copy-out": {
        const content = this.transfer;
        if (pieces.length === 0) memory.write(path, resolved, size, content, { atomic: false });
        for (const p of pieces)
          memory.write(path, memory.moved(resolved, p.from), p.size, (from, length) => content(p.from + from, length), { atomic: false });
        return;
      }
      case "fill": {
        const byte = terms.extract(at.operand(o.byte), 7, 0);
        const bytes = (length: number): Term => {
          let value = byte;
          for (let i = 1; i < length; i++) value = terms.concat(byte, value);
          return value;
        };
        if (pieces.length === 0) memory.write(path, resolved, size, (_, length) => bytes(length), { atomic: false });
        for (const p of pieces) memory.write(path, memory.moved(resolved, p.from), p.size, (_, length) => bytes(length), { atomic: false });
        return;
      }
    }
  }

  /** Makes fresh memory zero: not a step. */
  clear(o: Clear, at: I): void {
    const { memory, terms, control } = this.host;
    const { path } = at;
    const { resolved, size } = this.#varying(o, at) ?? this.#fixed(o, at);
    if (size > 0) memory.write(path, resolved, size, (_, length) => terms.constant(0n, 8 * length), { atomic: true, isFresh: true });
    control.closeStep(false);
  }

  #fixed(o: Clear, at: I): { resolved: A; size: number } {
    const size = at.fixed(o.size, "the size of a block");
    return { resolved: this.host.memory.locate(at.path, at.operand(o.address), null, size), size };
  }

  /** The whole of an object of unknown size that was just made: bytes beyond its size are never read. Null: the block is something else. */
  #varying(o: Clear, at: I): { resolved: A; size: number } | null {
    const size = at.operand(o.size);
    return size.op === "constant" ? null : this.host.memory.wholeOf(at.path, at.operand(o.address), size);
  }
}

/** Cuts a block that begins at this offset into aligned words. */
function cutIntoWords(word: number, start: number, size: number): Piece[] {
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
