// Addresses of heap blocks that are made from other bits, where `tracksHeap` asks whether a program can lose memory. In: what operations compute and write, as generated code
// executes them. Out: a violation of `leak` where a word becomes an address inside a block although no operand is one: from then on a block may be found again that no pointer led to.
//
// Ravel's own. It does not matter how an address was hidden: in bytes or halves that are apart, under a mask or a tag, outside its block, in a text, in the decisions of a branch. To be used again it
// must become a whole word again, and that is noted where it happens. So a pointer that is copied byte by byte is noted as well. A pointer just past its block is outside.
//
// The library keeps pointers where no word of the program holds them (a pipe, a stream's buffer, what strtok has left): what is written there counts as hidden, and is noted at once. The argument and
// the result of a thread do not: they are on their way from one thread to another.
//
// An operation is judged by its own operands and by the bytes beside those that it writes, so that equivalent interleavings agree: of two threads that put an address together, the second is noted.
// Blocks that are freed count, since another thread may free them at any time.

import type { MemoryObject } from "./memory-object.ts";
import { userPosition } from "./positions.ts";
import { wordAt } from "./region.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";
import { violationAt } from "./violations.ts";

/** Functions of the library that store what one thread hands to another. */
const handsOver: ReadonlySet<string> = new Set(["__rvl_thread_create", "__rvl_thread_finish"]);

export class MadeAddresses {
  readonly #wide: boolean;
  /** Bytes of an address. */
  readonly #width: number;
  /** The blocks into which the operands of the current operation point. */
  readonly #sources: MemoryObject[] = [];

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
  ) {
    this.#wide = run.memory.wide;
    this.#width = this.#wide ? 8 : 4;
  }

  /** The block, live or dead, into which a word points. */
  #blockAt(low: number, high: number): MemoryObject | null {
    if (!this.#wide && high !== 0) return null;
    const { memory } = this.run;
    const o = memory.objectAt(low, high);
    return o !== null && o.kind === "heap" && pointsInto(o, low) ? o : null;
  }

  /** An operation begins, without operands that are words. */
  begin(): void {
    this.#sources.length = 0;
  }

  /** A word is an operand of the current operation. */
  from(low: number, high: number): void {
    const o = this.#blockAt(low, high);
    if (o !== null) this.#sources.push(o);
  }

  /** Several words are an operand of the current operation. */
  fromBig(value: bigint): void {
    for (let v = value; v !== 0n; v >>= BigInt(8 * this.#width)) this.from(lowOf(v), this.#highOf(v));
  }

  /** A word is the result of the current operation. */
  made(t: Thread, k: number, low: number, high: number): void {
    const o = this.#blockAt(low, high);
    if (o !== null && !this.#sources.includes(o)) this.#note(t, k);
  }

  /** Several words are the result of the current operation. */
  madeBig(t: Thread, k: number, value: bigint): void {
    for (let v = value; v !== 0n; v >>= BigInt(8 * this.#width)) this.made(t, k, lowOf(v), this.#highOf(v));
  }

  /** The upper half of the lowest word. */
  #highOf(value: bigint): number {
    return this.#wide ? lowOf(value >> 32n) : 0;
  }

  /**
   * Bytes were written. `stride`: those at multiples of it from the beginning are copies of words (1: all that are written, as in a copy of a range); 0: none are. Every other word that now overlaps the bytes
   * is made of them.
   */
  wrote(t: Thread, k: number, low: number, high: number, size: number, stride: number): void {
    const o = this.run.memory.objectAt(low, high);
    if (o === null || size === 0) return;
    const { words, baseLow } = o.region;
    const from = (low - baseLow) >>> 0;
    const end = from + size - this.#width;
    const isCopied = stride > 0 && (!isKeptByLibrary(this.run, o) || handsOver.has(t.fn.name));
    const last = Math.min(o.start + o.size, from + size + this.#width - 1) - this.#width;
    for (let at = Math.max(o.start, from - this.#width + 1); at <= last; at++) {
      if (isCopied && at >= from && at <= end && (at - from) % stride === 0) {
        if (stride === 1) at = end;
      } else if (this.#blockAt(wordAt(words, at), this.#wide ? wordAt(words, at + 4) : 0) !== null) return this.#note(t, k);
    }
  }

  #note(t: Thread, k: number): void {
    const { run } = this;
    if (this.step.probing || run.violations.some((v) => v.kind === "leak")) return;
    run.violations.push(violationAt(run, "leak", "the address of a block is made from other bits", userPosition(run, t, k), t));
  }
}

const lowOf = (value: bigint): number => Number(BigInt.asIntN(32, value));

/** Whether an address that belongs to the object's room lies in the object. A block of no bytes has its address only. */
export function pointsInto(o: MemoryObject, low: number): boolean {
  const offset = ((low - o.region.baseLow) >>> 0) - o.start;
  return offset < Math.max(o.size, 1);
}

/** Whether the library keeps the object from one call to the next: one of its globals, or a block of its own. Its private memory ends with the call; its thread-local variables are values of the thread. */
export function isKeptByLibrary(run: RunState, o: MemoryObject): boolean {
  return o.kind === "global" ? run.program.objects[o.count]?.isModel === true : o.kind === "internal" && !o.isPrivate;
}
