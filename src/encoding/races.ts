// Races as constraints. In: a composition with its reads. Out: clauses, and one possible violation per pair of conflicting accesses that
// can both be next.
//
// A thread may learn of another without being ordered after it, or preemptions may be bounded. Then two accesses can race although they
// are never both next: a pair counts if happens-before does not order it. One labelling of events stands for happens-before.

import type { CellAccess } from "../skeleton/cells.ts";
import type { Access, SkeletonEvent } from "../skeleton/skeleton.ts";
import type { Term } from "../terms/term.ts";
import type { Composition } from "./composition.ts";
import { findRacePairs, shareByte } from "./race-pairs.ts";

/** `isAdjacent`: accesses race if both can be next, where that is enough. Otherwise happens-before decides for all pairs. */
export const addRaces = (c: Composition, isAdjacent: boolean): void => new Races(c).add(isAdjacent);

class Races {
  readonly #next = new Map<SkeletonEvent, Term>();
  readonly #labels = new Map<SkeletonEvent, Term>();
  /** By an event that is next and another that may still change what it reads: its partner in a race. */
  readonly #partners = new Map<string, { readonly isPartner: Term; readonly races: Term[] }>();

  constructor(readonly composition: Composition) {}

  add(isAdjacent: boolean): void {
    const { composition } = this;
    for (const { a, b, both, byOrder } of findRacePairs(composition, composition.copies.order, isAdjacent))
      if (byOrder) {
        this.#unorderedRace(a.event, b.event, both, a.access.raceOnly);
        this.#unorderedRace(b.event, a.event, both, b.access.raceOnly);
      } else this.#adjacentRace([a.event, b.event], both);
    const { terms } = composition;
    for (const { isPartner, races } of this.#partners.values()) composition.assert(terms.implies(isPartner, terms.any(races)), "race");
  }

  #found(when: Term, events: readonly SkeletonEvent[], adjacent: boolean): void {
    this.composition.violations.push({ question: "race", when, events, adjacent });
  }

  /** Both events are next at the horizon, and both are executed, one after the other. */
  #adjacentRace(events: readonly [SkeletonEvent, SkeletonEvent], both: Term): void {
    const { terms } = this.composition;
    const violation = this.composition.fresh("race");
    const next = events.map((e) => this.#isNext(e));
    this.composition.assert(terms.implies(violation, terms.all([both, ...next, this.composition.goal("race")])), "race");
    this.#found(violation, events, true);
    const [a, b] = events;
    this.#partners.get(`${a.id} ${b.id}`)?.races.push(violation);
    this.#partners.get(`${b.id} ${a.id}`)?.races.push(violation);
  }

  /**
   * Happens-before does not order the second event after the first. One labelling serves all pairs: it contains the first event of the
   * race and all events that happen after it, but not the second.
   */
  #unorderedRace(first: SkeletonEvent, second: SkeletonEvent, both: Term, firstFrees: boolean): void {
    if (firstFrees || this.composition.copies.order.isBefore(second, first)) return;
    const { terms } = this.composition;
    const violation = this.composition.fresh("race");
    const order = [this.composition.before(first, second), this.composition.isShown(second)];
    const labels = [this.#isAfter(first), terms.not(this.#isAfter(second))];
    this.composition.assert(terms.implies(violation, terms.all([both, ...order, ...labels, this.composition.goal("race")])), "race");
    this.#found(violation, [second], false);
  }

  #isAfter(e: SkeletonEvent): Term {
    if (this.#labels.size === 0) this.#labelEvents();
    return this.#labels.get(e) as Term;
  }

  /** The labelling is closed under happens-before. */
  #labelEvents(): void {
    const { terms, skeleton, copies } = this.composition;
    const { order } = copies;
    for (const e of skeleton.events) this.#labels.set(e, this.composition.fresh("after"));
    const follows = (from: SkeletonEvent, to: SkeletonEvent, when: Term): void => {
      if (when === terms.false || from === to) return;
      this.composition.assert(terms.any([terms.not(this.#isAfter(from)), terms.not(when), this.#isAfter(to)]), "happens before");
    };
    for (const t of skeleton.threads)
      for (const [i, e] of t.events.entries()) {
        const previous = i === 0 ? t.start : (t.events[i - 1] as SkeletonEvent);
        if (previous !== null) follows(previous, e, terms.true);
      }
    const published = this.#publications();
    const heard = this.#heardBefore();
    for (const { from, to, when } of this.composition.flows) {
      const seen = terms.and(when, published(from));
      if (seen === terms.false) continue;
      const learnt = terms.and(seen, to.access.orders);
      if (learnt !== terms.false) this.composition.assert(terms.implies(learnt, this.#isAfter(to.event)), "happens before");
      const byFence = to.access.synchronises ? heard(to.event) : undefined;
      if (byFence !== undefined) this.composition.assert(terms.implies(seen, byFence), "fence");
    }
    for (const from of skeleton.events)
      for (const release of from.releases)
        for (const to of skeleton.events) {
          this.composition.tick();
          if (to.thread === from.thread || order.isBefore(to, from)) continue;
          for (const acquire of to.acquires) {
            const same = terms.and(terms.eq(release.object, acquire.object), terms.eq(release.index, acquire.index));
            if (same === terms.false) continue;
            const happen = terms.all([same, from.executed, release.when, to.executed, acquire.when]);
            follows(from, to, terms.and(happen, this.composition.before(from, to)));
          }
        }
  }

  /**
   * Returns, for a write, when a thread that synchronises with it is labelled: the writer is, or a release fence before the write, or the
   * write is an update and continues a release sequence (C11 5.1.2.4p10) that is.
   */
  #publications(): (write: CellAccess) => Term {
    const { terms } = this.composition;
    const fenced = this.#fencedBefore();
    const own = ({ access, event }: Pick<CellAccess, "access" | "event">): Term =>
      terms.or(terms.and(access.orders, this.#isAfter(event)), access.synchronises ? fenced(event) : terms.false);
    const passed = new Map<Access, Map<string, Term>>();
    const passedBy = (write: Pick<CellAccess, "access" | "event" | "from" | "size">): Term => {
      const parts = passed.get(write.access) ?? new Map<string, Term>();
      passed.set(write.access, parts);
      const key = `${write.from}:${write.size}`;
      let term = parts.get(key);
      if (term === undefined) {
        term = this.composition.fresh("passed");
        parts.set(key, term);
        this.composition.assert(terms.implies(own(write), term), "release sequence");
      }
      return term;
    };
    const published = (write: CellAccess): Term => (write.access.continues ? passedBy(write) : own(write));
    for (const { from, to, when } of this.composition.flows)
      for (const access of to.event.accesses) {
        const at = access.continues ? offsetWithin(access, to) : null;
        if (at === null) continue;
        const handed = passedBy({ access, event: to.event, from: at, size: to.size });
        this.composition.assert(terms.implies(terms.and(when, published(from)), handed), "release sequence");
      }
    return published;
  }

  /** Returns, for an event, when a release fence of its thread before it is labelled. */
  #fencedBefore(): (event: SkeletonEvent) => Term {
    const { terms } = this.composition;
    const before = new Map<SkeletonEvent, Term>();
    for (const { events } of this.composition.skeleton.threads) {
      let fenced = terms.false;
      for (const e of events) {
        before.set(e, fenced);
        const releases = terms.any(e.fences.filter((f) => f.releases).map((f) => f.when));
        if (releases !== terms.false) fenced = terms.or(fenced, terms.all([e.executed, releases, this.#isAfter(e)]));
      }
    }
    return (event) => before.get(event) as Term;
  }

  /** Returns, for a read, the boolean that orders the next acquire fence of its thread; undefined if no such fence follows. */
  #heardBefore(): (event: SkeletonEvent) => Term | undefined {
    const { terms } = this.composition;
    const next = new Map<SkeletonEvent, Term>();
    for (const { events } of this.composition.skeleton.threads) {
      let heard: Term | undefined;
      for (const e of events.slice().reverse()) {
        if (heard !== undefined) next.set(e, heard);
        const acquires = terms.any(e.fences.filter((f) => f.acquires).map((f) => f.when));
        if (acquires === terms.false) continue;
        const here = this.composition.fresh("heard");
        this.composition.assert(terms.any([terms.not(here), terms.not(e.executed), terms.not(acquires), this.#isAfter(e)]), "fence");
        if (heard !== undefined) this.composition.assert(terms.implies(here, heard), "fence");
        heard = here;
      }
    }
    return (event) => next.get(event);
  }

  /** The event is the next of its thread at the horizon. Until a section is executed, only its partner in a race changes what it reads. */
  #isNext(e: SkeletonEvent): Term {
    const { terms } = this.composition;
    const known = this.#next.get(e);
    if (known !== undefined) return known;
    const next = this.composition.fresh("next");
    this.#next.set(e, next);
    const must = (condition: Term): void => this.composition.assert(terms.implies(next, condition), "next");
    must(terms.not(this.composition.isShown(e)));
    const previous = e.thread.events[e.index - 1] ?? e.thread.start;
    if (previous !== null) must(this.composition.isShown(previous));
    if (e.accesses.length < 2 && e.blocked === terms.false) return next;
    const reads = e.accesses.filter((a) => a.kind === "read" && !a.settled && a.value?.op !== "constant");
    for (const f of this.composition.skeleton.events) {
      if (f.thread === e.thread || this.composition.copies.order.isBefore(e, f)) continue;
      this.composition.tick();
      const changes = terms.any(
        f.accesses
          .filter((w) => w.kind === "write" && !w.raceOnly)
          .flatMap((w) => reads.map((r) => terms.and(w.when, shareByte(this.composition, r, w)))),
      );
      if (changes === terms.false) continue;
      const isPartner = this.composition.fresh("partner");
      this.#partners.set(`${e.id} ${f.id}`, { isPartner, races: [] });
      const stays = [terms.not(f.executed), terms.not(changes), isPartner];
      must(terms.any([...stays, this.composition.isShown(f), this.composition.before(e, f)]));
    }
    return next;
  }
}

/** The offset, within the write of an update, of the cell that the update has read; null: not in it, or not known. */
function offsetWithin(write: Access, { object, at, size, from, access }: CellAccess): number | null {
  const [target] = write.targets;
  if (target?.object !== object) return null;
  if (typeof at === "number" && typeof target.offset === "number") {
    const offset = at - target.offset;
    return offset >= 0 && offset + size <= write.size ? offset : null;
  }
  return target.offset === access.targets[0]?.offset && write.size === access.size && size === access.size ? from : null;
}
