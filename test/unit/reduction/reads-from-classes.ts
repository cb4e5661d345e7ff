// The reads-from class of a run, by brute force: for every byte that a step read, which step of which thread wrote it last, and the choices
// made inside steps. It uses the accesses that the machine records and shares no code with the search over classes.

import type { AccessEvent } from "../../../src/execution/access-event.ts";
import type { Machine } from "../../../src/execution/machine.ts";

interface Access {
  readonly step: number;
  readonly address: number;
  readonly size: number;
  readonly kind: AccessEvent["kind"];
}

export class ClassLog {
  readonly #accesses: Access[] = [];

  constructor(readonly machine: Machine) {
    const start = machine.start.bind(machine);
    machine.start = (...how) => {
      this.#accesses.length = 0;
      start(...how);
    };
    machine.recorder = { access: (event) => this.#access(event), note: () => undefined };
  }

  #access({ kind, object, offset, size }: AccessEvent): void {
    this.#accesses.push({ step: this.machine.stepCount, address: object.address + offset, size, kind });
    this.machine.memory.onUndo((accesses: unknown[]) => void accesses.pop(), this.#accesses, null);
  }

  /** Two runs are in one class exactly if they have the same text. */
  text(threads: readonly string[]): string {
    const counts = new Map<string, number>();
    const names = threads.map((t) => {
      counts.set(t, (counts.get(t) ?? 0) + 1);
      return `${t}#${counts.get(t)}`;
    });
    const writers = new Map<number, number>();
    const reads = new Map<number, string[]>(names.map((_, i) => [i, []]));
    const own = new Set<number>();
    let step = -1;
    for (const a of this.#accesses) {
      if (a.step !== step) own.clear();
      step = a.step;
      if (a.kind === "free") continue; // a later step that uses it fails
      for (let byte = a.address; byte < a.address + a.size; byte++) {
        if (a.kind !== "write" && !own.has(byte)) reads.get(step)?.push(`${byte}<${names[writers.get(byte) ?? -1] ?? "start"}`);
        if (a.kind !== "read") writers.set(byte, step);
        own.add(byte);
      }
    }
    const { inputs } = this.machine;
    const asked = this.machine.threads.map((t) => `${t.name}:${inputs.filter((i) => i.thread === t.index).map((i) => i.value)}`);
    const steps = names.map((name, i) => `${name}(${(reads.get(i) ?? []).join()};${this.machine.history.choicesOf(i)})`);
    return [...steps.sort(), ...asked.sort()].join(" ");
  }
}
