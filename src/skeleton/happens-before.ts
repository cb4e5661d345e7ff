// Must-happen-before: which of two events comes first if both are executed. In: a skeleton, and edges found by pruning (may-copy.ts). Out:
// `isBefore`, by vector clocks over the chains; and `implications`, which of their conditions follow from others.
//
// The order comes from program order, thread creation, and reads that can see one write only.

import type { Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { Implications } from "./implications.ts";
import type { Skeleton, SkeletonEvent } from "./skeleton.ts";

export class HappensBefore {
  #clocks: Int32Array[] = [];
  /** By event: its clock has changed by the last `settle`. */
  readonly #changed: boolean[] = [];
  readonly #edges = new Map<SkeletonEvent, SkeletonEvent[]>(); // by target
  readonly implications: Implications;
  /** By event: the index of its thread in the clocks. */
  readonly #column: number[] = [];

  constructor(
    readonly terms: Terms,
    readonly skeleton: Skeleton,
    readonly tick: Tick,
  ) {
    this.implications = new Implications(terms);
    for (const [i, t] of skeleton.threads.entries()) for (const e of t.events) this.#column[e.id] = i;
    this.settle();
  }

  /** Adds an edge and returns whether it is new. It counts after the next `settle`. */
  add(from: SkeletonEvent, to: SkeletonEvent): boolean {
    if (this.isBefore(from, to)) return false;
    const list = this.#edges.get(to);
    if (list === undefined) this.#edges.set(to, [from]);
    else list.push(from);
    return true;
  }

  settle(): void {
    const { events, threads } = this.skeleton;
    this.implications.settle();
    const former = this.#clocks;
    this.#clocks = [];
    for (const e of events) this.#clocks[e.id] = new Int32Array(threads.length).fill(-1);
    for (let changed = true; changed; ) {
      changed = false;
      for (const [column, t] of threads.entries()) {
        let previous: SkeletonEvent | null = null;
        const targets: SkeletonEvent[] = []; // targets of edges so far
        let missed: SkeletonEvent[] = []; // those whose execution the previous event does not imply
        for (const e of t.events) {
          this.tick();
          const clock = this.#clocks[e.id] as Int32Array;
          const raise = (other: Int32Array): void => {
            for (let i = 0; i < other.length; i++)
              if ((other[i] as number) > (clock[i] as number)) {
                clock[i] = other[i] as number;
                changed = true;
              }
          };
          if (t.start !== null) raise(this.#clocks[t.start.id] as Int32Array);
          // An edge into an event orders later events of the thread only if they are not executed without that event.
          const isFollowing: boolean = previous !== null && this.implies(e.executed, previous.executed);
          if (isFollowing) raise(this.#clocks[(previous as SkeletonEvent).id] as Int32Array);
          missed = (isFollowing ? missed : targets).filter((f) => {
            const follows = this.implies(e.executed, f.executed);
            if (follows) raise(this.#clocks[f.id] as Int32Array);
            return !follows;
          });
          const edges = this.#edges.get(e);
          for (const from of edges ?? []) raise(this.#clocks[from.id] as Int32Array);
          if (edges !== undefined) targets.push(e);
          // On a cycle of edges the clock may be higher already: none of these events is executed.
          if ((clock[column] as number) < e.index) {
            clock[column] = e.index;
            changed = true;
          }
          previous = e;
        }
      }
    }
    for (const { id } of events) {
      const old = former[id];
      this.#changed[id] = old === undefined || (this.#clocks[id] as Int32Array).some((n, i) => n !== old[i]);
    }
  }

  /** Whether the last `settle` has found more events that come before this one. */
  hasChanged({ id }: SkeletonEvent): boolean {
    return this.#changed[id] as boolean;
  }

  /** Whether `a` comes first if both are executed. */
  isBefore(a: SkeletonEvent, b: SkeletonEvent): boolean {
    return a !== b && a.index <= ((this.#clocks[b.id] as Int32Array)[this.#column[a.id] as number] as number);
  }

  /** Tells of an event that is not among these whether it comes before all of them. */
  beforeAllOf(events: Iterable<SkeletonEvent>): (event: SkeletonEvent) => boolean {
    const last = new Int32Array(this.skeleton.threads.length).fill(2 ** 31 - 1); // per thread: the last event that does
    for (const e of events) {
      const clock = this.#clocks[e.id] as Int32Array;
      for (let i = 0; i < last.length; i++) if ((clock[i] as number) < (last[i] as number)) last[i] = clock[i] as number;
    }
    return (event) => event.index <= (last[this.#column[event.id] as number] as number);
  }

  /** Tells of an event whether it comes before one of these. */
  beforeSomeOf(events: Iterable<SkeletonEvent>): (event: SkeletonEvent) => boolean {
    const threads = this.skeleton.threads.length;
    // Per thread: the last event that does, and for which of these. No event comes before itself: for that one, the last event for any other.
    const last = new Int32Array(threads).fill(-1);
    const which: SkeletonEvent[] = [];
    const others = new Int32Array(threads).fill(-1);
    for (const e of events) {
      const clock = this.#clocks[e.id] as Int32Array;
      for (let i = 0; i < threads; i++) {
        const n = clock[i] as number;
        if (which[i] === e) continue;
        if (n > (last[i] as number)) {
          others[i] = last[i] as number;
          last[i] = n;
          which[i] = e;
        } else if (n > (others[i] as number)) others[i] = n;
      }
    }
    return (event) => {
      const i = this.#column[event.id] as number;
      return event.index <= ((which[i] === event ? others[i] : last[i]) as number);
    };
  }

  /** Whether `what` holds whenever `given` does, as far as their conjuncts show. */
  implies(given: Term, what: Term): boolean {
    return this.implications.implies(given, what);
  }
}
