// How much work formulas may take. In: what runs and formulas have taken so far. Out: whether a formula is made for the next run, and when it is given up.
//
// A formula may take longer than all the runs that it could spare. So the first formulas have some work for a start, enough for programs that they prove. After that,
// formulas take as much as the runs have taken: if they are of no use, the search takes about twice as long as without them. Less pruning is always sound. Work is
// counted in steps of a search, never in seconds: the same input gives the same runs.

import type { SolverStatistics } from "../../solving/solver.ts";

/** Some eight seconds. */
const defaultStart = 500_000;
/** The start is for so many formulas. Where more are needed, they prune little. */
const maxStartFormulas = 100;
/** Building asks after a certain amount of work whether it may continue. */
const workPerCheck = 5;
const clausesPerStep = 10;
const propagationsPerStep = 100;
/** A decision takes as long as so many propagations. */
const propagationsPerDecision = 4;
const workPerQuestion = 10;
/** A run for which a formula is made is replayed, and its steps are related to the formula. */
const workPerRun = 20;
const workPerStep = 2;

export class FormulaWork {
  #count = 0;
  #formulas = 0;
  #runs = 0;
  /** The work of all formulas at which the current one is given up. */
  #limit = Number.POSITIVE_INFINITY;
  #start: number;
  #isOver = false;

  constructor(start = defaultStart) {
    this.#start = start;
  }

  get #left(): number {
    return this.#start + this.#runs - this.#formulas;
  }

  get isLeft(): boolean {
    return !this.#isOver && this.#left > 0;
  }

  /** No more formulas are made. */
  end(): void {
    this.#isOver = true;
  }

  /** Whether the current formula has taken its part. */
  get isSpent(): boolean {
    return this.#formulas >= this.#limit;
  }

  addSteps(steps: number): void {
    this.#runs += steps;
  }

  /** Before the formula of a run with so many steps: it has at most half of what is left, so that one which is too large leaves something for others. */
  beginFormula(steps: number): void {
    if (++this.#count > maxStartFormulas) this.#start = Math.min(this.#start, this.#formulas);
    this.#formulas += workPerRun + workPerStep * steps;
    this.#limit = this.#formulas + this.#left / 2;
  }

  addCheck(): void {
    this.#formulas += workPerCheck;
  }

  addQuestion(before: SolverStatistics, after: SolverStatistics): void {
    this.#formulas += workOf(before, after);
  }

  /** Whether the current formula has taken its part when a question has come so far. */
  isSpentBy(before: SolverStatistics, now: SolverStatistics): boolean {
    return this.#formulas + workOf(before, now) >= this.#limit;
  }
}

function workOf(before: SolverStatistics, after: SolverStatistics): number {
  const clauses = Math.max(0, after.clauses - before.clauses); // some may have been removed
  const propagations = after.propagations - before.propagations + propagationsPerDecision * (after.decisions - before.decisions);
  return workPerQuestion + clauses / clausesPerStep + propagations / propagationsPerStep;
}
