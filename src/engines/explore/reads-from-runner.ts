// Executes events (reduction/reads-from-events.ts) on the machine. It goes to the state after any order of events, undoing back to the longest
// common prefix, and lets a thread take one more step there. The result says what the step read, from which events, and what it wrote.
//
// Besides bytes, a step may read whether an object is alive, which its end changes, and how many inputs were taken. These have addresses of their
// own, outside every object: negative ones for lifetimes, and the first address for inputs.

import type { InputRange } from "../../execution/contract.ts";
import { Footprint } from "../../execution/footprint.ts";
import { nextInput } from "../../execution/input-values.ts";
import type { Machine, Oracle } from "../../execution/machine.ts";
import type { MemoryObject } from "../../execution/memory-object.ts";
import { nothing, type Range, type Read, type RfEvent, Writers } from "../../reduction/reads-from-events.ts";
import { decisionsOf, type Item, StepOptions, Unexpected } from "../../reduction/reads-from-options.ts";
import type { Decision, ThreadName } from "../../reduction/search.ts";
import { type Enumerator, successor } from "../search/decisions.ts";

/** The address that stands for whether the object at an address is alive. */
const lifeOf = (address: number): number => -address;

/** Collects what a step reads, writes and decides, in order. */
class StepLog extends Footprint implements Oracle {
  readonly items: Item[] = [];
  readonly writtenRanges: Range[] = [];
  /** What the step has already read or written: reading it again adds nothing. */
  readonly #known: Range[] = [];
  readonly isExact = true;
  readonly given: readonly bigint[];
  /** It used an address outside every object. */
  isGuess = false;

  constructor(
    readonly runner: Runner,
    readonly enumerator: Enumerator,
  ) {
    super();
    this.given = enumerator.given;
  }

  override add(address: number, size: number, write: boolean, kind?: "read" | "write" | "update"): void {
    if (kind === undefined) {
      const isInput = address === nextInput;
      const start = isInput ? address : lifeOf(address);
      if (isInput || !write) this.#read(start, start + 1);
      if (write) this.#write(start, start + 1);
      return;
    }
    const o = this.runner.machine.memory.object;
    if (o.kind !== "global") this.#read(lifeOf(o.address), lifeOf(o.address) + 1);
    if (kind !== "write") this.#read(address, address + size);
    if (kind !== "read") this.#write(address, address + size);
  }

  /** An access found the object dead. */
  addDead(o: MemoryObject): void {
    this.#read(lifeOf(o.address), lifeOf(o.address) + 1);
  }

  #read(start: number, end: number): void {
    for (const r of this.#unknown(start, end)) {
      this.items.push({ kind: "read", reads: this.runner.sourcesOf(r) });
      this.#known.push(r);
    }
  }

  #write(start: number, end: number): void {
    for (const r of this.#unknown(start, end)) this.#known.push(r);
    if (!this.writtenRanges.some((w) => w.start <= start && end <= w.end)) this.writtenRanges.push({ start, end });
  }

  /** The parts of a range that are not known yet. */
  #unknown(start: number, end: number): Range[] {
    let parts: Range[] = [{ start, end }];
    for (const k of this.#known) {
      if (k.end <= start || end <= k.start) continue;
      parts = parts.flatMap((p) =>
        k.end <= p.start || p.end <= k.start
          ? [p]
          : [
              { start: p.start, end: Math.min(p.end, k.start) },
              { start: Math.max(p.start, k.end), end: p.end },
            ].filter((q) => q.start < q.end),
      );
    }
    return parts;
  }

  choose(count: number): number {
    return this.#decided(() => this.enumerator.choose(count));
  }

  input(bits: number, what: string, thread: number, range: InputRange | null): bigint {
    return this.#decided(() => this.enumerator.input(bits, what, thread, range));
  }

  #decided<T>(ask: () => T): T {
    const before = this.enumerator.taken.length;
    const answer = ask();
    for (const d of this.enumerator.taken.slice(before)) this.items.push({ kind: "decision", value: d.value, count: d.count });
    return answer;
  }
}

/** The result of an attempted step: an event, or the decisions with which it is blocked. */
export type Attempt = { readonly event: RfEvent } | { readonly decisions: readonly Decision[] };

export class Runner {
  /** The executed events, except those that end the process. */
  readonly line: RfEvent[] = [];
  /** Total number of steps of the machine. */
  steps = 0;
  /** Number of known events. */
  events = 0;
  /** Called after each step; the machine may have ended. */
  onStep: ((event: RfEvent) => void) | null = null;
  #ids = 0;
  readonly #numbers = new Map<ThreadName, number>();
  readonly #writers = new Writers();
  /** The first options of each thread that has not taken a step. */
  readonly #first = new Map<number, StepOptions>();
  #log: StepLog | null = null;

  constructor(
    readonly machine: Machine,
    readonly enumerator: Enumerator,
  ) {
    const { memory } = machine;
    const explain = memory.explain.bind(memory);
    memory.explain = (low, high, size) => {
      const o = memory.objectAt(low, high);
      if (o !== null && !o.live && !o.isPrivate) this.#log?.addDead(o);
      // No object is there yet. One might be if another thread came first, but what the access depends on is not recorded.
      if (o === null && (high !== 0 || low >>> 0 >= 4096) && this.#log !== null && !machine.context.probing) this.#log.isGuess = true;
      return explain(low, high, size);
    };
  }

  /** To be called when the machine has started: nothing is known of its threads. */
  begin(): void {
    this.line.length = 0;
    this.#writers.clear();
    this.#first.clear();
    this.#ids = 0;
    this.events = 0;
    for (const t of this.machine.threads) {
      const number = this.numberOf(t.name);
      this.#first.set(number, this.#optionsOf(number, t.name, null, nothing));
    }
  }

  numberOf(name: ThreadName): number {
    let n = this.#numbers.get(name);
    if (n === undefined) {
      n = this.#numbers.size;
      this.#numbers.set(name, n);
    }
    return n;
  }

  /** The first options of a thread that has not taken a step in the current line. */
  firstOf(thread: number): StepOptions {
    return this.#first.get(thread) as StepOptions;
  }

  /** The last writers of bytes in the current line. */
  sourcesOf(range: Range): Read[] {
    return this.#writers.last(range);
  }

  /** Goes to the state after these events, without those that end the process. */
  goTo(order: readonly RfEvent[]): void {
    const wanted = order.filter((e) => !e.endsProcess);
    let same = 0;
    while (same < this.line.length && this.line[same] === wanted[same]) same++;
    while (this.line.length > same) this.#back();
    for (const event of wanted.slice(same)) {
      const done = this.attempt(event.options, event.decisions);
      if (!("event" in done) || done.event !== event) throw new Unexpected("an event changes with the order of others");
    }
  }

  /** Attempts the thread's next step with these decisions, then the first of each further one. A step that ends the process is undone. */
  attempt(options: StepOptions, decisions: readonly Decision[], stay = false): Attempt {
    const { machine } = this;
    const thread = machine.threadNamed(options.name);
    const threads = machine.threads.length;
    if (machine.futileWakes?.isAtWait(thread)) throw new Unexpected("a spurious wake-up depends on what the thread would find");
    const log = new StepLog(this, this.enumerator);
    this.#log = log;
    this.enumerator.begin(decisions);
    thread.blockedAt = -1; // so that its reads are recorded even if it is known to wait
    const moved = machine.step(thread, log, log) !== null;
    this.#log = null;
    this.steps++;
    if (log.isGuess) throw new Unexpected("a step uses an address outside every object");
    if (!moved) {
      options.block(log.items);
      return { decisions: decisionsOf(log.items) };
    }
    const ended = machine.outcome !== null;
    const { event, isNew } = options.end(log.items, this.#ids++, log.writtenRanges, ended);
    if (isNew) {
      this.events++;
      event.next = this.#optionsOf(options.thread, options.name, event, event.past);
      event.next.isOver = ended || thread.status !== "running";
      event.born = machine.threads.slice(threads).map((t) => {
        const born = this.#optionsOf(this.numberOf(t.name), t.name, null, event.past);
        born.isOver = ended || t.status !== "running";
        return born;
      });
    }
    this.onStep?.(event);
    if (ended) {
      if (!stay) machine.undo();
    } else this.#forward(event);
    return { event };
  }

  /** Attempts the thread's next step with the first decisions that do not block; null: it waits. */
  attemptAny(options: StepOptions): RfEvent | null {
    for (let decisions: readonly Decision[] | null = []; decisions !== null; ) {
      const done = this.attempt(options, decisions);
      if ("event" in done) return done.event;
      decisions = successor(done.decisions);
    }
    return null;
  }

  #optionsOf(thread: number, name: ThreadName, previous: RfEvent | null, past: StepOptions["past"]): StepOptions {
    return new StepOptions(thread, name, previous, past);
  }

  #forward(event: RfEvent): void {
    this.line.push(event);
    this.#writers.push(event);
    for (const b of event.born) this.#first.set(b.thread, b);
  }

  #back(): void {
    const event = this.line.pop() as RfEvent;
    this.machine.undo();
    this.#writers.pop(event);
  }
}
