// Finds the earlier events a footprint may conflict with, without looking at all of them: events by the 8-byte buckets they touch and by
// thread. Of a thread, whatever precedes an event that is known to be ordered is ordered, too: so a search backwards looks at the
// unordered ones only, however long the run is. Events come and go at the end only, as a stack.

import type { Footprint } from "../execution/footprint.ts";
import type { Event, ThreadName } from "./search.ts";

/** Footprints over more buckets than this are kept apart and always looked at. */
const mostBuckets = 64;

/** Buckets a footprint touches, by small numbers that others may share; null: too many, or all. */
export type Buckets = readonly number[] | null;

/** Per thread, by its slot, its events in the order of the run. */
type BySlot = (Event[] | undefined)[];

export class EventIndex {
  readonly events: Event[] = [];
  /** Of each event its buckets; undefined: it is not looked for. */
  readonly #buckets: (Buckets | undefined)[] = [];
  readonly #byBucket = new Map<number, BySlot>();
  readonly #wide: BySlot = [];
  readonly #all: BySlot = [];
  /** Per thread its events, below them the event that created it. */
  readonly #byThread = new Map<ThreadName, Event[]>();

  push(event: Event, hidden = false): void {
    this.events.push(event);
    if (hidden) this.#buckets.push(undefined);
    else {
      const buckets = bucketsOf(event.footprint);
      this.#buckets.push(buckets);
      add(this.#all, event);
      if (buckets === null) add(this.#wide, event);
      else for (const b of buckets) add(this.#listsOf(b), event);
    }
    this.#eventsOf(event.thread).push(event);
    for (const t of event.created) this.#eventsOf(t).push(event);
  }

  pop(): Event | undefined {
    const event = this.events.pop();
    if (event === undefined) return undefined;
    const buckets = this.#buckets.pop();
    if (buckets !== undefined) {
      this.#all[event.slot]?.pop();
      if (buckets === null) this.#wide[event.slot]?.pop();
      else for (const b of buckets) this.#listsOf(b)[event.slot]?.pop();
    }
    this.#byThread.get(event.thread)?.pop();
    for (const t of event.created) this.#byThread.get(t)?.pop();
    return event;
  }

  clear(): void {
    this.events.length = this.#buckets.length = this.#wide.length = this.#all.length = 0;
    this.#byBucket.clear();
    this.#byThread.clear();
  }

  /** The event right before this one in its thread, or the one that created the thread. */
  previous(event: Event): Event | null {
    const own = this.#byThread.get(event.thread);
    return own === undefined ? null : lastBefore(own, event.index);
  }

  /**
   * The latest event before position `end`, of another thread and not ordered before by the clock, that meets the buckets: it
   * may conflict with the event.
   */
  latest(event: Event, buckets: Buckets, end: number, clock: readonly number[]): Event | null {
    return this.#latest(event.slot, buckets, end, clock);
  }

  /** Events before `event`, of any thread, that meet its buckets, latest first. */
  *candidates(event: Event): Iterable<Event> {
    const buckets = bucketsOf(event.footprint);
    for (let e = this.#latest(-1, buckets, event.index, []); e !== null; e = this.#latest(-1, buckets, e.index, [])) yield e;
  }

  /** `but`: the slot of a thread that does not count. */
  #latest(but: number, buckets: Buckets, end: number, clock: readonly number[]): Event | null {
    if (buckets === null) return latestOf(this.#all, but, end, clock, null);
    let found = this.#wide.length === 0 ? null : latestOf(this.#wide, but, end, clock, null);
    for (let i = 0; i < buckets.length; i++) {
      const lists = this.#byBucket.get(buckets[i] as number);
      if (lists !== undefined) found = latestOf(lists, but, end, clock, found);
    }
    return found;
  }

  #listsOf(bucket: number): BySlot {
    let lists = this.#byBucket.get(bucket);
    if (lists === undefined) {
      lists = [];
      this.#byBucket.set(bucket, lists);
    }
    return lists;
  }

  #eventsOf(thread: ThreadName): Event[] {
    let events = this.#byThread.get(thread);
    if (events === undefined) {
      events = [];
      this.#byThread.set(thread, events);
    }
    return events;
  }
}

function add(lists: BySlot, event: Event): void {
  while (lists.length <= event.slot) lists.push(undefined);
  const list = lists[event.slot];
  if (list === undefined) lists[event.slot] = [event];
  else list.push(event);
}

/** The later of `found` and the latest event in the lists. */
function latestOf(lists: BySlot, but: number, end: number, clock: readonly number[], found: Event | null): Event | null {
  for (let slot = 0; slot < lists.length; slot++) {
    const list = lists[slot];
    if (list === undefined || list.length === 0 || slot === but) continue;
    const last = lastBefore(list, end);
    if (last !== null && last.index > (clock[slot] ?? -1) && (found === null || last.index > found.index)) found = last;
  }
  return found;
}

/** The last event of a list before a position of the run. */
function lastBefore(list: readonly Event[], end: number): Event | null {
  let high = list.length;
  if (high === 0 || (list[high - 1] as Event).index < end) return list[high - 1] ?? null;
  let low = 0; // those below it are before `end`
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Event).index < end) low = middle + 1;
    else high = middle;
  }
  return list[low - 1] ?? null;
}

export function bucketsOf(f: Footprint): Buckets {
  if (f.everything) return null;
  let out: number[] = [];
  for (let i = 0; i < f.starts.length; i++) {
    const last = Math.floor(((f.ends[i] as number) - 1) / 8);
    for (let at = Math.floor((f.starts[i] as number) / 8); at <= last; at++) {
      const b = at & 0x3fffffff;
      if (out.length === 0) out = [b];
      else if (!out.includes(b)) out.push(b);
      if (out.length > mostBuckets) return null;
    }
  }
  return out;
}
