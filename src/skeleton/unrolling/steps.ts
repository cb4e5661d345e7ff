// A thread's steps: the chain of events that its unrolled code becomes. In: what operations do on a path (touch memory, begin and end
// atomic sections, start threads, fail). Out: the thread's events, in the order of the code, and what they leave behind for others.
//
// An operation outside all sections that touches memory is a step of its own, a section from its begin to its end is one. How far the
// thread gets is one term for the whole chain, `active`: it only becomes stronger, so an event that is made later happens less often.

import { propertyOf } from "../../execution/errors.ts";
import type { AddressFreedom } from "../../execution/freedoms.ts";
import type { Tick } from "../../support/limits.ts";
import { append } from "../../support/lists.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Round } from "../round.ts";
import type { Access, Cut, Failure, SharedObject, Site, SkeletonEvent, SkeletonThread } from "../skeleton.ts";
import { gcd, moved, placesOf } from "../spread.ts";
import type { PossibleValues, ValueSet } from "../value-set.ts";
import type { ResolvedAddress } from "./addresses.ts";
import type { Path } from "./path.ts";
import { Section } from "./section.ts";
import type { Sleep } from "./sleeping.ts";
import type { MemoryHost } from "./thread-memory.ts";
import { Unsupported } from "./unsupported.ts";

type Event = Section["event"];

/** Writes of so many bytes are remembered as one if they are all the same. */
const longWrite = 128;
const none: ReadonlySet<bigint> = new Set();

const strayPointer = "an uninitialised pointer";

interface Start {
  readonly when: Term;
  readonly entry: number;
  readonly self: Term;
  readonly thread: SkeletonThread;
}

export class Steps implements MemoryHost {
  readonly terms: Terms;
  readonly knowledge: Knowledge;
  readonly possible: PossibleValues;
  readonly name: string;
  readonly tick: Tick;
  /** Of the operation being unrolled. */
  site: Site = { function: 0, operation: 0, at: 0 };
  /** Where the thread may wake spuriously. */
  readonly sleeps: Sleep[] = [];
  #active: Term;
  #single: Section | null = null;
  /** Threads that the step has made: they run when it is over. */
  readonly #starts: Start[] = [];
  #isFirst = true;
  #last: Section | null = null;

  constructor(
    readonly round: Round,
    readonly thread: SkeletonThread,
    started: Term,
  ) {
    this.terms = round.terms;
    this.knowledge = round.knowledge;
    this.possible = round.possible;
    this.name = thread.name;
    this.tick = round.tick;
    this.#active = started;
  }

  /** The thread gets this far. */
  get active(): Term {
    return this.#active;
  }

  /** The step of the operation being unrolled, if it is not part of a section and has touched something. */
  get single(): Section | null {
    return this.#single;
  }

  // ---- events

  sectionOf(path: Path): Section {
    if (path.section !== null) return path.section;
    this.#single ??= new Section(this.terms, this.#newEvent(path, true), false, path.guard.term, this.tick);
    return this.#single;
  }

  /** The event of the step that the operation belongs to. */
  eventOf(path: Path): Event {
    return this.sectionOf(path).event;
  }

  /** The event of the section, or one that is not a step. */
  eventBeside(path: Path): Event {
    return path.section?.event ?? this.#newEvent(path, false);
  }

  #newEvent(path: Path, isStep: boolean, section = false): Event {
    const occurs = this.terms.and(path.guard.term, this.#active);
    const event: Event = {
      id: this.round.events.length,
      thread: this.thread,
      index: this.thread.events.length,
      occurs,
      executed: occurs,
      accesses: [],
      failures: [],
      ends: this.terms.false,
      blocked: this.terms.false,
      waits: false,
      assumes: this.terms.false,
      needs: [],
      starts: [],
      acquires: [],
      releases: [],
      fences: [],
      holds: path.views.held,
      site: this.site,
      isStep,
      section,
    };
    this.round.events.push(event);
    this.thread.events.push(event);
    return event;
  }

  /** The end of an operation: what it wrote is a write of its event. */
  closeSingle(isStep = true): void {
    const single = this.#single;
    if (single === null) return;
    this.#single = null;
    this.#publish(single);
    if (!isStep) (single.event as { isStep: boolean }).isStep = false;
  }

  #publish(section: Section): void {
    const writes = section.close();
    if (writes === null) throw new Unsupported("writes of different sizes to the same bytes in one atomic section");
    const { accesses } = section.event;
    // Paths may leave by different ends: a later one may overwrite what an earlier one has left.
    const others = accesses.filter((a) => a.kind === "read" || a.raceOnly);
    accesses.length = 0;
    append(accesses, [...others, ...writes]);
    this.#remember(writes);
    for (const s of this.#starts.splice(0))
      this.round.startThread(s.thread, this.terms.and(section.event.executed, s.when), s.entry, s.self);
  }

  /** What a step leaves behind, for the value sets. */
  #remember(writes: readonly Access[]): void {
    const { knowledge, possible, name, tick } = this;
    for (const { targets, size, content, when, undefined: isUndefined } of writes)
      for (const t of targets) {
        tick();
        const at = placesOf(t, size);
        if (isUndefined) knowledge.leftUndefined(t.object, at.low, size + at.high - at.low);
        else if (isUniform(content, size))
          knowledge.written(
            name,
            t.object,
            { ...at, high: at.high + size - 8, stride: gcd(at.stride, 8) },
            8,
            possible.of(content(0, 8)),
            none,
          );
        else
          for (let from = 0; from < size; from += 8) {
            const length = Math.min(8, size - from);
            const value = content(from, length);
            knowledge.written(name, t.object, moved(at, from), length, possible.under(when, value), possible.likelyOf(value));
          }
      }
  }

  // ---- atomic sections

  beginSection(path: Path, user: boolean): void {
    if (path.section === null) {
      // A thread begins in the library, which reads its control block: for the executor that belongs to the creation.
      const isStep = !(this.#isFirst && this.thread.parent !== null);
      path.section = new Section(this.terms, this.#newEvent(path, isStep, true), user, path.guard.term, this.tick);
      this.#isFirst = false;
    }
    path.depth++;
  }

  endSection(path: Path): void {
    if (path.section === null) {
      this.fail(path, "deadlock", "invalid-sync", this.terms.true, "");
      return;
    }
    if (--path.depth === 0) this.leaveSection(path);
  }

  /** The path's section is over: at its end, or because the thread is. */
  leaveSection(path: Path): void {
    const { section } = path;
    if (section === null) return;
    path.section = null;
    path.depth = 0;
    path.accessAs = null;
    section.ended = true;
    this.#last = section;
    this.#publish(section);
  }

  /** The thread computes on behind its last section: what it does there is part of that step. */
  resumeSection(path: Path): void {
    const last = this.#last;
    if (path.section === null && last !== null && last.event === this.thread.events.at(-1)) path.section = last;
  }

  // ---- how far the thread gets

  goOnlyIf(condition: Term): void {
    this.#active = this.terms.and(this.#active, condition);
  }

  /** The thread goes no further where this holds. */
  stop(path: Path, when: Term): void {
    this.goOnlyIf(this.terms.not(this.terms.and(path.guard.term, when)));
  }

  /** The thread's path has come to its end. */
  finish(path: Path): void {
    this.leaveSection(path);
    this.thread.finished = this.terms.or(this.thread.finished, this.terms.and(path.guard.term, this.#active));
  }

  fail(path: Path, property: Failure["property"], kind: Failure["kind"], when: Term, message: string, harmless = false): void {
    if (when === this.terms.false) return;
    const event = path.section?.event ?? this.#single?.event ?? this.#newEvent(path, false);
    // Of several failures in one step the first ends the process.
    const condition = this.terms.all([path.guard.term, when, this.terms.not(endsAt(this.terms, event))]);
    if (condition === this.terms.false) return;
    event.failures.push({ property, kind, when: condition, message, harmless });
    if (!harmless) this.stop(path, when);
  }

  failWhere(path: Path, { faults }: ResolvedAddress): void {
    for (const f of faults)
      if (f.kind === "unsupported") this.fail(path, f.kind, f.kind, f.when, f.what ?? strayPointer);
      else this.fail(path, propertyOf(f.kind), f.kind, f.when, f.kind);
  }

  /** A number that depends on the placement of objects is not a fact about the program. */
  failForLayout(path: Path, when: Term): void {
    this.fail(path, "unsupported", "unsupported", when, "a number that depends on the addresses of objects");
  }

  /** The environment may make another answer of it: what is found goes on from here as if it did not. */
  meet(path: Path, freedom: AddressFreedom, when: Term): void {
    this.fail(path, freedom, freedom, when, "", true);
  }

  /** A loop or a recursion is followed no further, or an object is larger than its bound, where this holds. */
  cut(path: Path, when: Term, cut: Omit<Cut, "event">): void {
    const here = this.terms.and(path.guard.term, when);
    if (here === this.terms.false) return;
    const event = this.eventBeside(path);
    event.failures.push({ property: "unwind", kind: "unwind", when: here, message: cut.name, harmless: false });
    this.round.cuts.push({ event, ...cut });
    this.stop(path, when);
  }

  /** What cannot be followed stops the thread there, visibly. */
  attempt<T>(path: Path, work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      this.fail(path, "unsupported", "unsupported", this.terms.true, error.what);
      this.closeSingle();
      path.section = null;
      path.depth = 0;
      path.accessAs = null;
      return null;
    }
  }

  /** Unrolls something aside: what comes of it, with events that are taken out of the chain again. Null: it cannot be followed, or was cut. */
  aside<T>(work: () => T): { readonly result: T; readonly events: readonly SkeletonEvent[] } | null {
    const { round, thread } = this;
    const active = this.#active;
    const before = { events: round.events.length, own: thread.events.length, cuts: round.cuts.length };
    this.#active = this.terms.true;
    let result: { value: T } | null = null;
    try {
      result = { value: work() };
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
    }
    this.#active = active;
    const events = round.events.splice(before.events);
    thread.events.length = before.own;
    const isCut = round.cuts.length > before.cuts;
    round.cuts.length = before.cuts;
    return result === null || isCut ? null : { result: result.value, events };
  }

  /** A thread that begins behind this step. */
  startThread(path: Path, entry: number, self: Term, key: string): SkeletonThread {
    const event = this.eventOf(path);
    const thread = this.round.newThread(`${this.name}>${key}`, this.thread, event);
    event.starts.push(thread);
    this.#starts.push({ when: path.guard.term, entry, self, thread });
    if (path.section === null) this.closeSingle();
    return thread;
  }

  // ---- arbitrary values

  undefinedBytes(object: SharedObject, offset: number, size: number): Term {
    return this.round.undefinedBytes(object, offset, size);
  }

  readonly isUndefined = (value: Term): boolean => this.round.isUndefined(value);

  noteUndefined(path: Path, value: Term, when: Term): void {
    const unwritten = this.terms.and(when, this.round.undefinedWhen(value));
    if (this.isOpenRead(path)) this.noteUnwritten(path, value, unwritten);
    else this.fail(path, "uninit", "uninitialised-read", unwritten, "");
  }

  /** Where a struct, or the neighbours of a bit-field, are carried along: an input of which it is known from here on what it is. */
  carry(path: Path, value: Term, when: Term, padding: number): Term {
    const { terms, round } = this;
    const unwritten = terms.and(when, round.undefinedWhen(value));
    if (unwritten === terms.false) return value;
    for (let i = 0; 8 * i < value.width; i++)
      if (((padding >>> i) & 1) === 0 && round.undefinedWhen(terms.extract(value, 8 * i + 7, 8 * i)) !== terms.false)
        round.knowledge.noteCarried();
    const said = round.variable("carried", value.width, null);
    round.assumptions.push(terms.eq(said, value));
    this.noteUnwritten(path, said, unwritten);
    return terms.ite(unwritten, said, value);
  }

  get opensReads(): boolean {
    return this.round.opensReads;
  }

  isOpenRead(path: Path): boolean {
    return this.round.isOpenRead(path.section?.event.site ?? this.site);
  }

  /** The content of memory that was never written, where a read of it continues: an input, in its place among the thread's others. */
  noteUnwritten(path: Path, value: Term, when: Term): void {
    const { terms } = this;
    const here = terms.all([path.guard.term, this.#active, when]);
    if (here === terms.false) return;
    this.thread.open.push({ kind: "input", variable: value, when: here, event: null, values: null, possible: terms.true, freedom: null });
  }

  openRead(path: Path, size: number, values: ValueSet): ReturnType<Round["openRead"]> {
    return this.round.openRead(size, values, path.section !== null);
  }

  extentOf(object: SharedObject): Term | null {
    return this.round.extents.of(object);
  }

  noteWeak(): void {
    this.round.weak = true;
  }

  readVariable(size: number, values: ValueSet, likely: ReadonlySet<bigint>): Term {
    return this.round.variable("read", 8 * size, values, likely);
  }
}

/** A long write of one number over and over. */
function isUniform(content: Access["content"], size: number): boolean {
  if (size < longWrite || size % 8 !== 0) return false;
  const first = content(0, 8);
  for (let from = 8; from < size; from += 8) if (content(from, 8) !== first) return false;
  return first.op === "constant";
}

/** The step ends the process by an error, as far as it has been followed. */
export const endsAt = (terms: Terms, { failures }: SkeletonEvent): Term =>
  terms.any(failures.filter((f) => !f.harmless).map((f) => f.when));
