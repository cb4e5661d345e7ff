// Threads begin and end, and so does the process. In: what generated code asks for. Out: threads that stand before their first operation (the
// step that started them runs their beginnings, too), or signals that all is over.

import { codeBase, codeStride } from "../program/program.ts";
import { toNumber } from "./address.ts";
import { Signal } from "./compile/signal.ts";
import { findLeaks } from "./leaks.ts";
import type { Machine } from "./machine.ts";
import { locate, userPosition } from "./positions.ts";
import { newThreadArrays, Thread, type ThreadArrays } from "./thread.ts";
import { violationAt } from "./violations.ts";

const dropThread = (threads: Thread[]): void => void threads.pop();

export class Life {
  /** Kept from run to run. */
  readonly #arrays: ThreadArrays[] = [];

  constructor(readonly machine: Machine) {}

  create(path: readonly number[], entry: number, selfLow: number, selfHigh: number, parent: Thread | null, at: number): Thread {
    const { machine } = this;
    const { threads, memory } = machine;
    const arrays = this.#arraysFor(threads.length);
    const thread = new Thread(threads.length, path, machine.calls.compiled(entry), selfLow, selfHigh, memory, at, arrays);
    thread.born = memory.now();
    threads.push(thread);
    memory.onUndo(dropThread, threads, null);
    machine.races?.startThread(parent, thread);
    return thread;
  }

  #arraysFor(index: number): ThreadArrays {
    let arrays = this.#arrays[index];
    if (arrays === undefined) {
      arrays = newThreadArrays(this.machine.variables.locals.length);
      this.#arrays[index] = arrays;
    }
    return arrays;
  }

  threadStart(t: Thread, k: number, entryLow: number, entryHigh: number, selfLow: number, selfHigh: number): number {
    const { machine } = this;
    const id = (toNumber(entryLow, entryHigh) - codeBase) / codeStride;
    machine.memory.watching?.spoil(); // its number follows from how many there are
    const child = t.children++;
    const thread = this.create([...t.path, child], id, selfLow, selfHigh, t, userPosition(machine, t, k));
    // The entry takes one pointer: its own control block.
    thread.registers[0] = selfLow;
    if (machine.program.pointerBits === 64) thread.registers[1] = selfHigh;
    machine.started.push(thread);
    machine.recorder?.note(`starts thread ${thread.index}`);
    return thread.index;
  }

  threadLabel(t: Thread, low: number, high: number): void {
    t.label = this.machine.program.functions[(toNumber(low, high) - codeBase) / codeStride]?.name ?? "?";
  }

  threadExit(t: Thread, _k: number): Signal {
    const { memory } = this.machine;
    t.releaseStack(0);
    for (const address of t.locals) {
      if (address === 0) continue;
      const o = memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
      if (o !== null && !o.isPrivate) memory.end(o, 0, t.index);
    }
    return Signal.Finished;
  }

  processEnd(t: Thread, k: number, status: number, kind: number): Signal {
    const { machine } = this;
    if (machine.probing) return Signal.Ended;
    machine.outcome =
      kind === 0
        ? { kind: "exit", status: status & 0xff }
        : { kind: "abort", status: status & 0xff, location: locate(machine, userPosition(machine, t, k), t) };
    if (kind === 0 && machine.options.properties.has("leak"))
      for (const o of findLeaks(machine))
        machine.violations.push({
          ...violationAt(machine, "leak", `${o.size} bytes allocated here are never freed`, o.allocatedAt, t),
          thread: o.thread,
        });
    return Signal.Ended;
  }
}
