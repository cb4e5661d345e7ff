// Whether formulas hold in the state at hand. In: a state, formulas. Out: yes or no. Most conjuncts compare a variable with a constant, and need no evaluation of terms; values of variables
// are read once per state.

import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { isTrueOf } from "./claims.ts";
import type { Conjunction } from "./conjunction.ts";
import type { Conjuncts } from "./conjuncts.ts";
import type { StateAtHand } from "./state-variables.ts";

export class FormulaCheck {
  readonly #evaluator: Evaluator;
  readonly #values = new Map<Term, bigint>();

  constructor(
    readonly state: StateAtHand,
    readonly conjuncts: Conjuncts,
  ) {
    this.#evaluator = new Evaluator({
      variable: (name, width) => this.#valueOf(state.variables.terms.variable(name, width)),
      before: state.before,
    });
  }

  holds(formula: Conjunction): boolean {
    let at = formula;
    for (; at.left !== null; at = at.right as Conjunction) if (!this.holds(at.left)) return false;
    for (const c of at.conjuncts) if (!this.#holdsOne(c)) return false;
    return true;
  }

  #holdsOne(c: Term): boolean {
    const claim = this.conjuncts.claims.of(c);
    return claim?.about.op === "variable" ? isTrueOf(claim, this.#valueOf(claim.about)) : this.#evaluator.value(c) === 1n;
  }

  #valueOf(variable: Term): bigint {
    let value = this.#values.get(variable);
    if (value === undefined) {
      value = this.state.variable(variable.name);
      this.#values.set(variable, value);
    }
    return value;
  }
}
