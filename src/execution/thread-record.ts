// The state of a thread besides its registers, frames and memory: one record, which saving, undo and copies share.
//
// A step may change any of these, and is undone by copying back the record saved before it. Which of them decide what the thread does
// next, and so belong to the canonical form of a state, thread-fields.ts says, of these and of all other fields of a thread.

import { type Clock, emptyClock } from "./clocks.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import type { Judgement } from "./judgement.ts";
import type { LockHeld } from "./lock-held.ts";
import type { MarkedBytes } from "./region.ts";
import type { Trail } from "./spin-policy.ts";
import type { Watch } from "./watch.ts";

/** assume-blocked: stopped by a false assumption; spinning: stopped in a busy wait (spinning.ts); cut: by the limit on its steps. */
export type ThreadStatus = "running" | "finished" | "assume-blocked" | "spinning" | "cut";

/** Bytes on their way from a copy's source to its destination, with their marks. */
export type Transfer = MarkedBytes;

export const nothingCopied: Transfer = { bytes: new Uint8Array(0), written: null, holes: null, origins: null };
const noLocks: readonly LockHeld[] = [];

export class ThreadRecord {
  pc = 0;
  base = 0;
  /** Frames below the current one. */
  depth = 0;
  status: ThreadStatus = "running";
  /** Its states in the current loop, if busy waits are recognised. */
  trail: Trail | null = null;
  /** Steps it has taken. */
  steps = 0;
  sectionDepth = 0;
  /** The section is the program's own, not the library's. */
  userSection = false;
  /** An error in the local computation after a step: raised as a step of its own. */
  pendingFault: { readonly error: unknown; readonly at: number } | null = null;
  stackMark = 0;
  variadicLow = 0;
  variadicHigh = 0;
  /** Number of the current frame, for setjmp. */
  serial = 0;
  nextSerial = 1;
  /** Cached result of a probe: whether its next step, a section, can be executed. */
  probed: Watch | null = null;
  /** Cached judgement: whether a spurious wake-up would be futile. */
  judged: Judgement | null = null;
  /** Futile spurious wake-ups so far, where these are counted. */
  excursions = 0;
  /** Threads it has started. */
  children = 0;
  /** Objects it has allocated. */
  objectCount = 0;
  /** The value passed to `longjmp`, until `setjmp` returns it; 0: none. */
  jumpValue = 0;
  /** The bytes of a copy between its read and its write. */
  transfer: Transfer = nothingCopied;
  locks: readonly LockHeld[] = noLocks;
  clock: Clock = emptyClock;
  acquirePending: Clock = emptyClock;
  releaseFence: Clock = emptyClock;

  constructor(
    /** The function of the current frame. */
    public fn: CompiledFunction,
  ) {}

  /** Copies every field of another record. */
  protected copy(r: ThreadRecord): void {
    this.fn = r.fn;
    this.pc = r.pc;
    this.base = r.base;
    this.depth = r.depth;
    this.status = r.status;
    this.trail = r.trail;
    this.steps = r.steps;
    this.sectionDepth = r.sectionDepth;
    this.userSection = r.userSection;
    this.pendingFault = r.pendingFault;
    this.stackMark = r.stackMark;
    this.variadicLow = r.variadicLow;
    this.variadicHigh = r.variadicHigh;
    this.serial = r.serial;
    this.nextSerial = r.nextSerial;
    this.probed = r.probed;
    this.judged = r.judged;
    this.excursions = r.excursions;
    this.children = r.children;
    this.objectCount = r.objectCount;
    this.jumpValue = r.jumpValue;
    this.transfer = r.transfer;
    this.locks = r.locks;
    this.clock = r.clock;
    this.acquirePending = r.acquirePending;
    this.releaseFence = r.releaseFence;
  }
}
