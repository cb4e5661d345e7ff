// Deadlocks as constraints. In: a composition with its reads. Out: clauses, and a possible violation for each of two kinds of deadlock.
//
// Global: every thread has finished or is blocked. Lost threads: some wait forever although others continue, because each of them needs
// another lost thread, or one that has ended, to act (execution/deadlocks.ts says why that is final). The solver chooses the lost
// threads: any set that is closed in this way will do. In both cases the condition of a wait is evaluated again, at the horizon.

import { allVisibleWrites, type CellRead } from "../skeleton/may-copy.ts";
import type { SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import { anywhere } from "../skeleton/spread.ts";
import { groupBy } from "../support/group.ts";
import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Composition } from "./composition.ts";
import { addDeadlock, addLostThreads, type EndOfRun, type Stuck } from "./lost-threads.ts";
import { failsAt } from "./race-pairs.ts";
import { addRead } from "./reads-from.ts";
import { valuationsOf } from "./valuations.ts";

export function addDeadlocks(c: Composition): void {
  const { terms, skeleton } = c;
  const waiting = skeleton.events.filter((e) => e.waits && e.blocked !== terms.false);
  if (waiting.length === 0) return;
  const readsOf = groupBy(c.copies.reads, (r) => r.cell.event);
  const stuck: Stuck[] = [];
  for (const e of waiting) {
    if (terms.and(e.occurs, terms.not(e.executed)) === terms.false) continue;
    const found = stuckAt(c, e, readsOf.get(e) ?? []);
    stuck.push(found.stuck);
    c.guessesWaits ||= found.guesses;
  }
  const lost = addLostThreads(c, stuck, atHorizon(c));
  addDeadlock(c, addGlobalDeadlock(c, stuck), []);
  if (lost !== null) addDeadlock(c, lost.violation, lost.waitingAt);
}

/** `here`: the thread is at the event and cannot continue, whatever is decided inside the section; and not only because of assumptions. */
function stuckAt(c: Composition, e: SkeletonEvent, reads: readonly CellRead[]): { stuck: Stuck; guesses: boolean } {
  const { terms, skeleton, copies } = c;
  const here = c.fresh("stuck");
  c.assert(terms.implies(here, terms.and(e.occurs, terms.not(e.executed))), "stuck");
  const valuations = valuationsOf(terms, skeleton, e);
  const waits: Term[] = [];
  const needed: { possible: Term; needs: SkeletonEvent["needs"] }[] = [];
  for (const [i, valuation] of (valuations ?? [new Map<Term, Term>()]).entries()) {
    const again = new Map(valuation);
    for (const a of e.accesses)
      if (a.kind === "read" && a.value?.op === "variable")
        again.set(a.value, terms.variable(`${a.value.name}#end${e.id}${i === 0 ? "" : `.${i}`}`, a.value.width));
    const substitution = new Substitution(terms, (leaf) => again.get(leaf) ?? null);
    const then = (t: Term): Term => substitution.apply(skeleton.expand(t));
    for (const r of reads) {
      const value = again.get(r.cell.access.value as Term);
      if (value === undefined) continue;
      const cell =
        typeof r.cell.at === "number" ? r.cell : { ...r.cell, at: then(r.cell.at), places: anywhere(r.cell.object.size - r.cell.size) };
      const visibleWrites = allVisibleWrites(terms, cell, terms.true, copies.writes.get(cell.object.id) ?? [], c.tick);
      addRead(c, { cell, visibleWrites, rivals: visibleWrites }, c.horizon, terms.and(here, then(r.cell.when)), value);
    }
    const possible = then(terms.all(e.thread.open.filter((o) => valuation.has(o.variable)).map((o) => o.possible)));
    c.assert(terms.implies(terms.and(here, possible), then(e.blocked)), "stuck");
    waits.push(terms.and(possible, then(terms.and(e.blocked, terms.not(e.assumes)))));
    needed.push({ possible, needs: e.needs.map(({ when, slot }) => ({ when: then(when), slot: then(slot) })) });
  }
  c.assert(terms.implies(here, terms.any(waits)), "stuck");
  // Also where the wait does not depend on the value: the executor, which has to confirm a deadlock, cannot try all values either.
  const guesses = valuations === null || e.thread.open.some((o) => o.event === e && o.values === null);
  return { stuck: { event: e, here, valuations: needed }, guesses };
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
    const end = terms.and(e.executed, terms.or(e.ends, failsAt(terms, e)));
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
