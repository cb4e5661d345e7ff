// Orders the events of a configuration as a run. In: a configuration. Out: an order in which every read sees its source (sequential consistency
// with a given reads-from relation), or null if there is none.
//
// For a read r with source w, any other write v of the same bytes comes before w or after r. What follows from that and the causal order is
// added until nothing more does (saturation: Gibbons, Korach, SIAM J. Comput. 1997; Abdulla et al., OOPSLA 2019); what is still open is decided
// by backtracking. When nothing is open, any order that extends the relation is a run. The relation is one clock per event, which suffices
// because the events of a thread form a chain.

import type { Configuration, Read, RfEvent } from "./reads-from-events.ts";

/** `other` comes before `source` or after `read`. */
interface Triple {
  readonly read: number;
  readonly source: number;
  readonly other: number;
}

/** Thrown if the relation would have a cycle; one object, because making an error is slow. */
const contradiction = new Error("the events cannot be ordered");

class Order {
  readonly #width: number;
  readonly #index = new Map<RfEvent, number>();
  #clocks: Int32Array;
  /** Edges beyond those along threads. */
  #next: (readonly number[])[];
  #open: Triple[] = [];

  constructor(
    readonly configuration: Configuration,
    readonly events: readonly RfEvent[], // in an order that extends the causal one
  ) {
    this.#width = configuration.last.length;
    this.#clocks = new Int32Array(events.length * this.#width);
    this.#next = events.map(() => []);
    events.forEach((e, k) => {
      this.#index.set(e, k);
      for (let t = 0; t < this.#width; t++) this.#clocks[k * this.#width + t] = e.past.last[t]?.position ?? 0;
    });
    // The clocks contain the causal order; its edges are needed to propagate what is added.
    events.forEach((e, k) => {
      for (const { source } of e.reads) if (source !== null && source.thread !== e.thread) this.#link(this.#at(source), k);
      if (e.position === 1) {
        for (const last of e.past.last)
          if (last !== undefined && last !== e && last.born.some((o) => o.thread === e.thread)) this.#link(this.#at(last), k);
      }
    });
  }

  #at(event: RfEvent): number {
    const k = this.#index.get(event);
    if (k === undefined) throw new Error("a configuration lacks an event of its past");
    return k;
  }

  #link(a: number, b: number): void {
    this.#next[a] = [...(this.#next[a] as readonly number[]), b];
  }

  #isBefore(a: number, b: number): boolean {
    const e = this.events[a] as RfEvent;
    return a !== b && (this.#clocks[b * this.#width + e.thread] as number) >= e.position;
  }

  #add(a: number, b: number): void {
    if (this.#isBefore(a, b)) return;
    if (a === b || this.#isBefore(b, a)) throw contradiction;
    this.#link(a, b);
    const changed: number[] = [];
    this.#raise(a, b, changed);
    for (let k = changed.pop(); k !== undefined; k = changed.pop()) {
      const e = this.events[k] as RfEvent;
      const following = this.configuration.chains[e.thread]?.[e.position];
      if (following !== undefined) this.#raise(k, this.#at(following), changed);
      for (const n of this.#next[k] as readonly number[]) this.#raise(k, n, changed);
    }
  }

  /** Makes b come after all events that a comes after. */
  #raise(a: number, b: number, changed: number[]): void {
    const clocks = this.#clocks;
    let isChanged = false;
    for (let t = 0; t < this.#width; t++) {
      const from = clocks[a * this.#width + t] as number;
      if (from > (clocks[b * this.#width + t] as number)) {
        clocks[b * this.#width + t] = from;
        isChanged = true;
      }
    }
    const e = this.events[b] as RfEvent;
    if ((clocks[b * this.#width + e.thread] as number) > e.position) throw contradiction;
    if (isChanged) changed.push(b);
  }

  /** Adds the constraints of reads: of the events, and of steps that come after all of them. */
  demand(atEnd: readonly (readonly Read[])[]): void {
    const { writers } = this.configuration;
    this.events.forEach((e, read) => {
      for (const r of e.reads) {
        for (const other of writers.of(r)) {
          if (other === r.source || other === e) continue;
          if (r.source === null) this.#add(read, this.#at(other));
          else this.#open.push({ read, source: this.#at(r.source), other: this.#at(other) });
        }
      }
    });
    for (const r of atEnd.flat()) {
      for (const other of writers.of(r)) {
        if (other === r.source) continue;
        if (r.source === null) throw contradiction;
        this.#add(this.#at(other), this.#at(r.source));
      }
    }
    this.#saturate();
  }

  #saturate(): void {
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      const left: Triple[] = [];
      for (const triple of this.#open) {
        const { read, source, other } = triple;
        if (this.#isBefore(other, source) || this.#isBefore(read, other)) continue;
        if (this.#isBefore(other, read)) this.#add(other, source);
        else if (this.#isBefore(source, other)) this.#add(read, other);
        else {
          left.push(triple);
          continue;
        }
        isChanged = true;
      }
      this.#open = left;
    }
  }

  /** Decides what is open, preferably by rank. Returns false if there is no order. */
  decide(rank: readonly number[]): boolean {
    const triple = this.#open[0];
    if (triple === undefined) return true;
    const { read, source, other } = triple;
    const kept = { clocks: this.#clocks.slice(), next: this.#next.slice(), open: this.#open };
    const first = (rank[other] as number) < (rank[source] as number);
    for (const before of [first, !first]) {
      try {
        if (before) this.#add(other, source);
        else this.#add(read, other);
        this.#saturate();
        if (this.decide(rank)) return true;
      } catch (error) {
        if (error !== contradiction) throw error;
      }
      this.#clocks = kept.clocks.slice();
      this.#next = kept.next.slice();
      this.#open = kept.open;
    }
    return false;
  }

  /** An order that extends the relation, lowest ranks first. */
  line(rank: readonly number[]): RfEvent[] {
    const out: RfEvent[] = [];
    const done: number[] = this.configuration.last.map(() => 0);
    while (out.length < this.events.length) {
      let best = -1;
      for (let t = 0; t < this.#width; t++) {
        const e = this.configuration.chains[t]?.[done[t] as number];
        if (e === undefined) continue;
        const k = this.#at(e);
        if (best >= 0 && (rank[k] as number) >= (rank[best] as number)) continue;
        let isFree = true;
        for (let u = 0; u < this.#width && isFree; u++)
          isFree = u === t || (this.#clocks[k * this.#width + u] as number) <= (done[u] as number);
        if (isFree) best = k;
      }
      const e = this.events[best];
      if (e === undefined) throw new Error("an order of events has a cycle");
      out.push(e);
      (done[e.thread] as number)++;
    }
    return out;
  }
}

/**
 * The events in an order in which every read sees its source, also those of further steps at the end (`atEnd`); null: there is none. The
 * order follows `hint`, an order of some of them, where possible.
 */
export function orderOf(
  configuration: Configuration,
  atEnd: readonly (readonly Read[])[],
  hint: readonly RfEvent[],
): readonly RfEvent[] | null {
  for (const r of atEnd.flat())
    for (const w of configuration.writers.of(r)) if (w !== r.source && (r.source === null || w.isAfter(r.source))) return null; // certainly overwritten: common, and cheap to detect
  const events = [...configuration.events()].sort((a, b) => a.id - b.id);
  const places = new Map(hint.map((e, i) => [e, i]));
  const rank = events.map((e, k) => places.get(e) ?? hint.length + k);
  const order = new Order(configuration, events);
  try {
    order.demand(atEnd);
  } catch (error) {
    if (error === contradiction) return null;
    throw error;
  }
  return order.decide(rank) ? order.line(rank) : null;
}
