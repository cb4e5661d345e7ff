// What the follower of a step (following.ts) asks of the state before the step. Two answer: a state of the machine (machine-state.ts), in which every value is known, and a
// control point of a step graph, where values are sets, and one of them is taken at a time.

import type { MemoryObject, NewObject } from "../execution/memory-object.ts";
import type { Term } from "../terms/term.ts";
import type { Call } from "./host.ts";
import type { OperandHost } from "./instance.ts";
import type { FollowedThread } from "./step-thread.ts";

/** An object that begins. */
export type ObjectSpec = Pick<NewObject, "size" | "align" | "kind" | "private">;

/** What opening a thread needs of the follower. */
export interface FrameHost extends OperandHost {
  frameOf(id: number): Pick<Call, "function" | "body" | "library" | "reportsOverflow">;
}

export interface StepState {
  /** Whether ways fix the addresses that they compute with (step-placement.ts). */
  readonly fixesAddresses: boolean;
  /** A step of more operations is not followed. */
  readonly maxOperations: number;
  /** What the step computes depends on where objects lie, in this state or in another that the way stands for. */
  noteAddress(): void;
  /** Words are compared or computed with; it matters if some of them, or all, are addresses. Only where ways do not fix them. */
  noteWords(words: readonly Term[], when: "some" | "all"): void;
  /** How many threads there are. */
  readonly threadCount: number;
  /** The thread stands before a line: its step passes it (`MachineOptions.stopsAtLines`). Absent: it does not. */
  readonly isAtLine?: boolean;
  /** The marks of what its thread has copied in, and not yet out; null: all of it was written. */
  readonly copiedMarks: number[] | null;
  /** The thread that takes the step, as it stands. */
  open(host: FrameHost): FollowedThread;
  /** The value of a term; where it may have several, the one that is taken. */
  valueOf(t: Term): bigint;
  /** The object that owns an address, live or dead; null: none. */
  objectAt(address: number): MemoryObject | null;
  isLive(o: MemoryObject): boolean;
  /** The mark of a byte of an object: 1, unless it is unwritten (machine-state.ts). */
  markOf(o: MemoryObject, offset: number): number;
  /** An object that begins in the step is read, or copied, where it is unwritten. */
  noteUnwritten(address: number): void;
  /**
   * How the state says what unwritten memory holds, the n-th input of a thread in the step: all values are possible, or it holds the fill and is said to. Null: it holds the fill, and nothing
   * is said.
   */
  takeUnwritten(thread: number, n: number, bits: number): "all" | "fill" | null;
  /** What bytes that are copied will hold when they are read is not known yet: their copies hold the same. */
  readonly carriesUnwritten: boolean;
  /** These bytes are read although some of them may be unwritten. */
  noteTolerantRead(address: number, size: number): void;
  /** The environment may act otherwise than the step says. */
  noteFreedom(): void;
  /** The next object that begins. */
  begin(t: FollowedThread, spec: ObjectSpec): MemoryObject;
  /** The lifetime of an object ends. */
  end(t: FollowedThread, o: MemoryObject): void;
  /** The next choice. Throws `Unsupported` if it is not known. */
  takeChoice(count: number): number;
}
