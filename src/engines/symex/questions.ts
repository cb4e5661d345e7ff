// Questions about inputs. In: the path condition and formulas, all over inputs. Out: whether the path implies them; or inputs of the path that make one true.
//
// An implication is asked for one conjunct at a time: formulas of neighbouring states share most of theirs, and answers are kept. Before the solver is asked, the last models are tried: one
// that refutes an implication, or satisfies a question, answers it; so do bounds of inputs, if they exclude the question (bounded-inputs.ts). The solver keeps what it was asked; every variable that it knows takes time in every later question. So a new one is made
// when what is kept is a multiple of what questions need.

import { RavelSolver } from "../../solving/ravel.ts";
import type { Budget } from "../../support/budget.ts";
import { Evaluator } from "../../terms/evaluate.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { BoundedInputs } from "./bounded-inputs.ts";
import { type Assignment, environmentOf, type Inputs } from "./inputs.ts";

const maxModels = 64;
/** Answers that are kept. */
const maxAnswers = 50_000;
/** An implication that takes more than so many conflicts counts as refuted: the state is explored. */
const maxConflicts = 1_000;
/** Questions after which the values of terms under the models are forgotten. */
const questionsPerEvaluator = 500;
/** A solver is replaced when it has so many variables more than after its first question, and so many times as many. */
const [spareVariables, spareFactor] = [2_000, 4];

interface Model {
  readonly values: Assignment;
  evaluator: Evaluator;
}

export class Questions {
  #solver: RavelSolver;
  /** Variables after the first question; null: none was asked. */
  #firstVariables: number | null = null;
  readonly #models: Model[] = [];
  readonly #bounded = new BoundedInputs();
  readonly #answers = new Map<Term, Assignment | "none" | "unknown">();
  #questions = 0;
  #conflicts = 0;
  #milliseconds = 0;
  calls = 0;
  /** How many solvers were made. */
  solvers = 1;

  constructor(
    readonly terms: Terms,
    readonly inputs: Pick<Inputs, "variables">,
    readonly budget: Budget,
  ) {
    this.#solver = new RavelSolver(terms);
  }

  get conflicts(): number {
    return this.#conflicts + this.#solver.statistics.conflicts;
  }

  get milliseconds(): number {
    return this.#milliseconds + this.#solver.statistics.milliseconds;
  }

  /** Whether all conjuncts hold for all inputs of the path. An unknown answer is a no. */
  async isImplied(path: readonly Term[], conjuncts: readonly Term[]): Promise<boolean> {
    const open: Term[] = [];
    for (const c of conjuncts) {
      if (c === this.terms.false) return false;
      if (c !== this.terms.true) open.push(c);
    }
    if (open.length === 0) return true;
    this.#count();
    const all = this.terms.all([...path]);
    for (const { evaluator } of this.#models) if (evaluator.value(all) === 1n && open.some((c) => evaluator.value(c) === 0n)) return false;
    for (const c of open) if ((await this.#ask(path, all, this.terms.not(c), maxConflicts)) !== "none") return false;
    return true;
  }

  /** Inputs of the path for which the condition holds. */
  async findInputs(path: readonly Term[], condition: Term): Promise<Assignment | "none" | "unknown"> {
    this.#count();
    return this.#ask(path, this.terms.all([...path]), condition);
  }

  /** Without a limit on conflicts, an answer is unknown only if the budget is spent. */
  async #ask(
    path: readonly Term[],
    pathTerm: Term,
    condition: Term,
    conflicts = Number.POSITIVE_INFINITY,
  ): Promise<Assignment | "none" | "unknown"> {
    const all = this.terms.and(pathTerm, condition);
    if (all === this.terms.false) return "none";
    const known = this.#answers.get(all);
    if (known !== undefined && (known !== "unknown" || conflicts < Number.POSITIVE_INFINITY)) return known;
    const model = this.#models.find((m) => m.evaluator.value(all) === 1n);
    if (model !== undefined) return model.values;
    if (this.#bounded.isFalse(path, pathTerm, condition)) return this.#keep(all, "none");
    this.calls++;
    this.#renew();
    const answer = await this.#solver.check([...path, condition], this.budget, conflicts);
    this.#firstVariables ??= this.#solver.statistics.variables;
    return this.#keep(all, answer === "unknown" ? answer : answer === "unsat" ? "none" : this.#modelOf());
  }

  #keep(question: Term, answer: Assignment | "none" | "unknown"): Assignment | "none" | "unknown" {
    if (this.#answers.size >= maxAnswers) this.#answers.clear();
    this.#answers.set(question, answer);
    return answer;
  }

  #renew(): void {
    const { variables, conflicts, milliseconds } = this.#solver.statistics;
    if (this.#firstVariables === null || variables <= spareFactor * this.#firstVariables + spareVariables) return;
    this.#conflicts += conflicts;
    this.#milliseconds += milliseconds;
    this.#solver = new RavelSolver(this.terms);
    this.solvers++;
    this.#firstVariables = null;
  }

  #count(): void {
    if (++this.#questions % questionsPerEvaluator !== 0) return;
    for (const m of this.#models) m.evaluator = new Evaluator(environmentOf(m.values));
  }

  #modelOf(): Assignment {
    const values = new Map(this.inputs.variables.map((v): [string, bigint] => [v.name, this.#solver.value(v)]));
    this.#models.unshift({ values, evaluator: new Evaluator(environmentOf(values)) });
    if (this.#models.length > maxModels) this.#models.pop();
    return values;
  }
}
