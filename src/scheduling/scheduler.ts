// The scheduler's contract: it only chooses (architecture rule 4). Random, PCT, replayed and interactive runs differ in the
// scheduler and in nothing else. It is also the oracle for what is open inside a step: waiters, timeouts, inputs.

import type { Machine, Oracle } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { LimitReached } from "../support/limits.ts";

export interface Scheduler extends Oracle {
  /** Called before the first step of a run. */
  begin(machine: Machine): void;
  /** One of the candidates (never empty). One that turns out to be blocked is taken out and the question is asked again. */
  pick(machine: Machine, candidates: readonly Thread[]): Thread;
}

export interface RunLimits {
  readonly maxSteps: number;
  /** Asked every few steps; true stops the run. */
  readonly interrupted: () => boolean;
}

export type RunEnd = "ended" | "step-limit" | "interrupted";

/** One run from the start to its outcome, the step limit or an interruption, between steps or (of a long one) within a step. */
export function run(machine: Machine, scheduler: Scheduler, limits: RunLimits, onStep: ((thread: Thread) => void) | null = null): RunEnd {
  try {
    const end = follow(machine, scheduler, limits, onStep);
    if (end !== "interrupted") machine.noteLost(); // threads that were not chosen again after they were lost
    return end;
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return "interrupted";
  }
}

function follow(machine: Machine, scheduler: Scheduler, limits: RunLimits, onStep: ((thread: Thread) => void) | null): RunEnd {
  scheduler.begin(machine);
  machine.start(scheduler);
  const candidates: Thread[] = [];
  while (machine.outcome === null) {
    if (machine.stepCount >= limits.maxSteps) return "step-limit";
    if ((machine.stepCount & 0xff) === 0 && limits.interrupted()) return "interrupted";
    candidates.length = 0;
    for (const t of machine.threads) if (machine.mayRun(t)) candidates.push(t);
    for (;;) {
      if (candidates.length === 0) {
        machine.concludeStuck();
        break;
      }
      const thread = scheduler.pick(machine, candidates);
      if (machine.step(thread, scheduler)) {
        onStep?.(thread);
        break;
      }
      machine.noteLost(thread);
      candidates.splice(candidates.indexOf(thread), 1);
    }
  }
  return "ended";
}
