// Deadlocks as constraints. In: a composition with its reads. Out: clauses, and a possible violation for each of two kinds of deadlock.
//
// Global: every thread has finished or is blocked. Lost threads: some wait forever although others continue, because each of them needs
// another lost thread, or one that has ended, to act (execution/deadlocks.ts says why that is final). The solver chooses the lost
// threads: any set that is closed in this way will do. In both cases the condition of a wait is evaluated again, at the horizon.

import { allVisibleWrites, type CellRead } from "../skeleton/may-copy.ts";
import { endsAt, type SkeletonEvent, type SkeletonThread } from "../skeleton/skeleton.ts";
import { anywhere } from "../skeleton/spread.ts";
import { whenMade } from "../skeleton/writes-by-cell.ts";
import { groupBy } from "../support/group.ts";
import type { Term } from "../terms/term.ts";
import type { Composition } from "./composition.ts";
import { addDeadlock, addLostThreads, type EndOfRun, type Stuck } from "./lost-threads.ts";
import { addRead } from "./reads-from.ts";
import { type Again, stuckAt } from "./stuck.ts";

export function addDeadlocks(c: Composition): void {
  const { terms, skeleton } = c;
  const waiting = skeleton.events.filter((e) => e.waits && e.blocked !== terms.false);
  if (waiting.length === 0) return;
  const readsOf = groupBy(c.copies.reads, (r) => r.cell.event);
  const stuck: Stuck[] = [];
  for (const e of waiting) {
    if (terms.and(e.occurs, terms.not(e.executed)) === terms.false) continue;
    stuck.push(stuckAtHorizon(c, e, readsOf.get(e) ?? []));
  }
  const lost = addLostThreads(c, stuck, atHorizon(c));
  addDeadlock(c, addGlobalDeadlock(c, stuck), []);
  if (lost !== null) addDeadlock(c, lost.violation, lost.waitingAt);
}

/** The thread is at the event and cannot continue, whatever is decided inside the section; and not only because of assumptions. */
function stuckAtHorizon(c: Composition, e: SkeletonEvent, reads: readonly CellRead[]): Stuck {
  const { terms, copies } = c;
  const here = c.fresh("stuck");
  c.assert(terms.implies(here, terms.and(e.occurs, terms.not(e.executed))), "stuck");
  const readAgain = ({ then, valueOf }: Again): void => {
    for (const r of reads) {
      const value = valueOf(r.cell.access.value as Term);
      if (value === undefined) continue;
      const cell =
        typeof r.cell.at === "number" ? r.cell : { ...r.cell, at: then(r.cell.at), places: anywhere(r.cell.object.size - r.cell.size) };
      const writes = (copies.writes.get(cell.object.id) ?? []).map(whenMade);
      const visibleWrites = allVisibleWrites(terms, cell, terms.true, writes, c.tick);
      addRead(c, { cell, visibleWrites, rivals: visibleWrites }, c.horizon, terms.and(here, then(r.cell.when)), value);
    }
  };
  const suffix = (i: number): string => `end${e.id}${i === 0 ? "" : `.${i}`}`;
  return stuckAt(c, e, { here, suffix, waiting: terms.and(e.blocked, terms.not(e.assumes)), readAgain });
}

/** All executed events are shown, none ends the process, and every thread that has not finished is stuck. */
function addGlobalDeadlock(c: Composition, stuck: readonly Stuck[]): Term {
  const { terms, skeleton } = c;
  const violation = c.fresh("deadlock");
  const byThread = groupBy(stuck, (s) => s.event.thread);
  for (const t of skeleton.threads) {
    const here = (byThread.get(t) ?? []).map((s) => s.here);
    c.assert(terms.any([terms.not(violation), terms.not(t.started), t.finished, ...here]), "deadlock");
  }
  c.assert(terms.implies(violation, terms.any(stuck.map((s) => s.here))), "deadlock");
  for (const e of skeleton.events) {
    const end = terms.and(e.executed, endsAt(terms, e));
    if (end !== terms.false) c.assert(terms.implies(violation, terms.not(end)), "deadlock");
    c.assert(terms.any([terms.not(violation), terms.not(e.executed), c.isShown(e)]), "deadlock");
  }
  return violation;
}

/** What is known of threads at the horizon. */
function atHorizon(c: Composition): EndOfRun {
  const { terms } = c;
  const ended = new Map<SkeletonThread, Term>();
  const stays = (t: SkeletonThread, when: Term): void => {
    if (t.start !== null) c.assert(terms.implies(when, terms.and(t.start.executed, c.isShown(t.start))), "lost");
    for (const e of t.events) c.assert(terms.any([terms.not(when), terms.not(e.executed), c.isShown(e)]), "lost");
  };
  const hasEnded = (t: SkeletonThread): Term => {
    let over = ended.get(t);
    if (over === undefined) {
      over = c.fresh("ended");
      ended.set(t, over);
      c.assert(terms.implies(over, terms.and(t.started, t.finished)), "lost");
      stays(t, over);
    }
    return over;
  };
  return { hasEnded, stays };
}
