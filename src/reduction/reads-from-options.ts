// What a thread can do next, by what it reads: a tree. From a thread's last event on, its step is the same computing until it looks at
// shared memory, where it goes on by what it finds there, or asks for a decision, where it goes on by that. A way down the tree
// ends in an event, or where the step must wait. The tree grows as steps are executed; what is never seen costs nothing.

import { type Configuration, type Range, type Read, RfEvent } from "./reads-from-events.ts";
import type { Decision, ThreadName } from "./search.ts";

/** A step has done something else than it did before, with the same things read: it depends on more than what it reads. */
export class Unexpected extends Error {}

/** What an executed step did, in order, up to its end. */
export type Item = { readonly kind: "read"; readonly reads: readonly Read[] } | ({ readonly kind: "decision" } & Decision);

/** A step that reads this must wait. */
export interface Wait {
  readonly reads: readonly Read[];
  /** What must have happened for it to read this. */
  readonly past: Configuration;
}

export type Fork =
  | { readonly kind: "open" }
  | ({ readonly kind: "read"; readonly ways: Map<string, ReadChoice> } & Range)
  | { readonly kind: "decision"; readonly ways: ReadChoice[] }
  | { readonly kind: "event"; readonly event: RfEvent }
  | { readonly kind: "wait" };

/** Where a fork leads with these sources (or with a decision): null if they cannot be read together. */
export interface ReadChoice {
  readonly sources: readonly Read[];
  fork: Fork | null;
}

export const openChoice = (sources: readonly Read[] = []): ReadChoice => ({ sources, fork: { kind: "open" } });

/** Names the sources of bytes that were read: neighbouring bytes from one source are one. */
export const sourcesKey = (reads: readonly Read[]): string => reads.map((r) => `${r.start}:${r.source?.id ?? ""}`).join();

export function mergeReads(reads: readonly Read[]): Read[] {
  const out: Read[] = [];
  for (const r of [...reads].sort((a, b) => a.start - b.start)) {
    const last = out[out.length - 1];
    if (last !== undefined && last.start === r.start && last.end === r.end && last.source === r.source) continue;
    if (last !== undefined && last.end === r.start && last.source === r.source) out[out.length - 1] = { ...last, end: r.end };
    else out.push(r);
  }
  return out;
}

export class Options {
  readonly root: ReadChoice = openChoice();
  /** All events the tree has, and what makes the step wait for every decision, in the order in which they were found. */
  readonly events: RfEvent[] = [];
  readonly waits: Wait[] = [];
  readonly #waitKeys = new Set<string>();
  /** What its steps look at. */
  readonly looked: Range[] = [];
  /** The events it can be, by the writes there are (reads-from-sources.ts). */
  readonly found = new Map<string, readonly RfEvent[]>();
  /** The thread has ended, or was stopped, before this step. */
  isOver = false;

  constructor(
    readonly thread: number,
    readonly name: ThreadName,
    readonly previous: RfEvent | null,
    /** What must have happened for the thread to be here. */
    readonly past: Configuration,
  ) {}

  /** Goes down the tree as a step did. The last way is where it ended. */
  follow(items: readonly Item[]): ReadChoice {
    let way = this.root;
    for (const item of items) {
      if (item.kind === "read") {
        const start = (item.reads[0] as Read).start;
        const end = (item.reads[item.reads.length - 1] as Read).end;
        if (way.fork?.kind === "open") {
          way.fork = { kind: "read", start, end, ways: new Map() };
          if (!this.looked.some((l) => l.start === start && l.end === end)) this.looked.push({ start, end });
        }
        const { fork } = way;
        if (fork?.kind !== "read" || fork.start !== start || fork.end !== end) throw new Unexpected();
        const key = sourcesKey(item.reads);
        let next = fork.ways.get(key);
        if (next === undefined) {
          next = openChoice(item.reads);
          fork.ways.set(key, next);
        }
        way = next;
      } else {
        if (way.fork?.kind === "open") way.fork = { kind: "decision", ways: Array.from({ length: item.count }, () => openChoice()) };
        const { fork } = way;
        if (fork?.kind !== "decision" || fork.ways.length !== item.count) throw new Unexpected();
        way = fork.ways[item.value] as ReadChoice;
      }
    }
    return way;
  }

  /** The step came to its end. */
  end(
    items: readonly Item[],
    id: number,
    writes: readonly Range[],
    endsProcess: boolean,
  ): { readonly event: RfEvent; readonly isNew: boolean } {
    const way = this.follow(items);
    if (way.fork?.kind === "event") {
      const { event } = way.fork;
      const isSame =
        event.writes.length === writes.length && event.writes.every((w, i) => w.start === writes[i]?.start && w.end === writes[i]?.end);
      if (event.endsProcess !== endsProcess || !(isSame || endsProcess)) throw new Unexpected();
      return { event, isNew: false };
    }
    if (way.fork?.kind !== "open") throw new Unexpected();
    const reads = mergeReads(readsOf(items));
    const event = new RfEvent(
      id,
      this,
      decisionsOf(items),
      reads,
      endsProcess ? [] : writes,
      [...reads, ...writes],
      endsProcess,
      this.pastOf(reads) ?? this.past,
    );
    way.fork = { kind: "event", event };
    this.events.push(event);
    return { event, isNew: true };
  }

  /** The step had to wait, with these decisions. */
  block(items: readonly Item[]): void {
    const way = this.follow(items);
    if (way.fork?.kind === "wait") return;
    if (way.fork?.kind !== "open") throw new Unexpected();
    way.fork = { kind: "wait" };
    if (items.every((i) => i.kind === "read")) this.#addWait(readsOf(items));
    else for (const reads of waitsBelow(this.root)) this.#addWait(reads);
  }

  #addWait(all: readonly Read[]): void {
    const reads = mergeReads(all);
    const past = this.pastOf(reads);
    const key = sourcesKey(reads);
    if (past === null || this.#waitKeys.has(key)) return;
    this.#waitKeys.add(key);
    this.waits.push({ reads, past });
  }

  /** What must have happened for the step to read this; null: it cannot have. */
  pastOf(reads: readonly Read[]): Configuration | null {
    let past: Configuration | null = this.past;
    for (const { source } of reads) if (source !== null && past !== null) past = past.union(source.past);
    return past;
  }
}

/** What must be read from here on for the step to wait, for every decision. */
function waitsBelow({ fork }: ReadChoice): Read[][] {
  switch (fork?.kind) {
    case "wait":
      return [[]];
    case "read":
      return [...fork.ways.values()].flatMap((w) => waitsBelow(w).map((reads) => [...w.sources, ...reads]));
    case "decision":
      return fork.ways.reduce<Read[][]>((all, w) => waitsBelow(w).flatMap((more) => all.map((reads) => [...reads, ...more])), [[]]);
    default:
      return [];
  }
}

const readsOf = (items: readonly Item[]): Read[] => items.flatMap((i) => (i.kind === "read" ? i.reads : []));

export const decisionsOf = (items: readonly Item[]): Decision[] =>
  items.flatMap((i) => (i.kind === "decision" ? [{ value: i.value, count: i.count }] : []));
