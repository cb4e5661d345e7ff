// Objects whose size is not known: malloc(n), a variable-length array. Each is laid out with as many bytes as a bound allows, and a variable
// says how many of them it really has: accesses behind these are errors. Where the size may be above the bound the unrolling is
// cut, as behind the last round of a loop, and the bound is raised the same way; so `safe` means that no larger object is ever made. Bounds
// have an end: an address space is not laid out for objects that fill it, and their bytes would take too long.

import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { SharedObject } from "./skeleton.ts";

/** Bytes per unit of a bound. */
export const bytesPerUnit = 16;
/** Bytes of the largest object that is followed, and the bound that allows it. */
export const maxObjectBytes = 1 << 20;
export const maxObjectBound = maxObjectBytes / bytesPerUnit;

export class Extents {
  readonly #variables = new Map<SharedObject, Term>();
  readonly #sizes = new Map<SharedObject, Term>();

  constructor(
    readonly terms: Terms,
    readonly pointerBits: number,
    readonly assumptions: Term[],
  ) {}

  /** How many bytes the object really has; null: all. Who asks may be unrolled before the thread that makes it. */
  of(object: SharedObject): Term | null {
    if (!object.varies) return null;
    let extent = this.#variables.get(object);
    if (extent === undefined) {
      extent = this.terms.variable(`extent${object.id}`, this.pointerBits, { low: 0n, high: BigInt(object.size) });
      this.#variables.set(object, extent);
    }
    return extent;
  }

  /** The object is made with this size, at most its bound, where `when` holds. */
  fix(object: SharedObject, size: Term, when: Term): void {
    const { terms } = this;
    this.#sizes.set(object, size);
    this.assumptions.push(terms.or(terms.not(when), terms.eq(this.of(object) as Term, size)));
  }

  /** Is this the size it was made with? */
  isWhole(object: SharedObject, size: Term): boolean {
    return this.#sizes.get(object) === size;
  }
}
