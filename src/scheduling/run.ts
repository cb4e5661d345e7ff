// The one driver: steps a machine as a scheduler says. In: a machine, a scheduler, a stop condition, an observer. Out: why the run ended.
//
// Every run goes through `drive`, except those of searches that undo steps. What a run is for (recording a schedule, describing steps,
// noting deadlocks) is up to its observer; when it ends early is up to its stop condition. Both belong to the caller, who has the machine.

import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { LimitReached } from "../support/limits.ts";
import type { Scheduler } from "./scheduler.ts";

/** Told what happens; each call comes between two steps. */
export interface RunObserver {
  /** The program stands before its first step. */
  started?(): void;
  /** The thread is about to try its next step. */
  stepping?(thread: Thread): void;
  /** The thread has taken the step. */
  stepped?(thread: Thread): void;
  /** The thread could not take the step: the state is unchanged. */
  blocked?(thread: Thread): void;
}

/** Asked before each pick: true ends the run. */
export type StopCondition = () => boolean;

/** What a run starts with besides its program: the byte that unwritten memory holds, and what the environment may do. */
export type RunStart = Pick<Machine, "freedoms"> & { readonly fill: number };

/** outcome: the program has one; stopped: by the stop condition; left: by the scheduler. */
export type DriveEnd = "outcome" | "stopped" | "left";

/** Drives one run from its start. Throws what a step throws. */
export function drive(
  machine: Machine,
  scheduler: Scheduler,
  isToStop: StopCondition,
  observer: RunObserver = {},
  start: RunStart = machine.options,
): DriveEnd {
  scheduler.begin(machine);
  machine.start(scheduler, start.fill, start.freedoms);
  observer.started?.();
  const candidates: Thread[] = [];
  while (machine.outcome === null) {
    if (isToStop()) return "stopped";
    candidates.length = 0;
    for (const t of machine.threads) if (machine.mayRun(t)) candidates.push(t);
    if (!stepOne(machine, scheduler, candidates, observer)) return "left";
  }
  return "outcome";
}

/** Steps one of the candidates, or concludes that none can. False: the scheduler ends the run. */
function stepOne(machine: Machine, scheduler: Scheduler, candidates: Thread[], observer: RunObserver): boolean {
  for (;;) {
    const picked = scheduler.pick(machine, candidates);
    if (picked === "end") return false;
    if (picked === "stuck") {
      machine.concludeStuck();
      return true;
    }
    const thread = machine.threads[picked.index] as Thread;
    observer.stepping?.(thread);
    if (machine.step(thread, scheduler)) {
      observer.stepped?.(thread);
      return true;
    }
    observer.blocked?.(thread);
    candidates.splice(candidates.indexOf(thread), 1);
  }
}

// ---- one run up to limits

export interface RunLimits {
  readonly maxSteps: number;
  /** Asked every few steps; true stops the run. */
  readonly interrupted: () => boolean;
}

export type RunEnd = "ended" | "step-limit" | "interrupted";

/** Steps between two questions whether the run is interrupted; a power of two. */
const stepsPerQuestion = 256;

/**
 * One run to its outcome, the step limit or an interruption, between steps or (of a long one) within a step. Threads that wait forever
 * while others continue are noted as a deadlock.
 */
export function run(machine: Machine, scheduler: Scheduler, limits: RunLimits, observer: RunObserver = {}): RunEnd {
  const result: { end: RunEnd } = { end: "ended" };
  const isToStop = (): boolean => {
    if (machine.stepCount >= limits.maxSteps) result.end = "step-limit";
    else if (machine.stepCount % stepsPerQuestion === 0 && limits.interrupted()) result.end = "interrupted";
    return result.end !== "ended";
  };
  const noting: RunObserver = {
    started: () => observer.started?.(),
    stepping: (thread) => observer.stepping?.(thread),
    stepped: (thread) => observer.stepped?.(thread),
    blocked: (thread) => {
      machine.noteLost(thread);
      observer.blocked?.(thread);
    },
  };
  try {
    drive(machine, scheduler, isToStop, noting);
    if (result.end !== "interrupted") machine.noteLost(); // threads that were not picked again after they were lost
    return result.end;
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return "interrupted";
  }
}
