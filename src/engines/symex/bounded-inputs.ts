// Conditions that the bounds of inputs decide. In: a path condition, and a condition, both over inputs. Out: whether the condition is false for all inputs between the bounds that the path has for them, as far as the simplifier
// tells. The condition is built again in a store in which inputs have these bounds: its rules compute ranges, and fold comparisons of terms whose ranges do not meet.

import { Claims } from "../../symbolic/claims.ts";
import { rebuild } from "../../terms/substitute.ts";
import type { Term } from "../../terms/term.ts";
import { type Bounds, Terms } from "../../terms/terms.ts";

/** Path conditions of which the store is kept. */
const maxPaths = 16;
/** A store with more terms is not extended. */
const maxTerms = 20_000;

interface BoundedStore {
  readonly terms: Terms;
  readonly bounds: ReadonlyMap<string, Bounds>;
  readonly made: Map<Term, Term>;
}

export class BoundedInputs {
  readonly #claims = new Claims();
  /** By the conjunction of the path; null: the path has no bounds. */
  readonly #stores = new Map<Term, BoundedStore | null>();

  /** `whole`: the conjunction of the path. */
  isFalse(path: readonly Term[], whole: Term, condition: Term): boolean {
    const store = this.#storeFor(path, whole);
    if (store === null || store.made.size > maxTerms) return false;
    return this.#build(store, condition) === store.terms.false;
  }

  #storeFor(path: readonly Term[], whole: Term): BoundedStore | null {
    let store = this.#stores.get(whole);
    if (store === undefined) {
      const bounds = this.#boundsOf(path);
      store = bounds.size === 0 ? null : { terms: new Terms(), bounds, made: new Map() };
      const [oldest] = this.#stores.keys();
      if (this.#stores.size >= maxPaths && oldest !== undefined) this.#stores.delete(oldest);
      this.#stores.set(whole, store);
    }
    return store;
  }

  /** Per input, as signed numbers. */
  #boundsOf(path: readonly Term[]): ReadonlyMap<string, Bounds> {
    const bounds = new Map<string, Bounds>();
    for (const c of path) {
      const claim = this.#claims.of(c);
      if (claim === null || claim.about.op !== "variable" || claim.kind === "not") continue;
      const { name, width } = claim.about;
      const [low, high] = claim.kind === "signed" ? [claim.low, claim.high] : [claim.low, claim.high].map((n) => BigInt.asIntN(width, n));
      // Unsigned numbers on both sides of the sign bit are no range of signed ones.
      if (low === undefined || high === undefined || low > high) continue;
      const old = bounds.get(name);
      const both = old === undefined ? { low, high } : { low: max(old.low, low), high: min(old.high, high) };
      if (both.low <= both.high) bounds.set(name, both);
    }
    return bounds;
  }

  /** Each shared part once. */
  #build({ terms, bounds, made }: BoundedStore, condition: Term): Term {
    const stack = [condition];
    while (stack.length > 0) {
      const t = stack[stack.length - 1] as Term;
      const pushed = stack.length;
      if (!made.has(t)) for (const a of t.args) if (!made.has(a)) stack.push(a);
      if (stack.length > pushed) continue;
      stack.pop();
      if (made.has(t)) continue;
      const args = t.args.map((a) => made.get(a) as Term);
      made.set(t, t.op === "variable" ? terms.variable(t.name, t.width, bounds.get(t.name)) : rebuild(terms, t, args));
    }
    return made.get(condition) as Term;
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
