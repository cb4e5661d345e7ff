// What else the steps of a run could have read: for every step of a configuration, all sources among the writes there are.
//
// It walks the tree of each step (reads-from-options.ts) with the bytes that each event wrote. Sources that cannot be read
// together, because the past of one has overwritten the other, are left out; of the rest the order (reads-from-order.ts) decides whether there
// is such an order, and what the step then does, once for each way.
//
// One such step may be what lets another read something new: an exchange that comes earlier than it did, say. So all steps are looked at
// again with each of those found beside the writes of the run.

import { append } from "../support/lists.ts";
import { type Configuration, type Range, type Read, type RfEvent, Writers } from "./reads-from-events.ts";
import { type Fork, mergeReads, type Options, openChoice, type ReadChoice, sourcesKey } from "./reads-from-options.ts";
import type { Decision } from "./search.ts";

/** Makes an open way known by executing the step with these reads and decisions; leaves null where nothing can read them. */
export type Settle = (options: Options, way: ReadChoice, reads: readonly Read[], decisions: readonly Decision[]) => void;

export class Sources {
  readonly #writers = new Writers();
  readonly #options: Options[] = [];

  constructor(
    readonly configuration: Configuration,
    firsts: readonly Options[],
    readonly settle: Settle,
  ) {
    append(this.#options, firsts);
    for (const e of configuration.events()) {
      this.#writers.push(e);
      if (e.next !== null) this.#options.push(e.next);
      append(this.#options, e.born);
    }
  }

  /** Lets the trees grow by all that their steps can read here; stops now and then, to be gone on with. */
  *explore(): Generator<void> {
    const near = new Set<RfEvent>();
    for (const o of this.#options) {
      if (o.isOver) continue;
      for (const e of this.#ways(o)) if (e.writes.length > 0 && !this.configuration.has(e)) near.add(e);
      yield;
    }
    for (const other of near) {
      this.#writers.push(other);
      for (const o of this.#options)
        if (!o.isOver && o.thread !== other.thread && o.looked.some((l) => other.writesInto(l)) && o.past.union(other.past) !== null)
          this.#ways(o);
      this.#writers.pop(other);
      yield;
    }
  }

  /** All that a step can be. That follows from the writes where it looks: often they are those of another run. */
  #ways(o: Options): readonly RfEvent[] {
    for (;;) {
      const key = this.#keyOf(o);
      const known = o.found.get(key);
      if (known !== undefined) return known;
      const found: RfEvent[] = [];
      this.#walk(o, o.root, o.past, [], [], found);
      if (this.#keyOf(o) === key) o.found.set(key, found);
    }
  }

  #keyOf(o: Options): string {
    const position = o.previous?.position ?? 0;
    let key = "";
    for (const range of o.looked) {
      for (const w of this.#writers.of(range)) if ((w.past.last[o.thread]?.position ?? 0) <= position) key += `${w.id},`;
      key += ";";
    }
    return key;
  }

  /** All ways from here. */
  #walk(o: Options, way: ReadChoice, past: Configuration, reads: readonly Read[], decisions: readonly Decision[], found: RfEvent[]): void {
    if (way.fork?.kind === "open") this.settle(o, way, reads, decisions);
    const fork: Fork | null = way.fork;
    if (fork === null) return;
    switch (fork.kind) {
      case "read":
        this.#choose(o, fork, past, (sources, after) => {
          const key = sourcesKey(sources);
          let next = fork.ways.get(key);
          if (next === undefined) {
            next = openChoice(sources);
            fork.ways.set(key, next);
          }
          this.#walk(o, next, after, [...reads, ...sources], decisions, found);
        });
        return;
      case "decision":
        fork.ways.forEach((next, value) => {
          this.#walk(o, next, past, reads, [...decisions, { value, count: fork.ways.length }], found);
        });
        return;
      case "open":
        throw new Error("what a step does was to be found out");
      case "event":
        found.push(fork.event);
        return;
      case "wait":
        return;
    }
  }

  /** The sources that bytes may have, given what has happened. */
  #choose(o: Options, range: Range, past: Configuration, take: (sources: readonly Read[], past: Configuration) => void): void {
    const position = o.previous?.position ?? 0;
    // Nothing that comes after the step itself.
    const writers = this.#writers.of(range).filter((w) => (w.past.last[o.thread]?.position ?? 0) <= position);
    const parts = partsOf(range, writers).map((part) => ({ part, own: writers.filter((w) => w.writesInto(part)) }));
    const next = (i: number, chosen: readonly Read[], before: Configuration): void => {
      const at = parts[i];
      if (at === undefined) {
        const isLast = chosen.every((r, k) =>
          lastOf((parts[k] as { own: RfEvent[] }).own, before).every((w) => w === r.source || (r.source !== null && !w.isAfter(r.source))),
        );
        if (isLast) take(mergeReads(chosen), before);
        return;
      }
      const { part, own } = at;
      const last = lastOf(own, before);
      if (last.length === 0) next(i + 1, [...chosen, { ...part, source: null }], before);
      for (const w of own) {
        if (before.has(w) && !last.includes(w)) continue;
        const after = before.union(w.past);
        if (after !== null) next(i + 1, [...chosen, { ...part, source: w }], after);
      }
    };
    next(0, [], past);
  }
}

/** The range in pieces of which each writer writes all or nothing. */
function partsOf(range: Range, writers: readonly RfEvent[]): Range[] {
  const edges = new Set([range.start, range.end]);
  for (const w of writers)
    for (const { start, end } of w.writes) for (const edge of [start, end]) if (range.start < edge && edge < range.end) edges.add(edge);
  const cuts = [...edges].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => ({ start: cuts[i] as number, end }));
}

/** Of writers of the same bytes, in the order of their threads, those in a configuration that their own thread has not overwritten there. */
function lastOf(writers: readonly RfEvent[], configuration: Configuration): RfEvent[] {
  const out: RfEvent[] = [];
  for (const w of writers) {
    if (!configuration.has(w)) continue;
    if (out[out.length - 1]?.thread === w.thread) out.pop();
    out.push(w);
  }
  return out;
}
