// Races as constraints. In: a composition with its reads. Out: clauses, and one possible violation per pair of conflicting accesses that
// can both be next.
//
// A thread may learn of another without being ordered after it, or preemptions may be bounded. Then two accesses can race although they
// are never both next: a pair counts if happens-before does not order it (unordered-races.ts).

import { endsAt, type SkeletonEvent } from "../skeleton/skeleton.ts";
import type { Term } from "../terms/term.ts";
import type { Composition } from "./composition.ts";
import { findRacePairs, type Racer, shareByte } from "./race-pairs.ts";
import { UnorderedRaces } from "./unordered-races.ts";

/** `isAdjacent`: accesses race if both can be next, where that is enough. Otherwise happens-before decides for all pairs. */
export const addRaces = (c: Composition, isAdjacent: boolean): void => new Races(c).add(isAdjacent);

class Races {
  readonly #next = new Map<SkeletonEvent, Term>();
  /** By an event that is next and another that may still change what it reads: its partner in a race. */
  readonly #partners = new Map<string, { readonly isPartner: Term; readonly races: Term[] }>();

  constructor(readonly composition: Composition) {}

  add(isAdjacent: boolean): void {
    const { composition } = this;
    const unordered = new UnorderedRaces(composition);
    for (const { a, b, both, byOrder } of findRacePairs(composition, composition.order, isAdjacent))
      if (byOrder) unordered.add(a, b, both);
      else if (a.edge !== undefined || b.edge !== undefined) this.#raceOnEdge([a, b], both);
      else this.#adjacentRace([a.event, b.event], both);
    const { terms } = composition;
    for (const { isPartner, races } of this.#partners.values()) composition.assert(terms.implies(isPartner, terms.any(races)), "race");
  }

  /** Both events are next at the horizon, and both are executed, one after the other. */
  #adjacentRace(events: readonly [SkeletonEvent, SkeletonEvent], both: Term): void {
    const { terms } = this.composition;
    const violation = this.composition.fresh("race");
    const next = events.map((e) => this.#isNext(e));
    const [a, b] = events;
    // A step that ends the process comes last.
    const order = [
      terms.implies(endsAt(terms, a), this.composition.before(b, a)),
      terms.implies(endsAt(terms, b), this.composition.before(a, b)),
    ];
    this.composition.assert(terms.implies(violation, terms.all([both, ...order, ...next, this.composition.goal("race")])), "race");
    this.composition.violations.push({ question: "race", when: violation, events, adjacent: true });
    this.#partners.get(`${a.id} ${b.id}`)?.races.push(violation);
    this.#partners.get(`${b.id} ${a.id}`)?.races.push(violation);
  }

  /** At the horizon one thread is on a phantom edge, which accesses the place at some moment; the other as well, or its event is next. */
  #raceOnEdge(racers: readonly Racer[], both: Term): void {
    const { composition } = this;
    const { terms } = composition;
    const violation = composition.fresh("race");
    const isThere = ({ event, edge }: Racer): Term =>
      edge === undefined ? this.#isNext(event) : terms.and(composition.isShown(event), terms.not(composition.isShown(edge.end)));
    composition.assert(terms.implies(violation, terms.all([both, ...racers.map(isThere), composition.goal("race")])), "race");
    composition.violations.push({ question: "race", when: violation, events: racers.map((r) => r.event) });
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
      if (f.thread === e.thread || this.composition.order.isBefore(e, f)) continue;
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
