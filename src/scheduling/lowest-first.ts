// Lowest thread first: a thread continues while it can, then the one with the lowest number continues. A thread that has taken many steps in a row gives way, since it
// may wait for another in a loop that changes something. Steps that end the process come last (docs/adr/0033), and a
// thread that iterates idly waits until shared memory changes. Choices and inputs are 0, the ordinary values. The first run of a trace engine.

import type { InputRange } from "../execution/contract.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "./scheduler.ts";

/** Steps that a thread takes in a row while others could. */
const maxStepsInARow = 100;

export class LowestFirst implements Scheduler {
  /** The thread that took the last step. */
  #last = -1;
  /** Steps it has taken in a row. */
  #row = 0;
  #machine: MachineView | null = null;
  /** Steps that threads had taken when it began to schedule them; null: to be seen. */
  #before: ReadonlyMap<number, number> | null = null;

  /** `given`: values of the first inputs, in the order in which the program asks for them. `maxSteps`: of each thread; the run ends where all have taken them. */
  constructor(
    readonly given: readonly bigint[] = [],
    readonly maxSteps: number = Number.POSITIVE_INFINITY,
  ) {}

  begin(machine: MachineView): void {
    this.#machine = machine;
    this.continueWith(-1);
  }

  /** This thread continues, as if it had taken the last step. */
  continueWith(thread: number): void {
    this.#last = thread;
    this.#row = 0;
    this.#before = null;
  }

  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    const before = this.#before ?? new Map(candidates.map((t) => [t.index, t.steps]));
    this.#before = before;
    const hasLeft = (t: ThreadView): boolean => t.steps < (before.get(t.index) ?? 0) + this.maxSteps;
    const enabled = candidates.filter((t) => hasLeft(t) && machine.canProceed(t) && !machine.isIdle(t));
    const staying = enabled.filter((t) => !machine.endsProcess(t));
    const from = staying.length > 0 ? staying : enabled;
    const others = this.#row < maxStepsInARow ? [] : from.filter((t) => t.index !== this.#last);
    const picked = others[0] ?? from.find((t) => t.index === this.#last) ?? from[0];
    if (picked === undefined) return candidates.some((t) => machine.canProceed(t)) ? "end" : "stuck"; // end: the others iterate idly
    this.#row = picked.index === this.#last ? this.#row + 1 : 1;
    this.#last = picked.index;
    return picked;
  }

  choose(): number {
    return 0;
  }

  input(_bits: number, _what: string, _thread: number, range: InputRange | null): bigint {
    return this.given[this.#machine?.inputs.length ?? 0] ?? range?.first ?? 0n;
  }
}
