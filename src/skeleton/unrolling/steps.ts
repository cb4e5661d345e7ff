// Makes a thread's chain of events from its unrolled code. In: what operations do on a path (access memory, begin and end atomic sections,
// start threads, fail). Out: the thread's events, in the order of the code; what they write is noted for other threads.
//
// An operation outside sections that accesses memory is a step of its own; a section is one step, from its begin to its end. One term for the
// whole chain, `active`, says that the thread has not stopped. It only becomes stronger: a later event is executed less often.

import { propertyOf } from "../../execution/errors.ts";
import type { AddressFreedom } from "../../execution/freedoms.ts";
import type { Tick } from "../../support/limits.ts";
import { append } from "../../support/lists.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Knowledge } from "../knowledge.ts";
import type { OpenRead, Round } from "../round.ts";
import {
  type Access,
  type Cut,
  type Failure,
  failsAt,
  type SharedObject,
  type Site,
  type SkeletonEvent,
  type SkeletonThread,
} from "../skeleton.ts";
import { gcd, moved, placesOf } from "../spread.ts";
import type { PossibleValues, ValueSet } from "../value-set.ts";
import type { ResolvedAddress } from "./addresses.ts";
import type { Path } from "./path.ts";
import { Section } from "./section.ts";
import type { Sleep } from "./sleeping.ts";
import type { MemoryHost } from "./thread-memory.ts";

type Event = Section["event"];

/** Writes of at least this many bytes are noted as one if they repeat one constant. */
const minUniformBytes = 128;
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
  /** The site of the operation being unrolled. */
  site: Site = { function: 0, operation: 0, at: 0 };
  /** Names its occurrence within the thread. */
  key = "";
  /** The points where the thread may wake spuriously. */
  readonly sleeps: Sleep[] = [];
  /** Code is unrolled to see what it may do (region-sketch.ts), up to so much work: all sides are followed, whatever the route. Null: it is not. */
  sketchLimit: number | null = null;
  /** The objects that this code makes. */
  readonly sketched = new Set<SharedObject>();
  #active: Term;
  #single: Section | null = null;
  #singlePath: Path | null = null;
  /** Threads that the step has started: they are unrolled when it ends. */
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

  /** The thread has not stopped before this point. */
  get active(): Term {
    return this.#active;
  }

  /** The step of the operation being unrolled, if it is outside sections and has accessed something. */
  get single(): Section | null {
    return this.#single;
  }

  get isSketching(): boolean {
    return this.sketchLimit !== null;
  }

  // ---- events

  sectionOf(path: Path): Section {
    if (path.section !== null) return path.section;
    if (this.#single === null) {
      this.#single = new Section(this.terms, this.#newEvent(path, true), false, path.guard.term, this.tick);
      this.#singlePath = path;
    }
    return this.#single;
  }

  /** The event of the step that the operation belongs to. */
  eventOf(path: Path): Event {
    return this.sectionOf(path).event;
  }

  /** The event of the section, or a new event that is not a step. */
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
      waitsOnUnwritten: false,
      asksUnwritten: false,
      needs: [],
      starts: [],
      acquires: [],
      releases: [],
      fences: [],
      holds: path.views.held,
      site: this.site,
      key: this.key,
      isStep,
      section,
    };
    this.round.events.push(event);
    this.thread.events.push(event);
    return event;
  }

  /** Ends the operation's own step: its writes become accesses of its event. */
  closeSingle(isStep = true): void {
    const single = this.#single;
    if (single === null) return;
    this.#single = null;
    this.#publish(single);
    if (!isStep) (single.event as { isStep: boolean }).isStep = false;
    else if (this.#singlePath !== null) this.#singlePath.steps++;
  }

  /** Cuts the path if the thread has taken more steps than it may. Returns whether it did. */
  cutAtLimit(path: Path): boolean {
    const { maxSteps } = this.round.options;
    if (maxSteps === undefined || path.steps <= maxSteps || path.section !== null) return false;
    this.cut(path, this.terms.true, { what: "steps", name: "steps", at: this.site.at });
    return true;
  }

  /** A section fails on the path: no thread reads what it has written, but its writes may race. */
  publishBeforeFailure(path: Path): void {
    if (path.section !== null) this.#publishWrites(path.section);
  }

  /** Paths may leave a section by different ends: all of its writes are computed again. */
  #publishWrites(section: Section): readonly Access[] {
    const writes = section.close();
    if (writes === null) throw new Unsupported("writes of different sizes to the same bytes in one atomic section");
    const { accesses } = section.event;
    const others = accesses.filter((a) => a.kind === "read" || a.raceOnly);
    accesses.length = 0;
    append(accesses, [...others, ...writes]);
    return writes;
  }

  #publish(section: Section): void {
    this.#remember(this.#publishWrites(section));
    for (const s of this.#starts.splice(0))
      this.round.startThread(s.thread, this.terms.and(section.event.executed, s.when), s.entry, s.self);
  }

  /** Notes what a step writes, for the value sets. */
  #remember(writes: readonly Access[]): void {
    const { knowledge, possible, round, terms, name, tick } = this;
    for (const { targets, size, content, when, undefined: isUndefined } of writes)
      for (const t of targets) {
        tick();
        const at = placesOf(t, size);
        if (isUndefined) knowledge.noteUndefined(t.object, at.low, size + at.high - at.low);
        else if (isUniform(content, size))
          knowledge.noteWrite(
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
            if (round.unwritten.when(value) !== terms.false) knowledge.noteUndefined(t.object, at.low + from, length + at.high - at.low);
            knowledge.noteWrite(name, t.object, moved(at, from), length, possible.under(when, value), possible.likelyOf(value));
          }
      }
  }

  // ---- atomic sections

  beginSection(path: Path, user: boolean): void {
    if (path.section === null) {
      // A thread begins in the library, which reads its control block: in the executor that is part of the creation.
      const isStep = !(this.#isFirst && this.thread.parent !== null);
      if (isStep) path.steps++;
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

  /** Ends the path's section: at its end, or because the thread ends. */
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

  /** Computation after the thread's last section belongs to that step: makes it the path's section again. */
  resumeSection(path: Path): void {
    const last = this.#last;
    if (path.section === null && last !== null && last.event === this.thread.events.at(-1)) path.section = last;
  }

  // ---- where the thread stops

  /** The thread continues only if this holds. */
  continueIf(condition: Term): void {
    this.#active = this.terms.and(this.#active, condition);
  }

  /** The thread stops where this holds. */
  stop(path: Path, when: Term): void {
    this.continueIf(this.terms.not(this.terms.and(path.guard.term, when)));
  }

  /** The thread ends on this path. */
  finish(path: Path): void {
    this.leaveSection(path);
    this.thread.finished = this.terms.or(this.thread.finished, this.terms.and(path.guard.term, this.#active));
  }

  fail(path: Path, property: Failure["property"], kind: Failure["kind"], when: Term, message: string, harmless = false): void {
    if (when === this.terms.false) return;
    const event = path.section?.event ?? this.#single?.event ?? this.#newEvent(path, false);
    // Of several failures in one step, the first ends the process.
    const condition = this.terms.all([path.guard.term, when, this.terms.not(failsAt(this.terms, event))]);
    if (condition === this.terms.false) return;
    event.failures.push({ property, kind, when: condition, message, harmless });
    if (!harmless) this.stop(path, when);
  }

  failWhere(path: Path, { faults }: ResolvedAddress): void {
    for (const f of faults)
      if (f.kind === "unsupported") this.fail(path, f.kind, f.kind, f.when, f.what ?? strayPointer);
      else this.fail(path, propertyOf(f.kind), f.kind, f.when, f.kind);
  }

  /** A number depends on the placement of objects: the executor would compute another one. */
  failForLayout(path: Path, when: Term): void {
    this.fail(path, "unsupported", "unsupported", when, "a number that depends on the addresses of objects");
  }

  /** The program meets a freedom of the environment where this holds. The path continues as if the freedom were not used. */
  meet(path: Path, freedom: AddressFreedom, when: Term, message = ""): void {
    this.fail(path, freedom, freedom, when, message, true);
  }

  /** Cuts the path where this holds: a loop or a recursion has reached its bound, or an object exceeds it. */
  cut(path: Path, when: Term, cut: Omit<Cut, "event" | "failure">): void {
    if (this.terms.and(path.guard.term, when) === this.terms.false) return;
    const event = this.eventBeside(path);
    // A failure before it in the same step ends the process.
    const here = this.terms.all([path.guard.term, when, this.terms.not(failsAt(this.terms, event))]);
    const failure = { property: "unwind", kind: "unwind", when: here, message: cut.name, harmless: false } as const;
    event.failures.push(failure);
    this.round.cuts.push({ event, failure, ...cut });
    this.stop(path, when);
  }

  /** Does the work. If something is unsupported, returns null: the thread fails and stops there. */
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

  /**
   * Unrolls something outside the chain: returns the result and its events, which are removed from the chain. `stops`: the thread may stop there.
   * Null: unsupported, cut, or it asks for something.
   */
  aside<T>(work: () => T): { readonly result: T; readonly events: readonly SkeletonEvent[]; readonly stops: boolean } | null {
    const { round, thread, site, key } = this;
    const active = this.#active;
    const { births } = thread;
    const before = {
      events: round.events.length,
      own: thread.events.length,
      cuts: round.cuts.length,
      open: thread.open.length,
      births: births.length,
    };
    this.#active = this.terms.true;
    let result: { value: T } | null = null;
    try {
      result = { value: work() };
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
    }
    const stops = this.#active !== this.terms.true;
    this.#active = active;
    this.site = site;
    this.key = key;
    const events = round.events.splice(before.events);
    thread.events.length = before.own;
    const isCut = round.cuts.length > before.cuts || thread.open.length > before.open;
    round.cuts.length = before.cuts;
    thread.open.length = before.open;
    births.length = before.births;
    return result === null || isCut ? null : { result: result.value, events, stops };
  }

  /** Starts a thread that begins after this step. */
  startThread(path: Path, entry: number, self: Term, key: string): SkeletonThread {
    const event = this.eventOf(path);
    const thread = this.round.newThread(`${this.name}>${key}`, this.thread, event);
    event.starts.push(thread);
    this.#starts.push({ when: path.guard.term, entry, self, thread });
    if (path.section === null) this.closeSingle();
    return thread;
  }

  // ---- arbitrary values

  undefinedBytes(object: SharedObject, offset: number, size: number, life?: string): Term {
    return this.round.unwritten.bytes(object, offset, size, life);
  }

  readonly isUndefined = (value: Term): boolean => this.round.unwritten.has(value);

  useUndefined(path: Path, value: Term, when: Term): Term {
    const { terms, round } = this;
    const unwritten = terms.and(when, round.unwritten.when(value));
    if (unwritten === terms.false) return value;
    if (!this.isOpenRead(path)) {
      this.fail(path, "uninit", "uninitialised-read", unwritten, "");
      return value;
    }
    const taken = round.unwritten.take(value);
    this.noteUnwritten(path, taken, unwritten);
    return terms.ite(unwritten, taken, value);
  }

  /** The value of a read that copies a struct, or the neighbours of a bit-field: bytes that were never written are an input, fixed from here on. */
  carry(path: Path, value: Term, when: Term, padding: number): Term {
    const { terms, round } = this;
    const unwritten = terms.and(when, round.unwritten.when(value));
    if (unwritten === terms.false) return value;
    for (let i = 0; 8 * i < value.width; i++)
      if (((padding >>> i) & 1) === 0 && round.unwritten.when(value, i, 1) !== terms.false) round.knowledge.noteCarried();
    const said = round.nameFor("carried", value);
    this.noteUnwritten(path, said, unwritten);
    return terms.ite(unwritten, said, value);
  }

  get opensReads(): boolean {
    return this.round.opensReads;
  }

  isOpenRead(path: Path): boolean {
    return this.round.isOpenRead(path.section?.event.site ?? this.site);
  }

  /** The content of memory that was never written, which a read continues with: adds it to the thread's inputs, in order. */
  noteUnwritten(path: Path, value: Term, when: Term): void {
    const { terms } = this;
    const here = terms.all([path.guard.term, this.#active, when]);
    if (here === terms.false) return;
    if (path.section?.user) path.section.event.asksUnwritten = true;
    const open = { kind: "input", variable: value, when: here, event: null, values: null, possible: terms.true, freedom: null } as const;
    this.thread.open.push({ ...open, isUnwritten: true });
  }

  openRead(path: Path, size: number, values: ValueSet, likely: ReadonlySet<bigint>): OpenRead {
    return this.round.openRead(size, values, likely, path.section !== null);
  }

  extentOf(object: SharedObject): Term | null {
    return this.round.extents.of(object);
  }

  /** The variable for a read that copies what may never have been written, and per byte when it was not. */
  copyRead(size: number, likely: ReadonlySet<bigint>): Omit<OpenRead, "value"> {
    const { unwritten } = this.round;
    const seen = unwritten.seenBy(size);
    return { read: unwritten.noteCopied(this.readVariable(size, null, likely), seen), seen };
  }

  copied(read: Term, seen: readonly Term[]): Term {
    return this.round.unwritten.copy(read, seen);
  }

  isCopied(read: Term): boolean {
    return this.round.unwritten.isCopied(read);
  }

  noteWeak(): void {
    this.round.weak = true;
  }

  readVariable(size: number, values: ValueSet, likely: ReadonlySet<bigint>): Term {
    return this.round.variable("read", 8 * size, values, likely);
  }
}

/** Whether a long write repeats one constant word. */
function isUniform(content: Access["content"], size: number): boolean {
  if (size < minUniformBytes || size % 8 !== 0) return false;
  const first = content(0, 8);
  for (let from = 8; from < size; from += 8) if (content(from, 8) !== first) return false;
  return first.op === "constant";
}
