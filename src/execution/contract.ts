// The interface of a machine: its options, the oracle it asks, the recorder it reports to; how a run ends, its inputs and its output.

import type { Operation } from "../program/operations.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import type { AccessEvent } from "./access-event.ts";
import type { Obstacle, Property, Violation } from "./errors.ts";
import type { Freedom } from "./freedoms.ts";
import type { MemoryObject, NewObject } from "./memory-object.ts";
import type { SpinPolicy } from "./spin-policy.ts";
import type { Thread } from "./thread.ts";

export interface MachineOptions {
  readonly properties: ReadonlySet<Property>;
  /** What the environment may do in this run. */
  readonly freedoms: ReadonlySet<Freedom>;
  readonly allocationMayFail: boolean;
  readonly unknownCalls: "stop" | "nondet";
  /**
   * Whether every heap object that is allocated when the process ends is a leak: also one that a pointer leads to, and also if the process is aborted. Otherwise only
   * objects that no pointer leads to at an ordinary end.
   */
  readonly requiresCleanup?: boolean;
  /** Whether a heap object counts as a leak to which no global leads, wherever a run ends: also where all threads wait or are stopped. Every run that an error ends has one. */
  readonly tracksHeap?: boolean;
  /** Bytes of program memory. */
  readonly memory: number;
  /** Operations one step may execute. */
  readonly fuel: number;
  /** Called inside long steps; throws `LimitReached` if the check has used up its time or memory. The machine cannot be used after that. */
  readonly tick?: () => void;
  /** Keep what is needed to undo every step. */
  readonly undo: boolean;
  /** What a byte holds that was never written. */
  readonly fill: number;
  /** Stops a thread after this many of its own steps. The others continue, so that reductions need not know of the limit. */
  readonly stepsPerThread?: number;
  /** Choices about addresses are offered only where some run was seen to depend on them: for searches. */
  readonly learnsChoices?: boolean;
  /** States are compared, and they do not record the order in which objects began and ended. */
  readonly forgetsOrder?: boolean;
  /** Whether futile spurious wake-ups are left out: for searches that undo steps. */
  readonly skipsFutileWakes?: boolean;
  /** Each step notes the blocks it enters (block-log.ts). */
  readonly notesBlocks?: boolean;
  /** A step also ends before each source line of the program's own functions: for debuggers (docs/adr/0054). */
  readonly stopsAtLines?: boolean;
  /** Whether busy waits are recognised: not in replays, which follow their schedule. */
  readonly spins?: SpinPolicy;
}

/** The range of an input, both ends included. The first is the ordinary value. */
export interface InputRange {
  readonly first: bigint;
  readonly last: bigint;
}

export const isBetween = (value: bigint, { first, last }: InputRange): boolean =>
  first < last ? first <= value && value <= last : last <= value && value <= first;

/** Decides what the program leaves open inside a step. */
export interface Oracle {
  choose(count: number, what: string, thread: number): number;
  input(bits: number, what: string, thread: number, range: InputRange | null): bigint;
  /**
   * What unwritten memory holds, asked whenever such memory is read and what it holds may matter. `settled`: what it was
   * said to hold before, which is then the answer; null: not of all of it. What was said of a copy holds for the others, whatever
   * the answer is. `isCovered`: as `coversUnwritten` says. Without this, it holds the run's fill.
   */
  unwritten?(bits: number, settled: bigint | null, thread: number, isCovered: boolean): bigint;
  /**
   * Whether all values are given in turn that an operation of a function may read from memory that was never written and has no copies: then the run does not depend
   * on one of many values (`RunState.unwrittenRead`). Without this, it does.
   */
  coversUnwritten?(f: number, o: Operation, inSection: boolean): boolean;
  /** Of a probe: a section of the program reads memory that was never written, and its value may matter. */
  meetUnwritten?(): void;
  /**
   * Where a new object begins, if it knows: 0 is a fresh place, i the place of the i-th of these dead objects. Without this, `choose` says so. It is told of
   * every object that other threads may see, while choices about addresses are on.
   */
  placeFor?(made: NewObject, dead: readonly MemoryObject[]): number;
  /** Whether the first of two objects lies below the second, if it knows. Without this, `choose` says so. */
  isBelow?(a: MemoryObject, b: MemoryObject): boolean | null;
  /** Its decisions are final: a step that they block is not tried with others. */
  readonly isExact?: boolean;
  /** Asked again, it decides otherwise: worth a few attempts where not all values of an input can be tried. */
  readonly isRandom?: boolean;
  /** The inputs that are given beforehand, in the order of asking: no others may be chosen. */
  readonly given?: readonly bigint[];
  /** Asking for an input is a step of its own. Absent: if inputs are given, since the order of asking then says which thread gets which. */
  readonly asksInSteps?: boolean;
}

/** Watches accesses and events as steps commit them. */
export interface Recorder {
  access(event: AccessEvent): void;
  /** The operation of the thread's current function that allocates a heap object. */
  allocated?(object: MemoryObject, t: Thread, operation: number): void;
  note(text: string): void;
}

export type Outcome =
  | { readonly kind: "exit"; readonly status: number }
  | { readonly kind: "abort"; readonly status: number; readonly location: SourceLocation | null }
  | { readonly kind: "error"; readonly violation: Violation }
  | { readonly kind: "stuck" } // no thread can continue, but one was stopped by an assumption: not a deadlock
  | { readonly kind: "stopped"; readonly by: Obstacle; readonly reason: string; readonly location: SourceLocation | null };

export interface InputRecord {
  readonly thread: number;
  readonly what: string;
  readonly bits: number;
  readonly value: bigint;
  /** It is what unwritten memory held. */
  readonly isUnwritten?: true;
  /** The oracle gives all such values in turn (`Oracle.coversUnwritten`). */
  readonly isCovered?: true;
}

export interface OutputRecord {
  readonly thread: number;
  readonly descriptor: number;
  readonly bytes: Uint8Array;
  readonly step: number;
}
