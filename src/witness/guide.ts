// From what an engine knows of a run (which thread does which operation, in which order) to a schedule: the executor is driven along.
// Steps that the engine does not mention, because no other thread can notice them, are taken on the way. In: the order, and what was
// open, per thread. Out: the schedule as recorded, or null where the program does something else: then the engine was wrong.

import type { Machine, Oracle } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { type Schedule, type ScheduledStep, surroundingsOf } from "./schedule.ts";

/** An operation of a thread. Threads are numbered by the engine, main is 0. */
export interface GuidedStep {
  readonly thread: number;
  readonly function: number;
  readonly operation: number;
  /** Threads it starts, by the engine's numbers. */
  readonly starts: readonly number[];
}

export interface Guidance {
  readonly steps: readonly GuidedStep[];
  /** What threads do at the end that is not a step of theirs, or whose step is the failure itself. */
  readonly last: readonly GuidedStep[];
  readonly open: (thread: number) => readonly { readonly kind: "input" | "choice"; readonly value: bigint }[];
  /** Let everybody go on until nobody can: a deadlock. */
  readonly exhaust: boolean;
}

const patience = 5000;

export function followGuidance(machine: Machine, guidance: Guidance, isDone: (machine: Machine) => boolean): Schedule | null {
  const guided = new GuidedRun(machine, guidance);
  return guided.run(isDone) ? guided.schedule() : null;
}

class GuidedRun implements Oracle {
  readonly #threads = new Map<number, number>([[0, 0]]); // engine's → machine's
  readonly #numbers = new Map<number, number>([[0, 0]]);
  readonly #next = new Map<number, number>();
  readonly #steps: ScheduledStep[] = [];
  #choices = 0;
  #prelude: readonly number[] = [];

  constructor(
    readonly machine: Machine,
    readonly guidance: Guidance,
  ) {}

  choose(count: number, _what: string, thread: number): number {
    const value = Number(this.#open(thread, "choice"));
    return value < count ? value : 0;
  }

  input(_bits: number, _what: string, thread: number): bigint {
    return this.#open(thread, "input");
  }

  /** Every read of such memory has its place in the list, also if it holds what an earlier one said. */
  unwritten(_bits: number, settled: bigint | null, thread: number): bigint {
    const value = this.#open(thread, "input");
    return settled ?? value;
  }

  #open(thread: number, kind: "input" | "choice"): bigint {
    const number = this.#numbers.get(thread);
    if (number === undefined) return 0n;
    const list = this.guidance.open(number).filter((o) => o.kind === kind);
    const key = number * 2 + (kind === "input" ? 0 : 1);
    const at = this.#next.get(key) ?? 0;
    this.#next.set(key, at + 1);
    return list[at]?.value ?? 0n;
  }

  run(isDone: (machine: Machine) => boolean): boolean {
    const { machine, guidance } = this;
    machine.start(this);
    this.#prelude = machine.choices.slice();
    this.#choices = machine.choices.length;
    for (const step of guidance.steps) {
      if (machine.outcome !== null) return isDone(machine);
      if (!this.#goTo(step)) return isDone(machine);
    }
    for (const step of guidance.last) {
      if (isDone(machine)) return true;
      if (machine.outcome !== null) return false;
      this.#goTo(step, isDone);
    }
    if (guidance.exhaust) {
      machine.noteLost();
      if (!isDone(machine)) this.#exhaust();
    }
    // What goes wrong while computing shows in a step of its own; and an operation may be done several times before it fails.
    const final = machine.threads[this.#threads.get(guidance.last.at(-1)?.thread ?? 0) ?? 0];
    for (let i = 0; i < patience && final !== undefined && !isDone(machine); i++) if (!this.#step(final, [])) break;
    return isDone(machine);
  }

  /** Steps the thread until it has done this operation. */
  #goTo(step: GuidedStep, isDone: ((machine: Machine) => boolean) | null = null): boolean {
    const { machine } = this;
    for (let i = 0; i < patience; i++) {
      const index = this.#threads.get(step.thread);
      const thread = index === undefined ? undefined : machine.threads[index];
      if (thread === undefined || !this.#step(thread, step.starts)) return false;
      if (machine.stepFunction?.id === step.function && machine.stepOperation === step.operation) return true;
      if (isDone?.(machine)) return true;
    }
    return false;
  }

  #step(thread: Thread, starts: readonly number[]): boolean {
    const { machine } = this;
    if (machine.outcome !== null || thread.status !== "running") return false;
    // A new thread computes on until its first step, and may ask for inputs: its number is known before.
    starts.forEach((number, i) => {
      this.#threads.set(number, machine.threads.length + i);
      this.#numbers.set(machine.threads.length + i, number);
    });
    if (!machine.step(thread, this)) return false;
    this.#steps.push({ thread: thread.index, choices: machine.choices.slice(this.#choices) });
    this.#choices = machine.choices.length;
    return true;
  }

  #exhaust(): void {
    const { machine } = this;
    for (let i = 0; i < patience && machine.outcome === null; i++) {
      const thread = machine.threads.find((t) => machine.canProceed(t));
      if (thread === undefined) return machine.concludeStuck();
      if (!this.#step(thread, [])) return;
    }
  }

  schedule(): Schedule {
    const { machine } = this;
    return { steps: this.#steps, inputs: machine.inputs.map((i) => i.value), prelude: this.#prelude, ...surroundingsOf(machine) };
  }
}
