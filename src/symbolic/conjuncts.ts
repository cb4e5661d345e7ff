// Formulas as sets of conjuncts. In: formulas. Out: their conjunction, with each conjunct once, and of comparisons of one term with constants the strongest.
//
// Formulas of neighbouring states differ in few of their conjuncts: what is joined or changed takes time for the difference, not for the whole (conjunction.ts). Sets are no terms: a search
// makes many, and keeps few.

import { append } from "../support/lists.ts";
import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { type Claim, Claims } from "./claims.ts";
import { Clauses } from "./clauses.ts";
import { Conjunction, conjunctsOf } from "./conjunction.ts";
import { narrow } from "./narrowing.ts";
import { Sums } from "./sums.ts";

/** Variables of a conjunct that is left out because they have one value. */
const maxFixed = 4;
const none: readonly Term[] = [];
const noNumbers: readonly number[] = [];
/** Sets that are found again if they are made again soon. */
const recentSets = 1 << 14;

/** Variables as bits: a set that shares none of these bits speaks of none of the variables. */
export interface VariableBits {
  readonly low: number;
  readonly high: number;
}

const allVariables: VariableBits = { low: -1, high: -1 };

export class Conjuncts {
  readonly true: Conjunction;
  readonly false: Conjunction;
  readonly claims = new Claims();
  readonly clauses: Clauses;
  /** Variables of conjuncts, in the order in which they came up; the n-th has bit n modulo 64. */
  readonly known: Term[] = [];
  readonly #numbers = new Map<Term, number>();
  readonly #sums: Sums;
  readonly #variables = new Map<Term, readonly Term[]>();
  readonly #leaves = new Map<Term, Conjunction>();
  readonly #recent: (Conjunction | undefined)[] = new Array(recentSets);

  constructor(readonly terms: Terms) {
    this.#sums = new Sums(terms);
    this.clauses = new Clauses(terms, this.claims);
    this.true = new Conjunction(0, -1, null, null, none, [], 0, 0, 0, 0);
    this.true.term = terms.true;
    this.false = new Conjunction(0, -1, null, null, [terms.false], [], 0, 0, 1, 1);
    this.false.term = terms.false;
  }

  /** The formula as a set. */
  of(formula: Term): Conjunction {
    if (formula.op !== "and" || formula.width > 1) return this.#leafOf(formula);
    let set = this.true;
    for (const c of flatten(formula)) set = this.both(set, this.#leafOf(c));
    return set;
  }

  /** The conjunction. */
  all(sets: readonly Conjunction[]): Conjunction {
    let all = this.true;
    for (const s of sets) all = this.both(all, s);
    return all;
  }

  both(a: Conjunction, b: Conjunction): Conjunction {
    if (a === b || b === this.true) return a;
    if (a === this.true) return b;
    if (a === this.false || b === this.false) return this.false;
    return this.#merge(a, b);
  }

  /** The disjunction. What all have in common stays as it is; if only one conjunct is left of one of them, it is a set of clauses. */
  any(sets: readonly Conjunction[]): Conjunction {
    let any = this.false;
    for (const s of sets) any = this.#either(any, s);
    return any;
  }

  #either(a: Conjunction, b: Conjunction): Conjunction {
    if (a === this.false || b === this.true || a === b) return b;
    if (b === this.false || a === this.true) return a;
    const [all, others] = [conjunctsOf(a), new Set(conjunctsOf(b))];
    const common = all.filter((c) => others.delete(c));
    const [left, right] = [all.filter((c) => !common.includes(c)), [...others]];
    const shared = this.all(common.map((c) => this.#leafOf(c)));
    if (left.length === 0 || right.length === 0) return shared;
    const [few, many] = left.length < right.length ? [left, right] : [right, left];
    const [one] = few as [Term];
    if (few.length > 1) return this.both(shared, this.of(this.terms.or(this.terms.all(left), this.terms.all(right))));
    let set = shared;
    for (const c of this.clauses.eachOr(one, many)) set = this.#add(set, c);
    return set;
  }

  /** Adds a conjunct, unless the set fixes the values of its variables, or implies a part of it. */
  #add(set: Conjunction, conjunct: Term): Conjunction {
    const literals = this.clauses.literalsOf(conjunct);
    const isKnown = literals.length > 1 && literals.some((l) => this.#isStated(set, l));
    return isKnown || this.#isImplied(set, conjunct) ? set : this.both(set, this.#leafOf(conjunct));
  }

  /** Whether the set has a conjunct that implies this one. */
  #isStated(set: Conjunction, conjunct: Term): boolean {
    const key = this.clauses.subjectOf(conjunct).id;
    const at = findLeaf(set, key);
    return at.key === key && at.conjuncts.some((c) => this.clauses.implies(c, conjunct));
  }

  /** The set as a term. */
  termOf(set: Conjunction): Term {
    if (set.term === null) {
      const parts = set.left === null ? set.conjuncts : [this.termOf(set.left), this.termOf(set.right as Conjunction)];
      set.term = parts.reduce((a, b) => this.terms.raw("and", a, b));
    }
    return set.term;
  }

  /**
   * The conjunction of what is made of each conjunct, and of others. `of`: what speaks of none of these variables stays. `valueOf`: in a state that has no inputs, and in which it holds; what changes
   * may then say less of other states.
   */
  map(
    set: Conjunction,
    change: (conjunct: Term) => Term,
    others: Conjunction = this.true,
    of: VariableBits = allVariables,
    valueOf: ((variable: Term) => bigint) | null = null,
  ): Conjunction {
    const changed: Term[] = [];
    let result = this.both(this.#without(set, change, of, changed), others);
    for (const to of changed) {
      if (to === this.terms.false) return this.false;
      for (const part of flatten(this.#sums.order(to)))
        for (const c of this.#narrowed(this.clauses.inOneForm(part), valueOf)) result = this.#add(result, c);
    }
    return result;
  }

  /** What stays as it is; what does not is put into the list. */
  #without(set: Conjunction, change: (conjunct: Term) => Term, of: VariableBits, changed: Term[]): Conjunction {
    if (((set.low & of.low) | (set.high & of.high)) === 0 && of !== allVariables) return set;
    if (set.left !== null) {
      const right = set.right as Conjunction;
      const [l, r] = [this.#without(set.left, change, of, changed), this.#without(right, change, of, changed)];
      if (l === set.left && r === right) return set;
      return l === this.true ? r : r === this.true ? l : this.#branch(set.bit, l, r);
    }
    const same: Term[] = [];
    for (const c of set.conjuncts) {
      const to = change(c);
      if (to === c) same.push(c);
      else changed.push(to);
    }
    return same.length === set.conjuncts.length ? set : this.#leaf(set.key, same);
  }

  #narrowed(part: Term, valueOf: ((variable: Term) => bigint) | null): readonly Term[] {
    const claim = valueOf === null ? null : this.claims.of(part);
    return (claim === null || valueOf === null ? null : narrow(this.terms, claim, valueOf)) ?? [part];
  }

  /** The same set, without conjuncts that hold because others fix the values of their variables. */
  reduce(set: Conjunction): Conjunction {
    const all = conjunctsOf(set);
    const left = all.filter((c) => this.#fixedBy(c) !== null || !this.#isImplied(set, c));
    return left.length === all.length ? set : this.all(left.map((c) => this.#leafOf(c)));
  }

  /** The variable of which the conjunct says that it has one value. */
  #fixedBy(c: Term): Term | null {
    const claim = this.claims.of(c);
    return claim !== null && claim.about.op === "variable" && claim.kind !== "not" && claim.low === claim.high ? claim.about : null;
  }

  /**
   * Whether the set says which values the variables of a conjunct have, and it holds for those. Addresses are fixed where memory is accessed, and every step adds conditions on what they
   * are computed from: without this rule, formulas grow with the number of steps to come.
   */
  #isImplied(set: Conjunction, conjunct: Term): boolean {
    const variables = this.variablesOf(conjunct);
    if (conjunct.op === "variable" || variables.length > maxFixed) return false;
    const values = new Map<string, bigint>();
    for (const v of variables) {
      const value = this.#valueIn(set, v);
      if (value === null) return false;
      values.set(v.name, value);
    }
    return new Evaluator({ variable: (name) => values.get(name) as bigint, before: noOrder }).value(conjunct) === 1n;
  }

  /** The value that a variable has wherever the set holds; null: it may have several. */
  #valueIn(set: Conjunction, variable: Term): bigint | null {
    const at = findLeaf(set, variable.id);
    if (at.key !== variable.id) return null;
    const fixes = at.conjuncts.find((c) => this.#fixedBy(c) === variable);
    return fixes === undefined ? null : BigInt.asUintN(variable.width, (this.claims.of(fixes) as Claim).low);
  }

  /** The variables of a term, each once. */
  variablesOf(term: Term): readonly Term[] {
    let known = this.#variables.get(term);
    if (known === undefined) {
      known = findVariables(term);
      this.#variables.set(term, known);
    }
    return known;
  }

  // ---- sets

  #merge(a: Conjunction, b: Conjunction): Conjunction {
    if (a === b) return a;
    if (a.bit < b.bit) return this.#merge(b, a);
    if (a.left === null) return a.key === b.key ? this.#mergeLeaves(a, b) : this.#join(a, b);
    const right = a.right as Conjunction;
    // Above its bit, all keys of a branch agree.
    if ((a.key ^ b.key) >>> (a.bit + 1) !== 0) return this.#join(a, b);
    let [l, r] = [a.left, right];
    if (a.bit === b.bit) {
      l = this.#merge(l, b.left as Conjunction);
      r = this.#merge(r, b.right as Conjunction);
    } else if (((b.key >>> a.bit) & 1) === 0) l = this.#merge(l, b);
    else r = this.#merge(r, b);
    return l === a.left && r === right ? a : this.#branch(a.bit, l, r);
  }

  #join(a: Conjunction, b: Conjunction): Conjunction {
    const bit = 31 - Math.clz32(a.key ^ b.key);
    return ((a.key >>> bit) & 1) === 0 ? this.#branch(bit, a, b) : this.#branch(bit, b, a);
  }

  #branch(bit: number, left: Conjunction, right: Conjunction): Conjunction {
    if (left === this.false || right === this.false) return this.false;
    const hash = (Math.imul(left.hash, 0x2c1b3c6d) + Math.imul(right.hash, 0x297a2d39) + bit) | 0;
    const at = (hash ^ (hash >>> 15)) & (recentSets - 1);
    const known = this.#recent[at];
    if (known !== undefined && known.left === left && known.right === right && known.bit === bit) return known;
    const { low, high } = left;
    const made = new Conjunction(
      left.key,
      bit,
      left,
      right,
      none,
      noNumbers,
      low | right.low,
      high | right.high,
      left.size + right.size,
      hash,
    );
    this.#recent[at] = made;
    return made;
  }

  #mergeLeaves(a: Conjunction, b: Conjunction): Conjunction {
    const both = sorted([...a.conjuncts, ...b.conjuncts]);
    const strongest = this.claims.reduce(both);
    if (strongest === null) return this.false;
    const left = this.clauses.reduce(strongest, a.conjuncts, b.conjuncts);
    if (left.some((c) => c.op === "not" && left.includes(c.args[0] as Term))) return this.false;
    for (const side of [a, b]) if (left.length === side.size && left.every((c, i) => c === side.conjuncts[i])) return side;
    return this.#leaf(a.key, left);
  }

  #leafOf(conjunct: Term): Conjunction {
    if (conjunct.op === "constant") return conjunct.value === 0n ? this.false : this.true;
    let leaf = this.#leaves.get(conjunct);
    if (leaf === undefined) {
      leaf = this.#makeLeaf(this.clauses.subjectOf(conjunct).id, [conjunct]);
      this.#leaves.set(conjunct, leaf);
    }
    return leaf;
  }

  #leaf(key: number, conjuncts: readonly Term[]): Conjunction {
    if (conjuncts.length === 0) return this.true;
    return conjuncts.length === 1 ? this.#leafOf(conjuncts[0] as Term) : this.#makeLeaf(key, conjuncts);
  }

  #makeLeaf(key: number, conjuncts: readonly Term[]): Conjunction {
    const variables = new Set<number>();
    let [low, high, hash] = [0, 0, key];
    for (const c of conjuncts) {
      hash = (Math.imul(hash, 31) + c.id) | 0;
      for (const v of this.variablesOf(c)) {
        const n = this.numberOf(v);
        variables.add(n);
        if ((n & 32) === 0) low |= 1 << (n & 31);
        else high |= 1 << (n & 31);
      }
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    return new Conjunction(key, -1, null, null, conjuncts, [...variables], low, high, conjuncts.length, hash);
  }

  /** The place of a variable among those that are known. */
  numberOf(variable: Term): number {
    let n = this.#numbers.get(variable);
    if (n === undefined) {
      n = this.known.length;
      this.#numbers.set(variable, n);
      this.known.push(variable);
    }
    return n;
  }
}

const noOrder = (): never => {
  throw new Error("a formula of a state says nothing of an order of events");
};

/** The conjuncts of a term; none if it is true. */
function flatten(formula: Term): readonly Term[] {
  if (formula.op !== "and" || formula.width > 1) return formula.op === "constant" && formula.value === 1n ? none : [formula];
  const found: Term[] = [];
  const open: Term[] = [formula];
  for (let t = open.pop(); t !== undefined; t = open.pop()) {
    if (t.op === "and") open.push(t.args[1] as Term, t.args[0] as Term);
    else found.push(t);
  }
  return found;
}

/** The only leaf that may have this key. */
function findLeaf(set: Conjunction, key: number): Conjunction {
  let at = set;
  while (at.left !== null) at = ((key >>> at.bit) & 1) === 0 ? at.left : (at.right as Conjunction);
  return at;
}

function sorted(terms: Term[]): readonly Term[] {
  terms.sort((a, b) => a.id - b.id);
  return terms.filter((t, i) => i === 0 || t !== terms[i - 1]);
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
