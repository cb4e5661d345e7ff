// A formula under construction: the solver's events, the questions that can be asked, and the violations that answer them. The passes
// (compose.ts) add constraints; a composition adds only one per question: some violation of it holds.
//
// The horizon is a virtual event: the run that a model shows consists of the events before it. No event that ends the process comes
// before the horizon, except one that the goal asks for. Events after the end of the process may exist in a model, but are not shown.

import type { CellAccess } from "../skeleton/cells.ts";
import type { MayCopy } from "../skeleton/may-copy.ts";
import type { Failure, Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import type { EventId, Solver } from "../solving/solver.ts";
import type { Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { type Question, subquestionsOf } from "./questions.ts";

/** An atomic read may see an atomic write, under a condition. */
export interface Flow {
  readonly from: CellAccess;
  readonly to: CellAccess;
  readonly when: Term;
}

/** A violation that a model may show. */
export interface PossibleViolation {
  readonly question: Question;
  readonly when: Term;
  readonly events: readonly SkeletonEvent[];
  /** The failure that it is, if it is one. */
  readonly failure?: Failure;
  /** Both events are next at the horizon; what comes after it does not matter. */
  readonly adjacent?: boolean;
  /** Where threads wait at the horizon, each under a condition. */
  readonly waitingAt?: readonly { readonly event: SkeletonEvent; readonly when: Term }[];
}

export class Composition {
  /** Before all other events. */
  readonly start: EventId;
  readonly horizon: EventId;
  readonly violations: PossibleViolation[] = [];
  /** All pairs of atomic reads and the atomic writes they may see. */
  readonly flows: Flow[] = [];
  /** A section may wait for inputs with too many values to list: a deadlock that a model shows may not be one. */
  guessesWaits = false;
  readonly #ids: EventId[] = []; // by skeleton event
  readonly #goals = new Map<Question, Term>();
  #count = 0;

  constructor(
    readonly terms: Terms,
    readonly solver: Solver,
    readonly skeleton: Skeleton,
    readonly copies: MayCopy,
    readonly tick: Tick,
  ) {
    const { threads } = skeleton;
    this.start = solver.event(threads.length);
    this.horizon = solver.event(threads.length + 1);
    threads.forEach((t, chain) => {
      for (const e of t.events) this.#ids[e.id] = solver.event(chain);
    });
  }

  // ---- for the passes

  assert(formula: Term, origin: string): void {
    this.tick();
    this.solver.assert(formula, origin);
  }

  fresh(name: string): Term {
    return this.terms.variable(`${name}#${this.#count++}`, 1);
  }

  idOf(e: SkeletonEvent): EventId {
    return this.#ids[e.id] as EventId;
  }

  /** The first event comes before the second. */
  before(a: SkeletonEvent, b: SkeletonEvent): Term {
    return this.terms.before(this.idOf(a), this.idOf(b));
  }

  /** The event is part of the run shown. */
  isShown(e: SkeletonEvent): Term {
    return this.terms.before(this.idOf(e), this.horizon);
  }

  /** The read may see what the write has written. */
  addFlow(from: CellAccess, to: CellAccess, when: Term): void {
    if (from.access.atomic && to.access.atomic) this.flows.push({ from, to, when });
  }

  /** The assumption under which violations of the question count. */
  goal(question: Question): Term {
    let goal = this.#goals.get(question);
    if (goal === undefined) {
      goal = this.terms.variable(`goal ${question}`, 1);
      this.#goals.set(question, goal);
    }
    return goal;
  }

  // ---- for the engine that asks

  /** Whether the skeleton has any violation of this kind. */
  mayHappen(question: Question): boolean {
    const parts = subquestionsOf(question);
    return this.violations.some((w) => parts.includes(w.question));
  }

  /** Asserts what the question means and returns the assumptions to solve under: some violation of this kind, and of no other. */
  ask(question: Question): Term[] {
    return this.askAny([question]);
  }

  /** The same for any of several questions. */
  askAny(questions: readonly Question[]): Term[] {
    const { terms } = this;
    const asked = terms.variable(`asked ${questions.join()}`, 1);
    const parts = new Set(questions.flatMap(subquestionsOf));
    const violations = this.violations.filter((w) => parts.has(w.question)).map((w) => w.when);
    this.assert(terms.implies(asked, terms.any(violations)), "question");
    for (const q of parts) this.goal(q);
    return [asked, ...[...this.#goals].map(([q, goal]) => (parts.has(q) ? goal : terms.not(goal)))];
  }

  /** All events that a question is about. */
  events(question: Question): SkeletonEvent[] {
    return this.violations.filter((w) => w.question === question).flatMap((w) => w.events);
  }

  /** The cut events that the solver's model reaches. */
  reached(question: "unwind" | "unsupported"): SkeletonEvent[] {
    return this.violations.filter((w) => w.question === question && this.solver.value(w.when) === 1n).flatMap((w) => w.events);
  }
}
