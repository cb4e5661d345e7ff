// Views: what a thread knows about shared memory while it holds a lock. In: its reads and writes. Out: the value it last read or wrote at a
// place that others write only under that lock; and the locks it holds: no other thread changes a lock that has this thread's mark (locks.ts).

import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { LockFacts } from "../locks.ts";
import { placeKey, type SharedObject, type Target } from "../skeleton.ts";
import { hull, mayMeet, placesOf, type Spread } from "../spread.ts";

interface View {
  readonly object: SharedObject;
  readonly places: Spread;
  readonly size: number;
  readonly value: Term;
  /** The lock that must be held for the view to be valid; null: the view is of the mark in a lock itself. */
  readonly under: number | null;
}

/** Longer accesses have no views. */
const maxViewBytes = 8;

export class Views {
  readonly #views: Map<string, View>;

  constructor(views: ReadonlyMap<string, View> = new Map()) {
    this.#views = new Map(views);
  }

  copy(): Views {
    return new Views(this.#views);
  }

  /** What both paths know; `condition` distinguishes this one from the other. */
  merge(terms: Terms, condition: Term, other: Views): Views {
    const out = new Map<string, View>();
    for (const [key, view] of this.#views) {
      const theirs = other.#views.get(key);
      if (theirs === undefined || theirs.under !== view.under) continue;
      const value = terms.ite(condition, view.value, theirs.value);
      // The places were found under the conditions of one path each.
      if (view.under !== null || value.op === "constant") out.set(key, { ...view, value, places: hull(view.places, theirs.places) });
    }
    const merged = new Views(out);
    for (const [key, view] of out) if (view.under !== null && !merged.#holds(view.under)) merged.#views.delete(key);
    return merged;
  }

  /** The locks held, by index. */
  get held(): number[] {
    return [...this.#views].filter(([, v]) => v.under === null).map(([key]) => Number(key.slice(1)));
  }

  #holds(lock: number): boolean {
    return this.#views.has(`L${lock}`);
  }

  read(facts: LockFacts, t: Target, size: number): Term | null {
    const lock = facts.lockAt(t.object, t.offset, size);
    return this.#views.get(lock === null ? placeKey(t, size) : `L${lock}`)?.value ?? null;
  }

  /** Notes a value that the thread has read or written, in every run of this path. */
  noteValue(facts: LockFacts, t: Target, size: number, value: Term): void {
    const under = size > maxViewBytes ? null : facts.guardOf(t.object, placesOf(t, size), size, (lock) => this.#holds(lock));
    if (under !== null) this.#views.set(placeKey(t, size), { object: t.object, places: placesOf(t, size), size, value, under });
  }

  /** Notes a write. If its target is not certain, or it is too long, what was known there is forgotten. */
  noteWrite(terms: Terms, facts: LockFacts, targets: readonly Target[], size: number, content: (from: number, size: number) => Term): void {
    const [only] = targets;
    const isCertain = targets.length === 1 && only?.when === terms.true && size <= maxViewBytes;
    for (const t of targets) {
      const places = placesOf(t, size);
      for (const [key, v] of this.#views)
        if (v.under !== null && v.object === t.object && mayMeet(places, size, v.places, v.size)) this.#views.delete(key);
      for (const lock of facts.locksWithin(t.object, places, size)) {
        const mark = isCertain && facts.lockAt(t.object, t.offset, size) === lock ? content(0, size) : null;
        if (mark?.op === "constant" && mark.value !== 0n)
          this.#views.set(`L${lock}`, { object: t.object, places, size, value: mark, under: null });
        else this.#drop(lock);
      }
    }
    if (isCertain && only !== undefined && facts.lockAt(only.object, only.offset, size) === null)
      this.noteValue(facts, only, size, content(0, size));
  }

  #drop(lock: number): void {
    this.#views.delete(`L${lock}`);
    for (const [key, v] of this.#views) if (v.under === lock) this.#views.delete(key);
  }
}
