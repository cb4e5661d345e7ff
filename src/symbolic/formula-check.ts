// Whether formulas hold in the state at hand. In: a state, formulas. Out: yes or no. Values of variables are read once per state. From state to state most are the same: a part of a formula
// is evaluated again only if one of its variables has changed since it was asked last.

import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { isTrueOf } from "./claims.ts";
import type { Conjunction } from "./conjunction.ts";
import type { Conjuncts } from "./conjuncts.ts";
import type { StateAtHand } from "./state-variables.ts";

export class FormulaCheck {
  #evaluator: Evaluator | null = null;
  /** By the number of a variable: the state for which its value was read. */
  readonly #readFor: number[] = [];
  readonly #values: bigint[] = [];
  #state = 0;

  constructor(
    readonly state: StateAtHand,
    readonly conjuncts: Conjuncts,
  ) {}

  /** The state is another one now. */
  begin(): void {
    this.#state++;
    this.#evaluator = null;
  }

  holds(formula: Conjunction): boolean {
    let at = formula;
    for (; at.left !== null; at = at.right as Conjunction) if (!this.holds(at.left)) return false;
    return this.#holdsLeaf(at);
  }

  #holdsLeaf(leaf: Conjunction): boolean {
    const { known, variables } = leaf;
    let isKnown = known !== null;
    for (let i = 0; i < variables.length; i++) {
      const value = this.#valueOf(variables[i] as number);
      if (isKnown && known?.values[i] !== value) isKnown = false;
    }
    if (known !== null && isKnown) return known.holds;
    const holds = leaf.conjuncts.every((c) => this.#holdsOne(c));
    leaf.known = { values: variables.map((n) => this.#valueOf(n)), holds };
    return holds;
  }

  #holdsOne(c: Term): boolean {
    const { conjuncts, state } = this;
    const claim = conjuncts.claims.of(c);
    if (claim?.about.op === "variable") return isTrueOf(claim, this.#valueOf(conjuncts.numberOf(claim.about)));
    this.#evaluator ??= new Evaluator(state);
    return this.#evaluator.value(c) === 1n;
  }

  #valueOf(variable: number): bigint {
    if (this.#readFor[variable] !== this.#state) {
      this.#values[variable] = this.state.variable((this.conjuncts.known[variable] as Term).name);
      this.#readFor[variable] = this.#state;
    }
    return this.#values[variable] as bigint;
  }
}
