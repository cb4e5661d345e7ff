// Events and configurations: the objects of the search over reads-from classes (engines/explore/reads-from-search.ts).
//
// An event is a thread's step with the source of each byte that it read, and the decisions inside it. Sources are events themselves, so an
// event determines its whole causal past, and everything the step does follows from that. Two runs with the same events are in the same
// reads-from class. A configuration is a set of events that is closed under causal past and contains at most one alternative of each step: it
// is given by the last event of each thread. (Prime event structures: Nielsen, Plotkin, Winskel, TCS 1981.)

import type { StepOptions } from "./reads-from-options.ts";
import type { Decision, ThreadName } from "./search.ts";

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Bytes that a step read, and the event that wrote them last; null: their initial content. */
export interface Read extends Range {
  readonly source: RfEvent | null;
}

/** Writers are indexed by buckets of this size. */
const bytesPerBucket = 8;

export function bucketsOf(ranges: readonly Range[]): readonly number[] {
  const out: number[] = [];
  for (const { start, end } of ranges)
    for (let p = Math.floor(start / bytesPerBucket); p <= Math.floor((end - 1) / bytesPerBucket); p++) if (!out.includes(p)) out.push(p);
  return out;
}

export const overlap = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end;

export class RfEvent {
  readonly thread: number;
  readonly name: ThreadName;
  readonly previous: RfEvent | null;
  /** The number of steps of its thread up to this one. */
  readonly position: number;
  /** The event's causal past, including itself. */
  readonly past: Configuration;
  /** The buckets that it writes. */
  readonly buckets: readonly number[];
  /** What its thread may do next. */
  next: StepOptions | null = null;
  /** What the threads that it started may do first. */
  born: readonly StepOptions[] = [];

  constructor(
    /** Larger than the numbers of its causal past. */
    readonly id: number,
    /** The options of which it is one. */
    readonly options: StepOptions,
    readonly decisions: readonly Decision[],
    readonly reads: readonly Read[],
    /** What other events may read of it: nothing if it ends the process. */
    readonly writes: readonly Range[],
    /** All bytes that it read or wrote. */
    readonly touched: readonly Range[],
    /** It ends the process. In the search only its thread ends, so that one run shows what the others would still have done. */
    readonly endsProcess: boolean,
    before: Configuration,
  ) {
    this.thread = options.thread;
    this.name = options.name;
    this.previous = options.previous;
    this.position = (options.previous?.position ?? 0) + 1;
    this.past = before.with(this);
    this.buckets = bucketsOf(writes);
  }

  isAfter(other: RfEvent): boolean {
    return this.past.has(other);
  }

  writesInto(range: Range): boolean {
    for (const w of this.writes) if (overlap(w, range)) return true;
    return false;
  }
}

export class Configuration {
  /** Per thread number its last event. */
  readonly last: readonly (RfEvent | undefined)[];
  #chains: RfEvent[][] | null = null;
  #key: string | null = null;
  #writers: Writers | null = null;

  constructor(last: readonly (RfEvent | undefined)[]) {
    this.last = last;
  }

  /** Drops derived tables: as part of an event's past they would stay in memory forever. */
  forget(): void {
    this.#chains = null;
    this.#writers = null;
  }

  /** Equal exactly for equal sets. */
  get key(): string {
    this.#key ??= this.last.map((e) => e?.id ?? "").join();
    return this.#key;
  }

  /** Per thread its events in order. */
  get chains(): readonly (readonly RfEvent[])[] {
    if (this.#chains === null) {
      this.#chains = [];
      for (const last of this.last) {
        const chain: RfEvent[] = [];
        for (let e = last ?? null; e !== null; e = e.previous) chain.push(e);
        this.#chains.push(chain.reverse());
      }
    }
    return this.#chains;
  }

  /** Its events, indexed by what they write. */
  get writers(): Writers {
    if (this.#writers === null) {
      this.#writers = new Writers();
      for (const e of this.events()) this.#writers.push(e);
    }
    return this.#writers;
  }

  *events(): Generator<RfEvent> {
    for (const chain of this.chains) yield* chain;
  }

  has(event: RfEvent): boolean {
    return this.#at(event.thread, event.position) === event;
  }

  #at(thread: number, position: number): RfEvent | null {
    let e = this.last[thread] ?? null;
    if (e === null || e.position < position) return null;
    if (this.#chains !== null) return this.#chains[thread]?.[position - 1] ?? null;
    while (e !== null && e.position > position) e = e.previous;
    return e;
  }

  includes(other: Configuration): boolean {
    return other.last.every((e) => e === undefined || this.has(e));
  }

  /** The configuration with one more event. Requires that it contains the event's past. */
  with(event: RfEvent): Configuration {
    const last = this.last.slice();
    while (last.length <= event.thread) last.push(undefined);
    last[event.thread] = event;
    return new Configuration(last);
  }

  /** The union; null if the two contain different alternatives of a step. */
  union(other: Configuration): Configuration | null {
    let isSame = true;
    const last: (RfEvent | undefined)[] = [];
    for (let t = 0; t < Math.max(this.last.length, other.last.length); t++) {
      const a = this.last[t];
      const b = other.last[t];
      if (a === undefined || b === undefined) last.push(a ?? b);
      else if (a.position >= b.position) {
        if (!this.has(b)) return null;
        last.push(a);
      } else {
        if (!other.has(a)) return null;
        last.push(b);
      }
      if (last[t] !== a) isSame = false;
    }
    return isSame ? this : new Configuration(last);
  }
}

export const nothing = new Configuration([]);

/** Events, indexed by what they write; added and removed at the end only. */
export class Writers {
  readonly #byBucket = new Map<number, RfEvent[]>();

  push(event: RfEvent): void {
    for (const p of event.buckets) {
      const list = this.#byBucket.get(p);
      if (list === undefined) this.#byBucket.set(p, [event]);
      else list.push(event);
    }
  }

  /** Removes the event that was added last. */
  pop(event: RfEvent): void {
    for (const p of event.buckets) this.#byBucket.get(p)?.pop();
  }

  clear(): void {
    this.#byBucket.clear();
  }

  /** The events that write some of these bytes, in the order in which they were added. */
  of(range: Range): readonly RfEvent[] {
    const first = Math.floor(range.start / bytesPerBucket);
    const last = Math.floor((range.end - 1) / bytesPerBucket);
    if (first === last) return this.#byBucket.get(first)?.filter((e) => e.writesInto(range)) ?? none;
    const found = new Set<RfEvent>();
    for (let p = first; p <= last; p++) for (const e of this.#byBucket.get(p) ?? none) if (e.writesInto(range)) found.add(e);
    return [...found];
  }

  /** The last writers of these bytes. Neighbouring bytes of one writer are joined. */
  last(range: Range): Read[] {
    const out: Read[] = [];
    const list = this.#byBucket.get(Math.floor(range.start / bytesPerBucket)) ?? none;
    if (range.end - 1 < (Math.floor(range.start / bytesPerBucket) + 1) * bytesPerBucket) {
      // The common case: one writer of all bytes, or none.
      let k = list.length - 1;
      while (k >= 0 && !(list[k] as RfEvent).writesInto(range)) k--;
      const source = list[k];
      if (source === undefined) return [{ start: range.start, end: range.end, source: null }];
      if (source.writes.some((w) => w.start <= range.start && range.end <= w.end)) return [{ start: range.start, end: range.end, source }];
    }
    for (let at = range.start; at < range.end; at++) {
      const byte = { start: at, end: at + 1 };
      const source = this.#byBucket.get(Math.floor(at / bytesPerBucket))?.findLast((e) => e.writesInto(byte)) ?? null;
      const before = out[out.length - 1];
      if (before?.source === source) out[out.length - 1] = { ...before, end: at + 1 };
      else out.push({ ...byte, source });
    }
    return out;
  }
}

const none: readonly RfEvent[] = [];
