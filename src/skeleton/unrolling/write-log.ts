// The log of a step's writes. In: writes, in order. Out: those that may overlap given bytes. Writes at fixed offsets are indexed by the words
// they touch: a copy of a block makes hundreds of writes, and comparing each with all others took most of the time.

import type { SharedObject, Target } from "../skeleton.ts";

/** One target of a write. */
export interface Entry<W> {
  /** Index of the write in the log. */
  readonly index: number;
  readonly write: W;
  readonly target: Target;
}

interface ObjectLog<W> {
  readonly all: Entry<W>[];
  /** Writes at symbolic offsets, or of many words. */
  readonly wide: Entry<W>[];
  readonly byWord: Map<number, Entry<W>[]>;
}

const wordBytes = 8;
/** Writes of more words are not indexed. */
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
        const known = log.byWord.get(w);
        if (known === undefined) log.byWord.set(w, [entry]);
        else known.push(entry);
      }
    }
  }

  /** The writes that may overlap the bytes, in order; no others do. */
  near(target: Target, size: number): readonly Entry<W>[] {
    const log = this.#objects.get(target.object);
    if (log === undefined) return [];
    const words = wordsOf(target, size);
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

/** The words that an access touches; null: too many, or not known. */
function wordsOf({ offset }: Target, size: number): number[] | null {
  if (typeof offset !== "number" || size > (maxWords - 1) * wordBytes) return null;
  const out: number[] = [];
  for (let w = Math.floor(offset / wordBytes); w * wordBytes < offset + size; w++) out.push(w);
  return out;
}
