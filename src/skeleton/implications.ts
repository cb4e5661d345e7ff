// What follows from a condition, as far as conjuncts show. In: conditions, and facts that hold in every execution. Out: `implies`, and `rest`,
// what an implication still lacks.
//
// Conditions of events are long conjunctions that share most of their members: comparing sets of conjuncts is enough. Facts come from reads
// that can see one write only: where such a read is made, its write was (may-copy.ts). FUSION, section 4.1, takes that as a matter of course
// ("due to the semantics of fork/join"); here a join is a read like any other.

import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";

interface Fact {
  readonly given: ReadonlySet<Term>;
  readonly what: Term;
}

const none: readonly Fact[] = [];
const nothing: readonly Term[] = [];
/** Steps from a condition to its part. */
const maxSteps = 4;
/** Of longer lists nothing is left out. */
const maxRest = 8;

export class Implications {
  readonly #conjuncts = new Map<Term, ReadonlySet<Term>>();
  /** The conjunctions of which a condition consists, by the condition. */
  readonly #parts = new Map<Term, ReadonlySet<Term>>();
  #closures = new Map<Term, ReadonlySet<Term>>();
  /** Before the last `settle`. */
  #formerClosures: ReadonlyMap<Term, ReadonlySet<Term>> = new Map();
  /** By condition: what `hasGrown` has answered since then. */
  #grown: boolean[] = [];
  readonly #disjunctions = new Map<Term, ReadonlyMap<Term, readonly Term[]>>();
  /** By conjunction: the last visit to it. */
  readonly #visited: number[] = [];
  #visit = 0;
  /** By one conjunct of what is given. */
  readonly #facts = new Map<Term, Fact[]>();

  constructor(readonly terms: Terms) {}

  /** In every execution, `what` holds if `given` does. Returns whether that is new; it counts after the next `settle`. */
  add(given: Term, what: Term): boolean {
    if (this.implies(given, what)) return false;
    const fact = { given: this.#conjunctsOf(given), what };
    // The conjunct that is watched by the fewest facts; a condition that always holds has none.
    let watched: Term = this.terms.true;
    for (const c of fact.given)
      if (watched === this.terms.true || (this.#facts.get(c)?.length ?? 0) < (this.#facts.get(watched)?.length ?? 0)) watched = c;
    const list = this.#facts.get(watched);
    if (list === undefined) this.#facts.set(watched, [fact]);
    else list.push(fact);
    return true;
  }

  /** Forgets what followed from the earlier facts. */
  settle(): void {
    this.#formerClosures = this.#closures;
    this.#closures = new Map();
    this.#grown = [];
    this.#disjunctions.clear();
  }

  /** Whether `what` holds whenever `given` does. */
  implies(given: Term, what: Term): boolean {
    if (what === this.terms.true || what === given) return true;
    if (hasPart(given, what)) return true;
    const all = this.closureOf(given);
    const parts = this.#partsOf(given);
    // Conditions of one path have the earlier ones as parts: what they share is not compared member by member.
    this.#visit++;
    const stack = [what];
    while (stack.length > 0) {
      const x = stack.pop() as Term;
      if (x.op === "and") {
        if (parts.has(x) || this.#visited[x.id] === this.#visit) continue;
        this.#visited[x.id] = this.#visit;
        append(stack, x.args);
      } else if (!this.#follows(x, all)) return false;
    }
    return true;
  }

  /** Whether the conjunct is known, or a disjunction of which a member is. */
  #follows(c: Term, all: ReadonlySet<Term>): boolean {
    if (all.has(c)) return true;
    if (c.op === "or") return c.args.some((x) => all.has(x));
    return c.op === "not" && c.args[0]?.op === "and" && this.#isExcluded(c.args[0], all);
  }

  /** Whether a part of the conjunction is known to be false, as far as a few steps down show. */
  #isExcluded(conjunction: Term, all: ReadonlySet<Term>): boolean {
    let x = conjunction;
    for (let i = 0; i < maxSteps && x.op === "and"; i++) {
      const [a, b] = x.args as readonly [Term, Term];
      if (all.has(this.terms.not(a)) || all.has(this.terms.not(b))) return true;
      x = b.op === "and" ? b : a;
    }
    return false;
  }

  /** The conjuncts of `what` that do not follow from `given`: together with it they imply `what`. */
  rest(given: Term, what: Term): readonly Term[] {
    if (this.implies(given, what)) return nothing;
    const all = this.closureOf(given);
    const out: Term[] = [];
    for (const c of this.#conjunctsOf(what)) if (!this.#follows(c, all)) out.push(c);
    return out.length > 1 && out.length <= maxRest ? this.#withoutImplied(given, out) : out;
  }

  /** Leaves out conjuncts that follow from the others and a disjunction that holds: a thread that comes to a wait and continues has passed it. */
  #withoutImplied(given: Term, rest: readonly Term[]): Term[] {
    const { terms } = this;
    const disjunctions = this.#disjunctionsOf(given);
    let out = [...rest];
    for (const c of rest) {
      const others = out.filter((x) => x !== c);
      const isExcluded = (x: Term): boolean => x !== c && others.includes(terms.not(x));
      if (disjunctions.get(c)?.some(({ args }) => args.every((x) => x === c || isExcluded(x)))) out = others;
    }
    return out;
  }

  /** By disjunct: the disjunctions that follow. */
  #disjunctionsOf(given: Term): ReadonlyMap<Term, readonly Term[]> {
    const known = this.#disjunctions.get(given);
    if (known !== undefined) return known;
    const out = new Map<Term, Term[]>();
    for (const t of this.closureOf(given)) {
      if (t.op !== "or") continue;
      for (const x of t.args) {
        const list = out.get(x);
        if (list === undefined) out.set(x, [t]);
        else list.push(t);
      }
    }
    this.#disjunctions.set(given, out);
    return out;
  }

  /** Whether more follows than before the last `settle`. Also true if something follows from facts, and this was not asked before. */
  hasGrown(given: Term): boolean {
    let grown = this.#grown[given.id];
    if (grown === undefined) {
      const former = this.#formerClosures.get(given) ?? this.#conjunctsOf(given);
      grown = this.closureOf(given).size !== former.size;
      this.#grown[given.id] = grown;
    }
    return grown;
  }

  /** All conjuncts that follow. */
  closureOf(given: Term): ReadonlySet<Term> {
    const known = this.#closures.get(given);
    if (known !== undefined) return known;
    const own = this.#conjunctsOf(given);
    const closure = this.#facts.size === 0 ? own : this.#close(own);
    this.#closures.set(given, closure);
    return closure;
  }

  #close(own: ReadonlySet<Term>): ReadonlySet<Term> {
    let all: Set<Term> | null = null; // a copy, once something follows
    const begun = new Set<Fact>();
    const begin = (c: Term): void => {
      for (const fact of this.#facts.get(c) ?? none) begun.add(fact);
    };
    begin(this.terms.true);
    for (const c of own) begin(c);
    for (let grows = begun.size > 0; grows; ) {
      grows = false;
      for (const fact of begun) {
        if (!isWithin(fact.given, all ?? own)) continue;
        begun.delete(fact);
        for (const c of this.#conjunctsOf(fact.what)) {
          if ((all ?? own).has(c)) continue;
          all ??= new Set(own);
          all.add(c);
          begin(c);
          grows = true;
        }
      }
      if (all !== null) for (const x of all) if (x.op === "or") this.#resolve(all, x);
    }
    return all ?? own;
  }

  #partsOf(t: Term): ReadonlySet<Term> {
    let out = this.#parts.get(t) as Set<Term> | undefined;
    if (out !== undefined) return out;
    out = new Set(t.op === "and" ? [t] : []);
    for (const x of out) for (const a of x.args) if (a.op === "and") out.add(a);
    this.#parts.set(t, out);
    return out;
  }

  #conjunctsOf(t: Term): ReadonlySet<Term> {
    const known = this.#conjuncts.get(t);
    if (known !== undefined) return known;
    const out = new Set<Term>();
    this.#visit++;
    const stack = [t];
    while (stack.length > 0) {
      const x = stack.pop() as Term;
      if (x.op === "and") {
        if (this.#visited[x.id] === this.#visit) continue;
        this.#visited[x.id] = this.#visit;
        append(stack, x.args);
      } else if (x !== this.terms.true) out.add(x);
    }
    for (const x of out) if (x.op === "or") this.#resolve(out, x);
    this.#conjuncts.set(t, out);
    return out;
  }

  /** Unit resolution: if all disjuncts but one are excluded, that one holds. */
  #resolve(known: Set<Term>, { args }: Term): void {
    const { terms } = this;
    const isExcluded = (x: Term): boolean => {
      const other = terms.not(x);
      return known.has(other) || (other.op === "and" && other.args.every((a) => known.has(a)));
    };
    const left = args.filter((x) => !isExcluded(x));
    if (left.length === 1) known.add(left[0] as Term);
  }
}

/** Whether the conjunction has this part. A few steps down are enough for the conditions of neighbours on a path. */
function hasPart(whole: Term, part: Term): boolean {
  let x = whole;
  for (let i = 0; i < maxSteps && x.op === "and" && x.id > part.id; i++) {
    const [a, b] = x.args as readonly [Term, Term];
    if (a === part || b === part) return true;
    x = b.op === "and" ? b : a;
  }
  return false;
}

function isWithin(some: ReadonlySet<Term>, all: ReadonlySet<Term>): boolean {
  if (some.size > all.size) return false;
  for (const x of some) if (!all.has(x)) return false;
  return true;
}
