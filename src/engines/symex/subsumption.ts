// Whether a state need not be explored. In: its control, and what the path says of inputs. Out: a formula of the table that holds in it for all inputs of the path.

import { type Conjunction, conjunctsOf } from "../../symbolic/conjunction.ts";
import type { Conjuncts } from "../../symbolic/conjuncts.ts";
import { FormulaCheck } from "../../symbolic/formula-check.ts";
import type { StateAtHand } from "../../symbolic/state-variables.ts";
import type { Substitution } from "../../terms/substitute.ts";
import type { Term } from "../../terms/term.ts";
import type { Questions } from "./questions.ts";
import type { Shadow } from "./shadow.ts";
import type { FormulaTable, Reason } from "./table.ts";

/** What depends on inputs. */
export interface OpenInputs {
  readonly path: readonly Term[];
  readonly shadow: Shadow;
}

export class Subsumption {
  readonly #check: FormulaCheck;

  constructor(
    readonly table: FormulaTable,
    readonly conjuncts: Conjuncts,
    readonly state: StateAtHand,
    readonly questions: Questions,
  ) {
    this.#check = new FormulaCheck(state, conjuncts);
  }

  /** `open`: null if nothing depends on inputs. */
  async find(key: string, open: () => OpenInputs | null): Promise<Reason | null> {
    const known = this.table.of(key);
    if (known.length === 0) return null;
    this.#check.begin();
    const holds = (f: Conjunction): boolean => this.#check.holds(f);
    const inputs = open();
    if (inputs === null) {
      const holding = known.find(holds);
      return holding === undefined ? null : this.table.reasonOf(key, holding);
    }
    const holding = known.filter(holds);
    if (holding.length === 0) return null;
    const { path, shadow } = inputs;
    const reader = shadow.reader();
    for (const f of holding) {
      if (await this.questions.isImplied(path, shadow.applyTo(conjunctsOf(f), reader))) return this.table.reasonOf(key, f);
    }
    return this.table.prune === "summaries" ? this.#findTogether(key, known, path, reader) : null;
  }

  /** AGSE's disjunction: which of the formulas holds depends on inputs. Those that hold for none are no part of the reason. */
  async #findTogether(key: string, known: readonly Conjunction[], path: readonly Term[], reader: Substitution): Promise<Reason | null> {
    const { terms } = this.conjuncts;
    const [formulas, over]: [Conjunction[], Term[]] = [[], []];
    for (const f of known) {
      const condition = terms.all(conjunctsOf(f).map((c) => reader.apply(c)));
      if (condition === terms.false) continue;
      formulas.push(f);
      over.push(condition);
    }
    if (formulas.length < 2 || !(await this.questions.isImplied(path, [terms.any(over)]))) return null;
    return this.table.reasonOfAny(key, formulas);
  }
}
