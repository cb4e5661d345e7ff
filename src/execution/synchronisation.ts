// What generated code says about threads that wait for each other: where an atomic section begins and ends, what a thread waits for, what
// happens before what, and which locks are held. The last two have no effect on the run; races and reports are made of them.

import { decodeAccessAs, type MemoryOrder, type Operation } from "../program/operations.ts";
import { toNumber } from "./address.ts";
import { Signal } from "./compile/signal.ts";
import { Fault } from "./fault.ts";
import { userPosition } from "./positions.ts";
import type { RaceDetector } from "./races.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";
import { noteConflict } from "./violations.ts";

/** Steps granted inside a section, which is one. */
const unlimited = 1e9;
const none: readonly number[] = [];

export class Synchronisation {
  /** The threads that have been named as those the step waits for, if it does. */
  readonly #needed: number[] = [];
  /** The step would wait if another thread had what it takes. */
  announces = false;

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    readonly races: RaceDetector | null,
  ) {}

  sectionBegin(t: Thread, k: number, user: boolean): void {
    if (t.sectionDepth++ === 0) {
      this.step.go = unlimited;
      t.userSection = user;
      t.accessAs = null;
      if (user) this.races?.beginSection();
      this.step.stepAt(t, k);
    }
  }

  /** True: that is all a probe wants to know. */
  sectionEnd(t: Thread, k: number): boolean {
    if (t.sectionDepth === 0) {
      this.step.at = k;
      throw new Fault("invalid-sync", "the end of an atomic section without its begin");
    }
    if (--t.sectionDepth > 0) return false;
    if (t.userSection && !this.step.probing) this.closeSection(t);
    this.step.go = 0;
    t.userSection = false;
    return this.step.probing;
  }

  /** What a section of the user's has to do with other threads is settled: at its end, or where it ends the thread or the process. */
  closeSection(t: Thread): void {
    t.userSection = false;
    if (this.races === null) return;
    for (const c of this.races.endSection(t)) noteConflict(this.run, t, c);
  }

  /** Should the step block, then not before this thread has acted. */
  waitsFor(slot: number): void {
    this.announces = true;
    if (slot >= 0) this.#needed.push(slot);
  }

  blockedAt(t: Thread, k: number, low: number, high: number): void {
    const { why } = t.fn.operations[k] as Operation & { op: "block-until" };
    t.waiting = { why, low, high, assumption: false, needs: this.#needed.length === 0 ? none : this.#needed.slice() };
  }

  /** A step begins, or what it has waited for has happened. */
  reset(): void {
    if (this.#needed.length > 0) this.#needed.length = 0;
  }

  assumptionFails(t: Thread, _k: number): Signal {
    if (t.sectionDepth > 0) {
      t.waiting = { why: "assumption", low: 0, high: 0, assumption: true, needs: none };
      return Signal.Blocked;
    }
    return Signal.AssumeBlocked;
  }

  acquire(t: Thread, low: number, high: number, index: number): void {
    if (!this.step.probing) this.races?.acquire(t, toNumber(low, high), index);
  }

  release(t: Thread, low: number, high: number, index: number): void {
    if (!this.step.probing) this.races?.release(t, toNumber(low, high), index);
  }

  fence(t: Thread, _k: number, order: MemoryOrder): void {
    if (!this.step.probing) this.races?.fence(t, order);
  }

  /** Until the section's end, or until told otherwise. */
  accessAs(t: Thread, how: number, order: number): void {
    t.accessAs = decodeAccessAs(how, order);
  }

  lockNote(t: Thread, k: number, low: number, high: number, mode: number, taken: boolean): void {
    const before = t.locks;
    const object = toNumber(low, high);
    if (taken) {
      const lock = { object, mode, at: userPosition(this.run, t, k) };
      t.locks = [...before, lock];
      if (!this.step.probing) this.run.guards?.noteTaken(t, lock);
    } else {
      const last = before.findLastIndex((l) => l.object === object);
      if (last >= 0) t.locks = before.filter((_, i) => i !== last);
    }
  }
}
