// Objects of unknown size: malloc(n), a variable-length array. In: an object, and the term of its size. Out: a variable for the number of
// its bytes.
//
// The object is laid out with as many bytes as a bound allows, and the variable says how many of them it has: accesses after these are
// errors. If the size may exceed the bound, unrolling is cut, as at the bound of a loop, and the bound is raised in the same way. So `safe`
// means that no larger object is ever made. Bounds are limited: the address space does not hold arbitrarily large objects, and their bytes
// would take too long.

import { maxObjectBytes } from "../symbolic/blocks.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { SharedObject } from "./skeleton.ts";

/** Bytes per unit of a bound. */
export const bytesPerUnit = 16;
/** The bound that allows the largest supported object. */
export const maxObjectBound = maxObjectBytes / bytesPerUnit;

export class Extents {
  readonly #variables = new Map<SharedObject, Term>();
  readonly #sizes = new Map<SharedObject, Term>();

  constructor(
    readonly terms: Terms,
    readonly pointerBits: number,
    readonly assumptions: Term[],
  ) {}

  /** The number of bytes of the object; null: its fixed size. The thread that makes it may be unrolled later than the one that asks. */
  of(object: SharedObject): Term | null {
    if (!object.varies) return null;
    let extent = this.#variables.get(object);
    if (extent === undefined) {
      extent = this.terms.variable(`extent${object.id}`, this.pointerBits, { low: 0n, high: BigInt(object.size) });
      this.#variables.set(object, extent);
    }
    return extent;
  }

  /** States that the object is made with this size where `when` holds. Requires that the size is within the bound. */
  fix(object: SharedObject, size: Term, when: Term): void {
    const { terms } = this;
    this.#sizes.set(object, size);
    this.assumptions.push(terms.or(terms.not(when), terms.eq(this.of(object) as Term, size)));
  }

  /** Whether the object was made with this size. */
  isWhole(object: SharedObject, size: Term): boolean {
    return this.#sizes.get(object) === size;
  }
}
