// Unrolls a bounded program in rounds, until a round adds nothing to what is known. In: program and options. Out: the skeleton with its
// terms, exact up to the bounds.

import type { Program } from "../program/program.ts";
import { LimitReached, newTick } from "../support/limits.ts";
import { Terms } from "../terms/terms.ts";
import { Knowledge } from "./knowledge.ts";
import { findVisibleWrites, type MayCopy } from "./may-copy.ts";
import { type FunctionInfo, Round, type UnrollOptions, type UnrollThread } from "./round.ts";
import type { Skeleton } from "./skeleton.ts";
import { ThreadUnroller } from "./unroll.ts";
import { hasObserver } from "./unrolling/spurious-iterations.ts";

/** What locks guard is found a round later than the locks, and loops that depend on it another round later. If locks still change after this many rounds, none are used. */
const maxLockRounds = 8;
/** Knowledge gives up sets that grow after 12 rounds (knowledge.ts); more rounds than this mean that something else does not converge. */
const maxRounds = 60;

export interface Unrolled {
  readonly skeleton: Skeleton;
  readonly terms: Terms;
  readonly rounds: number;
  /** Its pruned may-copy sets, if the search for locks needed them. */
  readonly copies: MayCopy | null;
}

const unrollThread: UnrollThread = (round, thread, started, self, entry) => new ThreadUnroller(round, thread, started, self).run(entry);

/** Throws `LimitReached` if there are too many rounds, threads or operations, or if it is interrupted. */
export function unrollProgram(program: Program, options: UnrollOptions, knowledge = new Knowledge(program)): Unrolled {
  const functions = new Map<number, FunctionInfo>();
  const tick = newTick(options.interrupted);
  let learnt = options.locks ? 0 : maxLockRounds + 1;
  for (let round = 0; round < maxRounds; round++) {
    const terms = new Terms();
    knowledge.beginRound(round);
    const unrolled = new Round(program, terms, knowledge, options, functions, tick, unrollThread);
    const skeleton = unrolled.run();
    if (knowledge.grew) continue;
    const copies = learnt++ <= maxLockRounds ? findVisibleWrites(terms, skeleton, true, tick) : null;
    const isNew = copies !== null && knowledge.locks.learn(terms, skeleton, copies.order, tick);
    if (!isNew && unrolled.skippedWakeUps.length > 0) {
      const { order } = copies ?? findVisibleWrites(terms, skeleton, true, tick);
      if (hasObserver(skeleton, order, unrolled.skippedWakeUps, (t) => t === terms.false)) {
        knowledge.offersAllWakes = true;
        continue;
      }
    }
    if (!isNew) return { skeleton, terms, rounds: round + 1, copies };
    if (learnt > maxLockRounds) knowledge.locks.giveUp();
  }
  throw new LimitReached("rounds");
}
