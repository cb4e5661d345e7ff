// Symmetry as a thread control constraint. In: a formula. Out: clauses under the assumption `symmetric`: of threads that can be exchanged (../symmetry.ts) one
// is scheduled only after the one before it, in the order of creation, has made its first step.

import { findSymmetricThreads } from "../symmetry.ts";
import type { StepFormula } from "./step-formula.ts";

export function moveInOrderOfCreation(f: StepFormula): void {
  const { terms, skeleton } = f;
  for (const group of findSymmetricThreads(terms, skeleton, f.order, f.tick)) {
    f.symmetric ??= terms.variable("symmetric", 1);
    const threads = group.map((t) => skeleton.threads.indexOf(t));
    for (const [n, thread] of threads.entries()) {
      const before = threads[n - 1];
      if (before === undefined) continue;
      for (let i = 0; i < f.steps; i++) {
        const hasMoved = terms.or(terms.ne(f.position(before, i), f.position(before, 0)), f.isDone(before, i));
        f.assert(terms.any([terms.not(f.symmetric), terms.not(f.isScheduled(thread, i)), hasMoved]), "symmetry");
      }
    }
  }
}
