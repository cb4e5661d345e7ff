// Symmetry as an order of events. In: a composition. Out: clauses under the assumption `symmetric`: threads that can be exchanged (symmetry.ts) make their first
// steps in the order of creation.

import type { SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import type { Composition } from "./composition.ts";
import { findSymmetricThreads } from "./symmetry.ts";

export function breakSymmetry(c: Composition): void {
  const { terms } = c;
  for (const group of findSymmetricThreads(terms, c.skeleton, c.copies.order, c.tick)) {
    c.symmetric ??= terms.variable("symmetric", 1);
    for (const [i, t] of group.entries()) {
      const [a, b] = [firstStep(group[i - 1]), firstStep(t)];
      if (a !== undefined && b !== undefined) c.assert(terms.implies(c.symmetric, c.before(a, b)), "symmetry");
    }
  }
}

/** The same one in each thread of a group. */
const firstStep = (t: SkeletonThread | undefined): SkeletonEvent | undefined => t?.events.find((e) => e.isStep);
