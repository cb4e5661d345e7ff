// The step that is being executed: what it may still do, where it is, and its observers. Shared with generated code, which reads and
// writes `go`, `fuel`, `at` and `mayBlock`. What a step leaves behind is its result, valid until the next one begins.

import type { BlockLog } from "./block-log.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import type { Recorder } from "./contract.ts";
import type { Footprint } from "./footprint.ts";
import type { Thread } from "./thread.ts";

/** What a step did, besides changing the state. */
export interface StepResult {
  /** The step met a blocking condition (or an assumption): it may be disabled elsewhere. */
  readonly mayBlock: boolean;
  /** The operation the step stands for (the first it executed), with its function; -1: none. */
  readonly operation: number;
  readonly function: CompiledFunction | null;
  /** It only went on from the beginning of a line: no thread can observe it (`MachineOptions.stopsAtLines`). */
  readonly isLocal: boolean;
}

export class StepContext implements StepResult {
  /** Visible operations that the step may still execute. */
  go = 0;
  /** Operations that the step may execute before it checks the limits. */
  fuel = 0;
  /** The operation being executed, where that may fail. */
  at = 0;
  /** A probe: it is undone, and nothing is recorded. */
  probing = false;
  mayBlock = false;
  operation = -1;
  function: CompiledFunction | null = null;
  isLocal = false;
  /** Threads it has started that have yet to begin. */
  readonly started: Thread[] = [];
  /** Collects the shared accesses of the step, for reductions. */
  footprint: Footprint | null = null;
  recorder: Recorder | null = null;

  /** `blocks`: where the step notes the blocks it passes, on machines that do. */
  constructor(readonly blocks: BlockLog | null = null) {}

  /** The step stands for this operation, unless an earlier one of the same section does. */
  stepAt(t: Thread, k: number): void {
    if (this.operation >= 0) return;
    this.operation = k;
    this.function = t.fn;
  }

  /** The step goes on from the beginning of a line, up to the next stop. */
  passLine(t: Thread, k: number): void {
    this.isLocal = this.operation < 0;
    this.stepAt(t, k);
    this.go--;
  }
}
