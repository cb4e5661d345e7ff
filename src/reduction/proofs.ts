// Asks whether formulas hold in all states. In: a formula, and facts that may be assumed. Out: which facts the proof needs; null: it is not proved.
//
// Questions are small (two steps at a time) and come again and again, for threads of one function: answers are remembered by term. A question that is not answered within so many conflicts
// counts as not proved.

import { RavelSolver } from "../solving/ravel.ts";
import { cutOverlaps } from "../symbolic/common-cells.ts";
import type { StateVariables } from "../symbolic/state-variables.ts";
import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";

const maxConflicts = 2_000;
/** A solver keeps the clauses of all its questions: after so many it is replaced. */
const questionsPerSolver = 2_000;

/** States in which something was seen to fail: they are tried before the solver. */
const maxModels = 16;
/** After so many questions all further ones are answered no. Work is counted: with a clock, answers would depend on the machine. */
const maxSolverCalls = 50_000;

const noFacts: readonly Term[] = [];

export class Proofs {
  readonly terms: Terms;
  readonly #known = new Map<Term, boolean>();
  readonly #conditional = new Map<string, readonly Term[] | null>();
  readonly #models: Evaluator[] = [];
  #solver: RavelSolver;
  #asked = 0;
  /** How many questions the solver was asked. */
  solverCalls = 0;

  /** `tick`: called for every question to the solver; throws `LimitReached` if the check has used up its time or memory. */
  constructor(
    readonly variables: StateVariables,
    readonly tick: () => void = () => undefined,
  ) {
    this.terms = variables.terms;
    this.#solver = new RavelSolver(this.terms);
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

  /** Facts among the given ones under which the formula holds; null: it does not, or the solver gave up. All of them speak of one state. */
  prove(formula: Term, facts: readonly Term[]): readonly Term[] | null {
    if (formula === this.terms.true || this.isValid(cutOverlaps(this.variables, [formula])[0] as Term)) return noFacts;
    if (facts.length === 0) return null;
    const key = `${formula.id}:${facts.map((f) => f.id).join()}`;
    let known = this.#conditional.get(key);
    if (known === undefined) {
      const [claim, ...given] = cutOverlaps(this.variables, [formula, ...facts]) as [Term, ...Term[]];
      const core = this.#refute([this.terms.not(claim), ...given]) ? this.#solver.core() : null;
      known = core === null ? null : facts.filter((_, i) => core.includes(given[i] as Term));
      this.#conditional.set(key, known);
    }
    return known;
  }

  #refute(assumptions: readonly Term[]): boolean {
    if (this.#models.some((m) => assumptions.every((a) => m.value(a) === 1n)) || this.solverCalls >= maxSolverCalls) return false;
    if (this.#asked++ >= questionsPerSolver) {
      this.#asked = 0;
      this.#solver = new RavelSolver(this.terms);
    }
    this.solverCalls++;
    this.tick();
    const answer = this.#solver.checkAtOnce(assumptions, maxConflicts);
    if (answer === "sat") this.#keepModel(assumptions);
    return answer === "unsat";
  }

  /** What is false in one state is often the same for other steps. */
  #keepModel(assumptions: readonly Term[]): void {
    const values = new Map<string, bigint>();
    const seen = new Set(assumptions);
    for (const t of seen) {
      for (const a of t.args) seen.add(a);
      if (t.op === "variable") values.set(t.name, this.#solver.value(t));
    }
    if (this.#models.length >= maxModels) this.#models.pop();
    this.#models.unshift(new Evaluator({ variable: (name) => values.get(name) ?? 0n, before: () => false }));
  }
}
