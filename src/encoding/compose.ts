// Axiomatic composition (FUSION §4.2, STAGED §5–6): a skeleton becomes constraints over the solver's order of events. In: skeleton and
// may-copy sets. Out: one goal per question (a property, a cut loop, …): a term to assume; and how to read a schedule off a model.
//
// The horizon H is a virtual event: the run shown is what comes before it. No event that ends the process comes before H, except one
// that the goal asks for. So a thread may go on behind the end of the process: nobody looks there.

import { allProperties, isUndefined, type Property } from "../execution/errors.ts";
import type { AddressFreedom } from "../execution/freedoms.ts";
import type { ErrorKind } from "../program/operations.ts";
import type { Part } from "../skeleton/cells.ts";
import type { ClaimedCell } from "../skeleton/claims.ts";
import type { Heed } from "../skeleton/limits.ts";
import { type Candidate, initialContent, type MayCopy, type ReadPart } from "../skeleton/may-copy.ts";
import { findRanges } from "../skeleton/ranges.ts";
import type { Access, Failure, OpenValue, Skeleton, SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import type { EventId, Solver } from "../solving/solver.ts";
import { maxOf } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { orderClaims } from "./claim-order.ts";
import { boundPreemptions, type OrderedEvents } from "./context-bound.ts";
import { type DeadlockContext, findDeadlocks } from "./deadlocks.ts";
import { orderHolds } from "./lock-order.ts";
import { type Flow, Races } from "./races.ts";

/** Undefined behaviour of a property's kinds: it ends the run, whoever asks. */
export type FaultQuestion = `undefined ${Property}`;
export type Question = Property | FaultQuestion | "unwind" | "unsupported" | AddressFreedom;

export const faultQuestions: readonly FaultQuestion[] = allProperties.map((p): FaultQuestion => `undefined ${p}`);

/** What a question is about: a property is also violated by the undefined behaviour that belongs to it. */
const partsOf = (question: Question): Question[] => (isProperty(question) ? [question, `undefined ${question}`] : [question]);
const isProperty = (question: Question): question is Property => (allProperties as readonly string[]).includes(question);

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
  /** Where threads stand at the horizon, if a model says so. */
  readonly places?: readonly { readonly event: SkeletonEvent; readonly when: Term }[];
}

export class Composition {
  readonly #ids: EventId[] = []; // by skeleton event
  readonly #start: EventId;
  readonly #horizon: EventId;
  readonly #goals = new Map<Question, Term>();
  readonly #witnesses: Witness[] = [];
  /** Who may read from whom, among atomic accesses. */
  readonly #flows: Flow[] = [];
  /** The events as those see them who add constraints of their own. */
  readonly #ordered: OrderedEvents = {
    before: (a, b) => this.terms.before(this.#idOf(a), this.#idOf(b)),
    isShown: (e) => this.terms.before(this.#idOf(e), this.#horizon),
    fresh: (name) => this.#fresh(name),
    assert: (formula, origin) => this.#assert(formula, origin),
    heed: () => this.heed(),
  };
  #count = 0;
  /** A section may wait by inputs of too many values: a deadlock that is found may be none. */
  guessesWaits = false;

  constructor(
    readonly terms: Terms,
    readonly solver: Solver,
    readonly skeleton: Skeleton,
    readonly copies: MayCopy,
    readonly heed: Heed,
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
    const found = orderHolds(terms, skeleton, copies.order, this.#ordered);
    const behindClaims = orderClaims(terms, solver, copies.order, claimed, {
      start: this.#start,
      idOf: (e) => this.#idOf(e),
      assert: (formula, origin) => this.#assert(formula, origin),
      flow: (from, to, when) => this.#flow(from, to, when),
    });
    const unwritten = new Map<Access, Term[]>();
    for (const { part } of copies.reads) if (part.access.seesUnwritten !== undefined) unwritten.set(part.access, []);
    for (const r of copies.reads) {
      if (behindClaims.has(r) || (found.has(r.part.access) && !r.candidates.some((c) => c.write?.access.undefined))) continue;
      const seen = this.#read(r, this.#idOf(r.part.event), r.when);
      if (r.part.access.seesUnwritten !== undefined) unwritten.get(r.part.access)?.push(seen);
      else if (seen !== terms.false && !r.part.access.tolerant) {
        const list = undefinedReads.get(r.part.event);
        if (list === undefined) undefinedReads.set(r.part.event, [seen]);
        else list.push(seen);
      }
    }
    for (const [{ seesUnwritten }, seen] of unwritten) this.#assert(terms.eq(seesUnwritten as Term, terms.any(seen)), "unwritten");
    this.#failures(undefinedReads);
  }

  /** What reads may return, as far as that is an interval. */
  narrow(): void {
    const { terms, skeleton, copies } = this;
    for (const [variable, { low, high }] of findRanges(terms, skeleton, copies, this.heed)) {
      const bound = (n: number): Term => terms.constant(BigInt.asUintN(variable.width, BigInt(n)), variable.width);
      this.#assert(terms.and(terms.sle(bound(low), variable), terms.sle(variable, bound(high))), "range");
    }
  }

  #assert(formula: Term, origin: string): void {
    this.heed();
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
      this.heed();
      const holds = c.write === null ? initialContent(terms, part) : c.write.access.content(c.write.from, part.size);
      this.#assert(terms.implies(c.reads, terms.and(c.when, terms.eq(content, holds))), "reads-from");
      if (c.write !== null) undefinedSeen.push(terms.and(c.reads, this.#isUndefined(c.write, holds)));
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

  /** What a write leaves is what nobody has chosen: fresh memory, or a copy of it. */
  #isUndefined({ access }: Part, content: Term): Term {
    return access.undefined ? this.terms.true : this.skeleton.undefinedWhen(this.skeleton.expand(content));
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
      // Whoever is not followed any further just stops; but not in the midst of a section, half of which nobody may see.
      const isHalf = e.accesses.length > 0;
      const stops = (f: Failure): boolean => !isHalf && (f.property === "unwind" || f.property === "unsupported");
      for (const f of e.failures) fail(questionOf(f), f.when, f.harmless || stops(f));
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
    const parts = partsOf(question);
    return this.#witnesses.some((w) => parts.includes(w.question));
  }

  /** What to assume for a question: some violation of it, and of nothing else. */
  ask(question: Question): Term[] {
    return this.askAny([question]);
  }

  /** The same for any of several questions. */
  askAny(questions: readonly Question[]): Term[] {
    const { terms } = this;
    const asked = terms.variable(`asked ${questions.join()}`, 1);
    const parts = new Set(questions.flatMap(partsOf));
    const witnesses = this.#witnesses.filter((w) => parts.has(w.question)).map((w) => w.when);
    this.#assert(terms.implies(asked, terms.any(witnesses)), "question");
    for (const q of parts) this.#goal(q);
    return [asked, ...[...this.#goals].map(([q, goal]) => (parts.has(q) ? goal : terms.not(goal)))];
  }

  /** Two conflicting accesses that could both be next (algorithms.md §3), or, if asked so, that happens-before does not order. */
  addRaces(isAdjacent: boolean): void {
    const { terms, skeleton, copies } = this;
    const found = (when: Term, events: readonly SkeletonEvent[], adjacent: boolean): void => {
      this.#witnesses.push({ question: "race", when, events, adjacent });
    };
    new Races(terms, skeleton, copies.order, this.#flows, this.#ordered, () => this.#goal("race"), found).add(isAdjacent);
  }

  /** Only runs in which threads that could go on are left at most so often. */
  boundPreemptions(most: number): void {
    boundPreemptions(this.terms, this.skeleton, this.copies.order, this.#ordered, most);
  }

  // ---- deadlock

  /** Threads that wait for ever, all of them or some (deadlocks.ts). */
  addDeadlocks(): void {
    const { terms, skeleton, copies, heed } = this;
    const readLast: DeadlockContext["readLast"] = (r, when, value) => void this.#read(r, this.#horizon, when, value);
    const found = findDeadlocks({ terms, skeleton, copies, ordered: this.#ordered, heed, readLast });
    if (found === null) return;
    this.guessesWaits = found.guesses;
    const ask = (when: Term, places: NonNullable<Witness["places"]>): void => {
      this.#assert(terms.implies(when, this.#goal("deadlock")), "deadlock");
      this.#witnesses.push({ question: "deadlock", when, events: [], places });
    };
    ask(found.standstill, []);
    if (found.lost !== null) ask(found.lost, found.places);
  }

  // ---- models

  /** After `sat` of a question. */
  run(question: Question): ModelRun {
    const { solver, skeleton } = this;
    const isTrue = (t: Term): boolean => solver.value(t) === 1n;
    const horizon = solver.position(this.#horizon);
    const parts = partsOf(question);
    const found = this.#witnesses.filter((w) => parts.includes(w.question) && isTrue(w.when));
    const first = found.reduce((a, b) => (this.#lastOf(a.events) <= this.#lastOf(b.events) ? a : b));
    const standing = (first.places ?? []).filter((p) => isTrue(p.when)).map((p) => p.event);
    const last = [...first.events, ...standing].sort((a, b) => this.#place(a) - this.#place(b));
    const limit = first.adjacent || first.events.length === 0 ? horizon : this.#place(last[0] as SkeletonEvent);
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

  /** All events that a question is about. */
  events(question: Question): SkeletonEvent[] {
    return this.#witnesses.filter((w) => w.question === question).flatMap((w) => w.events);
  }

  /** Cuts that the model reaches. */
  reached(question: "unwind" | "unsupported"): SkeletonEvent[] {
    return this.#witnesses.filter((w) => w.question === question && this.solver.value(w.when) === 1n).flatMap((w) => w.events);
  }

  #place(e: SkeletonEvent): number {
    return this.solver.position(this.#idOf(e));
  }

  #lastOf(events: readonly SkeletonEvent[]): number {
    return events.length === 0 ? 0 : maxOf(events.map((e) => this.#place(e)));
  }
}

function questionOf({ property, kind }: Failure): Question {
  return isProperty(property) && isUndefined(kind as ErrorKind) ? `undefined ${property}` : property;
}
