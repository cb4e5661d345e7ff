// What generated code states about synchronisation: where atomic sections begin and end, what a thread waits for, happens-before
// edges, and locks held. The last two do not affect the run; they serve the race detector and reports.

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

/** Steps granted inside a section, which is itself one step. */
const unlimited = 1e9;
const none: readonly number[] = [];

export class Synchronisation {
  /** The threads that must act first, if the step waits. */
  readonly #needed: number[] = [];
  /** The step would wait if another thread held what it acquires. */
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

  /** Returns true if the step is a probe, which ends here. */
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

  /** Publishes the effects of a user's section on other threads: at its end, or where it ends the thread or the process. */
  closeSection(t: Thread): void {
    t.userSection = false;
    if (this.races === null) return;
    for (const c of this.races.endSection(t)) noteConflict(this.run, t, c);
  }

  /** If the step blocks, this thread must act before it can continue. */
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

  /** Holds until the end of the section, or until the next call. */
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
