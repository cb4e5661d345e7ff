// The scheduler's contract. A scheduler only chooses: which thread takes the next step and, as an oracle, what is open inside a step
// (a waiter to wake, a timeout, an input). Random, PCT, replayed, guided and minimised runs differ in their scheduler or in who observes
// them; `drive` (run.ts) runs them all.

import type { InputRecord, Oracle } from "../execution/contract.ts";
import type { Waiting } from "../execution/thread.ts";

/** What a scheduler may know about a thread. */
export interface ThreadView {
  readonly index: number;
  /** The same in every interleaving. */
  readonly name: string;
  /** Steps it has taken. */
  readonly steps: number;
  /** Why it waits, if its last attempt at a step met a false condition. */
  readonly waiting: Waiting | null;
}

/** What a scheduler may know about the machine. Asking changes nothing. */
export interface MachineView {
  /** Steps taken so far in this run. */
  readonly stepCount: number;
  /** Inputs given so far in this run. */
  readonly inputs: readonly InputRecord[];
  /** Could the thread's next step be executed now? */
  isEnabled(thread: ThreadView): boolean;
  /** Could it be executed now, without anything that may never happen (a spurious wake-up, for example)? */
  canProceed(thread: ThreadView): boolean;
  /** Has it iterated idly since shared memory last changed? Only machines that look for busy waits know. */
  isIdle(thread: ThreadView): boolean;
  /** Does its next step end the process? */
  endsProcess(thread: ThreadView): boolean;
}

/** The thread to step next; or that no thread can continue; or that the run is to end here. */
export type Picked = ThreadView | "stuck" | "end";

export interface Scheduler extends Oracle {
  /** Called before a run starts. */
  begin(machine: MachineView): void;
  /**
   * Picks one of the candidates: the threads that run and have not been found blocked since the last step. A picked thread that turns out
   * to be blocked is removed and the scheduler is asked again, with the same `stepCount`; finally with no candidate.
   */
  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked;
}
