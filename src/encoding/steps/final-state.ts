// The state after the last step. In: a formula. Out: which threads are stuck in it; deadlocks, as possible violations; and, on request, that no thread can
// continue in it, so that T is idle only where it must be.
//
// A thread waits at a unit whose first event is blocked. Whether it is, is evaluated again with the last copies of the cells, for every valuation of
// what is open in the section (../deadlocks.ts says the same with the order of events).

import type { SkeletonEvent, SkeletonThread } from "../../skeleton/skeleton.ts";
import { groupBy } from "../../support/group.ts";
import type { Term } from "../../terms/term.ts";
import { addDeadlock, addLostThreads, type Stuck } from "../lost-threads.ts";
import { type Again, stuckAt } from "../stuck.ts";
import type { StepFormula } from "./step-formula.ts";

export function addDeadlocks(f: StepFormula): void {
  const { terms, skeleton } = f;
  const waiting = skeleton.events.filter((e) => e.waits && e.blocked !== terms.false);
  if (waiting.length === 0) return;
  const stuck = waiting.map((e) => stuckInTheEnd(f, e, false));
  const byThread = groupBy(stuck, (s) => s.event.thread);
  const violation = f.fresh("deadlock");
  for (const [i, t] of skeleton.threads.entries()) {
    const here = (byThread.get(t) ?? []).map((s) => s.here);
    f.assert(
      terms.any([terms.not(violation), terms.not(f.isCreated(i, f.steps)), terms.not(t.started), hasEnded(f, t), ...here]),
      "deadlock",
    );
  }
  f.assert(terms.implies(violation, terms.any(stuck.map((s) => s.here))), "deadlock");
  addDeadlock(f, violation, []);
  const lost = addLostThreads(f, stuck, { hasEnded: (t) => hasEnded(f, t), stays: () => {} });
  if (lost !== null) addDeadlock(f, lost.violation, lost.waitingAt);
}

/** Returns the assumption that no thread can continue after the last step: every thread has ended, has stopped, or waits. */
export function addEndOfRun(f: StepFormula): Term {
  const { terms, skeleton } = f;
  const isOver = f.fresh("over");
  const waiting = skeleton.events.filter((e) => e.blocked !== terms.false);
  const stuck = groupBy(
    waiting.map((e) => stuckInTheEnd(f, e, true)),
    (s) => s.event.thread,
  );
  for (const [i, t] of skeleton.threads.entries()) {
    const stands = [terms.not(f.isCreated(i, f.steps)), f.isDone(i, f.steps), ...(stuck.get(t) ?? []).map((s) => s.here)];
    f.assert(terms.implies(isOver, terms.any(stands)), "over");
  }
  return isOver;
}

/** The thread has run to its end. */
function hasEnded(f: StepFormula, t: SkeletonThread): Term {
  const thread = f.skeleton.threads.indexOf(t);
  return f.terms.all([f.isCreated(thread, f.steps), t.started, t.finished, f.isDone(thread, f.steps)]);
}

/** `assumes`: an assumption that does not hold also counts as a wait. */
function stuckInTheEnd(f: StepFormula, e: SkeletonEvent, assumes: boolean): Stuck {
  const { terms } = f;
  const here = f.fresh("stuck");
  const unit = f.unitOf(e);
  const stands = [f.isCreated(unit.thread, f.steps), f.isAt(unit, f.steps), e.occurs];
  f.assert(terms.implies(here, terms.all(stands)), "stuck");
  const readAgain = ({ then, valueOf }: Again): void => {
    for (const { access, content, places } of f.cells.usesOf(e).reads)
      if (valueOf(access.access.value as Term) !== undefined)
        for (const { cell, when } of places)
          f.assert(terms.implies(terms.and(here, then(when)), terms.eq(then(content), f.content(cell, f.steps))), "stuck");
  };
  const suffix = (i: number): string => `${assumes ? "over" : "end"}${e.id}.${i}`;
  const waiting = assumes ? e.blocked : terms.and(e.blocked, terms.not(e.assumes));
  return stuckAt(f, e, { here, suffix, waiting, readAgain });
}
