// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): random priorities, the
// highest runs, and at d-1 random steps the running thread drops below all others. A bug that needs d ordering constraints in
// a run of k steps and n threads is hit with probability at least 1/(n·k^(d-1)).
// Departure: a thread that runs very long without a switch also drops, so that busy waiting ends.

import type { InputRange } from "../execution/contract.ts";
import type { Rng } from "../support/rng.ts";
import { randomInput } from "./random.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "./scheduler.ts";

/** Steps in a row after which the running thread drops. */
const maxStepsInARow = 200;

export class PctScheduler implements Scheduler {
  readonly #priorities = new Map<string, number>();
  #changes = new Set<number>();
  #lowest = 0;
  #last: ThreadView | null = null;
  #inARow = 0;
  #machine: MachineView | null = null;
  readonly isRandom = true;

  constructor(
    readonly rng: Rng,
    readonly depth: number,
    /** Expected number of steps: the change points are drawn below it. */
    readonly expectedSteps: number,
    readonly given: readonly bigint[] = [],
  ) {}

  begin(machine: MachineView): void {
    this.#priorities.clear();
    this.#changes = new Set(Array.from({ length: this.depth - 1 }, () => this.rng.below(Math.max(this.expectedSteps, 1))));
    this.#lowest = 0;
    this.#last = null;
    this.#inARow = 0;
    this.#machine = machine;
  }

  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    let best = candidates[0];
    if (best === undefined) return "stuck";
    for (const t of candidates) if (this.#priority(t) > this.#priority(best)) best = t;
    this.#inARow = best === this.#last ? this.#inARow + 1 : 0;
    this.#last = best;
    if (this.#changes.delete(machine.stepCount) || this.#inARow >= maxStepsInARow) {
      this.#priorities.set(best.name, --this.#lowest);
      this.#inARow = 0;
    }
    return best;
  }

  #priority(t: ThreadView): number {
    let p = this.#priorities.get(t.name);
    if (p === undefined) {
      p = 1 + this.rng.nextUint32();
      this.#priorities.set(t.name, p);
    }
    return p;
  }

  choose(count: number): number {
    return this.rng.below(count);
  }

  input(bits: number, _what: string, _thread: number, range: InputRange | null): bigint {
    return this.given[this.#machine?.inputs.length ?? 0] ?? randomInput(this.rng, bits, range);
  }

  unwritten(bits: number, settled: bigint | null): bigint {
    return settled ?? randomInput(this.rng, bits, null);
  }
}
