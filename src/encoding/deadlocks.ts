// Deadlocks as constraints. In: a composition with its reads. Out: two kinds of deadlock, each a witness that can be asked for.
//
// Standstill: every thread has finished or waits for what will not come. Lost threads: some wait forever although others continue, since
// each of them needs one that is lost as well, or that has ended (execution/deadlocks.ts says why that is final). Which they are the
// solver chooses: any set that is closed in this way will do. In both cases the condition of a wait is read once more, at the horizon.

import { allCandidates, type ReadPart } from "../skeleton/may-copy.ts";
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
  /** In each way to decide, as far as that is possible, the threads it needs. */
  readonly ways: readonly { readonly possible: Term; readonly needs: SkeletonEvent["needs"] }[];
}

type Places = readonly { readonly event: SkeletonEvent; readonly when: Term }[];

export function addDeadlocks(c: Composition): void {
  const { terms, skeleton } = c;
  const waiting = skeleton.events.filter((e) => e.waits && e.blocked !== terms.false);
  if (waiting.length === 0) return;
  const readsOf = groupBy(c.copies.reads, (r) => r.part.event);
  const stuck: Stuck[] = [];
  for (const e of waiting) {
    if (terms.and(e.occurs, terms.not(e.executed)) === terms.false) continue;
    const found = stuckAt(c, e, readsOf.get(e) ?? []);
    stuck.push(found.stuck);
    c.guessesWaits ||= found.guesses;
  }
  const lost = findLost(c, stuck);
  addWitness(c, standstill(c, stuck), []);
  if (lost !== null) addWitness(c, lost.violation, lost.places);
}

function addWitness(c: Composition, when: Term, places: Places): void {
  c.assert(c.terms.implies(when, c.goal("deadlock")), "deadlock");
  c.witnesses.push({ question: "deadlock", when, events: [], places });
}

/** The thread is at the event and can never continue, for any decision; and not only because of assumptions. */
function stuckAt(c: Composition, e: SkeletonEvent, reads: readonly ReadPart[]): { stuck: Stuck; guesses: boolean } {
  const { terms, skeleton, copies } = c;
  const here = c.fresh("stuck");
  c.assert(terms.implies(here, terms.and(e.occurs, terms.not(e.executed))), "stuck");
  const ways = valuationsOf(terms, skeleton, e);
  const waits: Term[] = [];
  const needed: { possible: Term; needs: SkeletonEvent["needs"] }[] = [];
  for (const [i, way] of (ways ?? [new Map<Term, Term>()]).entries()) {
    const again = new Map(way);
    for (const a of e.accesses)
      if (a.kind === "read" && a.value?.op === "variable")
        again.set(a.value, terms.variable(`${a.value.name}#end${e.id}${i === 0 ? "" : `.${i}`}`, a.value.width));
    const substitution = new Substitution(terms, (leaf) => again.get(leaf) ?? null);
    const then = (t: Term): Term => substitution.apply(skeleton.expand(t));
    for (const r of reads) {
      const value = again.get(r.part.access.value as Term);
      if (value === undefined) continue;
      const part =
        typeof r.part.at === "number" ? r.part : { ...r.part, at: then(r.part.at), places: anywhere(r.part.object.size - r.part.size) };
      const candidates = allCandidates(terms, part, terms.true, copies.writes.get(part.object.id) ?? [], c.tick);
      addRead(c, { part, candidates, rivals: candidates }, c.horizon, terms.and(here, then(r.part.when)), value);
    }
    const possible = then(terms.all(e.thread.open.filter((o) => way.has(o.variable)).map((o) => o.possible)));
    c.assert(terms.implies(terms.and(here, possible), then(e.blocked)), "stuck");
    waits.push(terms.and(possible, then(terms.and(e.blocked, terms.not(e.assumes)))));
    needed.push({ possible, needs: e.needs.map(({ when, slot }) => ({ when: then(when), slot: then(slot) })) });
  }
  c.assert(terms.implies(here, terms.any(waits)), "stuck");
  // Even where the wait does not depend on it: the executor, which has to confirm a deadlock, cannot try all values either.
  const guesses = ways === null || e.thread.open.some((o) => o.event === e && o.values === null);
  return { stuck: { event: e, here, ways: needed }, guesses };
}

/** All that is executed is shown, nothing ends the process, and who has not finished is stuck. */
function standstill(c: Composition, stuck: readonly Stuck[]): Term {
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

/** A set of threads, each stuck at the horizon and in need of one that is in the set or has ended. */
function findLost(c: Composition, stuck: readonly Stuck[]): { violation: Term; places: Places } | null {
  const { terms, skeleton } = c;
  const needy = stuck.filter((s) => s.event.needs.length > 0);
  const byThread = groupBy(needy, (s) => s.event.thread);
  if (needy.length === 0) return null;
  /** Of a thread: that it is lost; that it has ended. */
  const lost = new Map<SkeletonThread, Term>([...byThread.keys()].map((t) => [t, c.fresh("lost")]));
  const ended = new Map<SkeletonThread, Term>();
  const hasEnded = (t: SkeletonThread): Term => {
    let over = ended.get(t);
    if (over === undefined) {
      over = c.fresh("ended");
      ended.set(t, over);
      c.assert(terms.implies(over, terms.and(t.started, t.finished)), "lost");
      isWhollyShown(t, over);
    }
    return over;
  };
  const isWhollyShown = (t: SkeletonThread, when: Term): void => {
    if (t.start !== null) c.assert(terms.implies(when, terms.and(t.start.executed, c.isShown(t.start))), "lost");
    for (const e of t.events) c.assert(terms.any([terms.not(when), terms.not(e.executed), c.isShown(e)]), "lost");
  };
  const places: { event: SkeletonEvent; when: Term }[] = [];
  for (const [t, list] of byThread) {
    const here = lost.get(t) as Term;
    isWhollyShown(t, here);
    const reasons = list.map((s) => {
      const inVain = s.ways.map(({ possible, needs }) => {
        const needed = needs.flatMap(({ when, slot }) =>
          skeleton.threads.map((other) => {
            const isIt = terms.and(when, terms.eq(slot, terms.constant(BigInt(other.index), slot.width)));
            if (isIt === terms.false || other === t) return terms.false;
            return terms.and(isIt, terms.or(lost.get(other) ?? terms.false, hasEnded(other)));
          }),
        );
        return terms.or(terms.not(possible), terms.any(needed));
      });
      const place = c.fresh("lost here");
      c.assert(terms.implies(place, terms.all([s.here, ...inVain])), "lost");
      places.push({ event: s.event, when: place });
      return place;
    });
    c.assert(terms.implies(here, terms.any(reasons)), "lost");
  }
  const violation = c.fresh("lost threads");
  c.assert(terms.implies(violation, terms.any([...lost.values()])), "lost");
  return { violation, places };
}
