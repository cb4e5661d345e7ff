// Starts and ends threads, and ends the process. In: requests of generated code. Out: threads before their first operation (the
// step that starts them also runs their beginnings), or signals that the thread or the process has ended.

import { codeBase, codeStride } from "../program/program.ts";
import { toNumber } from "./address.ts";
import type { Calls } from "./calls.ts";
import { Signal } from "./compile/signal.ts";
import { findLeaks, findUnfreed, noteUntracked } from "./leaks.ts";
import { locate, userPosition } from "./positions.ts";
import type { RaceDetector } from "./races.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import { newThreadArrays, Thread, type ThreadArrays } from "./thread.ts";
import type { Variables } from "./variables.ts";
import { violationAt } from "./violations.ts";

const dropThread = (threads: Thread[]): void => void threads.pop();

export class ThreadLifecycle {
  /** Kept from run to run. */
  readonly #arrays: ThreadArrays[] = [];

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    readonly calls: Calls,
    readonly variables: Variables,
    readonly races: RaceDetector | null,
  ) {}

  create(path: readonly number[], entry: number, selfLow: number, selfHigh: number, parent: Thread | null, at: number): Thread {
    const { threads, memory } = this.run;
    const arrays = this.#arraysFor(threads.length);
    const thread = new Thread(threads.length, path, this.calls.compiled(entry), selfLow, selfHigh, memory, at, arrays);
    thread.born = memory.now();
    threads.push(thread);
    memory.onUndo(dropThread, threads, null);
    this.races?.startThread(parent, thread);
    return thread;
  }

  #arraysFor(index: number): ThreadArrays {
    let arrays = this.#arrays[index];
    if (arrays === undefined) {
      arrays = newThreadArrays(this.variables.locals.length);
      this.#arrays[index] = arrays;
    }
    return arrays;
  }

  threadStart(t: Thread, k: number, entryLow: number, entryHigh: number, selfLow: number, selfHigh: number): number {
    const id = (toNumber(entryLow, entryHigh) - codeBase) / codeStride;
    this.run.memory.watching?.spoil(); // its index depends on the number of threads
    const child = t.children++;
    const thread = this.create([...t.path, child], id, selfLow, selfHigh, t, userPosition(this.run, t, k));
    // The entry takes one pointer: its own control block.
    thread.registers[0] = selfLow;
    if (this.run.program.pointerBits === 64) thread.registers[1] = selfHigh;
    this.step.started.push(thread);
    this.step.recorder?.note(`starts thread ${thread.index}`);
    return thread.index;
  }

  threadLabel(t: Thread, low: number, high: number): void {
    t.label = this.run.program.functions[(toNumber(low, high) - codeBase) / codeStride]?.name ?? "?";
  }

  threadExit(t: Thread, _k: number): Signal {
    const { memory } = this.run;
    t.releaseStack(0);
    for (const address of t.locals) {
      if (address === 0) continue;
      const o = memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
      if (o !== null && !o.isPrivate) memory.end(o, 0, t.index);
    }
    return Signal.Finished;
  }

  processEnd(t: Thread, k: number, status: number, kind: number): Signal {
    if (this.step.probing) return Signal.Ended;
    this.run.outcome =
      kind === 0
        ? { kind: "exit", status: status & 0xff }
        : { kind: "abort", status: status & 0xff, location: locate(this.run, userPosition(this.run, t, k), t) };
    const { properties, requiresCleanup = false, tracksHeap = false } = this.run.options;
    if (tracksHeap) noteUntracked(this.run, t, false);
    else if (properties.has("leak") && (kind === 0 || requiresCleanup))
      for (const o of requiresCleanup ? findUnfreed(this.run) : findLeaks(this.run))
        this.run.violations.push({
          ...violationAt(this.run, "leak", `${o.size} bytes allocated here are never freed`, o.allocatedAt, t),
          thread: o.thread,
        });
    return Signal.Ended;
  }
}
