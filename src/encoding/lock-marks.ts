// The marks that threads leave in locks (../skeleton/locks.ts) as identities. In: a skeleton, and threads that do the same but for their marks. Out: whether no
// code learns more from a mark than whether the lock is free or its own. Then two threads can change roles together with their marks.
//
// A mark is written to a cell that is a lock, and found there. What is found is only compared with constants: with the mark of the reader, or with a number
// that is not a mark of these threads (0: the lock is free). All else would tell one holder from another.

import type { Access, Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import { mayMeet, placesOf, single } from "../skeleton/spread.ts";
import type { Term } from "../terms/term.ts";

/** `none`: the access cannot touch a lock. `partly`: it may touch one, among other bytes. A number: it goes to exactly that lock. */
export type LockTouch = "none" | "partly" | number;

export class LockMarks {
  /** The variables that stand for the content of a lock. */
  readonly lockOf = new Map<Term, number>();
  readonly #touches = new Map<Access, LockTouch>();

  constructor(readonly skeleton: Skeleton) {
    if (skeleton.locks.length === 0) return;
    for (const e of skeleton.events)
      for (const a of e.accesses) {
        const touch = this.touchOf(a);
        if (typeof touch === "number" && a.kind === "read" && a.value?.op === "variable") this.lockOf.set(a.value, touch);
      }
  }

  touchOf(a: Access): LockTouch {
    if (this.skeleton.locks.length === 0) return "none";
    let touch = this.#touches.get(a);
    if (touch === undefined) {
      touch = this.#findTouch(a);
      this.#touches.set(a, touch);
    }
    return touch;
  }

  #findTouch(a: Access): LockTouch {
    const { locks } = this.skeleton;
    if (a.raceOnly) return "none";
    let touched = false;
    for (const t of a.targets)
      for (const [i, lock] of locks.entries()) {
        if (lock.object !== t.object || !mayMeet(placesOf(t, a.size), a.size, single(lock.offset), lock.size)) continue;
        if (a.targets.length === 1 && t.offset === lock.offset && a.size === lock.size && !a.undefined) return i;
        touched = true;
      }
    return touched ? "partly" : "none";
  }

  /** If the term compares the content of a lock with a constant: which ones. */
  comparison(t: Term): { readonly lock: number; readonly variable: Term; readonly constant: bigint } | null {
    if (t.op !== "eq") return null;
    const [a, b] = t.args as [Term, Term];
    const [variable, constant] = a.op === "constant" ? [b, a] : [a, b];
    const lock = this.lockOf.get(variable);
    return lock === undefined || constant.op !== "constant" ? null : { lock, variable, constant: constant.value };
  }

  /** Whether an event of another thread, with these terms, tells none of the marks from another. `marks`: by lock. */
  isBlindTo(e: SkeletonEvent, termsOf: readonly Term[], marks: ReadonlyMap<number, ReadonlySet<bigint>>): boolean {
    const isMark = (lock: number, t: Term): boolean => t.op !== "constant" || marks.get(lock)?.has(t.value) === true;
    for (const a of e.accesses) {
      const touch = this.touchOf(a);
      if (touch === "none") continue;
      if (touch === "partly") {
        if (!this.#leavesNoMark(a, isMark)) return false;
      } else if (marks.has(touch) && !(a.kind === "read" && a.value !== null && this.lockOf.has(a.value))) {
        if (isMark(touch, a.content(0, a.size))) return false;
      }
    }
    return this.comparesOnly(termsOf, (lock, constant) => marks.get(lock)?.has(constant) !== true, marks);
  }

  /** A write to more than a lock: of fresh bytes, or of a number that is not a mark. */
  #leavesNoMark(a: Access, isMark: (lock: number, t: Term) => boolean): boolean {
    if (a.kind === "read") return false;
    if (a.undefined) return true;
    const [target] = a.targets;
    if (a.targets.length !== 1 || target === undefined || typeof target.offset !== "number") return false;
    const start = target.offset;
    return this.skeleton.locks.every((l, i) => {
      if (l.object !== target.object || l.offset + l.size <= start || start + a.size <= l.offset) return true;
      const isCovered = start <= l.offset && l.offset + l.size <= start + a.size;
      return isCovered && !isMark(i, a.content(l.offset - start, l.size));
    });
  }

  /** Whether the terms use what is found in these locks only in comparisons that are allowed. */
  comparesOnly(
    terms: readonly Term[],
    isAllowed: (lock: number, constant: bigint) => boolean,
    locks: { readonly has: (lock: number) => boolean },
  ): boolean {
    const seen = new Set<Term>();
    const stack = [...terms];
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      if (seen.has(t)) continue;
      seen.add(t);
      const lock = this.lockOf.get(t);
      if (lock !== undefined && locks.has(lock)) return false;
      const compared = this.comparison(t);
      if (compared === null) for (const a of t.args) stack.push(a);
      else if (locks.has(compared.lock) && !isAllowed(compared.lock, compared.constant)) return false;
    }
    return true;
  }
}
