// Steps named by what they read, and sets of them: the objects of the search over reads-from classes (engines/explore/reads-from-search.ts).
//
// An event is a thread's step together with where each byte it read came from, and with the decisions taken inside it. Its sources are
// events themselves, so that an event stands for its whole causal past; everything the step does follows from that. Two runs that
// consist of the same events are in the same reads-from class. A configuration is a set of events closed under the past without two
// alternatives of one step: per thread its last event. (Prime event structures: Nielsen, Plotkin, Winskel, TCS 1981.)

import type { Options } from "./reads-from-options.ts";
import type { Decision, ThreadName } from "./search.ts";

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Bytes a step looked at, and the event that wrote them last; null: they are as they were at the start. */
export interface Read extends Range {
  readonly source: RfEvent | null;
}

/** Writers are looked for by places of this many bytes. */
const grain = 8;

export function placesOf(ranges: readonly Range[]): readonly number[] {
  const out: number[] = [];
  for (const { start, end } of ranges)
    for (let p = Math.floor(start / grain); p <= Math.floor((end - 1) / grain); p++) if (!out.includes(p)) out.push(p);
  return out;
}

export const overlap = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end;

export class RfEvent {
  readonly thread: number;
  readonly name: ThreadName;
  readonly previous: RfEvent | null;
  /** How many steps of its thread there are up to this one. */
  readonly position: number;
  /** The event's causal past with itself. */
  readonly past: Configuration;
  /** Where it writes. */
  readonly places: readonly number[];
  /** What its thread may do next. */
  next: Options | null = null;
  /** What the threads it started may do first. */
  born: readonly Options[] = [];

  constructor(
    /** Grows along the causal past. */
    readonly id: number,
    /** What it is one of. */
    readonly options: Options,
    readonly decisions: readonly Decision[],
    readonly reads: readonly Read[],
    /** What others may read of it: nothing if it ends the process. */
    readonly writes: readonly Range[],
    /** All it touched. */
    readonly touched: readonly Range[],
    /** The process ends here: in the search only the thread does, so that one run shows what the others would still have done. */
    readonly endsProcess: boolean,
    before: Configuration,
  ) {
    this.thread = options.thread;
    this.name = options.name;
    this.previous = options.previous;
    this.position = (options.previous?.position ?? 0) + 1;
    this.past = before.with(this);
    this.places = placesOf(writes);
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

  /** Lets go of what was computed from it: as part of an event's past it would stay forever. */
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

  /** Its events by where they write. */
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

  /** With one more event, whose past is there. */
  with(event: RfEvent): Configuration {
    const last = this.last.slice();
    while (last.length <= event.thread) last.push(undefined);
    last[event.thread] = event;
    return new Configuration(last);
  }

  /** Both together; null if a thread does in one what it does not in the other. */
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

/** Events by where they write; added and taken away at the end only. */
export class Writers {
  readonly #byPlace = new Map<number, RfEvent[]>();

  push(event: RfEvent): void {
    for (const p of event.places) {
      const list = this.#byPlace.get(p);
      if (list === undefined) this.#byPlace.set(p, [event]);
      else list.push(event);
    }
  }

  /** The event added last goes. */
  pop(event: RfEvent): void {
    for (const p of event.places) this.#byPlace.get(p)?.pop();
  }

  clear(): void {
    this.#byPlace.clear();
  }

  /** Those that write some of these bytes, in the order in which they were added. */
  of(range: Range): readonly RfEvent[] {
    const first = Math.floor(range.start / grain);
    const last = Math.floor((range.end - 1) / grain);
    if (first === last) return this.#byPlace.get(first)?.filter((e) => e.writesInto(range)) ?? none;
    const found = new Set<RfEvent>();
    for (let p = first; p <= last; p++) for (const e of this.#byPlace.get(p) ?? none) if (e.writesInto(range)) found.add(e);
    return [...found];
  }

  /** Who wrote these bytes last. Neighbouring bytes of one writer are one. */
  last(range: Range): Read[] {
    const out: Read[] = [];
    const list = this.#byPlace.get(Math.floor(range.start / grain)) ?? none;
    if (range.end - 1 < (Math.floor(range.start / grain) + 1) * grain) {
      // The rule: one writer of all of them, or none.
      let k = list.length - 1;
      while (k >= 0 && !(list[k] as RfEvent).writesInto(range)) k--;
      const source = list[k];
      if (source === undefined) return [{ start: range.start, end: range.end, source: null }];
      if (source.writes.some((w) => w.start <= range.start && range.end <= w.end)) return [{ start: range.start, end: range.end, source }];
    }
    for (let at = range.start; at < range.end; at++) {
      const byte = { start: at, end: at + 1 };
      const source = this.#byPlace.get(Math.floor(at / grain))?.findLast((e) => e.writesInto(byte)) ?? null;
      const before = out[out.length - 1];
      if (before?.source === source) out[out.length - 1] = { ...before, end: at + 1 };
      else out.push({ ...byte, source });
    }
    return out;
  }
}

const none: readonly RfEvent[] = [];
