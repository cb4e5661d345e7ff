// Where the objects of a guided run lie. In: objects as the executor makes them, and the objects of the engine's run with their addresses there. Out: the
// executor's choices about addresses. An object is known by its thread, the position that makes it, and its number among those.

import type { MemoryObject, NewObject } from "../execution/memory-object.ts";

interface PlannedBirth {
  readonly kind: string;
  readonly at: number;
  readonly address: bigint;
}

const keyOf = ({ thread, count }: { readonly thread: number; readonly count: number }): string => `${thread}.${count}`;

export class GuidedPlaces {
  /** Per thread, kind and position: the numbers (`count`) of the objects made there. */
  readonly #made = new Map<string, number[]>();
  /** The engine's addresses of objects. */
  readonly #addresses = new Map<string, bigint>();
  /** The last object at each of these addresses. */
  readonly #last = new Map<bigint, string>();

  /** 0: a fresh place; i: that of the i-th of the dead objects. */
  placeFor(made: NewObject, dead: readonly MemoryObject[], births: readonly PlannedBirth[]): number {
    const { thread, kind, at, count } = made;
    const there = this.#made.get(`${thread} ${kind} ${at}`) ?? [];
    // A step that was taken back makes its objects again.
    const earlier = there.filter((c) => c < count);
    this.#made.set(`${thread} ${kind} ${at}`, [...earlier, count]);
    const planned = births.filter((b) => b.kind === kind && b.at === at)[earlier.length];
    if (planned === undefined) return 0;
    const key = keyOf(made);
    const before = this.#last.get(planned.address);
    this.#addresses.set(key, planned.address);
    this.#last.set(planned.address, key);
    return 1 + dead.findIndex((o) => keyOf(o) === before);
  }

  isBelow(a: MemoryObject, b: MemoryObject, ranks: ReadonlyMap<bigint, bigint>): boolean | null {
    const rankOf = (o: MemoryObject): bigint | null => ranks.get(this.#addressOf(o)) ?? null;
    const [x, y] = [rankOf(a), rankOf(b)];
    return x === null || y === null ? null : x < y;
  }

  /** Globals have the same addresses in both. */
  #addressOf(o: MemoryObject): bigint {
    return this.#addresses.get(keyOf(o)) ?? BigInt(o.address);
  }
}
