// What engines know of a composed formula, whichever composer has made it: the questions that can be asked, the violations that answer them, and where
// an event stands in the run of a model. Composers: the order of events (compose.ts) and TRACE's steps (steps/). Their passes add constraints; a
// question adds only one: some violation of it holds.

import type { Failure, Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import type { Solver } from "../solving/solver.ts";
import type { Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { type Question, subquestionsOf } from "./questions.ts";

/** A violation that a model may show. */
export interface PossibleViolation {
  readonly question: Question;
  readonly when: Term;
  readonly events: readonly SkeletonEvent[];
  /** The failure that it is, if it is one. */
  readonly failure?: Failure;
  /** Both events are next at the end of the run shown; what comes after it does not matter. */
  readonly adjacent?: boolean;
  /** Where threads wait at the end of the run shown, each under a condition. */
  readonly waitingAt?: readonly { readonly event: SkeletonEvent; readonly when: Term }[];
}

/** The events of a model in time. The run shown consists of the executed events before `end`. */
export interface Timeline {
  positionOf(e: SkeletonEvent): number;
  isExecuted(e: SkeletonEvent): boolean;
  readonly end: number;
}

export abstract class ComposedFormula {
  readonly violations: PossibleViolation[] = [];
  /** A section may wait for inputs with too many values to list: a deadlock that a model shows may not be one. */
  guessesWaits = false;
  /** Threads that can be exchanged make their first steps in the order of creation (symmetry.ts); null: there are none. */
  symmetric: Term | null = null;
  /** The run shown may pass phantom edges. */
  readonly through: Term;
  readonly #goals = new Map<Question, Term>();
  /** Assumptions by what they mean. */
  readonly #assumptions = new Map<Term, Term>();
  #count = 0;

  constructor(
    readonly terms: Terms,
    readonly solver: Solver,
    readonly skeleton: Skeleton,
    readonly tick: Tick,
  ) {
    this.through = terms.variable("through phantom edges", 1);
  }

  // ---- for the passes

  assert(formula: Term, origin: string): void {
    this.tick();
    this.solver.assert(formula, origin);
  }

  fresh(name: string): Term {
    return this.terms.variable(`${name}#${this.#count++}`, 1);
  }

  /** A variable under which the formula holds. There is one for each formula: asking much of one solver does not make it larger. */
  assumptionOf(formula: Term, origin: string): Term {
    let assumption = this.#assumptions.get(formula);
    if (assumption === undefined) {
      assumption = this.fresh(origin);
      this.assert(this.terms.implies(assumption, formula), origin);
      this.#assumptions.set(formula, assumption);
    }
    return assumption;
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

  protected isGoal(variable: Term): boolean {
    return [...this.#goals.values()].includes(variable);
  }

  // ---- for the engine that asks

  /** Whether the skeleton has any violation of this kind. */
  mayHappen(question: Question): boolean {
    const parts = subquestionsOf(question);
    return this.violations.some((w) => parts.includes(w.question));
  }

  /**
   * Asserts what the question means and returns the assumptions to solve under: some violation of this kind, and of no other; and those that are given. If
   * the list of these is empty, of equivalent runs only some are looked at; null: the caller may assume more, so all runs count.
   */
  ask(question: Question, given: readonly Term[] | null = null): Term[] {
    return [...this.askAny([question]), ...(given?.length === 0 ? this.reductionsFor(question) : (given ?? []))];
  }

  /** Assumptions that exclude runs to which others are equivalent, as far as the question is concerned. */
  protected reductionsFor(question: Question): Term[] {
    // Both are about threads by name.
    return this.symmetric === null || question === "race" || question === "deadlock" ? [] : [this.symmetric];
  }

  /** Some violation of any of several kinds, among all runs: what a certificate proves. */
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

  /** The event is part of the run that a model shows. */
  abstract isShown(e: SkeletonEvent): Term;

  /** The first event is executed before the second, if that is executed at all. */
  abstract before(a: SkeletonEvent, b: SkeletonEvent): Term;

  // ---- of the solver's model

  /** The cut events that the model reaches. */
  reached(question: "unwind" | "unsupported"): SkeletonEvent[] {
    return this.violations.filter((w) => w.question === question && this.isTrue(w.when)).flatMap((w) => w.events);
  }

  isTrue(term: Term): boolean {
    return this.solver.value(term) === 1n;
  }

  abstract timeline(): Timeline;
}
