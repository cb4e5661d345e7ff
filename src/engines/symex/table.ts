// The formulas of states that were left, by control. In: a control and a formula that excludes violations in any state of that control. Out: those that are known.
//
// AGSE keeps one disjunction per control (PS[n]), PDPOR a list, each tried by itself. Both limits of AGSE's section 6.2 only make the table say less: when it is full, a control
// whose place is taken drops the one that has it; a formula that would become too large is not added.

import { type Conjunction, conjunctsOf, isSame } from "../../symbolic/conjunction.ts";
import type { Conjuncts } from "../../symbolic/conjuncts.ts";
import { countOperators } from "../../terms/size.ts";
import type { TouchedLater } from "./dpor.ts";
import type { Pruning } from "./options.ts";

export interface TableLimits {
  /** Maximum number of controls. */
  readonly entries: number;
  /** Maximum number of operators per control. */
  readonly operators: number;
}

interface Entry {
  readonly key: string;
  readonly formulas: Conjunction[];
  /** Per formula: what was touched after the state of which it was made. In every state in which it holds, the same ways are taken, and nothing else is touched. */
  readonly later: TouchedLater[];
  operators: number;
}

/** Why a state is left out. */
export interface Reason {
  /** It holds in the state; states before it get it. */
  readonly formula: Conjunction;
  /** What would have been touched after states in which the formula holds. */
  readonly later: readonly TouchedLater[];
}

export class FormulaTable {
  readonly #entries = new Map<number, Entry>();
  readonly #byKey = new Map<string, Entry>();

  constructor(
    readonly conjuncts: Conjuncts,
    readonly prune: Pruning,
    readonly limits: TableLimits,
  ) {}

  of(key: string): readonly Conjunction[] {
    return this.#byKey.get(key)?.formulas ?? [];
  }

  /**
   * What excludes violations in a state of the control in which this formula of it holds. AGSE takes the whole disjunction (Algorithm 2). With dynamic sets, states in which only another disjunct
   * holds would need threads before them that were not tried; and a formula that says less saved no runs in any column of the tables.
   */
  reasonOf(key: string, holding: Conjunction): Reason {
    const { formulas, later } = this.#byKey.get(key) as Entry;
    return { formula: holding, later: [later[formulas.indexOf(holding)] as TouchedLater] };
  }

  /** The same for a state in which always one of several holds: which one depends on inputs, so that the tables of all of them count. */
  reasonOfAny(key: string, holding: readonly Conjunction[]): Reason {
    const { formulas, later } = this.#byKey.get(key) as Entry;
    return { formula: this.conjuncts.any(holding), later: holding.map((f) => later[formulas.indexOf(f)] as TouchedLater) };
  }

  /** `later`: what was touched after the state; it does not change any more. */
  keep(key: string, formula: Conjunction, later: TouchedLater): void {
    if (this.prune === "none" || formula === this.conjuncts.false) return;
    const entry = this.#byKey.get(key) ?? this.#open(key);
    if (entry.formulas.some((f) => isSame(f, formula))) return;
    const operators = entry.operators + Math.max(formula.size - 1, 0) + countOperators(conjunctsOf(formula));
    if (operators > this.limits.operators) return;
    entry.formulas.push(formula);
    entry.later.push(later);
    entry.operators = operators;
  }

  /** A place for a control. The place follows from the text alone, so that the same input gives the same table. */
  #open(key: string): Entry {
    const entry: Entry = { key, formulas: [], later: [], operators: 0 };
    const place =
      this.#byKey.size < this.limits.entries && this.#entries.size < this.limits.entries
        ? this.#entries.size
        : hash(key) % this.limits.entries;
    const before = this.#entries.get(place);
    if (before !== undefined) this.#byKey.delete(before.key);
    this.#entries.set(place, entry);
    this.#byKey.set(key, entry);
    return entry;
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
