// Bytes that a lock guards, in a search that compares states: every access so far, in any run, was made with that lock held; or was atomic. Two such accesses never race, so what
// the past means for races on them need not be part of a state (race-state.ts). That is assumed from the first access on (the idea is Eraser's, by Savage and
// others, there as a warning and here as an assumption that is checked): an access without the lock refutes it, and the search restarts
// with those bytes in its states.
//
// Accesses that cannot race do not count: those of the only thread, or of one that all steps of the others happened before. Whether locks keep
// threads apart is checked whenever one is taken (`noteTaken`).

import type { LockHeld } from "./lock-held.ts";
import type { Thread } from "./thread.ts";

type Lock = Pick<LockHeld, "object" | "mode">;

/** A lock that several threads may hold at once: to read. */
const shared = 2;

/** Can no two threads hold these at the same time? */
export const excludes = (a: Lock, b: Lock): boolean => a.object === b.object && (a.mode !== shared || b.mode !== shared);

/** Among the guards of a word: every access is atomic. */
const atomicity = 0;

const none: readonly number[] = [];

export class Guards {
  /** What guards a word, by the word's number. */
  readonly #byWord = new Map<number, readonly number[]>();
  readonly #locks = new Set<number>();
  readonly #usedAgain: { readonly address: number; readonly size: number }[] = [];
  /** Bytes were assumed to be guarded and are not. */
  isWrong = false;
  /** Two threads have held a lock at the same time. */
  areShared = false;
  /** No lock counts as a guard: two threads held one, or the place of one may be reused. */
  isOff = false;

  constructor(readonly threads: readonly Thread[]) {}

  /** The thread takes a lock. Another thread may have ended while holding it. */
  noteTaken(t: Thread, lock: Lock): void {
    this.#locks.add(lock.object);
    if (!this.isOff) this.#checkPlace(lock.object);
    if (this.areShared || !this.threads.some((u) => u !== t && u.locks.some((l) => excludes(l, lock)))) return;
    this.areShared = this.isOff = this.isWrong = true;
  }

  /** An object begins in a place where another one was. */
  noteUsedAgain(address: number, size: number): void {
    if (this.isOff || this.#usedAgain.some((r) => r.address === address && r.size === size)) return;
    this.#usedAgain.push({ address, size });
    for (const lock of this.#locks) this.#checkPlace(lock);
  }

  #checkPlace(lock: number): void {
    if (this.#usedAgain.some(({ address, size }) => address <= lock && lock < address + size)) this.isOff = this.isWrong = true;
  }

  note(t: Thread, address: number, size: number, write: boolean, atomic: boolean): void {
    if (this.isOff || this.#knowsAll(t)) return;
    const { locks } = t;
    const isHeld = (guard: number): boolean =>
      guard === atomicity ? atomic : locks.some((l) => l.object === guard && (!write || l.mode !== shared));
    for (let word = Math.floor(address / 4); word * 4 < address + size; word++) {
      const before = this.#byWord.get(word);
      if (before === none || before?.every(isHeld)) continue;
      const left = (before ?? [atomicity, ...locks.map((l) => l.object)]).filter(isHeld);
      if (before !== undefined && left.length === 0) this.isWrong = true;
      this.#byWord.set(word, left.length === 0 ? none : left);
    }
  }

  /** Has every other thread ended, and did all its steps happen before? */
  #knowsAll(t: Thread): boolean {
    for (const u of this.threads)
      if (u !== t && (u.status !== "finished" || (t.clock[u.index] ?? 0) < (u.clock[u.index] ?? 0) - 1)) return false;
    return true;
  }

  areGuarded(address: number, size: number): boolean {
    if (this.isOff) return false;
    for (let word = Math.floor(address / 4); word * 4 < address + size; word++) {
      const locks = this.#byWord.get(word);
      if (locks === undefined || locks === none) return false;
    }
    return true;
  }
}
