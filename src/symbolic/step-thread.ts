// A thread while its step is followed: its frames and its stack, and how its way ends.

import type { Fault } from "../execution/fault.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Operation } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { Call, Registers } from "./host.ts";
import type { WayEnd } from "./way.ts";

/** A frame of a thread that is followed. */
export interface StepFrame extends Call {
  readonly registers: Registers;
  block: number;
  /** Of the next operation in the block. */
  index: number;
  /** How many objects the stack had when it was called. */
  readonly mark: number;
  /** By which buffers of setjmp name it; null: not known. */
  readonly serial: number | null;
  /** Its caller's operation. */
  readonly call: (Operation & { op: "call" }) | null;
}

/** The way ends here. */
export class WayEnds {
  constructor(readonly end: WayEnd) {}
}

/** A thread that is followed: the one that takes the step, or one that it starts. */
export class FollowedThread {
  readonly frames: StepFrame[] = [];
  readonly stack: MemoryObject[] = [];
  sectionDepth = 0;
  /** The serial number of the next frame; null: not known. */
  nextSerial: number | null = null;
  /** Instances of thread-local variables that begin in this step, by their numbers. */
  readonly begunLocals = new Map<number, MemoryObject>();
  /** The error that ended its way; null: none. */
  fault: Fault | null = null;

  constructor(
    readonly index: number,
    readonly self: Term,
    /** Addresses of its instances of thread-local variables; 0: not made yet. */
    readonly locals: ArrayLike<number>,
  ) {}
}
