// What the steps of a graph compute with words that may be addresses. In: words, as terms at a control point. Out: once the values are known, whether one is an address.
//
// The executor notes such computations where it makes them (execution/addresses.ts). Steps that a reduction leaves out are not executed: the graph that describes them says whether they would
// be noted.

import type { Term } from "../terms/term.ts";
import type { Point } from "./graph-point.ts";
import type { PathValues } from "./graph-values.ts";

interface Computation {
  readonly point: Point;
  readonly words: readonly Term[];
  readonly when: "some" | "all";
}

export class Observations {
  readonly #computations = new Map<Point, Map<string, Computation>>();
  /** Some bytes of an address may be read as a number. */
  isCertain = false;

  add(point: Point, words: readonly Term[], when: "some" | "all"): void {
    let known = this.#computations.get(point);
    if (known === undefined) {
      known = new Map();
      this.#computations.set(point, known);
    }
    known.set(`${when} ${words.map((t) => t.id).join()}`, { point, words, when });
  }

  /** `near` is asked for the two halves of a word. */
  mayBeAddresses(pathAt: (point: Point) => PathValues, near: (low: number, high: number) => boolean): boolean {
    if (this.isCertain) return true;
    const isNear = (v: bigint): boolean => near(Number(BigInt.asIntN(32, v)), Number(BigInt.asIntN(32, v >> 32n)));
    for (const [point, computations] of this.#computations) {
      const path = pathAt(point);
      const mayBeNear = (t: Term): boolean => {
        const values = path.of(t);
        return values === null || [...values].some(isNear);
      };
      for (const { words, when } of computations.values()) if (when === "all" ? words.every(mayBeNear) : words.some(mayBeNear)) return true;
    }
    return false;
  }
}
