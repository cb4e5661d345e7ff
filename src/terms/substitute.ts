// Replaces variables and order facts by terms. In: a builder, a term, a replacement for leaves (null: keep the leaf). Out: the term,
// rebuilt and so simplified again. Iterative, each shared node once; what does not change is not rebuilt.

import type { Term } from "./term.ts";
import type { Terms } from "./terms.ts";

export type Replacement = (leaf: Term) => Term | null;

export function substitute(terms: Terms, term: Term, replacement: Replacement): Term {
  return new Substitution(terms, replacement).apply(term);
}

/** Replaces one leaf. Terms that are older than the leaf do not contain it: of a condition that grew with a path, only the end is walked. */
export function substituteLeaf(terms: Terms, term: Term, leaf: Term, by: Term): Term {
  return new Substitution(terms, (l) => (l === leaf ? by : null), leaf.id).apply(term);
}

/** Replaces variables by name. */
export function substituteVariables(terms: Terms, term: Term, values: ReadonlyMap<string, Term>): Term {
  return substitute(terms, term, (leaf) => (leaf.op === "variable" ? (values.get(leaf.name) ?? null) : null));
}

/** Remembers its results: use one instance for many terms. */
export class Substitution {
  readonly #terms: Terms;
  readonly #replacement: Replacement;
  readonly #oldest: number;
  readonly #done = new Map<Term, Term>();

  /** Terms with a lower id than `oldest` contain nothing to replace. */
  constructor(terms: Terms, replacement: Replacement, oldest = 0) {
    this.#terms = terms;
    this.#replacement = replacement;
    this.#oldest = oldest;
  }

  apply(term: Term): Term {
    const done = this.#done;
    if (term.id < this.#oldest) return term;
    const stack = [term];
    while (stack.length > 0) {
      const t = stack[stack.length - 1] as Term;
      if (done.has(t)) {
        stack.pop();
        continue;
      }
      const pushed = stack.length;
      for (const a of t.args) if (a.id >= this.#oldest && !done.has(a)) stack.push(a);
      if (stack.length > pushed) continue;
      done.set(t, this.#replace(t));
      stack.pop();
    }
    return done.get(term) as Term;
  }

  #replace(t: Term): Term {
    if (t.op === "variable" || t.op === "before") {
      const by = this.#replacement(t);
      if (by !== null && by.width !== t.width) throw new Error(`a term of ${by.width} bits for one of ${t.width}`);
      return by ?? t;
    }
    const args = t.args.map((a) => (a.id < this.#oldest ? a : (this.#done.get(a) as Term)));
    return args.every((a, i) => a === t.args[i]) ? t : rebuild(this.#terms, t, args);
  }
}

/** Builds the operator of `t` over other arguments; a leaf is built again, with its name or events, by the given builder. */
export function rebuild(terms: Terms, t: Term, args: readonly Term[]): Term {
  const [a, b, c] = args as readonly [Term, Term, Term];
  switch (t.op) {
    case "constant":
      return terms.constant(t.value, t.width);
    case "variable":
      return terms.variable(t.name, t.width);
    case "before": {
      const [first, second] = t.events as readonly [number, number];
      return terms.before(first, second);
    }
    case "not":
    case "neg":
      return terms[t.op](a);
    case "ite":
      return terms.ite(a, b, c);
    case "extract":
      return terms.extract(a, Number(t.value) + t.width - 1, Number(t.value));
    case "zext":
    case "sext":
      return terms[t.op](a, t.width);
    default:
      return terms[t.op](a, b);
  }
}
