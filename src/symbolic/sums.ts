// Sums in one form. In: a term. Out: an equal term in which the addends of every sum stand in one order, each once.
//
// Threads that add to a variable in different orders make the same precondition, but terms keep the order of additions: with k threads to come a formula would have k!
// parts that say the same. The rules of terms/simplify do not order addends, since formulas of other engines would change.

import { rebuild } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";

/** More addends than this are left as they are. */
const maxAddends = 64;

/** A sum: factors by addend, and a constant; modulo 2^width. */
interface Sum {
  readonly factors: Map<Term, bigint>;
  constant: bigint;
}

export class Sums {
  readonly #done = new Map<Term, Term>();

  constructor(readonly terms: Terms) {}

  order(term: Term): Term {
    const stack = [term];
    while (stack.length > 0) {
      const t = stack[stack.length - 1] as Term;
      if (this.#done.has(t)) {
        stack.pop();
        continue;
      }
      const pushed = stack.length;
      // Sums within a sum are not ordered by themselves: with k addends that would be k sums.
      const sum = sumOf(t);
      for (const a of sum?.factors.keys() ?? t.args) if (!this.#done.has(a)) stack.push(a);
      if (stack.length > pushed) continue;
      this.#done.set(t, sum === null ? this.#orderParts(t) : this.#orderSum(sum, t.width));
      stack.pop();
    }
    return this.#done.get(term) as Term;
  }

  #orderParts(t: Term): Term {
    const args = t.args.map((a) => this.#done.get(a) as Term);
    const same = args.every((a, i) => a === t.args[i]) ? t : rebuild(this.terms, t, args);
    if (same === t) return t;
    const sum = sumOf(same);
    return sum === null ? same : this.#build(sum, t.width);
  }

  #orderSum({ factors, constant }: Sum, width: number): Term {
    const ordered = new Map<Term, bigint>();
    for (const [addend, factor] of factors) {
      const a = this.#done.get(addend) as Term;
      ordered.set(a, (ordered.get(a) ?? 0n) + factor);
    }
    return this.#build({ factors: ordered, constant }, width);
  }

  #build({ factors, constant }: Sum, width: number): Term {
    const { terms } = this;
    const addends = [...factors].sort(([a], [b]) => a.id - b.id);
    let value = terms.constant(0, width);
    for (const [addend, factor] of addends) {
      const f = BigInt.asUintN(width, factor);
      if (f !== 0n) value = terms.add(value, terms.mul(addend, terms.constant(f, width)));
    }
    return terms.add(value, terms.constant(constant, width));
  }
}

/** Null: it is not a sum of several addends, or of too many. */
function sumOf(t: Term): Sum | null {
  const sum: Sum = { factors: new Map(), constant: 0n };
  return isSum(t) && collect(sum, t, 1n) && sum.factors.size > 1 ? sum : null;
}

function isSum(t: Term): boolean {
  return t.width > 1 && (t.op === "add" || t.op === "sub" || t.op === "neg" || isScaled(t));
}

function isScaled(t: Term): boolean {
  return (t.op === "mul" || (t.op === "shl" && (t.args[1] as Term).value < BigInt(t.width))) && t.args[1]?.op === "constant";
}

/** Adds the term, times a factor. False: it has too many addends. */
function collect(sum: Sum, term: Term, factor: bigint): boolean {
  const open: [Term, bigint][] = [[term, factor]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [t, f] = next;
    const [a, b] = t.args as readonly [Term, Term];
    if (t.op === "constant") sum.constant += f * t.value;
    else if (t.op === "add") open.push([a, f], [b, f]);
    else if (t.op === "sub") open.push([a, f], [b, -f]);
    else if (t.op === "neg") open.push([a, -f]);
    else if (isScaled(t)) open.push([a, t.op === "mul" ? f * b.value : f << b.value]);
    else sum.factors.set(t, (sum.factors.get(t) ?? 0n) + f);
    if (sum.factors.size > maxAddends || open.length > maxAddends) return false;
  }
  return true;
}
