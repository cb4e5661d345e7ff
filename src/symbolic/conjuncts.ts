// Formulas as sets of conjuncts. In: formulas. Out: their conjunction, as a chain of its conjuncts by age, each once.
//
// Formulas of neighbouring states differ in few of their conjuncts. Sets that are equal are one term; what was made of a conjunct is found again in every set that has it.

import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { Claims } from "./claims.ts";
import { Sums } from "./sums.ts";

export class Conjuncts {
  readonly #of = new Map<Term, readonly Term[]>();
  /** By chain and conjunct: the chain with one more. */
  readonly #longer = new Map<Term, Map<Term, Term>>();
  readonly #sums: Sums;
  readonly #claims: Claims;

  constructor(readonly terms: Terms) {
    this.#sums = new Sums(terms);
    this.#claims = new Claims(terms);
  }

  /** The conjuncts of a formula; none if it is true. */
  of(formula: Term): readonly Term[] {
    let known = this.#of.get(formula);
    if (known === undefined) {
      const found = new Set<Term>();
      this.#add(formula, found);
      known = [...found];
      this.#of.set(formula, known);
    }
    return known;
  }

  /** The conjunction. */
  all(formulas: readonly Term[]): Term {
    if (formulas.length === 1) return formulas[0] as Term;
    const found = new Set<Term>();
    for (const f of formulas) for (const c of this.of(f)) found.add(c);
    return this.#chain(found);
  }

  /** The conjunction of what is made of each conjunct. */
  map(formula: Term, change: (conjunct: Term) => Term, others: readonly Term[] = []): Term {
    const { terms } = this;
    const found = new Set<Term>();
    for (const c of others) for (const part of this.of(c)) found.add(part);
    for (const c of this.of(formula)) {
      const changed = change(c);
      if (changed === terms.false) return terms.false;
      if (changed === c) found.add(c);
      else for (const part of this.of(this.#sums.order(changed))) found.add(part);
    }
    return this.#chain(found);
  }

  #add(formula: Term, to: Set<Term>): void {
    const open = [formula];
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      if (t === this.terms.true) continue;
      if (t.op === "and" && t.width === 1) append(open, t.args);
      else to.add(t);
    }
  }

  #chain(found: ReadonlySet<Term>): Term {
    const { terms } = this;
    if (found.has(terms.false)) return terms.false;
    const left = this.#claims.reduce(found);
    if (left === null) return terms.false;
    let chain = terms.true;
    const conjuncts = [...left].sort((a, b) => a.id - b.id);
    for (const c of conjuncts) {
      if (c.op === "not" && left.has(c.args[0] as Term)) return terms.false;
      chain = this.#withOneMore(chain, c);
    }
    if (!this.#of.has(chain)) this.#of.set(chain, conjuncts);
    return chain;
  }

  #withOneMore(chain: Term, c: Term): Term {
    if (chain === this.terms.true) return c;
    let next = this.#longer.get(chain);
    if (next === undefined) {
      next = new Map();
      this.#longer.set(chain, next);
    }
    let longer = next.get(c);
    if (longer === undefined) {
      longer = this.terms.raw("and", chain, c);
      next.set(c, longer);
    }
    return longer;
  }
}
