// Threads that can be exchanged, for a search that runs the program. In: a program and the options of a formula, of which none is built. Out: groups of threads (symmetry.ts), each named by its number
// among the threads that main creates.
//
// What is known of a skeleton holds for the runs that it has. So the program is unrolled as a whole: if a loop or a recursion may continue, or something is unsupported, there are no groups.

import { addressFreedoms } from "../execution/freedoms.ts";
import type { Program } from "../program/program.ts";
import { findVisibleWrites } from "../skeleton/may-copy.ts";
import { isCutOff, type Skeleton, type SkeletonThread } from "../skeleton/skeleton.ts";
import { LimitReached, newTick } from "../support/limits.ts";
import { type FormulaOptions, unrollFor } from "./formula.ts";
import { findSymmetricThreads } from "./symmetry.ts";

/** Loops that need more iterations are taken to have no bound. */
const maxBound = 128;

/** Returns no groups if the program cannot be unrolled as a whole. */
export function findExchangeableThreads(
  program: Program,
  options: Omit<FormulaOptions, "encoding" | "bounds" | "defaultBound">,
  interrupted: () => boolean,
): number[][] {
  try {
    for (let bound = 4; bound <= maxBound; bound *= 4) {
      const unrolled = unrollFor(
        program,
        { ...options, encoding: "steps", bounds: new Map(), defaultBound: bound, reachesKept: true },
        interrupted,
      );
      const { skeleton, terms } = unrolled;
      if (skeleton.cuts.length > 0) continue;
      if (!isWhole(skeleton)) return [];
      const tick = newTick(interrupted);
      const { order } = unrolled.copies ?? findVisibleWrites(terms, skeleton, true, tick);
      // A thread has the same number in all runs if it is created only after all those before it.
      const children = skeleton.threads.filter((t) => t.parent === skeleton.threads[0]).sort((a, b) => startOf(a) - startOf(b));
      const isNumbered = children.every((t, i) => i === 0 || order.implies(t.started, (children[i - 1] as SkeletonThread).started));
      if (!isNumbered || children.some((t) => (t.start?.starts.length ?? 0) !== 1)) return [];
      const groups = findSymmetricThreads(terms, skeleton, order, tick);
      return groups.map((g) => g.map((t) => children.indexOf(t))).filter((g) => g.every((n) => n >= 0));
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  return [];
}

const startOf = ({ start }: SkeletonThread): number => start?.index ?? -1;

/** All that the program may do is in it. */
function isWhole({ events, invents, opensReads, phantoms }: Skeleton): boolean {
  if (invents || opensReads || phantoms.length > 0) return false;
  const isOpen = (property: string): boolean => (addressFreedoms as readonly string[]).includes(property);
  return events.every((e) => e.failures.every((f) => !isCutOff(f) && !isOpen(f.property)));
}
