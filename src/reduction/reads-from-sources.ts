// Finds what else the steps of a run could have read. In: a configuration. Out: for every step the events that it can be, with all sources
// among the existing writes.
//
// The tree of each step (reads-from-options.ts) is walked with the bytes that each event wrote. Sources that cannot be read together, because
// the past of one has overwritten the other, are left out. For the rest, reads-from-order.ts decides whether an order exists, and the step is
// executed once per choice to see what it does.
//
// Such a step may enable another to read something new: for example an exchange that comes earlier than it did. So all steps are examined
// again with each newly found event added to the writes of the run.

import { append } from "../support/lists.ts";
import { type Configuration, type Range, type Read, type RfEvent, Writers } from "./reads-from-events.ts";
import { type Fork, mergeReads, openChoice, type ReadChoice, type StepOptions, sourcesKey } from "./reads-from-options.ts";
import type { Decision } from "./search.ts";

/** Resolves an open choice by executing the step with these reads and decisions; makes its fork null if no run has these reads. */
export type Settle = (options: StepOptions, choice: ReadChoice, reads: readonly Read[], decisions: readonly Decision[]) => void;

export class Sources {
  readonly #writers = new Writers();
  readonly #options: StepOptions[] = [];

  constructor(
    readonly configuration: Configuration,
    firsts: readonly StepOptions[],
    readonly settle: Settle,
  ) {
    append(this.#options, firsts);
    for (const e of configuration.events()) {
      this.#writers.push(e);
      if (e.next !== null) this.#options.push(e.next);
      append(this.#options, e.born);
    }
  }

  /** Extends the trees by all that their steps can read here. Yields after each step, so that the caller may pause. */
  *explore(): Generator<void> {
    const near = new Set<RfEvent>();
    for (const o of this.#options) {
      if (o.isOver) continue;
      for (const e of this.#eventsOf(o)) if (e.writes.length > 0 && !this.configuration.has(e)) near.add(e);
      yield;
    }
    for (const other of near) {
      this.#writers.push(other);
      for (const o of this.#options)
        if (!o.isOver && o.thread !== other.thread && o.looked.some((l) => other.writesInto(l)) && o.past.union(other.past) !== null)
          this.#eventsOf(o);
      this.#writers.pop(other);
      yield;
    }
  }

  /** All events that a step can be. They depend only on the writes of what it reads, which are often those of another run: so they are remembered. */
  #eventsOf(o: StepOptions): readonly RfEvent[] {
    for (;;) {
      const key = this.#keyOf(o);
      const known = o.found.get(key);
      if (known !== undefined) return known;
      const found: RfEvent[] = [];
      this.#walk(o, o.root, o.past, [], [], found);
      if (this.#keyOf(o) === key) o.found.set(key, found);
    }
  }

  #keyOf(o: StepOptions): string {
    const position = o.previous?.position ?? 0;
    let key = "";
    for (const range of o.looked) {
      for (const w of this.#writers.of(range)) if ((w.past.last[o.thread]?.position ?? 0) <= position) key += `${w.id},`;
      key += ";";
    }
    return key;
  }

  /** Collects the events of all choices from here. */
  #walk(
    o: StepOptions,
    choice: ReadChoice,
    past: Configuration,
    reads: readonly Read[],
    decisions: readonly Decision[],
    found: RfEvent[],
  ): void {
    if (choice.fork?.kind === "open") this.settle(o, choice, reads, decisions);
    const fork: Fork | null = choice.fork;
    if (fork === null) return;
    switch (fork.kind) {
      case "read":
        this.#choose(o, fork, past, (sources, after) => {
          const key = sourcesKey(sources);
          let next = fork.choices.get(key);
          if (next === undefined) {
            next = openChoice(sources);
            fork.choices.set(key, next);
          }
          this.#walk(o, next, after, [...reads, ...sources], decisions, found);
        });
        return;
      case "decision":
        fork.choices.forEach((next, value) => {
          this.#walk(o, next, past, reads, [...decisions, { value, count: fork.choices.length }], found);
        });
        return;
      case "open":
        throw new Error("an open choice was not resolved");
      case "event":
        found.push(fork.event);
        return;
      case "wait":
        return;
    }
  }

  /** Calls `take` with all sources that the bytes may have, given what has happened. */
  #choose(o: StepOptions, range: Range, past: Configuration, take: (sources: readonly Read[], past: Configuration) => void): void {
    const position = o.previous?.position ?? 0;
    // Without writes that come after the step itself.
    const writers = this.#writers.of(range).filter((w) => (w.past.last[o.thread]?.position ?? 0) <= position);
    const pieces = cutByWriters(range, writers).map((piece) => ({ piece, own: writers.filter((w) => w.writesInto(piece)) }));
    const next = (i: number, chosen: readonly Read[], before: Configuration): void => {
      const at = pieces[i];
      if (at === undefined) {
        const isLast = chosen.every((r, k) =>
          lastOf((pieces[k] as { own: RfEvent[] }).own, before).every((w) => w === r.source || (r.source !== null && !w.isAfter(r.source))),
        );
        if (isLast) take(mergeReads(chosen), before);
        return;
      }
      const { piece, own } = at;
      const last = lastOf(own, before);
      if (last.length === 0) next(i + 1, [...chosen, { ...piece, source: null }], before);
      for (const w of own) {
        if (before.has(w) && !last.includes(w)) continue;
        const after = before.union(w.past);
        if (after !== null) next(i + 1, [...chosen, { ...piece, source: w }], after);
      }
    };
    next(0, [], past);
  }
}

/** Cuts the range into pieces of which each writer writes all bytes or none. */
function cutByWriters(range: Range, writers: readonly RfEvent[]): Range[] {
  const edges = new Set([range.start, range.end]);
  for (const w of writers)
    for (const { start, end } of w.writes) for (const edge of [start, end]) if (range.start < edge && edge < range.end) edges.add(edge);
  const cuts = [...edges].sort((a, b) => a - b);
  return cuts.slice(1).map((end, i) => ({ start: cuts[i] as number, end }));
}

/** The writers of some bytes that are in the configuration and not overwritten by their own thread there. Requires that writers are ordered by thread. */
function lastOf(writers: readonly RfEvent[], configuration: Configuration): RfEvent[] {
  const out: RfEvent[] = [];
  for (const w of writers) {
    if (!configuration.has(w)) continue;
    if (out[out.length - 1]?.thread === w.thread) out.pop();
    out.push(w);
  }
  return out;
}
