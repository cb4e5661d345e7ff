// A formula over the solver's order of events, under construction: the events, and the pairs of writes and reads. The passes (compose.ts) add
// constraints.
//
// The horizon is a virtual event: the run that a model shows consists of the events before it. No event that ends the process comes
// before the horizon, except one that the goal asks for. Events after the end of the process may exist in a model, but are not shown.

import type { CellAccess } from "../skeleton/cells.ts";
import type { HappensBefore } from "../skeleton/happens-before.ts";
import type { MayCopy } from "../skeleton/may-copy.ts";
import type { Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import type { EventId, Solver } from "../solving/solver.ts";
import type { Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { ComposedFormula, type Timeline } from "./composed-formula.ts";
import type { Flow } from "./unordered-races.ts";

export class Composition extends ComposedFormula {
  /** Before all other events. */
  readonly start: EventId;
  readonly horizon: EventId;
  /** All pairs of atomic reads and the atomic writes they may see. */
  readonly flows: Flow[] = [];
  readonly #ids: EventId[] = []; // by skeleton event

  constructor(
    terms: Terms,
    solver: Solver,
    skeleton: Skeleton,
    readonly copies: MayCopy,
    tick: Tick,
  ) {
    super(terms, solver, skeleton, tick);
    const { threads } = skeleton;
    this.start = solver.event(threads.length);
    this.horizon = solver.event(threads.length + 1);
    threads.forEach((t, chain) => {
      for (const e of t.events) this.#ids[e.id] = solver.event(chain);
    });
  }

  get order(): HappensBefore {
    return this.copies.order;
  }

  idOf(e: SkeletonEvent): EventId {
    return this.#ids[e.id] as EventId;
  }

  /** The first event comes before the second. */
  override before(a: SkeletonEvent, b: SkeletonEvent): Term {
    return this.terms.before(this.idOf(a), this.idOf(b));
  }

  override isShown(e: SkeletonEvent): Term {
    return this.terms.before(this.idOf(e), this.horizon);
  }

  /** The read may see what the write has written. */
  addFlow(from: CellAccess, to: CellAccess, when: Term): void {
    if (from.access.atomic && to.access.atomic) this.flows.push({ from, to, when });
  }

  override timeline(): Timeline {
    const { solver } = this;
    return {
      positionOf: (e) => solver.position(this.idOf(e)),
      isExecuted: (e) => this.isTrue(e.executed),
      end: solver.position(this.horizon),
    };
  }
}
