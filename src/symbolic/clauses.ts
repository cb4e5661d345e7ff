// Disjunctions as conjuncts. In: literals. Out: clauses in one form, so that equal ones are one term; which of them others imply.
//
// A step that waits in some states gives `wait ∨ (no wait ∧ Ψ)`. As one term, every step before it would substitute into the whole of Ψ and keep the result. Distributed, it is a set of clauses
// `wait ∨ c`, of which a step changes few, and most of which follow from what other threads demand.

import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { type Claim, type Claims, isTrueOf } from "./claims.ts";

interface Clause {
  readonly literals: readonly Term[];
  /** See `subjectOf`. */
  readonly subject: Term;
}

export class Clauses {
  readonly #known = new Map<Term, Clause>();
  /** Compared in literals that many clauses have. */
  readonly #common = new Set<Term>();

  constructor(
    readonly terms: Terms,
    readonly claims: Claims,
  ) {}

  /** The disjuncts of a conjunct, from the oldest on; or the conjunct itself. */
  literalsOf(conjunct: Term): readonly Term[] {
    return isDisjunction(conjunct) ? this.#clauseOf(conjunct).literals : [conjunct];
  }

  /** The term by which a conjunct is found: what it compares with a constant. A clause stands where that literal of it would stand alone which is most its own. */
  subjectOf(conjunct: Term): Term {
    return isDisjunction(conjunct) ? this.#clauseOf(conjunct).subject : this.#subjectOf(conjunct);
  }

  /** The same disjunction, in its one form. */
  inOneForm(conjunct: Term): Term {
    return isDisjunction(conjunct) ? this.#build(this.literalsOf(conjunct)) : conjunct;
  }

  /** Each conjunct, or this literal. */
  eachOr(literal: Term, conjuncts: readonly Term[]): readonly Term[] {
    for (const l of this.literalsOf(literal)) this.#common.add(this.#subjectOf(l));
    return conjuncts.map((c) => this.#build([...this.literalsOf(literal), ...this.literalsOf(c)]));
  }

  /** The conjuncts without clauses that others of them imply; of pairs that were together before, none does. */
  reduce(conjuncts: readonly Term[], before: readonly Term[], more: readonly Term[]): readonly Term[] {
    if (!conjuncts.some(isDisjunction)) return conjuncts;
    const isNew = (a: Term, b: Term): boolean => !(before.includes(a) && before.includes(b)) && !(more.includes(a) && more.includes(b));
    return withoutImplied(conjuncts, (c, by) => isDisjunction(c) && isNew(c, by) && this.#implies(by, c));
  }

  #clauseOf(conjunct: Term): Clause {
    let known = this.#known.get(conjunct);
    if (known === undefined) {
      const literals = this.#flatten(conjunct);
      let subject: Term | null = null;
      for (const l of literals) {
        const about = this.#subjectOf(l);
        const isBetter = subject === null || (this.#common.has(subject) && !this.#common.has(about));
        if (subject === null || isBetter || (this.#common.has(subject) === this.#common.has(about) && about.id > subject.id))
          subject = about;
      }
      known = { literals, subject: subject as Term };
      this.#known.set(conjunct, known);
    }
    return known;
  }

  #subjectOf(literal: Term): Term {
    return this.claims.of(literal)?.about ?? (literal.op === "not" ? (literal.args[0] as Term) : literal);
  }

  /** Every literal of the first implies one of the second. */
  #implies(by: Term, clause: Term): boolean {
    const literals = this.literalsOf(clause);
    return this.literalsOf(by).every((l) => literals.includes(l) || literals.some((other) => this.implies(l, other)));
  }

  /** Whether one comparison of a term with constants implies another of the same term. */
  implies(literal: Term, other: Term): boolean {
    if (literal === other) return true;
    const [a, b] = [this.claims.of(literal), this.claims.of(other)];
    return a !== null && b !== null && a.about === b.about && isWithin(a, b);
  }

  #flatten(conjunct: Term): readonly Term[] {
    const found = new Set<Term>();
    const open = [conjunct];
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      if (t.op === "or") append(open, t.args);
      else if (isDisjunction(t))
        append(
          open,
          (t.args[0] as Term).args.map((a) => this.terms.not(a)),
        );
      else found.add(t);
    }
    return [...found].sort((a, b) => a.id - b.id);
  }

  #build(literals: readonly Term[]): Term {
    const { terms } = this;
    const left = new Set<Term>();
    for (const l of literals) {
      if (l === terms.true || left.has(terms.not(l))) return terms.true;
      if (l !== terms.false) left.add(l);
    }
    const weakest = withoutImplied([...left], (l, by) => this.implies(l, by));
    const [first, ...others] = weakest.sort((a, b) => a.id - b.id);
    return first === undefined ? terms.false : others.reduce((a, b) => terms.raw("or", a, b), first);
  }
}

/** Without what another element that stays makes superfluous. Of two that say the same in other words, one stays. */
function withoutImplied(list: readonly Term[], isSuperfluous: (t: Term, by: Term) => boolean): Term[] {
  const left = new Set(list);
  for (const t of list) {
    left.delete(t);
    if (![...left].some((by) => isSuperfluous(t, by))) left.add(t);
  }
  return list.filter((t) => left.has(t));
}

/** A boolean `or`, or the negation of an `and`. */
function isDisjunction(t: Term): boolean {
  return t.width === 1 && (t.op === "or" || (t.op === "not" && (t.args[0] as Term).op === "and"));
}

/** Whether one claim says at least what the other one says, of the same term. */
function isWithin(a: Claim, b: Claim): boolean {
  if (b.kind === "not") return a.kind === "not" ? a.low === b.low : !isTrueOf(a, b.low);
  if (a.kind === "not") return false;
  return a.kind === b.kind ? b.low <= a.low && a.high <= b.high : a.low === a.high && isTrueOf(b, a.low);
}
