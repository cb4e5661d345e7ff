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
import { failsAt } from "./races.ts";
import { addRead } from "./reads-from.ts";
import { valuationsOf } from "./valuations.ts";

/** A thread at a section that it cannot pass. */
interface Stuck {
  readonly event: SkeletonEvent;
  readonly here: Term;
  /** For each valuation of what is open in the section, as far as it is possible: the threads that must act. */
  readonly valuations: readonly { readonly possible: Term; readonly needs: SkeletonEvent["needs"] }[];
}

type WaitingAt = readonly { readonly event: SkeletonEvent; readonly when: Term }[];

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
  const lost = addLostThreads(c, stuck);
  addViolation(c, addGlobalDeadlock(c, stuck), []);
  if (lost !== null) addViolation(c, lost.violation, lost.waitingAt);
}

function addViolation(c: Composition, when: Term, waitingAt: WaitingAt): void {
  c.assert(c.terms.implies(when, c.goal("deadlock")), "deadlock");
  c.violations.push({ question: "deadlock", when, events: [], waitingAt });
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

/** A set of threads, each stuck at the horizon and waiting for one that is in the set or has ended. Null: no wait names such a thread. */
function addLostThreads(c: Composition, stuck: readonly Stuck[]): { violation: Term; waitingAt: WaitingAt } | null {
  const { terms, skeleton } = c;
  const needy = stuck.filter((s) => s.event.needs.length > 0);
  const byThread = groupBy(needy, (s) => s.event.thread);
  if (needy.length === 0) return null;
  /** By thread: the boolean "it is lost"; below, "it has ended". */
  const lost = new Map<SkeletonThread, Term>([...byThread.keys()].map((t) => [t, c.fresh("lost")]));
  const ended = new Map<SkeletonThread, Term>();
  const hasEnded = (t: SkeletonThread): Term => {
    let over = ended.get(t);
    if (over === undefined) {
      over = c.fresh("ended");
      ended.set(t, over);
      c.assert(terms.implies(over, terms.and(t.started, t.finished)), "lost");
      showAll(t, over);
    }
    return over;
  };
  const showAll = (t: SkeletonThread, when: Term): void => {
    if (t.start !== null) c.assert(terms.implies(when, terms.and(t.start.executed, c.isShown(t.start))), "lost");
    for (const e of t.events) c.assert(terms.any([terms.not(when), terms.not(e.executed), c.isShown(e)]), "lost");
  };
  const waitingAt: { event: SkeletonEvent; when: Term }[] = [];
  for (const [t, list] of byThread) {
    const here = lost.get(t) as Term;
    showAll(t, here);
    const reasons = list.map((s) => {
      const hopeless = s.valuations.map(({ possible, needs }) => {
        const needed = needs.flatMap(({ when, slot }) =>
          skeleton.threads.map((other) => {
            const isIt = terms.and(when, terms.eq(slot, terms.constant(BigInt(other.index), slot.width)));
            if (isIt === terms.false || other === t) return terms.false;
            return terms.and(isIt, terms.or(lost.get(other) ?? terms.false, hasEnded(other)));
          }),
        );
        return terms.or(terms.not(possible), terms.any(needed));
      });
      const isLostHere = c.fresh("lost here");
      c.assert(terms.implies(isLostHere, terms.all([s.here, ...hopeless])), "lost");
      waitingAt.push({ event: s.event, when: isLostHere });
      return isLostHere;
    });
    c.assert(terms.implies(here, terms.any(reasons)), "lost");
  }
  const violation = c.fresh("lost threads");
  c.assert(terms.implies(violation, terms.any([...lost.values()])), "lost");
  return { violation, waitingAt };
}
