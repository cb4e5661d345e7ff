// Axiomatic composition (FUSION §4.2, STAGED §5–6): a skeleton becomes constraints over the solver's order of events. In: skeleton and
// may-copy sets. Out: one goal per question (a property, a cut loop, …): a term to assume; and how to read a schedule off a model.
//
// The horizon H is a virtual event: the run shown is what comes before it. No event that ends the process comes before H, except one
// that the goal asks for. So a thread may go on behind the end of the process: nobody looks there.

import type { Property } from "../execution/errors.ts";
import type { Part } from "../skeleton/cells.ts";
import type { ClaimedCell } from "../skeleton/claims.ts";
import { allCandidates, type Candidate, initialContent, type MayCopy, type ReadPart } from "../skeleton/may-copy.ts";
import { findRanges } from "../skeleton/ranges.ts";
import { TooMuch } from "../skeleton/round.ts";
import type { Access, OpenValue, Skeleton, SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import { dependsOn } from "../terms/depends.ts";
import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { orderClaims } from "./claim-order.ts";
import { boundPreemptions } from "./context-bound.ts";
import { orderHolds } from "./lock-order.ts";
import type { EventId, Solver } from "./solver.ts";

export type Question = Property | "unwind" | "unsupported";

/** What a model says: the events of a run in order, and what was open in it. */
export interface ModelRun {
  readonly events: readonly SkeletonEvent[];
  readonly open: ReadonlyMap<SkeletonThread, readonly { readonly kind: OpenValue["kind"]; readonly value: bigint }[]>;
  /** Events of the violation itself, last in the run. */
  readonly last: readonly SkeletonEvent[];
  readonly threads: ReadonlySet<SkeletonThread>;
}

interface Witness {
  readonly question: Question;
  readonly when: Term;
  readonly events: readonly SkeletonEvent[];
  /** Both are next at the horizon, whatever comes behind it. */
  readonly adjacent?: boolean;
}

export class Composition {
  readonly #ids: EventId[] = []; // by skeleton event
  readonly #start: EventId;
  readonly #horizon: EventId;
  readonly #goals = new Map<Question, Term>();
  readonly #witnesses: Witness[] = [];
  /** Who may read from whom, among atomic accesses. */
  readonly #flows: { readonly from: Part; readonly to: Part; readonly when: Term }[] = [];
  readonly #next = new Map<SkeletonEvent, Term>();
  #count = 0;
  #asserted = 0;

  constructor(
    readonly terms: Terms,
    readonly solver: Solver,
    readonly skeleton: Skeleton,
    readonly copies: MayCopy,
    readonly interrupted: () => boolean,
    claimed: readonly ClaimedCell[] = [],
  ) {
    const { threads } = skeleton;
    this.#start = solver.event(threads.length);
    this.#horizon = solver.event(threads.length + 1);
    threads.forEach((t, chain) => {
      for (const e of t.events) this.#ids[e.id] = solver.event(chain);
    });
    for (const t of threads) {
      const first = t.events[0];
      if (first === undefined) continue;
      const from = t.start === null ? this.#start : (this.#ids[t.start.id] as EventId);
      this.#assert(terms.before(from, this.#idOf(first)), "creation");
    }
    this.#assert(terms.before(this.#start, this.#horizon), "start");
    for (const a of skeleton.assumptions) this.#assert(a, "choice");
    for (const e of skeleton.events) if (e.blocked !== terms.false) this.#assert(terms.implies(e.executed, terms.not(e.blocked)), "wait");
    const undefinedReads = new Map<SkeletonEvent, Term[]>();
    const found = orderHolds(terms, skeleton, copies.order, {
      before: (a, b) => terms.before(this.#idOf(a), this.#idOf(b)),
      assert: (formula, origin) => this.#assert(formula, origin),
    });
    const behindClaims = orderClaims(terms, solver, copies.order, claimed, {
      start: this.#start,
      idOf: (e) => this.#idOf(e),
      assert: (formula, origin) => this.#assert(formula, origin),
      flow: (from, to, when) => this.#flow(from, to, when),
    });
    for (const r of copies.reads) {
      if (behindClaims.has(r) || (found.has(r.part.access) && !r.candidates.some((c) => c.write?.access.undefined))) continue;
      const seen = this.#read(r, this.#idOf(r.part.event), r.when);
      if (seen !== terms.false && !r.part.access.tolerant) {
        const list = undefinedReads.get(r.part.event);
        if (list === undefined) undefinedReads.set(r.part.event, [seen]);
        else list.push(seen);
      }
    }
    this.#failures(undefinedReads);
  }

  /** What reads may return, as far as that is an interval. */
  narrow(): void {
    const { terms, skeleton, copies } = this;
    for (const [variable, { low, high }] of findRanges(terms, skeleton, copies)) {
      const bound = (n: number): Term => terms.constant(BigInt.asUintN(variable.width, BigInt(n)), variable.width);
      this.#assert(terms.and(terms.sle(bound(low), variable), terms.sle(variable, bound(high))), "range");
    }
  }

  #assert(formula: Term, origin: string): void {
    if ((++this.#asserted & 0x3f) === 0 && this.interrupted()) throw new TooMuch("interrupted");
    this.solver.assert(formula, origin);
  }

  #idOf(e: SkeletonEvent): EventId {
    return this.#ids[e.id] as EventId;
  }

  #fresh(name: string): Term {
    return this.terms.variable(`${name}#${this.#count++}`, 1);
  }

  /** A read sees one of its candidates. Gives back when that is memory nobody has written. */
  #read(
    r: { readonly part: ReadPart["part"]; readonly candidates: readonly Candidate[]; readonly rivals: readonly Candidate[] },
    at: EventId,
    when: Term,
    value?: Term,
  ): Term {
    const { terms, solver } = this;
    const { part } = r;
    if (when === terms.false) return terms.false;
    const content =
      value === undefined
        ? part.access.content(part.from, part.size)
        : terms.extract(value, 8 * (part.from + part.size) - 1, 8 * part.from);
    const chosen = r.candidates.map((c) => ({ ...c, reads: r.candidates.length === 1 ? when : this.#fresh("rf") }));
    const undefinedSeen: Term[] = [];
    for (const c of chosen) {
      const holds = c.write === null ? initialContent(terms, part) : c.write.access.content(c.write.from, part.size);
      this.#assert(terms.implies(c.reads, terms.and(c.when, terms.eq(content, holds))), "reads-from");
      if (c.write?.access.undefined) undefinedSeen.push(c.reads);
      if (value === undefined && c.write !== null) this.#flow(c.write, part, terms.and(c.reads, when));
    }
    this.#assert(terms.implies(when, terms.any(chosen.map((c) => c.reads))), "some write");
    const place = (c: Candidate): EventId => (c.write === null ? this.#start : this.#idOf(c.write.event));
    solver.read({
      event: at,
      candidates: chosen.map((c) => ({ write: place(c), reads: terms.and(c.reads, when) })),
      rivals: r.rivals.filter((v) => v.write !== null).map((v) => ({ write: place(v), overwrites: v.when })),
    });
    return terms.and(when, terms.any(undefinedSeen));
  }

  #flow(from: Part, to: Part, when: Term): void {
    if (from.access.atomic && to.access.atomic) this.#flows.push({ from, to, when });
  }

  /** Violations, and what ends the process. */
  #failures(undefinedReads: ReadonlyMap<SkeletonEvent, readonly Term[]>): void {
    const { terms } = this;
    for (const e of this.skeleton.events) {
      const before = terms.before(this.#idOf(e), this.#horizon);
      const ends: Term[] = [e.ends];
      const asked: Term[] = [];
      const fail = (question: Question, when: Term, harmless: boolean): void => {
        const violation = this.#fresh("violation");
        this.#assert(terms.implies(violation, terms.all([e.executed, when, before, this.#goal(question)])), "violation");
        this.#witnesses.push({ question, when: violation, events: [e] });
        asked.push(violation);
        if (!harmless) ends.push(when);
      };
      for (const f of e.failures) fail(f.property, f.when, f.harmless || f.property === "unwind" || f.property === "unsupported");
      const unwritten = undefinedReads.get(e);
      if (unwritten !== undefined) fail("uninit", terms.any(unwritten), false);
      const end = terms.and(e.executed, terms.any(ends));
      if (end !== terms.false)
        this.#assert(terms.any([terms.not(end), terms.before(this.#horizon, this.#idOf(e)), ...asked]), "end of the process");
    }
  }

  #goal(question: Question): Term {
    let goal = this.#goals.get(question);
    if (goal === undefined) {
      goal = this.terms.variable(`goal ${question}`, 1);
      this.#goals.set(question, goal);
    }
    return goal;
  }

  /** Is there anything to ask? */
  mayHappen(question: Question): boolean {
    return this.#witnesses.some((w) => w.question === question);
  }

  /** What to assume for a question: some violation of it, and of nothing else. */
  ask(question: Question): Term[] {
    return this.askAny([question]);
  }

  /** The same for any of several questions. */
  askAny(questions: readonly Question[]): Term[] {
    const { terms } = this;
    const asked = terms.variable(`asked ${questions.join()}`, 1);
    const witnesses = this.#witnesses.filter((w) => questions.includes(w.question)).map((w) => w.when);
    this.#assert(terms.implies(asked, terms.any(witnesses)), "question");
    for (const q of questions) this.#goal(q);
    return [asked, ...[...this.#goals].map(([q, goal]) => (questions.includes(q) ? goal : terms.not(goal)))];
  }

  // ---- races

  /** Two conflicting accesses that could both be next (algorithms.md §3), or, if asked so, that happens-before does not order. */
  addRaces(isAdjacent: boolean): void {
    const { terms } = this;
    const byObject = new Map<number, { event: SkeletonEvent; access: Access }[]>();
    for (const event of this.skeleton.events)
      for (const access of event.accesses) {
        const t = access.targets[0];
        if (t === undefined || !t.object.races || access.undefined || t.offset === t.object.size) continue;
        const list = byObject.get(t.object.id);
        if (list === undefined) byObject.set(t.object.id, [{ event, access }]);
        else list.push({ event, access });
      }
    const { order } = this.copies;
    for (const list of byObject.values())
      list.forEach((a, i) => {
        for (const b of list.slice(i + 1)) {
          if (a.event.thread === b.event.thread || (a.access.kind === "read" && b.access.kind === "read")) continue;
          if (a.access.atomic && b.access.atomic) continue;
          if (a.access.raceOnly && b.access.raceOnly) continue; // freed twice: an error of memory
          const byOrder = !isAdjacent || [a, b].some((x) => isConditional(terms, this.skeleton, x.event, x.access));
          // Under one lock they are never both next.
          if (!byOrder && a.event.holds.some((lock) => b.event.holds.includes(lock))) continue;
          // What must come first need not be ordered by happens-before, where threads learn without it.
          if (!byOrder && (order.isBefore(a.event, b.event) || order.isBefore(b.event, a.event))) continue;
          const overlap = this.#meet(a.access, b.access);
          const both = terms.all([
            overlap,
            ...[a, b].flatMap((x) => [x.event.executed, x.access.when, terms.not(failsAt(terms, x.event))]),
          ]);
          if (both === terms.false) continue;
          if (byOrder) {
            this.#unorderedRace(a.event, b.event, both, a.access.raceOnly);
            this.#unorderedRace(b.event, a.event, both, b.access.raceOnly);
          } else this.#adjacentRace([a.event, b.event], both);
        }
      });
    for (const { isPartner, races } of this.#partners.values()) this.#assert(terms.implies(isPartner, terms.any(races)), "race");
  }

  /** Both can be next, and one after the other both happen. */
  #adjacentRace(events: readonly [SkeletonEvent, SkeletonEvent], both: Term): void {
    const { terms } = this;
    const violation = this.#fresh("race");
    const next = events.map((e) => this.#isNext(e));
    this.#assert(terms.implies(violation, terms.all([both, ...next, this.#goal("race")])), "race");
    this.#witnesses.push({ question: "race", when: violation, events, adjacent: true });
    const [a, b] = events;
    this.#partners.get(`${a.id} ${b.id}`)?.races.push(violation);
    this.#partners.get(`${b.id} ${a.id}`)?.races.push(violation);
  }

  /** Of an event that is next, who may change what it reads all the same: the other one of a race. */
  readonly #partners = new Map<string, { readonly isPartner: Term; readonly races: Term[] }>();

  /**
   * Where threads learn of each other without being ordered, accesses may race that are never next to each other: the second is not
   * ordered after the first by happens-before. One labelling serves all pairs: it contains the first and all that happens after it, and not the second.
   */
  #unorderedRace(first: SkeletonEvent, second: SkeletonEvent, both: Term, firstFrees: boolean): void {
    if (firstFrees || this.copies.order.isBefore(second, first)) return;
    const { terms } = this;
    const violation = this.#fresh("race");
    const order = [terms.before(this.#idOf(first), this.#idOf(second)), terms.before(this.#idOf(second), this.#horizon)];
    const labels = [this.#isAfter(first), terms.not(this.#isAfter(second))];
    this.#assert(terms.implies(violation, terms.all([both, ...order, ...labels, this.#goal("race")])), "race");
    this.#witnesses.push({ question: "race", when: violation, events: [second] });
  }

  readonly #labels = new Map<SkeletonEvent, Term>();

  #isAfter(e: SkeletonEvent): Term {
    if (this.#labels.size === 0) this.#labelEvents();
    return this.#labels.get(e) as Term;
  }

  /** The labelling is closed under happens-before. */
  #labelEvents(): void {
    const { terms, skeleton } = this;
    const { order } = this.copies;
    for (const e of skeleton.events) this.#labels.set(e, this.#fresh("after"));
    const follows = (from: SkeletonEvent, to: SkeletonEvent, when: Term): void => {
      if (when === terms.false || from === to) return;
      this.#assert(terms.any([terms.not(this.#isAfter(from)), terms.not(when), this.#isAfter(to)]), "happens before");
    };
    for (const t of skeleton.threads)
      for (const [i, e] of t.events.entries()) {
        const previous = i === 0 ? t.start : (t.events[i - 1] as SkeletonEvent);
        if (previous !== null) follows(previous, e, terms.true);
      }
    const published = this.#publications();
    for (const { from, to, when } of this.#flows) {
      const learnt = terms.all([when, to.access.orders, published(from.access, from.event)]);
      if (learnt !== terms.false) this.#assert(terms.implies(learnt, this.#isAfter(to.event)), "happens before");
    }
    for (const from of skeleton.events)
      for (const release of from.releases)
        for (const to of skeleton.events) {
          if (to.thread === from.thread || order.isBefore(to, from)) continue;
          for (const acquire of to.acquires) {
            const same = terms.and(terms.eq(release.object, acquire.object), terms.eq(release.index, acquire.index));
            if (same === terms.false) continue;
            const happen = terms.all([same, from.executed, release.when, to.executed, acquire.when]);
            follows(from, to, terms.and(happen, terms.before(this.#idOf(from), this.#idOf(to))));
          }
        }
  }

  /** Whoever reads a write and is ordered by that comes after the first: for what the writer publishes, or for what an update passes on. */
  #publications(): (write: Access, event: SkeletonEvent) => Term {
    const { terms } = this;
    const passed = new Map<Access, Term>();
    for (const e of this.skeleton.events) for (const a of e.accesses) if (a.continues) passed.set(a, this.#fresh("passed"));
    const published = (write: Access, event: SkeletonEvent): Term => passed.get(write) ?? terms.and(write.orders, this.#isAfter(event));
    for (const e of this.skeleton.events)
      for (const a of e.accesses) {
        const own = passed.get(a);
        if (own === undefined) continue;
        this.#assert(terms.implies(terms.and(a.orders, this.#isAfter(e)), own), "release sequence");
        for (const { from, to, when } of this.#flows)
          if (to.event === e && isWhole(from) && isWhole(to))
            this.#assert(terms.implies(terms.and(when, published(from.access, from.event)), own), "release sequence");
      }
    return published;
  }

  /** Some byte belongs to both accesses. */
  #meet(a: Access, b: Access): Term {
    const { terms } = this;
    return terms.any(
      a.targets.flatMap((s) =>
        b.targets
          .filter((t) => t.object === s.object)
          .map((t) => terms.all([s.when, t.when, this.#overlap({ offset: s.offset, size: a.size }, { offset: t.offset, size: b.size })])),
      ),
    );
  }

  #overlap(a: Extent, b: Extent): Term {
    const { terms } = this;
    const [x, y] = [a.offset, b.offset];
    if (typeof x === "number" && typeof y === "number") return terms.boolean(x < y + b.size && y < x + a.size);
    const width = typeof x === "number" ? (y as Term).width : x.width;
    const term = (o: number | Term): Term => (typeof o === "number" ? terms.constant(BigInt(o), width) : o);
    const near = (from: Term, to: Term, size: number): Term => terms.ult(terms.sub(to, from), terms.constant(BigInt(size), width));
    return terms.or(near(term(x), term(y), a.size), near(term(y), term(x), b.size));
  }

  /** The event is the next of its thread at the horizon. Of a section, what it reads is changed by nobody but its partner until it is executed. */
  #isNext(e: SkeletonEvent): Term {
    const { terms } = this;
    const known = this.#next.get(e);
    if (known !== undefined) return known;
    const next = this.#fresh("next");
    this.#next.set(e, next);
    const must = (condition: Term): void => this.#assert(terms.implies(next, condition), "next");
    must(terms.before(this.#horizon, this.#idOf(e)));
    const previous = e.thread.events[e.place - 1] ?? e.thread.start;
    if (previous !== null) must(terms.before(this.#idOf(previous), this.#horizon));
    if (e.accesses.length < 2 && e.blocked === terms.false) return next;
    const reads = e.accesses.filter((a) => a.kind === "read" && !a.settled);
    for (const f of this.skeleton.events) {
      if (f.thread === e.thread || this.copies.order.isBefore(e, f)) continue;
      const changes = terms.any(
        f.accesses.filter((w) => w.kind === "write" && !w.raceOnly).flatMap((w) => reads.map((r) => terms.and(w.when, this.#meet(r, w)))),
      );
      if (changes === terms.false) continue;
      const isPartner = this.#fresh("partner");
      this.#partners.set(`${e.id} ${f.id}`, { isPartner, races: [] });
      const stays = [terms.not(f.executed), terms.not(changes), isPartner];
      must(terms.any([...stays, terms.before(this.#idOf(f), this.#horizon), terms.before(this.#idOf(e), this.#idOf(f))]));
    }
    return next;
  }

  /** Only runs in which threads that could go on are left at most so often. */
  boundPreemptions(most: number): void {
    const { terms, skeleton, copies } = this;
    boundPreemptions(
      terms,
      skeleton,
      copies.order,
      {
        before: (a, b) => terms.before(this.#idOf(a), this.#idOf(b)),
        isShown: (e) => terms.before(this.#idOf(e), this.#horizon),
        fresh: (name) => this.#fresh(name),
        assert: (formula, origin) => this.#assert(formula, origin),
      },
      most,
    );
  }

  // ---- deadlock

  /** Every thread has finished or waits for what will not come: its condition is read once more, behind all that was executed. */
  addDeadlocks(): void {
    const { terms, solver, skeleton } = this;
    const waiting = skeleton.events.filter((e) => e.waits && e.blocked !== terms.false && !skeleton.assuming.has(e));
    if (waiting.length === 0) return;
    const end = solver.event(skeleton.threads.length + 2);
    for (const t of skeleton.threads) {
      const last = t.events.at(-1);
      if (last !== undefined) this.#assert(terms.before(this.#idOf(last), end), "end");
    }
    const violation = this.#fresh("deadlock");
    const stuck = new Map<SkeletonEvent, Term>();
    for (const e of waiting) {
      const stands = terms.and(e.occurs, terms.not(e.executed));
      if (stands === terms.false) continue;
      const here = this.#fresh("stuck");
      const copies = new Map<Term, Term>();
      for (const a of e.accesses)
        if (a.kind === "read" && a.value?.op === "variable")
          copies.set(a.value, terms.variable(`${a.value.name}#end${e.id}`, a.value.width));
      const again = new Substitution(terms, (leaf) => copies.get(leaf) ?? null);
      for (const r of this.copies.reads) {
        if (r.part.event !== e) continue;
        const value = copies.get(r.part.access.value as Term);
        if (value === undefined) continue;
        const part = { ...r.part, at: typeof r.part.at === "number" ? r.part.at : again.apply(skeleton.expand(r.part.at)) };
        const candidates = allCandidates(terms, part, terms.true, this.copies.writes.get(part.object.id) ?? []);
        this.#read({ part, candidates, rivals: candidates }, end, terms.and(here, again.apply(skeleton.expand(r.part.when))), value);
      }
      this.#assert(terms.implies(here, terms.and(stands, again.apply(skeleton.expand(e.blocked)))), "stuck");
      stuck.set(e, here);
    }
    for (const t of skeleton.threads) {
      const here = t.events.flatMap((e) => stuck.get(e) ?? []);
      this.#assert(terms.any([terms.not(violation), terms.not(t.started), t.finished, ...here]), "deadlock");
    }
    this.#assert(terms.implies(violation, terms.any([...stuck.values()])), "deadlock");
    for (const e of skeleton.events) {
      const end_ = terms.and(e.executed, terms.or(e.ends, failsAt(terms, e)));
      if (end_ !== terms.false) this.#assert(terms.implies(violation, terms.not(end_)), "deadlock");
      this.#assert(terms.any([terms.not(violation), terms.not(e.executed), terms.before(this.#idOf(e), this.#horizon)]), "deadlock");
    }
    this.#assert(terms.implies(violation, this.#goal("deadlock")), "deadlock");
    this.#witnesses.push({ question: "deadlock", when: violation, events: [] });
  }

  // ---- models

  /** After `sat` of a question. */
  run(question: Question): ModelRun {
    const { solver, skeleton } = this;
    const isTrue = (t: Term): boolean => solver.value(t) === 1n;
    const horizon = solver.position(this.#horizon);
    const found = this.#witnesses.filter((w) => w.question === question && isTrue(w.when));
    const first = found.reduce((a, b) => (this.#lastOf(a.events) <= this.#lastOf(b.events) ? a : b));
    const last = first.events.slice().sort((a, b) => this.#place(a) - this.#place(b));
    const limit = first.adjacent || last.length === 0 ? horizon : this.#place(last[0] as SkeletonEvent);
    const events = skeleton.events
      .filter((e) => this.#place(e) < limit && !last.includes(e) && isTrue(e.executed))
      .sort((a, b) => this.#place(a) - this.#place(b));
    const open = new Map<SkeletonThread, { kind: OpenValue["kind"]; value: bigint }[]>();
    for (const t of skeleton.threads)
      open.set(
        t,
        t.open.filter((o) => isTrue(o.when)).map((o) => ({ kind: o.kind, value: solver.value(o.variable) })),
      );
    return { events, open, last, threads: new Set(skeleton.threads.filter((t) => isTrue(t.started))) };
  }

  /** Cuts that the model reaches. */
  reached(question: "unwind" | "unsupported"): SkeletonEvent[] {
    return this.#witnesses.filter((w) => w.question === question && this.solver.value(w.when) === 1n).flatMap((w) => w.events);
  }

  #place(e: SkeletonEvent): number {
    return this.solver.position(this.#idOf(e));
  }

  #lastOf(events: readonly SkeletonEvent[]): number {
    return events.length === 0 ? 0 : Math.max(...events.map((e) => this.#place(e)));
  }
}

/** Whether, or where, a section makes the access depends on what it reads: after another thread's step it may not. */
function isConditional(terms: Terms, skeleton: Skeleton, event: SkeletonEvent, access: Access): boolean {
  if (!event.section) return false;
  const read = new Set(event.accesses.flatMap((a) => (a.kind === "read" && !a.settled && a.value !== null ? [a.value] : [])));
  const places = access.targets.flatMap((t) => (typeof t.offset === "number" ? [t.when] : [t.when, t.offset]));
  return [access.when, failsAt(terms, event), ...places].some((t) => dependsOn(skeleton.expand(t), read));
}

interface Extent {
  readonly offset: number | Term;
  readonly size: number;
}

/** The access is not cut into cells. */
const isWhole = (part: Part): boolean => part.size === part.access.size;

/** The process ends at this event by an error of its own. */
function failsAt(terms: Terms, e: SkeletonEvent): Term {
  return terms.any(e.failures.filter((f) => !f.harmless).map((f) => f.when));
}
