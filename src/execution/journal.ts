// The journal of memory, for undo. In: words and other changes, as they are made while `journalling`. Out: the state at a mark.
//
// A word of memory is journalled with its value and marks before the change, the beginning of an object with its region. Any other change
// names a function that undoes it, with its arguments: one function per kind of change, since a closure per change would cost too much.

import { failTooLarge } from "../support/diagnostics.ts";
import type { MemoryObject } from "./memory-object.ts";
import type { Region } from "./region.ts";
import { RegionTable } from "./region-table.ts";
import type { UndoChange, UndoLog } from "./undo-log.ts";

/** What stands in the journal in place of a region: something of its own, or the last allocation in a region. */
const ownAction = -1;
export const allocation = -2;

export class Journal extends RegionTable implements UndoLog {
  /** Whether changes are journalled now. */
  journalling = false;
  bytesInUse = 0;
  /** Identifies the set of shared objects: a new number whenever one begins or ends, the old one when that is undone. */
  generation = 0;
  /** Four integers per change. */
  #entries = new Int32Array(1 << 12);
  #top = 0;
  /** Three entries per change that is not a plain word: the function that undoes it, its target, the value before. */
  readonly #changes: unknown[] = [];

  mark(): number {
    return this.#top;
  }

  /** Records how to undo a change that is not a plain word of memory, and which bytes of a region it concerns, if any. */
  onUndo<T, V>(undoChange: UndoChange<T, V>, target: T, before: V, region = -1, start = 0, end = 0): void {
    if (!this.journalling) return;
    this.#changes.push(undoChange, target, before);
    this.push(ownAction, region, start, end);
  }

  #undoLast(): void {
    const before = this.#changes.pop();
    const target = this.#changes.pop();
    (this.#changes.pop() as UndoChange<unknown, unknown>)(target, before);
  }

  /** Visits the bytes that may have changed since a mark, some of them perhaps more than once. */
  visitChanges(mark: number, visit: (region: Region, start: number, end: number) => void): void {
    const j = this.#entries;
    for (let at = mark; at < this.#top; at += 4) {
      const kind = j[at] as number;
      const region = this.regionNumber(j[kind < 0 ? at + 1 : at] as number);
      if (region === null) continue;
      if (kind === allocation) visit(region, j[at + 2] as number, region.next);
      else if (kind < 0) visit(region, j[at + 2] as number, j[at + 3] as number);
      else visit(region, (j[at + 1] as number) << 2, ((j[at + 1] as number) << 2) + 4);
    }
  }

  /** Is everything as it was at a mark, except for a region that the caller compares? */
  isRestored(mark: number, except: Region): boolean {
    const j = this.#entries;
    const seen = new Set<number>();
    for (let at = mark; at < this.#top; at += 4) {
      const kind = j[at] as number;
      const index = j[kind < 0 ? at + 1 : at] as number;
      if (index === except.index || index < 0) continue;
      if (kind < 0) return false; // an object began or ended
      const word = j[at + 1] as number;
      const place = index * 2 ** 31 + word;
      if (seen.has(place)) continue;
      seen.add(place);
      const r = this.regionNumber(index) as Region;
      if (r.words[word] !== j[at + 2] || (r.writtenWords !== null && r.writtenWords[word] !== j[at + 3])) return false;
    }
    return true;
  }

  undoTo(mark: number): void {
    const j = this.#entries;
    while (this.#top > mark) {
      this.#top -= 4;
      const region = j[this.#top] as number;
      if (region === ownAction) this.#undoLast();
      else if (region === allocation) {
        const r = this.regionNumber(j[this.#top + 1] as number) as Region;
        const o = r.objects.pop() as MemoryObject;
        r.next = j[this.#top + 2] as number;
        this.bytesInUse -= o.size;
        this.generation = j[this.#top + 3] as number;
      } else {
        const r = this.regionNumber(region) as Region;
        const w = j[this.#top + 1] as number;
        r.words[w] = j[this.#top + 2] as number;
        if (r.writtenWords !== null) r.writtenWords[w] = j[this.#top + 3] as number;
      }
    }
  }

  /** Drops the journal: nothing before this can be undone. */
  forget(): void {
    this.#top = 0;
    if (this.#changes.length > 0) this.#changes.length = 0;
  }

  protected push(a: number, b: number, c: number, d: number): void {
    if (this.#top + 4 > this.#entries.length) {
      if (this.#entries.length > 1 << 27) failTooLarge("memory", "one step changes too much memory to be undone");
      const larger = new Int32Array(this.#entries.length * 2);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    const j = this.#entries;
    j[this.#top] = a;
    j[this.#top + 1] = b;
    j[this.#top + 2] = c;
    j[this.#top + 3] = d;
    this.#top += 4;
  }

  protected save(r: Region, word: number): void {
    this.push(r.index, word, r.words[word] as number, r.writtenWords === null ? 0x01010101 : (r.writtenWords[word] as number));
  }
}
