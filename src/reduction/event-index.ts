// Finds the earlier events with which a footprint may conflict. In: the events of a run, added and removed at the end, as on a stack. Out: the
// latest such event, without visiting all of them.
//
// Events are indexed by the 8-byte buckets they touch, and by thread. Within a thread, everything before an ordered event is also ordered: so a
// backward search visits only unordered events, however long the run is.

import type { Footprint } from "../execution/footprint.ts";
import type { Event } from "./search.ts";

/** Footprints over more buckets than this are kept in a list that is always visited. */
const maxBuckets = 64;
/** Up to this many events, all are visited: that is cheaper than putting them into buckets. */
const maxUnsortedEvents = 12;
/** Keeps bucket numbers small integers; distant buckets may share a number. */
const bucketMask = 0x3fffffff;

/** Per thread, by its slot, its events in the order of the run. */
type BySlot = (Event[] | undefined)[];

export class EventIndex {
  readonly events: Event[] = [];
  readonly #byBucket = new Map<number, BySlot>();
  readonly #wide: BySlot = [];
  readonly #all: BySlot = [];
  /** The events that are not hidden, and how many of them, from the first on, are in buckets. */
  readonly #sought: Event[] = [];
  #sorted = 0;
  /** Per thread, by its slot: the event that created it, then its events. */
  readonly #ofThread: Event[][] = [];
  /** The number of plain accesses among events that are not hidden. */
  plainCount = 0;

  push(event: Event): void {
    this.events.push(event);
    if (!event.hidden) {
      if (event.plain) this.plainCount++;
      this.#sought.push(event);
      add(this.#all, event);
    }
    this.#eventsOf(event.slot).push(event);
    for (let i = 0; i < event.created.length; i++) this.#eventsOf(event.threads + i).push(event);
  }

  pop(): Event | undefined {
    const event = this.events.pop();
    if (event === undefined) return undefined;
    if (!event.hidden) {
      if (event.plain) this.plainCount--;
      this.#sought.pop();
      remove(this.#all, event);
      if (this.#sorted > this.#sought.length) {
        this.#sorted--;
        this.#visitBuckets(event.footprint, remove, event);
      }
    }
    this.#eventsOf(event.slot).pop();
    for (let i = 0; i < event.created.length; i++) this.#eventsOf(event.threads + i).pop();
    return event;
  }

  clear(): void {
    this.events.length = this.#wide.length = this.#all.length = this.#sought.length = this.#ofThread.length = 0;
    this.#sorted = this.plainCount = 0;
    this.#byBucket.clear();
  }

  /** The event right before this one in its thread, or the one that created the thread. */
  previous(event: Event): Event | null {
    return lastBefore(this.#eventsOf(event.slot), event.index);
  }

  /**
   * The latest event before position `end` that shares a bucket with the footprint, is of another thread, and is not ordered before by the
   * clock: it may conflict with the event.
   */
  latest(event: Event, footprint: Footprint, end: number, clock: readonly number[]): Event | null {
    return this.#latest(event.slot, footprint, end, clock);
  }

  /** Events before `event`, of any thread, that share a bucket with it, latest first. */
  *candidates(event: Event): Iterable<Event> {
    const f = event.footprint;
    for (let e = this.#latest(-1, f, event.index, []); e !== null; e = this.#latest(-1, f, e.index, [])) yield e;
  }

  /** `but`: the slot of a thread to skip. */
  #latest(but: number, f: Footprint, end: number, clock: readonly number[]): Event | null {
    if (this.#sought.length <= maxUnsortedEvents || isWide(f)) return latestOf(this.#all, but, end, clock, null);
    for (; this.#sorted < this.#sought.length; this.#sorted++) {
      const event = this.#sought[this.#sorted] as Event;
      this.#visitBuckets(event.footprint, add, event);
    }
    let found = this.#wide.length === 0 ? null : latestOf(this.#wide, but, end, clock, null);
    for (let i = 0, last = -1; i < f.count; i++) {
      const from = last;
      last = lastBucket(f, i);
      for (let at = firstBucket(f, i); at <= last; at++) {
        if (at === from) continue; // the last bucket of the previous range: fields of a struct are close together
        const lists = this.#byBucket.get(at & bucketMask);
        if (lists !== undefined) found = latestOf(lists, but, end, clock, found);
      }
    }
    return found;
  }

  /** Visits the buckets of a footprint, or the list of wide ones. A bucket that two ranges touch may be visited twice. */
  #visitBuckets(f: Footprint, visit: (lists: BySlot, event: Event) => void, event: Event): void {
    if (isWide(f)) return visit(this.#wide, event);
    for (let i = 0, last = -1; i < f.count; i++) {
      const from = last;
      last = lastBucket(f, i);
      for (let at = firstBucket(f, i); at <= last; at++) if (at !== from) visit(this.#listsOf(at & bucketMask), event);
    }
  }

  #listsOf(bucket: number): BySlot {
    let lists = this.#byBucket.get(bucket);
    if (lists === undefined) {
      lists = [];
      this.#byBucket.set(bucket, lists);
    }
    return lists;
  }

  #eventsOf(slot: number): Event[] {
    while (this.#ofThread.length <= slot) this.#ofThread.push([]);
    return this.#ofThread[slot] as Event[];
  }
}

function add(lists: BySlot, event: Event): void {
  while (lists.length <= event.slot) lists.push(undefined);
  const list = lists[event.slot];
  if (list === undefined) lists[event.slot] = [event];
  else list.push(event);
}

function remove(lists: BySlot, event: Event): void {
  lists[event.slot]?.pop();
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

/** The last event of a list before a position of the run; null: there is none. */
function lastBefore(list: readonly Event[], end: number): Event | null {
  let high = list.length;
  // Mostly it is the last one; or the last but one, if the event asked about is in the list itself.
  for (let tries = 0; tries < 2; tries++, high--) {
    if (high === 0) return null;
    if ((list[high - 1] as Event).index < end) return list[high - 1] as Event;
  }
  let low = 0; // events at lower indices are before `end`
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Event).index < end) low = middle + 1;
    else high = middle;
  }
  return list[low - 1] ?? null;
}

const firstBucket = (f: Footprint, range: number): number => Math.floor((f.starts[range] as number) / 8);
const lastBucket = (f: Footprint, range: number): number => Math.floor(((f.ends[range] as number) - 1) / 8);

function isWide(f: Footprint): boolean {
  if (f.everything) return true;
  let buckets = 0;
  for (let i = 0; i < f.count; i++) buckets += lastBucket(f, i) - firstBucket(f, i) + 1;
  return buckets > maxBuckets;
}
