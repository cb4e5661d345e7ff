// The first run, if the user gives its schedule (`--schedule`). In: a schedule. Out: in every state of the first path, the thread that comes next in it; and the inputs that it has.
//
// The schedule is followed on the executor first: a program that diverges from it is reported. Steps that begin and end threads come at once in the search, earlier than the
// schedule may have them: so what is left of it is a list, from which the thread of each step is taken out. Choices inside steps are tried in their own order.

import type { InputRecord } from "../../execution/contract.ts";
import { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import { LowestFirst } from "../../scheduling/lowest-first.ts";
import { drive } from "../../scheduling/run.ts";
import { fail } from "../../support/diagnostics.ts";
import { ContinuedReplay } from "../../witness/continued-replay.ts";
import type { Schedule } from "../../witness/schedule.ts";
import type { Inputs } from "./inputs.ts";
import type { SymexTask } from "./options.ts";

export class FirstRun {
  /** Names of threads, in the order of their steps. */
  readonly #left: string[];
  readonly #inputs: readonly InputRecord[];
  /** The search has gone back. */
  isOver = false;

  constructor(task: SymexTask, schedule: Schedule) {
    const { threads, inputs } = follow(task, schedule);
    this.#left = [...threads];
    this.#inputs = inputs;
  }

  /** The inputs of the run become those of the search's first. */
  give(inputs: Inputs): void {
    const counts = new Map<number, number>();
    const values = new Map<string, bigint>();
    for (const { thread, bits, value } of this.#inputs.slice(inputs.given.length)) {
      const n = counts.get(thread) ?? 0;
      counts.set(thread, n + 1);
      values.set(inputs.variable(thread, n, bits).name, value);
    }
    inputs.assign(values);
  }

  /** The threads, with the one first that the schedule takes. */
  order(threads: readonly Thread[]): readonly Thread[] {
    const next = this.isOver ? undefined : threads.find((t) => t.name === this.#left[0]);
    return next === undefined ? threads : [next, ...threads.filter((t) => t !== next)];
  }

  /** A step was taken. */
  took(name: string): void {
    const at = this.#left.indexOf(name);
    if (at >= 0) this.#left.splice(at, 1);
  }

  /** The search has gone back. */
  end(): void {
    this.isOver = true;
  }
}

/** Fails if the program does not follow the schedule. */
function follow(task: SymexTask, schedule: Schedule): { readonly threads: readonly string[]; readonly inputs: readonly InputRecord[] } {
  const { program, machine: options, freedoms, budget } = task;
  const allowed = new Set(schedule.freedoms.filter((f) => options.freedoms.has(f) || freedoms?.has(f)));
  const machine = new Machine(program, { ...options, freedoms: allowed, fill: schedule.fill, undo: false });
  const scheduler = new ContinuedReplay(schedule, new LowestFirst());
  const threads: string[] = [];
  const { length } = schedule.steps;
  drive(machine, scheduler, () => machine.stepCount >= length || scheduler.divergedAt >= 0 || budget.isSpent, {
    stepped: (t) => void threads.push(t.name),
  });
  if (!budget.isSpent && (scheduler.divergedAt >= 0 || machine.stepCount < length))
    fail("RVL403", `the program diverges from the given schedule at step ${machine.stepCount + 1}`, {
      hint: "check that the flags, the inputs and Ravel's version are those of the recording",
    });
  return { threads, inputs: [...machine.inputs] };
}
