// What undoing one step of a thread needs: its record, and the registers and frames that the step overwrites.

import type { CompiledFunction } from "./compiled-function.ts";
import { ThreadRecord } from "./thread-record.ts";

/** Saved registers and frame records, as a stack: allocating arrays per step would cost more than the step. */
export class Arena {
  #data = new Int32Array(1 << 12);
  top = 0;

  push(from: Int32Array, start: number, size: number): number {
    if (this.top + size > this.#data.length) {
      const larger = new Int32Array(Math.max(this.#data.length * 2, this.top + size));
      larger.set(this.#data);
      this.#data = larger;
    }
    const at = this.top;
    const data = this.#data;
    for (let i = 0; i < size; i++) data[at + i] = from[start + i] as number;
    this.top += size;
    return at;
  }

  copy(at: number, size: number, to: Int32Array, start: number): void {
    const data = this.#data;
    for (let i = 0; i < size; i++) to[start + i] = data[at + i] as number;
  }
}

/**
 * What one step of a thread may overwrite, saved before it. The registers are in the arena. There is one object per depth of the history,
 * which is reused.
 */
export class SavedThread extends ThreadRecord {
  at = 0;
  arenaMark = 0;
  /** Depth of the lowest saved frame. */
  lowest = 0;
  /** The frames below that were saved later, five integers each: depth, place of the record, base, place of the registers, their number. */
  readonly lower: number[] = [];
  lowerCount = 0;

  constructor(
    readonly arena: Arena,
    fn: CompiledFunction,
  ) {
    super(fn);
  }

  /** Saves the thread before a step. */
  save(t: ThreadRecord, registers: Int32Array): void {
    this.arenaMark = this.arena.top;
    this.copy(t);
    this.at = this.arena.push(registers, t.base, t.fn.frameSize);
    this.lowest = t.depth;
    this.lowerCount = 0;
  }
}
