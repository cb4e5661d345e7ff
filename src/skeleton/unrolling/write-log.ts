// The writes of one step, in order, and which of them may go to the bytes in question: copies of blocks make hundreds of writes, and to
// compare each with all others is what took the time. Writes at fixed places are found by the words they touch.

import type { SharedObject, Target } from "../skeleton.ts";

/** One target of a write. */
export interface Entry<W> {
  /** The write's place in the log. */
  readonly index: number;
  readonly write: W;
  readonly target: Target;
}

interface ObjectLog<W> {
  readonly all: Entry<W>[];
  /** At symbolic places, or of many words. */
  readonly wide: Entry<W>[];
  readonly byWord: Map<number, Entry<W>[]>;
}

const word = 8;
const maxWords = 4;

export class WriteLog<W extends { readonly targets: readonly Target[]; readonly size: number }> {
  readonly writes: W[] = [];
  readonly #objects = new Map<SharedObject, ObjectLog<W>>();

  add(write: W): void {
    const index = this.writes.push(write) - 1;
    for (const target of write.targets) {
      const log = this.#logOf(target.object);
      const entry = { index, write, target };
      log.all.push(entry);
      const words = wordsOf(target, write.size);
      if (words === null) log.wide.push(entry);
      for (const w of words ?? []) {
        const there = log.byWord.get(w);
        if (there === undefined) log.byWord.set(w, [entry]);
        else there.push(entry);
      }
    }
  }

  /** Writes to the object that may overlap the place, in order; all others do not. */
  near(place: Target, size: number): readonly Entry<W>[] {
    const log = this.#objects.get(place.object);
    if (log === undefined) return [];
    const words = wordsOf(place, size);
    if (words === null) return log.all;
    const lists = [log.wide, ...words.map((w) => log.byWord.get(w) ?? [])].filter((list) => list.length > 0);
    if (lists.length < 2) return lists[0] ?? [];
    return [...new Set(lists.flat())].sort((a, b) => a.index - b.index);
  }

  #logOf(object: SharedObject): ObjectLog<W> {
    let log = this.#objects.get(object);
    if (log === undefined) {
      log = { all: [], wide: [], byWord: new Map() };
      this.#objects.set(object, log);
    }
    return log;
  }
}

/** The words that a place touches; null: they are many, or not known. */
function wordsOf({ offset }: Target, size: number): number[] | null {
  if (typeof offset !== "number" || size > (maxWords - 1) * word) return null;
  const out: number[] = [];
  for (let w = Math.floor(offset / word); w * word < offset + size; w++) out.push(w);
  return out;
}
