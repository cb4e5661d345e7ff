// A formula under construction: the solver's events, the questions that can be asked, and the violations that answer them. The passes
// (compose.ts) add constraints; a composition adds none by itself, except that a question is about one of its violations.
//
// The horizon is a virtual event: the run shown is what comes before it. No event that ends the process comes before the horizon, except
// one that the goal asks for. So a thread may continue after the end of the process: nothing is shown of that.

import type { CellAccess } from "../skeleton/cells.ts";
import type { MayCopy } from "../skeleton/may-copy.ts";
import type { Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import type { EventId, Solver } from "../solving/solver.ts";
import type { Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { partsOf, type Question } from "./questions.ts";

/** A read that may see a write, both atomic. */
export interface Flow {
  readonly from: CellAccess;
  readonly to: CellAccess;
  readonly when: Term;
}

/** A violation as a model may show it. */
export interface Witness {
  readonly question: Question;
  readonly when: Term;
  readonly events: readonly SkeletonEvent[];
  /** Both events are next at the horizon; what comes after it does not matter. */
  readonly adjacent?: boolean;
  /** Where threads stand at the horizon, if a model says so. */
  readonly places?: readonly { readonly event: SkeletonEvent; readonly when: Term }[];
}

export class Composition {
  /** Before all other events. */
  readonly start: EventId;
  readonly horizon: EventId;
  readonly witnesses: Witness[] = [];
  /** Which atomic reads may see which atomic writes. */
  readonly flows: Flow[] = [];
  /** A section may wait for inputs of too many values: a deadlock that is found may not be one. */
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

  /** What is assumed when the question is asked. */
  goal(question: Question): Term {
    let goal = this.#goals.get(question);
    if (goal === undefined) {
      goal = this.terms.variable(`goal ${question}`, 1);
      this.#goals.set(question, goal);
    }
    return goal;
  }

  // ---- for who asks

  /** Is there anything to ask? */
  mayHappen(question: Question): boolean {
    const parts = partsOf(question);
    return this.witnesses.some((w) => parts.includes(w.question));
  }

  /** What to assume for a question: some violation of it, and of nothing else. */
  ask(question: Question): Term[] {
    return this.askAny([question]);
  }

  /** The same for any of several questions. */
  askAny(questions: readonly Question[]): Term[] {
    const { terms } = this;
    const asked = terms.variable(`asked ${questions.join()}`, 1);
    const parts = new Set(questions.flatMap(partsOf));
    const witnesses = this.witnesses.filter((w) => parts.has(w.question)).map((w) => w.when);
    this.assert(terms.implies(asked, terms.any(witnesses)), "question");
    for (const q of parts) this.goal(q);
    return [asked, ...[...this.#goals].map(([q, goal]) => (parts.has(q) ? goal : terms.not(goal)))];
  }

  /** All events that a question is about. */
  events(question: Question): SkeletonEvent[] {
    return this.witnesses.filter((w) => w.question === question).flatMap((w) => w.events);
  }

  /** Cuts that the model reaches. */
  reached(question: "unwind" | "unsupported"): SkeletonEvent[] {
    return this.witnesses.filter((w) => w.question === question && this.solver.value(w.when) === 1n).flatMap((w) => w.events);
  }
}
