// Transactions (TRACE, section 4: "encoding at a coarser level"). In: a skeleton with its copied cells. Out: the units of the step encoding, each
// executed in one step.
//
// An event that meets no other thread joins the one before: it does not wait, and whatever it shares a cell with (one of them writing) comes certainly
// before the whole unit, or after the event. Then it can be moved to the unit without changing what any thread sees. The first events of a thread join
// the step that creates it, as in the executor. An event that ends the process may also join: a thread that stays before such an event is a prefix
// of a run, so others continue as if it had not been executed (rho.ts).

import type { HappensBefore } from "../../skeleton/happens-before.ts";
import type { Skeleton, SkeletonEvent, SkeletonThread } from "../../skeleton/skeleton.ts";
import type { Tick } from "../../support/limits.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Cell, CopiedCells } from "./copied-cells.ts";

/** Events that are executed in one step. */
export interface Unit {
  /** The thread that executes it, by its place in the skeleton's list. */
  readonly thread: number;
  /** Its number among the units of the thread. */
  readonly index: number;
  /** In order; those that do not occur on the path are passed over. Among them may be the first events of threads that the unit creates. */
  readonly events: SkeletonEvent[];
}

/** When the thread comes to the unit. (Events of other threads in it occur only if the one that creates them does.) */
export function occursAt(terms: Terms, { events }: Unit): Term {
  const thread = events[0]?.thread;
  return terms.any(events.filter((e) => e.thread === thread).map((e) => e.occurs));
}

/** Per thread its units, in order. `apart`: events that begin a unit because a thread must be able to stand before them; null: every event is a unit. */
export function findUnits(
  skeleton: Skeleton,
  cells: CopiedCells,
  order: HappensBefore,
  apart: ReadonlySet<SkeletonEvent> | null,
  tick: Tick,
): Unit[][] {
  const meets = new Meetings(skeleton, cells, order, tick);
  const units: Unit[][] = skeleton.threads.map(() => []);
  /** Events of a thread that belong to units already: a prefix of its chain. */
  const taken = new Map<SkeletonThread, number>();
  const join = (unit: Unit, e: SkeletonEvent): void => {
    unit.events.push(e);
    taken.set(e.thread, e.index + 1);
    if (apart === null) return;
    for (const child of e.starts) joinWhile(unit, child);
  };
  const joinWhile = (unit: Unit, thread: SkeletonThread): void => {
    for (let e = next(thread); e !== undefined && !apart?.has(e) && meets.isMover(e, unit.events); e = next(thread)) join(unit, e);
  };
  const next = (t: SkeletonThread): SkeletonEvent | undefined => t.events[taken.get(t) ?? 0];
  for (const [thread, t] of skeleton.threads.entries()) {
    const own = units[thread] as Unit[];
    for (let e = next(t); e !== undefined; e = next(t)) {
      const unit: Unit = { thread, index: own.length, events: [] };
      own.push(unit);
      join(unit, e);
      if (apart !== null) joinWhile(unit, t);
    }
  }
  return units;
}

class Meetings {
  readonly #touching = new Map<Cell, { readonly event: SkeletonEvent; readonly writes: boolean }[]>();

  constructor(
    skeleton: Skeleton,
    readonly cells: CopiedCells,
    readonly order: HappensBefore,
    readonly tick: Tick,
  ) {
    for (const event of skeleton.events) {
      const { reads, writes } = cells.usesOf(event);
      for (const { places } of reads) for (const { cell } of places) this.#add(cell, event, false);
      for (const { places } of writes) for (const { cell } of places) this.#add(cell, event, true);
    }
  }

  #add(cell: Cell, event: SkeletonEvent, writes: boolean): void {
    const list = this.#touching.get(cell);
    if (list === undefined) this.#touching.set(cell, [{ event, writes }]);
    else list.push({ event, writes });
  }

  /** Whether the event can be moved to these, which come before it. */
  isMover(e: SkeletonEvent, unit: readonly SkeletonEvent[]): boolean {
    if (e.blocked !== this.cells.terms.false) return false;
    const { reads, writes } = this.cells.usesOf(e);
    const isApart = (cell: Cell, isWritten: boolean): boolean =>
      (this.#touching.get(cell) ?? []).every((f) => (!isWritten && !f.writes) || this.#isElsewhere(f.event, e, unit));
    return (
      reads.every(({ places }) => places.every(({ cell }) => isApart(cell, false))) &&
      writes.every(({ places }) => places.every(({ cell }) => isApart(cell, true)))
    );
  }

  /** Whether the other event is never executed between the unit and the event that would join it. */
  #isElsewhere(other: SkeletonEvent, e: SkeletonEvent, unit: readonly SkeletonEvent[]): boolean {
    this.tick();
    if (other.thread === e.thread || unit.includes(other) || this.order.isBefore(e, other)) return true;
    return unit.every((u) => this.order.isBefore(other, u));
  }
}
