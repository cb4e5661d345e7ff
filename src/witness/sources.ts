// Finds where the steps of a run take what they read. In: the accesses and locks of each step, in order. Out: per access and per lock the step
// that wrote or released it last, and the steps whose effect on the library's own state a step has read.

import type { AccessEvent } from "../execution/access-event.ts";
import type { LockHeld } from "../execution/lock-held.ts";
import type { MemoryObject } from "../execution/memory-object.ts";

/** Larger objects are not followed: the table of an object has an entry per byte. */
const maxBytes = 2 ** 20;

export interface StepSources {
  /** Per access of the step: the step that wrote what it reads, or -1 (not a read, or nothing was written since the start). */
  readonly accesses: readonly number[];
  /** Per lock taken: the step that released it last, or -1. */
  readonly locks: readonly number[];
}

export class SourceTracker {
  /** Per object and byte: one more than the number of the step that wrote it last; 0: none. */
  readonly #writers = new Map<MemoryObject, Int32Array>();
  /** By the address of a lock. */
  readonly #releases = new Map<number, number>();

  /** Call for each step in order, with what it did in order. */
  step(step: number, accesses: readonly AccessEvent[], released: readonly LockHeld[], taken: readonly LockHeld[]): StepSources {
    const sources = accesses.map((a) => {
      const source = a.kind === "read" || a.kind === "update" ? this.#lastWriter(a) : -1;
      if (a.kind === "write" || a.kind === "update") this.#write(a, step);
      return source;
    });
    const locks = taken.map((l) => this.#releases.get(l.object) ?? -1);
    for (const l of released) this.#releases.set(l.object, step);
    return { accesses: sources, locks };
  }

  /** A value put together from several writes counts as that of the last. */
  #lastWriter({ object, offset, size }: AccessEvent): number {
    const writers = this.#writers.get(object);
    let last = 0;
    if (writers !== undefined) for (let at = offset; at < offset + size; at++) last = Math.max(last, writers[at] ?? 0);
    return last - 1;
  }

  #write({ object, offset, size }: AccessEvent, step: number): void {
    if (object.size > maxBytes) return;
    const writers = this.#writers.get(object) ?? new Int32Array(object.size);
    this.#writers.set(object, writers.fill(step + 1, offset, offset + size));
  }
}
