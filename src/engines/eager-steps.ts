// Steps that need not be interleaved: those that begin and end threads (create, finish, join), and accesses to a thread's own locals
// whose address is known elsewhere. A stateful search takes them at once, as part of the step before, which is right as long as no
// other thread does anything that depends on them and could have come first ({t} is a persistent set). That is not known
// beforehand but checked: every access of the whole search is kept, by bytes, and one that meets an eager one of another thread shows
// that the assumption was wrong; the search is then begun again without.
//
// Why the check suffices: if from some state others can do w·d, where d is the first step to depend on the eager step s, then s·w is
// explored, and d's thread stands behind it at the same step, which touches what it shares with s all the same. Only if s makes
// waiting threads go on (a join of the thread that has finished) could d not have come first; s never makes anybody wait. The order
// in which different threads create threads shows in their numbers and counts as an access of its own.

import { Footprint } from "../execution/footprint.ts";
import type { Machine, Oracle } from "../execution/machine.ts";
import { isShared } from "../execution/memory.ts";
import type { Thread } from "../execution/thread.ts";
import { roleOf } from "../reduction/own-steps.ts";

/** Another thread's step depends on one that was taken at once. */
export class NotIndependent extends Error {}

interface Access {
  readonly thread: string;
  readonly start: number;
  readonly end: number;
  readonly write: boolean;
  readonly eager: boolean;
  /** Finishes a thread; waits for one to finish. */
  readonly finish: boolean;
  readonly join: boolean;
}

/** Stands for the numbering of threads among addresses. */
const threadNumbers = -16;
/** A chain of eager steps is broken here, lest it go round. */
const longest = 64;
const wide = 4096;

export class EagerSteps {
  readonly footprint = new Footprint();
  readonly #byGranule = new Map<number, Access[]>();
  /** Places where a step was found to concern others, or to allocate what others may come to know. */
  readonly #others = new Set<string>();

  constructor(readonly machine: Machine) {}

  /** Takes the eager steps there are now; their threads are added to `slots`. */
  take(slots: number[], oracle: Oracle & { begin(prefix: []): void; readonly taken: readonly unknown[] }): void {
    for (let n = 0; n < longest; n++) if (!this.machine.threads.some((t) => this.#try(t, slots, oracle))) return;
  }

  #try(t: Thread, slots: number[], oracle: Parameters<EagerSteps["take"]>[1]): boolean {
    const { machine } = this;
    if (t.status !== "running" || t.pendingFault !== null) return false;
    const op = machine.pending(t);
    if (op === "atomic-begin") {
      if (t.fn.threadRole === null || !machine.isEnabled(t)) return false;
    } else if ((op !== "load" && op !== "store") || !t.stack.some(isShared)) return false;
    const place = placeOf(t);
    if (this.#others.has(place)) return false;
    const finish = isFinish(t);
    const join = isJoin(t);
    const threads = machine.threads.length;
    const inputs = machine.inputs.length;
    const own = t.stack.filter(isShared);
    oracle.begin([]);
    this.begin();
    const moved = machine.step(t, oracle);
    machine.footprint = null;
    if (!moved) return false;
    const f = this.footprint;
    const isOwn = !f.begins && (op === "atomic-begin" || f.liesIn(own));
    if (!isOwn) this.#others.add(place);
    // An input may be the next of a list, which others take from as well.
    if (!isOwn || machine.outcome !== null || oracle.taken.length > 0 || machine.inputs.length > inputs) {
      machine.undo();
      return false;
    }
    this.#note(t.name, true, finish, join && machine.mayBlock, machine.threads.length > threads);
    slots.push(t.index);
    return true;
  }

  /** Before a step that is not eager. */
  begin(): void {
    this.footprint.clear();
    this.machine.footprint = this.footprint;
  }

  /** After it: `join` if it was one that can wait for a thread to finish. */
  end(thread: string, join: boolean, started: boolean): void {
    this.machine.footprint = null;
    this.#note(thread, false, false, join, started);
  }

  #note(thread: string, eager: boolean, finish: boolean, join: boolean, started: boolean): void {
    const { count, starts, ends, writes } = this.footprint;
    for (let i = 0; i < count; i++)
      this.#noteRange({ thread, start: starts[i] as number, end: ends[i] as number, write: writes[i] as boolean, eager, finish, join });
    if (started) this.#noteRange({ thread, start: threadNumbers, end: threadNumbers + 1, write: true, eager, finish, join });
  }

  #noteRange(a: Access): void {
    if (a.end - a.start > wide) throw new NotIndependent(); // rare, and not worth a finer look
    for (let g = Math.floor(a.start / 16); g <= Math.floor((a.end - 1) / 16); g++) {
      let known = this.#byGranule.get(g);
      if (known === undefined) {
        known = [];
        this.#byGranule.set(g, known);
      }
      let isKnown = false;
      for (const b of known) {
        if (a.thread === b.thread) {
          isKnown ||=
            a.start === b.start &&
            a.end === b.end &&
            a.write === b.write &&
            a.eager === b.eager &&
            a.finish === b.finish &&
            a.join === b.join;
        } else if (
          (a.eager || b.eager) &&
          (a.write || b.write) &&
          a.start < b.end &&
          b.start < a.end &&
          !((a.finish && b.join) || (b.finish && a.join))
        )
          throw new NotIndependent();
      }
      if (!isKnown) known.push(a);
    }
  }
}

const placeOf = (t: Thread): string => `${t.fn.id}.${t.pc}`;
const isFinish = (t: Thread): boolean => roleOf(t) === "finish";
export const isJoin = (t: Thread): boolean => roleOf(t) === "join";
