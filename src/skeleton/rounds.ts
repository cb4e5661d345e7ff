// A bounded program as a skeleton: rounds of unrolling until one adds nothing to what is known. In: program and options. Out: the skeleton
// with its terms, exact up to the loop bounds.

import type { Program } from "../program/program.ts";
import { LimitReached, newTick } from "../support/limits.ts";
import { Terms } from "../terms/terms.ts";
import { Knowledge } from "./knowledge.ts";
import { findVisibleWrites, type MayCopy } from "./may-copy.ts";
import { type FunctionInfo, Round, type UnrollOptions, type UnrollThread } from "./round.ts";
import type { Skeleton } from "./skeleton.ts";
import { ThreadUnroller } from "./unroll.ts";
import { hasObserver } from "./unrolling/spurious-iterations.ts";

/** What locks guard is seen a round later than they are, and what loops do behind that another one. What is not settled by then is not a lock. */
const lockRounds = 8;

export interface Unrolled {
  readonly skeleton: Skeleton;
  readonly terms: Terms;
  readonly rounds: number;
  /** Its may-copy sets, pruned, where the search for locks has asked for them. */
  readonly copies: MayCopy | null;
}

const unrollThread: UnrollThread = (round, thread, started, self, entry) => new ThreadUnroller(round, thread, started, self).run(entry);

/** Rounds until one adds nothing to what is known. The result is exact up to the loop bounds. */
export function skeletonOf(program: Program, options: UnrollOptions, knowledge = new Knowledge(program)): Unrolled {
  const functions = new Map<number, FunctionInfo>();
  const tick = newTick(options.interrupted);
  let learnt = options.locks ? 0 : lockRounds + 1;
  for (let round = 0; round < 60; round++) {
    const terms = new Terms();
    knowledge.beginRound(round);
    const unrolled = new Round(program, terms, knowledge, options, functions, tick, unrollThread);
    const skeleton = unrolled.run();
    if (knowledge.grew) continue;
    const copies = learnt++ <= lockRounds ? findVisibleWrites(terms, skeleton, true, tick) : null;
    const isNew = copies !== null && knowledge.locks.learn(terms, skeleton, copies.order, tick);
    if (!isNew && unrolled.leftOut.length > 0) {
      const { order } = copies ?? findVisibleWrites(terms, skeleton, true, tick);
      if (hasObserver(skeleton, order, unrolled.leftOut, (t) => t === terms.false)) {
        knowledge.offersAllWakes = true;
        continue;
      }
    }
    if (!isNew) return { skeleton, terms, rounds: round + 1, copies };
    if (learnt > lockRounds) knowledge.locks.giveUp();
  }
  throw new LimitReached("rounds");
}
