// The values that each thread's reads of the program's data returned in the current run, updated as the machine steps and undoes.
// A plain write reads nothing; an update reads what it replaces. The contents of synchronisation objects do not count as data.

import type { AccessEvent } from "../../../src/execution/access-event.ts";
import type { Machine } from "../../../src/execution/machine.ts";
import { synchronisers } from "./render.ts";

interface Entry {
  readonly step: number;
  readonly text: string;
}

export class ReadLog {
  readonly #entries: Entry[] = [];

  constructor(readonly machine: Machine) {
    const start = machine.start.bind(machine);
    machine.start = (...how) => {
      this.#entries.length = 0; // a search may restart without undoing its last run
      start(...how);
    };
    machine.recorder = { access: (event) => this.#access(event), note: () => undefined };
  }

  #access({ kind, object, offset, size }: AccessEvent): void {
    if (kind === "write" || kind === "free" || object.library || object.kind === "internal" || synchronisers.has(object.name)) return;
    const from = object.start + offset;
    const value = Buffer.from(object.region.bytes.subarray(from, from + size)).toString("hex"); // an update is not made yet
    this.#entries.push({ step: this.machine.stepCount, text: `${object.name}+${offset}=${value}` });
    this.machine.memory.onUndo((entries: unknown[]) => void entries.pop(), this.#entries, null);
  }

  /** Thread by thread, given which thread made each step. */
  byThread(threadOf: (step: number) => string): string {
    const perThread = new Map<string, string[]>();
    for (const { step, text } of this.#entries) {
      const thread = threadOf(step);
      const list = perThread.get(thread);
      if (list === undefined) perThread.set(thread, [text]);
      else list.push(text);
    }
    return [...perThread]
      .map(([thread, values]) => `${thread}: ${values.join(" ")}`)
      .sort()
      .join("; ");
  }
}
