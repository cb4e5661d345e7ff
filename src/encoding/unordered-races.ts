// Races that happens-before decides. In: a composed formula, with what each atomic read may see. Out: clauses, and possible violations. A labelling of events
// stands for happens-before. Both composers use it.

import type { CellAccess } from "../skeleton/cells.ts";
import type { HappensBefore } from "../skeleton/happens-before.ts";
import { type Access, endsAt, type SharedObject, type Skeleton, type SkeletonEvent } from "../skeleton/skeleton.ts";
import { groupBy } from "../support/group.ts";
import type { Term } from "../terms/term.ts";
import type { ComposedFormula } from "./composed-formula.ts";
import { lastOf, type Racer } from "./race-pairs.ts";

/** An atomic read may see an atomic write, under a condition. */
export interface Flow {
  readonly from: CellAccess;
  readonly to: CellAccess;
  readonly when: Term;
}

/** A formula in which events have an order. */
interface Scene extends ComposedFormula {
  readonly order: HappensBefore;
  /** All pairs of atomic reads and the atomic writes they may see. */
  readonly flows: readonly Flow[];
  /** The event is part of the run shown. */
  isShown(e: SkeletonEvent): Term;
}

/** An object begins: its bytes are arbitrary. */
interface Begin {
  readonly event: SkeletonEvent;
  readonly access: Access;
}

export class UnorderedRaces {
  readonly #labels = new Map<SkeletonEvent, Term>();
  /** By their place: where objects begin. */
  #begins: ReadonlyMap<SharedObject, readonly Begin[]> | null = null;

  constructor(readonly scene: Scene) {}

  /** A race of two accesses that happens-before does not order. */
  add(a: Racer, b: Racer, both: Term): void {
    this.#unorderedRace(a, b, both);
    this.#unorderedRace(b, a, both);
  }

  /**
   * Happens-before does not order the second access after the first. One labelling serves all pairs: it contains the first event of the
   * race and all events that happen after it, but not the second. An access on a phantom edge is made somewhere between begin and end: what happens after it
   * happens after the end, and what it happens after happens before the begin, as far as the skeleton knows.
   */
  #unorderedRace(first: Racer, second: Racer, both: Term): void {
    if (first.access.raceOnly || this.scene.order.isBefore(lastOf(second), first.event)) return;
    const { terms } = this.scene;
    const violation = this.scene.fresh("race");
    const goesOn = terms.not(endsAt(terms, first.event));
    const order = [goesOn, this.scene.before(first.event, lastOf(second)), this.scene.isShown(second.event)];
    const labels = [this.#isAfter(lastOf(first)), terms.not(this.#isAfter(second.event))];
    const parts = [both, ...order, ...labels, ...this.#inOneLife(first, second), this.scene.goal("race")];
    this.scene.assert(terms.implies(violation, terms.all(parts)), "race");
    this.scene.violations.push({ question: "race", when: violation, events: [second.event] });
  }

  /** That no other object begins in the place between the two accesses: those to different objects do not race. */
  #inOneLife(first: Racer, second: Racer): Term[] {
    const { terms } = this.scene;
    this.#begins ??= beginsOf(this.scene.skeleton);
    const begins = this.#begins.get(first.access.targets[0]?.object as SharedObject) ?? [];
    if (begins.length < 2) return [];
    return begins.map(({ event, access }) => {
      const isAfter = event === first.event ? terms.boolean(isLater(event, access, first.access)) : this.scene.before(first.event, event);
      const isBefore =
        event === second.event ? terms.boolean(isLater(event, second.access, access)) : this.scene.before(event, second.event);
      const when = access.targets[0]?.when as Term;
      return terms.not(terms.all([event.executed, access.when, when, isAfter, isBefore]));
    });
  }

  #isAfter(e: SkeletonEvent): Term {
    if (this.#labels.size === 0) this.#labelEvents();
    return this.#labels.get(e) as Term;
  }

  /** The labelling is closed under happens-before. */
  #labelEvents(): void {
    const { terms, skeleton, order } = this.scene;
    for (const e of skeleton.events) this.#labels.set(e, this.scene.fresh("after"));
    const follows = (from: SkeletonEvent, to: SkeletonEvent, when: Term): void => {
      if (when === terms.false || from === to) return;
      this.scene.assert(terms.any([terms.not(this.#isAfter(from)), terms.not(when), this.#isAfter(to)]), "happens before");
    };
    for (const t of skeleton.threads)
      for (const [i, e] of t.events.entries()) {
        const previous = i === 0 ? t.start : (t.events[i - 1] as SkeletonEvent);
        if (previous !== null) follows(previous, e, terms.true);
      }
    const published = this.#publications();
    const heard = this.#heardBefore();
    for (const { from, to, when } of this.scene.flows) {
      const seen = terms.and(when, published(from));
      if (seen === terms.false) continue;
      const learnt = terms.and(seen, to.access.orders);
      if (learnt !== terms.false) this.scene.assert(terms.implies(learnt, this.#isAfter(to.event)), "happens before");
      const byFence = to.access.synchronises ? heard(to.event) : undefined;
      if (byFence !== undefined) this.scene.assert(terms.implies(seen, byFence), "fence");
    }
    for (const from of skeleton.events)
      for (const release of from.releases)
        for (const to of skeleton.events) {
          this.scene.tick();
          if (to.thread === from.thread || order.isBefore(to, from)) continue;
          for (const acquire of to.acquires) {
            const same = terms.and(terms.eq(release.object, acquire.object), terms.eq(release.index, acquire.index));
            if (same === terms.false) continue;
            const happen = terms.all([same, from.executed, release.when, to.executed, acquire.when]);
            follows(from, to, terms.and(happen, this.scene.before(from, to)));
          }
        }
  }

  /**
   * Returns, for a write, when a thread that synchronises with it is labelled: the writer is, or a release fence before the write, or the
   * write is an update and continues a release sequence (C11 5.1.2.4p10) that is.
   */
  #publications(): (write: CellAccess) => Term {
    const { terms } = this.scene;
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
        term = this.scene.fresh("passed");
        parts.set(key, term);
        this.scene.assert(terms.implies(own(write), term), "release sequence");
      }
      return term;
    };
    const published = (write: CellAccess): Term => (write.access.continues ? passedBy(write) : own(write));
    for (const { from, to, when } of this.scene.flows)
      for (const access of to.event.accesses) {
        const at = access.continues ? offsetWithin(access, to) : null;
        if (at === null) continue;
        const handed = passedBy({ access, event: to.event, from: at, size: to.size });
        this.scene.assert(terms.implies(terms.and(when, published(from)), handed), "release sequence");
      }
    return published;
  }

  /** Returns, for an event, when a release fence of its thread before it is labelled. */
  #fencedBefore(): (event: SkeletonEvent) => Term {
    const { terms } = this.scene;
    const before = new Map<SkeletonEvent, Term>();
    for (const { events } of this.scene.skeleton.threads) {
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
    const { terms } = this.scene;
    const next = new Map<SkeletonEvent, Term>();
    for (const { events } of this.scene.skeleton.threads) {
      let heard: Term | undefined;
      for (const e of events.slice().reverse()) {
        if (heard !== undefined) next.set(e, heard);
        const acquires = terms.any(e.fences.filter((f) => f.acquires).map((f) => f.when));
        if (acquires === terms.false) continue;
        const here = this.scene.fresh("heard");
        this.scene.assert(terms.any([terms.not(here), terms.not(e.executed), terms.not(acquires), this.#isAfter(e)]), "fence");
        if (heard !== undefined) this.scene.assert(terms.implies(here, heard), "fence");
        heard = here;
      }
    }
    return (event) => next.get(event);
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

function beginsOf({ events }: Skeleton): ReadonlyMap<SharedObject, readonly Begin[]> {
  const begins = events.flatMap((event) => event.accesses.filter((a) => a.undefined).map((access) => ({ event, access })));
  return groupBy(begins, ({ access }) => access.targets[0]?.object as SharedObject);
}

const isLater = ({ accesses }: SkeletonEvent, a: Access, b: Access): boolean => accesses.indexOf(a) > accesses.indexOf(b);
