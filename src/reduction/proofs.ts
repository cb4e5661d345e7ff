// Asks whether formulas hold in all states. In: a formula, and facts that may be assumed. Out: which facts the proof needs; null: it is not proved.
//
// Questions are small (two steps at a time) and come again and again, for threads of one function: answers are remembered by term. A question that is not answered within so many conflicts
// counts as not proved.

import { RavelSolver } from "../solving/ravel.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";

const maxConflicts = 2_000;
/** A solver keeps the clauses of all its questions: after so many it is replaced. */
const questionsPerSolver = 2_000;

const noFacts: readonly Term[] = [];

export class Proofs {
  readonly #known = new Map<Term, boolean>();
  readonly #conditional = new Map<string, readonly Term[] | null>();
  #solver: RavelSolver;
  #asked = 0;
  /** How many questions the solver was asked. */
  solverCalls = 0;

  constructor(readonly terms: Terms) {
    this.#solver = new RavelSolver(terms);
  }

  /** Whether the formula holds in all states. */
  isValid(formula: Term): boolean {
    if (formula === this.terms.true) return true;
    if (formula === this.terms.false) return false;
    let known = this.#known.get(formula);
    if (known === undefined) {
      known = this.#refute([this.terms.not(formula)]);
      this.#known.set(formula, known);
    }
    return known;
  }

  /** Facts among the given ones under which the formula holds; null: it does not, or the solver gave up. */
  prove(formula: Term, facts: readonly Term[]): readonly Term[] | null {
    if (this.isValid(formula)) return noFacts;
    if (facts.length === 0) return null;
    const key = `${formula.id}:${facts.map((f) => f.id).join()}`;
    let known = this.#conditional.get(key);
    if (known === undefined) {
      known = this.#refute([this.terms.not(formula), ...facts]) ? this.#solver.core().filter((t) => facts.includes(t)) : null;
      this.#conditional.set(key, known);
    }
    return known;
  }

  #refute(assumptions: readonly Term[]): boolean {
    if (this.#asked++ >= questionsPerSolver) {
      this.#asked = 0;
      this.#solver = new RavelSolver(this.terms);
    }
    this.solverCalls++;
    return this.#solver.checkAtOnce(assumptions, maxConflicts) === "unsat";
  }
}
