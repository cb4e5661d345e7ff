// Races in the step encoding. In: a formula. Out: clauses, and a possible violation per pair of conflicting accesses that are executed in neighbouring
// steps: then both could be next before the first of them.
//
// Where happens-before has to decide (a thread may learn of others without being ordered after them, or preemptions are bounded), this encoding does
// not express the question. An access that may race begins a unit: otherwise a thread could not stand before it.

import type { HappensBefore } from "../../skeleton/happens-before.ts";
import type { Skeleton, SkeletonEvent } from "../../skeleton/skeleton.ts";
import type { Tick } from "../../support/limits.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { findRacePairs, type RacePair } from "../race-pairs.ts";
import { isReached } from "./rho.ts";
import type { StepFormula } from "./step-formula.ts";
import type { Unit } from "./transactions.ts";

/** Pairs of accesses that race if both can be next; null: happens-before has to decide. */
export function findNeighbours(
  terms: Terms,
  skeleton: Skeleton,
  order: HappensBefore,
  isAdjacent: boolean,
  tick: Tick,
): readonly RacePair[] | null {
  if (!isAdjacent) return null;
  const pairs = findRacePairs({ terms, skeleton, tick }, order, isAdjacent);
  return pairs.some((p) => p.byOrder) ? null : pairs;
}

/** Each access of a pair is the first of its unit. */
export function addRaces(f: StepFormula, pairs: readonly RacePair[]): void {
  const { terms } = f;
  const times = new Map<Unit, Term>();
  const timeOf = (e: SkeletonEvent): Term => {
    const u = f.unitOf(e);
    let time = times.get(u);
    if (time === undefined) {
      time = timeOfUnit(f, u);
      times.set(u, time);
    }
    return time;
  };
  for (const { a, b, both } of pairs) {
    const violation = f.fresh("race");
    const [x, y] = [timeOf(a.event), timeOf(b.event)];
    const one = terms.constant(1n, x.width);
    const areNeighbours = terms.or(terms.eq(terms.add(x, one), y), terms.eq(terms.add(y, one), x));
    const areExecuted = [isReached(f, a.event), isReached(f, b.event)];
    f.assert(terms.implies(violation, terms.all([both, ...areExecuted, areNeighbours, f.goal("race")])), "race");
    f.violations.push({ question: "race", when: violation, events: [a.event, b.event] });
  }
}

/** The number of the step that executes the unit, if it is executed. */
function timeOfUnit(f: StepFormula, u: Unit): Term {
  const { terms } = f;
  const width = Math.ceil(Math.log2(f.steps + 2));
  const time = terms.variable(`time ${u.thread}.${u.index}`, width);
  for (let i = 0; i < f.steps; i++)
    if (f.mayExecute(u, i)) f.assert(terms.implies(f.executes(u, i), terms.eq(time, terms.constant(BigInt(i), width))), "time");
  return time;
}
