// Undo. In: a thread that is about to take a step. Out: the state as it was before.
//
// Memory keeps a journal of its own, and other parts journal their changes by `Memory.onUndo`; the registers and frames of the one thread
// that steps are copied to an arena as the step touches them (thread.ts); the machine's lists only grow in a step, so that saving their
// lengths is enough. There is one entry per depth, reused: allocating one per step would double the cost of a step.

import type { Outcome } from "./contract.ts";
import type { Memory } from "./memory.ts";
import type { RunState } from "./run-state.ts";
import { Arena, SavedThread } from "./saved-thread.ts";
import type { Thread } from "./thread.ts";

/** The state before a step, apart from what the journal records. */
export class HistoryEntry {
  readonly saved: SavedThread;
  mark = 0;
  outcome: Outcome | null = null;
  violations = 0;
  outputs = 0;
  inputs = 0;
  choices = 0;
  heap = 0;
  sharedAccesses = 0;

  constructor(
    arena: Arena,
    public thread: Thread,
  ) {
    this.saved = new SavedThread(arena, thread.fn);
  }
}

export class History {
  readonly #arena = new Arena();
  /** The first `depth` are in use. */
  readonly #entries: HistoryEntry[] = [];
  #beforeProbe: HistoryEntry | null = null;
  readonly #undoes: boolean;
  // Parts of the machine that every step reads.
  readonly #memory: Memory;
  readonly #violations: unknown[];
  readonly #outputs: unknown[];
  readonly #inputs: unknown[];
  readonly #choices: number[];
  readonly #heap: unknown[];
  /** Number of steps that can be undone. */
  depth = 0;

  constructor(readonly run: RunState) {
    this.#undoes = run.options.undo;
    this.#memory = run.memory;
    this.#violations = run.violations;
    this.#outputs = run.outputs;
    this.#inputs = run.inputs;
    this.#choices = run.choices;
    this.#heap = run.heap;
  }

  clear(): void {
    this.depth = 0;
    this.#arena.top = 0;
  }

  /** Before a step of the thread: from here on its changes are noted. */
  begin(t: Thread): HistoryEntry {
    let entry = this.#entries[this.depth];
    if (entry === undefined) {
      entry = new HistoryEntry(this.#arena, t);
      this.#entries.push(entry);
    }
    return this.#remember(t, entry);
  }

  /** The same for a probe, which is always undone. */
  beginProbe(t: Thread): HistoryEntry {
    this.#beforeProbe ??= new HistoryEntry(this.#arena, t);
    return this.#remember(t, this.#beforeProbe);
  }

  #remember(t: Thread, entry: HistoryEntry): HistoryEntry {
    const { run } = this;
    entry.thread = t;
    t.save(entry.saved);
    entry.mark = this.#memory.mark();
    entry.outcome = run.outcome;
    entry.violations = this.#violations.length;
    entry.outputs = this.#outputs.length;
    entry.inputs = this.#inputs.length;
    entry.choices = this.#choices.length;
    entry.heap = this.#heap.length;
    entry.sharedAccesses = run.sharedAccesses;
    this.resume(t, entry);
    return entry;
  }

  /** The step is tried again, with other decisions. */
  resume(t: Thread, entry: HistoryEntry): void {
    t.saved = entry.saved;
    this.#memory.journalling = true;
  }

  /** Restores the state before the step, but keeps why the thread waits. */
  restore(entry: HistoryEntry): void {
    const { run } = this;
    const { thread } = entry;
    const waiting = thread.waiting;
    this.#memory.undoTo(entry.mark);
    thread.restore(entry.saved);
    thread.saved = null;
    thread.waiting = waiting;
    run.outcome = entry.outcome;
    // Reading a length is cheaper than setting it.
    if (this.#violations.length !== entry.violations) this.#violations.length = entry.violations;
    if (this.#outputs.length !== entry.outputs) this.#outputs.length = entry.outputs;
    if (this.#inputs.length !== entry.inputs) this.#inputs.length = entry.inputs;
    if (this.#choices.length !== entry.choices) this.#choices.length = entry.choices;
    if (this.#heap.length !== entry.heap) this.#heap.length = entry.heap;
    run.sharedAccesses = entry.sharedAccesses;
  }

  /** The step was undone and will not be tried again. */
  drop(entry: HistoryEntry): void {
    this.#arena.top = entry.saved.arenaMark;
    this.#memory.journalling = false;
  }

  /** The step is complete: it can be undone from now on, or its history is dropped. */
  commit(t: Thread): void {
    t.saved = null;
    this.#memory.journalling = false;
    if (this.#undoes) this.depth++;
    else {
      this.#memory.forget();
      this.#arena.top = 0;
    }
  }

  undo(): void {
    const entry = this.#entries[--this.depth] as HistoryEntry;
    this.restore(entry);
    this.#arena.top = entry.saved.arenaMark;
  }

  /** The choices made by the step at this depth. */
  choicesOf(depth: number): readonly number[] {
    const before = (d: number): number => (d < this.depth ? (this.#entries[d] as HistoryEntry).choices : this.#choices.length);
    return this.#choices.slice(before(depth), before(depth + 1));
  }
}
