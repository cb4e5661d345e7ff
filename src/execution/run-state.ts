// The state of a run: memory, threads, and what has happened so far. Parts of the machine that need nothing else take this, not the
// machine.

import type { Program } from "../program/program.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import type { InputRecord, MachineOptions, Outcome, OutputRecord } from "./contract.ts";
import type { Violation } from "./errors.ts";
import type { Freedom } from "./freedoms.ts";
import type { Guards } from "./guards.ts";
import { Memory } from "./memory.ts";
import type { MemoryObject } from "./memory-object.ts";
import type { Thread } from "./thread.ts";

export class RunState {
  readonly memory: Memory;
  /** Functions compiled so far, by number; kept from run to run. */
  readonly code: (CompiledFunction | undefined)[] = [];
  readonly threads: Thread[] = [];
  outcome: Outcome | null = null;
  readonly violations: Violation[] = [];
  /** The object that the fault which ended the run is about. */
  faultObject: MemoryObject | null = null;
  /** Where in that object the faulting access begins; null if the fault is not an access to it. */
  faultOffset: number | null = null;
  readonly outputs: OutputRecord[] = [];
  readonly inputs: InputRecord[] = [];
  /** Choices taken inside steps, in order. */
  readonly choices: number[] = [];
  readonly heap: MemoryObject[] = [];
  stepCount = 0;
  sharedAccesses = 0;
  /** Grows with every change another thread may notice. */
  version = 0;
  /** Position of the first read of unwritten memory of which the run takes one value among many: 0 if none. */
  unwrittenRead = 0;
  /** In some run, or when it was asked whether a step can be taken, bytes were read that are not written, or not all of their bits; not by a copy. */
  hasReadUnwritten = false;
  /** The undefined function called last: the run continues as if it had no effect. Undo does not restore it. */
  unknownCall: string | null = null;
  /** What the environment may do in this run … */
  freedoms: ReadonlySet<Freedom>;
  /** … and the freedoms that the program met in any run while they were off. */
  readonly met = new Set<Freedom>();
  /** Wake-ups that are not spurious order threads even where others may be spurious: shows whether a race depends on a spurious one. */
  wakesOrder = false;
  /** Set by a search that compares states. */
  guards: Guards | null = null;

  constructor(
    readonly program: Program,
    readonly options: MachineOptions,
  ) {
    this.memory = new Memory(program.dataModel, options.memory);
    this.freedoms = options.freedoms;
  }

  /** Removes all threads, and all objects but the globals. */
  protected clear(fill: number, freedoms: ReadonlySet<Freedom>): void {
    this.memory.reset();
    this.memory.fill = fill;
    this.freedoms = freedoms;
    this.threads.length = 0;
    this.violations.length = 0;
    this.outputs.length = 0;
    this.inputs.length = 0;
    this.choices.length = 0;
    this.heap.length = 0;
    this.outcome = null;
    this.faultObject = null;
    this.faultOffset = null;
    this.stepCount = 0;
    this.sharedAccesses = 0;
    this.unwrittenRead = 0;
    this.unknownCall = null;
  }

  /** To be called inside steps that take long; throws `LimitReached`. */
  tick(): void {
    this.options.tick?.();
  }
}
