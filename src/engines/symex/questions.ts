// Questions about inputs. In: the path condition and a formula, both over inputs. Out: whether the path implies it; or inputs of the path that make it true.
//
// Before the solver is asked, the last models are tried: one that refutes an implication, or satisfies a question, answers it. Answers are kept.

import { RavelSolver } from "../../solving/ravel.ts";
import type { Budget } from "../../support/budget.ts";
import { Evaluator } from "../../terms/evaluate.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { type Assignment, environmentOf, type Inputs } from "./inputs.ts";

const maxModels = 64;

export class Questions {
  readonly #solver: RavelSolver;
  readonly #models: Assignment[] = [];
  readonly #answers = new Map<Term, Assignment | "none">();
  calls = 0;

  constructor(
    readonly terms: Terms,
    readonly inputs: Inputs,
    readonly budget: Budget,
  ) {
    this.#solver = new RavelSolver(terms);
  }

  get conflicts(): number {
    return this.#solver.statistics.conflicts;
  }

  get milliseconds(): number {
    return this.#solver.statistics.milliseconds;
  }

  /** Whether the formula holds for all inputs of the path. An unknown answer is a no. */
  async isImplied(path: readonly Term[], formula: Term): Promise<boolean> {
    if (formula.op === "constant") return formula.value === 1n;
    return (await this.findInputs(path, this.terms.not(formula))) === "none";
  }

  /** Inputs of the path for which the condition holds. */
  async findInputs(path: readonly Term[], condition: Term): Promise<Assignment | "none" | "unknown"> {
    const all = this.terms.and(this.terms.all([...path]), condition);
    if (all === this.terms.false) return "none";
    const known = this.#answers.get(all);
    if (known !== undefined) return known;
    const model = this.#models.find((m) => new Evaluator(environmentOf(m)).value(all) === 1n);
    if (model !== undefined) return model;
    this.calls++;
    const answer = await this.#solver.check([...path, condition], this.budget);
    if (answer === "unknown") return "unknown";
    const found = answer === "unsat" ? "none" : this.#modelOf();
    this.#answers.set(all, found);
    return found;
  }

  #modelOf(): Assignment {
    const model = new Map(this.inputs.variables.map((v): [string, bigint] => [v.name, this.#solver.value(v)]));
    this.#models.unshift(model);
    if (this.#models.length > maxModels) this.#models.pop();
    return model;
  }
}
