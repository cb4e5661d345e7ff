// The options of a thread's next step, as a tree by what it reads. In: what executed steps read, decided and wrote. Out: events, and the reads
// with which the step is blocked.
//
// After a thread's last event its step computes the same until it reads shared memory or asks for a decision: there the tree branches by
// source or by decision. A path in the tree ends in an event, or where the step is blocked. The tree grows as steps are executed; what is
// never reached costs nothing.

import { type Configuration, type Range, type Read, RfEvent } from "./reads-from-events.ts";
import type { Decision, ThreadName } from "./search.ts";

/** Thrown if a step does something else than before although it read the same: it depends on more than what it reads. */
export class Unexpected extends Error {}

/** A read or a decision of an executed step. */
export type Item = { readonly kind: "read"; readonly reads: readonly Read[] } | ({ readonly kind: "decision" } & Decision);

/** Reads with which the step is blocked, whatever is decided. */
export interface Wait {
  readonly reads: readonly Read[];
  /** What must have happened for it to read this. */
  readonly past: Configuration;
}

export type Fork =
  | { readonly kind: "open" }
  | ({ readonly kind: "read"; readonly choices: Map<string, ReadChoice> } & Range)
  | { readonly kind: "decision"; readonly choices: ReadChoice[] }
  | { readonly kind: "event"; readonly event: RfEvent }
  | { readonly kind: "wait" };

/** One choice at a fork: sources, or a decision. A null fork: the sources cannot be read together. */
export interface ReadChoice {
  readonly sources: readonly Read[];
  fork: Fork | null;
}

export const openChoice = (sources: readonly Read[] = []): ReadChoice => ({ sources, fork: { kind: "open" } });

/** A key of the sources of bytes; neighbouring bytes of one source must be joined. */
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

export class StepOptions {
  readonly root: ReadChoice = openChoice();
  /** All events of the tree, and the reads with which the step is blocked for every decision, in the order in which they were found. */
  readonly events: RfEvent[] = [];
  readonly waits: Wait[] = [];
  readonly #waitKeys = new Set<string>();
  /** All ranges that its steps read. */
  readonly looked: Range[] = [];
  /** The possible events, by the writes that exist (reads-from-sources.ts). */
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

  /** Follows a step down the tree, and extends the tree as needed. Returns the choice where it ended. Throws `Unexpected`. */
  follow(items: readonly Item[]): ReadChoice {
    let choice = this.root;
    for (const item of items) {
      if (item.kind === "read") {
        const start = (item.reads[0] as Read).start;
        const end = (item.reads[item.reads.length - 1] as Read).end;
        if (choice.fork?.kind === "open") {
          choice.fork = { kind: "read", start, end, choices: new Map() };
          if (!this.looked.some((l) => l.start === start && l.end === end)) this.looked.push({ start, end });
        }
        const { fork } = choice;
        if (fork?.kind !== "read" || fork.start !== start || fork.end !== end) throw new Unexpected();
        const key = sourcesKey(item.reads);
        let next = fork.choices.get(key);
        if (next === undefined) {
          next = openChoice(item.reads);
          fork.choices.set(key, next);
        }
        choice = next;
      } else {
        if (choice.fork?.kind === "open")
          choice.fork = { kind: "decision", choices: Array.from({ length: item.count }, () => openChoice()) };
        const { fork } = choice;
        if (fork?.kind !== "decision" || fork.choices.length !== item.count) throw new Unexpected();
        choice = fork.choices[item.value] as ReadChoice;
      }
    }
    return choice;
  }

  /** Adds a step that was executed to its end. Returns its event. Throws `Unexpected`. */
  end(
    items: readonly Item[],
    id: number,
    writes: readonly Range[],
    endsProcess: boolean,
  ): { readonly event: RfEvent; readonly isNew: boolean } {
    const choice = this.follow(items);
    if (choice.fork?.kind === "event") {
      const { event } = choice.fork;
      const isSame =
        event.writes.length === writes.length && event.writes.every((w, i) => w.start === writes[i]?.start && w.end === writes[i]?.end);
      if (event.endsProcess !== endsProcess || !(isSame || endsProcess)) throw new Unexpected();
      return { event, isNew: false };
    }
    if (choice.fork?.kind !== "open") throw new Unexpected();
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
    choice.fork = { kind: "event", event };
    this.events.push(event);
    return { event, isNew: true };
  }

  /** Adds a step that was blocked, with these reads and decisions. Throws `Unexpected`. */
  block(items: readonly Item[]): void {
    const choice = this.follow(items);
    if (choice.fork?.kind === "wait") return;
    if (choice.fork?.kind !== "open") throw new Unexpected();
    choice.fork = { kind: "wait" };
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

  /** What must have happened for the step to read this; null: it cannot. */
  pastOf(reads: readonly Read[]): Configuration | null {
    let past: Configuration | null = this.past;
    for (const { source } of reads) if (source !== null && past !== null) past = past.union(source.past);
    return past;
  }
}

/** The reads from here on with which the step is blocked for every decision. */
function waitsBelow({ fork }: ReadChoice): Read[][] {
  switch (fork?.kind) {
    case "wait":
      return [[]];
    case "read":
      return [...fork.choices.values()].flatMap((w) => waitsBelow(w).map((reads) => [...w.sources, ...reads]));
    case "decision":
      return fork.choices.reduce<Read[][]>((all, w) => waitsBelow(w).flatMap((more) => all.map((reads) => [...reads, ...more])), [[]]);
    default:
      return [];
  }
}

const readsOf = (items: readonly Item[]): Read[] => items.flatMap((i) => (i.kind === "read" ? i.reads : []));

export const decisionsOf = (items: readonly Item[]): Decision[] =>
  items.flatMap((i) => (i.kind === "decision" ? [{ value: i.value, count: i.count }] : []));
