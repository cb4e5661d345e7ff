// Numbers sets of locks. In: the locks that a thread holds. Out: a number for the set; for two numbers, whether threads with those locks exclude each other.

import { excludes } from "../../execution/guards.ts";
import type { LockHeld } from "../../execution/lock-held.ts";

export class LockSets {
  readonly #sets: (readonly LockHeld[])[] = [];
  readonly #numbers = new Map<string, number>();
  /** Lists of held locks are never changed, so the same list has the same number. */
  readonly #known = new WeakMap<readonly LockHeld[], number>();
  readonly #apart = new Map<number, boolean>();

  of(held: readonly LockHeld[]): number {
    let n = this.#known.get(held);
    if (n === undefined) {
      const key = [...new Set(held.map((l) => `${l.object}:${l.mode}`))].sort().join();
      n = this.#numbers.get(key);
      if (n === undefined) {
        n = this.#sets.length;
        this.#sets.push(held);
        this.#numbers.set(key, n);
      }
      this.#known.set(held, n);
    }
    return n;
  }

  union(a: readonly LockHeld[], b: readonly LockHeld[]): number {
    return a === b || b.length === 0 ? this.of(a) : a.length === 0 ? this.of(b) : this.of([...a, ...b]);
  }

  /** Whether a lock in both sets excludes its holders from each other. */
  areApart(a: number, b: number): boolean {
    const key = a * 2 ** 26 + b;
    let known = this.#apart.get(key);
    if (known === undefined) {
      known = (this.#sets[a] as readonly LockHeld[]).some((x) => (this.#sets[b] as readonly LockHeld[]).some((y) => excludes(x, y)));
      this.#apart.set(key, known);
    }
    return known;
  }
}
