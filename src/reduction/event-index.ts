// Finds the earlier events a footprint may conflict with, without looking at all of them: events by the 8-byte buckets they touch,
// and the last event of every thread. Events come and go at the end only, as a stack.

import type { Footprint } from "../execution/footprint.ts";
import type { Event, ThreadName } from "./search.ts";

/** Footprints over more buckets than this are kept apart and always looked at. */
const mostBuckets = 64;

export class EventIndex {
  readonly events: Event[] = [];
  /** Which of them are not looked for. */
  readonly #hidden: boolean[] = [];
  readonly #byBucket = new Map<number, Event[]>();
  readonly #wide: Event[] = [];
  /** Per thread its events, below them the event that created it. */
  readonly #byThread = new Map<ThreadName, Event[]>();

  push(event: Event, hidden = false): void {
    this.events.push(event);
    this.#hidden.push(hidden);
    if (!hidden) {
      const buckets = bucketsOf(event.footprint);
      if (buckets === null) this.#wide.push(event);
      else for (const b of buckets) listOf(this.#byBucket, b).push(event);
    }
    listOf(this.#byThread, event.thread).push(event);
    for (const t of event.created) listOf(this.#byThread, t).push(event);
  }

  pop(): Event | undefined {
    const event = this.events.pop();
    if (event === undefined) return undefined;
    if (!this.#hidden.pop()) {
      const buckets = bucketsOf(event.footprint);
      if (buckets === null) this.#wide.pop();
      else for (const b of buckets) (this.#byBucket.get(b) as Event[]).pop();
    }
    (this.#byThread.get(event.thread) as Event[]).pop();
    for (const t of event.created) (this.#byThread.get(t) as Event[]).pop();
    return event;
  }

  clear(): void {
    this.events.length = 0;
    this.#hidden.length = 0;
    this.#byBucket.clear();
    this.#wide.length = 0;
    this.#byThread.clear();
  }

  /** The event right before this one in its thread, or the one that created the thread. */
  previous(event: Event): Event | null {
    const own = this.#byThread.get(event.thread);
    if (own === undefined) return null;
    let last = own.length - 1;
    while (last >= 0 && (own[last] as Event).index >= event.index) last--;
    return own[last] ?? null;
  }

  /** Events before `event` that may conflict with it, latest first. */
  candidates(event: Event): readonly Event[] {
    const buckets = bucketsOf(event.footprint);
    if (buckets === null) return this.events.filter((e, i) => e.index < event.index && !this.#hidden[i]).reverse();
    if (buckets.length === 1 && this.#wide.length === 0) {
      const list = this.#byBucket.get(buckets[0] as number);
      if (list === undefined) return nothing;
      const out: Event[] = [];
      for (let i = list.length - 1; i >= 0; i--) if (list[i] !== event) out.push(list[i] as Event);
      return out;
    }
    const found = new Set<Event>(this.#wide);
    for (const b of buckets) for (const e of this.#byBucket.get(b) ?? []) found.add(e);
    found.delete(event);
    return [...found].sort((a, b) => b.index - a.index);
  }
}

const nothing: readonly Event[] = [];

function listOf<K>(map: Map<K, Event[]>, key: K): Event[] {
  let list = map.get(key);
  if (list === undefined) {
    list = [];
    map.set(key, list);
  }
  return list;
}

/** Null: too many, or all. */
function bucketsOf(f: Footprint): readonly number[] | null {
  if (f.everything) return null;
  const out: number[] = [];
  for (let i = 0; i < f.starts.length; i++) {
    const last = Math.floor(((f.ends[i] as number) - 1) / 8);
    for (let b = Math.floor((f.starts[i] as number) / 8); b <= last; b++) {
      if (!out.includes(b)) out.push(b);
      if (out.length > mostBuckets) return null;
    }
  }
  return out;
}
