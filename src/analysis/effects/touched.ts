// Sets of ranges of abstract objects: what a piece of code may read, write or free. They only grow.

import { type AbstractObject, type Extent, mayOverlap, type Place } from "../points-to/places.ts";

/** More ranges of one object than this become the whole object. */
const maxRanges = 24;

const all: Extent = { at: 0, stride: 1, size: Number.POSITIVE_INFINITY };

export class Touched {
  readonly #ranges = new Map<AbstractObject, Extent[]>();
  #anywhere = false;

  /** Nothing is known of some place: it may be in any object. */
  get anywhere(): boolean {
    return this.#anywhere;
  }

  get isEmpty(): boolean {
    return !this.#anywhere && this.#ranges.size === 0;
  }

  get objects(): Iterable<AbstractObject> {
    return this.#ranges.keys();
  }

  /** The ranges of one object. */
  rangesOf(object: AbstractObject): readonly Extent[] {
    return this.#ranges.get(object) ?? [];
  }

  mayTouch(object: AbstractObject, range: Extent): boolean {
    return this.#anywhere || this.rangesOf(object).some((r) => mayOverlap(r, range));
  }

  /** Adds `size` bytes at each of the places; null: anywhere. */
  add(places: readonly Place[] | null, size: number): void {
    if (places === null) this.#anywhere = true;
    else for (const { object, at, stride } of places) if (object.kind !== "function") this.#addRange(object, { at, stride, size });
  }

  /** Adds all of another set. Returns whether it adds something. */
  addAll(other: Touched): boolean {
    let grew = other.#anywhere && !this.#anywhere;
    this.#anywhere ||= other.#anywhere;
    for (const [object, ranges] of other.#ranges) for (const r of ranges) if (this.#addRange(object, r)) grew = true;
    return grew;
  }

  #addRange(object: AbstractObject, range: Extent): boolean {
    const ranges = this.#ranges.get(object);
    if (ranges === undefined) {
      this.#ranges.set(object, [range]);
      return true;
    }
    if (ranges[0] === all || ranges.some((r) => r.at === range.at && r.stride === range.stride && r.size >= range.size)) return false;
    if (ranges.length >= maxRanges) this.#ranges.set(object, [all]);
    else ranges.push(range);
    return true;
  }
}
