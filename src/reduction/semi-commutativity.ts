// Semi-commutativity (PDPOR, definitions 6 and 8): whether a step t may be taken before a step u that was taken before it, so that no violation is lost. In: the two steps, a way
// of u, and facts that hold wherever the two are taken. Out: which facts that needs; null: it was not shown.
//
// A violating run from a state s, in which the first step by a member of the chosen set is t, or in which there is none, is turned into one that begins with t. Per step u before t it
// suffices that, in every state σ in which u is taken (docs/adr/0048 has the whole argument):
//   if t is possible after u, then t is possible in σ, and taken first it leads on to a violation if it did so after u: t fails in σ; or u fails after t; or both go on and
//     the state after t and u covers that after u and t;
//   if t is possible in σ, then also after u, unless u fails after t;
//   if u fails in σ, then t fails in σ or u fails after t;
//   t does not end the process.
// "Covers" is equality but for registers that are not used any more, or an order in which violations only become more (resource-order.ts). All of this is substitution into the
// formulas of the ways, for all states at once.

import { Sums } from "../symbolic/sums.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Proofs } from "./proofs.ts";
import { conflicts, hasLifetimes, type Step, type StepWay } from "./steps.ts";

/** States that are compared: equal but for one cell, which may be larger. */
export interface Covering {
  readonly key: string;
  readonly cell: Term;
  /** The second value is the one in which violations are more likely. */
  covers(first: Term, second: Term): Term;
}

/** Conditions that are to be shown, as implications. */
type Conditions = readonly Term[];

export class SemiCommutativity {
  readonly #sums: Sums;
  readonly #conditions = new Map<string, Conditions>();

  constructor(
    readonly terms: Terms,
    readonly proofs: Proofs,
  ) {
    this.#sums = new Sums(terms);
  }

  /** Nothing that the two touch decides about the other. */
  isIndependent(t: Step, way: StepWay): boolean {
    for (const w of t.ways) if (w.outcome === "ends" || conflicts(w, way)) return false;
    return true;
  }

  /** Both steps are known as formulas, and neither begins or ends what the other touches: what holds of them holds of all with their cores of which this is true as well. */
  areComparable(t: Step, u: Step): boolean {
    return isComparable(t, u);
  }

  /** Facts under which t may be taken before this way of u; null: none were found. `t` has role 0, `u` has role 1. */
  needed(t: Step, u: Step, way: StepWay, facts: readonly Term[], covering: Covering | null): readonly Term[] | null {
    if (way.outcome === "waits" || way.outcome === "ends") return [];
    const conditions = this.#conditionsOf(t, u, way, covering);
    if (conditions === null) return null;
    const needed = new Set<Term>();
    for (const c of conditions) {
      const used = this.proofs.prove(c, facts);
      if (used === null) return null;
      for (const f of used) needed.add(f);
    }
    return [...needed];
  }

  #conditionsOf(t: Step, u: Step, way: StepWay, covering: Covering | null): Conditions | null {
    if (!isComparable(t, u)) return null;
    const key = `${t.core} ${u.core} ${u.ways.indexOf(way)} ${covering?.key ?? ""}`;
    const known = this.#conditions.get(key);
    if (known !== undefined) return known;
    const made = this.#make(t, u, way, covering);
    this.#conditions.set(key, made);
    return made;
  }

  #make(t: Step, u: Step, way: StepWay, covering: Covering | null): Conditions {
    const { terms } = this;
    const goes = t.ways.filter((w) => w.outcome === "goes");
    const fails = t.ways.filter((w) => w.outcome === "fails");
    const ends = t.ways.filter((w) => w.outcome === "ends");
    const failsNow = terms.any(fails.map((w) => w.guard));
    /** After this way of t, u fails. */
    const failsAfter = (w: StepWay): Term => terms.any(u.ways.filter((v) => v.outcome === "fails").map((v) => w.before(v.guard)));
    const leads = terms.any([failsNow, ...goes.map((w) => terms.and(w.guard, failsAfter(w)))]);
    const conditions: Term[] = ends.map((w) => terms.not(terms.and(w.guard, way.guard)));
    const demand = (when: Term, then: Term): void => {
      if (when !== terms.false) conditions.push(terms.implies(when, then));
    };
    if (way.outcome === "fails") {
      for (const w of goes) demand(terms.and(way.guard, w.guard), failsAfter(w));
      return conditions;
    }
    const mayAfter = (w: StepWay): Term => terms.and(way.guard, way.before(w.guard));
    for (const w of fails) demand(mayAfter(w), leads);
    for (const w of goes) {
      const when = mayAfter(w);
      if (when !== terms.false) demand(when, terms.or(leads, this.#reaches(t, u, way, w, covering)));
    }
    const isPossible = terms.any(goes.map((w) => w.guard));
    demand(terms.and(way.guard, isPossible), terms.any([leads, ...[...goes, ...fails].map((w) => way.before(w.guard))]));
    return conditions;
  }

  /** t and then u go on to a state that covers the one after this way of u and that of t. */
  #reaches(t: Step, u: Step, first: StepWay, second: StepWay, covering: Covering | null): Term {
    const { terms } = this;
    const orders: Term[] = [];
    for (const w of t.ways) {
      if (w.outcome !== "goes" || w.target !== second.target || w.guard === terms.false) continue;
      for (const v of u.ways) {
        if (v.outcome !== "goes" || v.target !== first.target) continue;
        const possible = terms.and(w.guard, w.before(v.guard));
        if (possible === terms.false) continue;
        const variables = new Set([...first.written, ...second.written, ...w.written, ...v.written, ...second.live, ...first.live]);
        const alike = [...variables].map((x) => {
          const before = first.before(second.before(x));
          const after = w.before(v.before(x));
          return x === covering?.cell ? covering.covers(before, after) : this.#equal(before, after);
        });
        orders.push(terms.and(possible, terms.all(alike)));
      }
    }
    return terms.any(orders);
  }

  /** Sums in different orders are equal: for a solver of clauses that is hard. */
  #equal(a: Term, b: Term): Term {
    return a === b ? this.terms.true : this.terms.eq(this.#sums.order(a), this.#sums.order(b));
  }
}

/** Both steps are known as formulas, and neither begins or ends what the other touches. */
function isComparable(t: Step, u: Step): boolean {
  if (!t.isDetermined || !u.isDetermined) return false;
  const isKnown = (w: StepWay): boolean => w.isComparable;
  if (!t.ways.every(isKnown) || !u.ways.every(isKnown)) return false;
  for (const w of t.ways) for (const v of u.ways) if (hasLifetimes(w, v) || hasLifetimes(v, w)) return false;
  return true;
}
