// Formulas as sets of conjuncts. In: formulas. Out: their conjunction, with each conjunct once.
//
// Formulas of neighbouring states differ in few of their conjuncts. A set is a tree of `and` over its conjuncts by age, which branches where the numbers of terms differ in their highest
// bit (a Patricia trie; Okasaki and Gill, ML Workshop 1998): equal sets are one term, and sets that differ little share most of their trees.

import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { Claims } from "./claims.ts";
import { narrow } from "./narrowing.ts";
import { Sums } from "./sums.ts";

const none: readonly Term[] = [];

export class Conjuncts {
  readonly claims: Claims;
  readonly #sums: Sums;
  /** By the number of a term: its variables. */
  readonly #variables: (readonly Term[] | undefined)[] = [];

  constructor(readonly terms: Terms) {
    this.#sums = new Sums(terms);
    this.claims = new Claims();
  }

  /** The conjuncts of a formula, from the oldest on; none if it is true. */
  of(formula: Term): readonly Term[] {
    if (formula === this.terms.true) return none;
    if (formula.op !== "and" || formula.width > 1) return [formula];
    const found: Term[] = [];
    const open: Term[] = [formula];
    let isSorted = true;
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      if (t.op === "and") open.push(t.args[1] as Term, t.args[0] as Term);
      else {
        isSorted &&= found.length === 0 || (found[found.length - 1] as Term).id < t.id;
        found.push(t);
      }
    }
    return isSorted ? found : sorted(found);
  }

  /** The conjunction. */
  all(formulas: readonly Term[]): Term {
    if (formulas.length === 1) return formulas[0] as Term;
    let found: readonly Term[] = none;
    for (const f of formulas) found = union(found, this.of(f));
    return this.#tree(found);
  }

  /** The conjunction of what is made of each conjunct, and of others. `valueOf`: in a state that has no inputs, and in which it holds; what changes may then say less of other states. */
  map(
    formula: Term,
    change: (conjunct: Term) => Term,
    others: Term | null = null,
    valueOf: ((variable: Term) => bigint) | null = null,
  ): Term {
    const { terms } = this;
    const same: Term[] = [];
    const changed: Term[] = [];
    for (const c of this.of(formula)) {
      const to = change(c);
      if (to === terms.false) return to;
      if (to === c) same.push(c);
      else for (const part of this.of(this.#sums.order(to))) append(changed, this.#narrowed(part, valueOf));
    }
    return this.#tree(union(union(same, sorted(changed)), others === null ? none : this.of(others)));
  }

  #narrowed(part: Term, valueOf: ((variable: Term) => bigint) | null): readonly Term[] {
    const claim = valueOf === null ? null : this.claims.of(part);
    return (claim === null || valueOf === null ? null : narrow(this.terms, claim, valueOf)) ?? [part];
  }

  /** The variables of a term, each once. */
  variablesOf(term: Term): readonly Term[] {
    let known = this.#variables[term.id];
    if (known === undefined) {
      known = findVariables(term);
      this.#variables[term.id] = known;
    }
    return known;
  }

  #tree(found: readonly Term[]): Term {
    const { terms } = this;
    if (found.length === 0) return terms.true;
    if (found[0] === terms.false || found.includes(terms.false)) return terms.false;
    const left = this.claims.reduce(found);
    if (left === null || this.#hasNegation(left)) return terms.false;
    return this.#build(left, 0, left.length);
  }

  #hasNegation(conjuncts: readonly Term[]): boolean {
    return conjuncts.some((c) => c.op === "not" && isIn(conjuncts, c.args[0] as Term));
  }

  #build(conjuncts: readonly Term[], from: number, to: number): Term {
    const first = conjuncts[from] as Term;
    if (to - from === 1) return first;
    const last = conjuncts[to - 1] as Term;
    // The first that has the highest bit in which they differ.
    const bit = 31 - Math.clz32(first.id ^ last.id);
    const least = (last.id >> bit) << bit;
    const middle = positionOf(conjuncts, least, from, to);
    return this.terms.raw("and", this.#build(conjuncts, from, middle), this.#build(conjuncts, middle, to));
  }
}

/** The place of the first term with this number or a higher one. */
function positionOf(terms: readonly Term[], id: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] as Term).id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isIn(terms: readonly Term[], term: Term): boolean {
  return terms[positionOf(terms, term.id, 0, terms.length)] === term;
}

function sorted(terms: Term[]): readonly Term[] {
  if (terms.length < 2) return terms;
  terms.sort((a, b) => a.id - b.id);
  return terms.filter((t, i) => i === 0 || t !== terms[i - 1]);
}

function union(a: readonly Term[], b: readonly Term[]): readonly Term[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const all: Term[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] as Term, b[j] as Term];
    if (x.id <= y.id) i++;
    if (y.id <= x.id) j++;
    all.push(x.id <= y.id ? x : y);
  }
  while (i < a.length) all.push(a[i++] as Term);
  while (j < b.length) all.push(b[j++] as Term);
  return all;
}

function findVariables(term: Term): readonly Term[] {
  const found = new Set<Term>();
  const seen = new Set<Term>();
  const open = [term];
  for (let t = open.pop(); t !== undefined; t = open.pop()) {
    if (seen.has(t)) continue;
    seen.add(t);
    if (t.op === "variable") found.add(t);
    append(open, t.args);
  }
  return [...found];
}
