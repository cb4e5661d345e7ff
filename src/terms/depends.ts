// Whether a term depends on variables. In: a term and a set of variables. Out: whether one of them occurs in it.

import { append } from "../support/lists.ts";
import type { Term } from "./term.ts";

export const dependsOn = (term: Term, variables: ReadonlySet<Term>): boolean => mentions(term, (t) => variables.has(t));

/** Whether a part of the term is meant. */
export function mentions(term: Term, isMeant: (t: Term) => boolean): boolean {
  const seen = new Set<Term>();
  const stack = [term];
  while (stack.length > 0) {
    const t = stack.pop() as Term;
    if (isMeant(t)) return true;
    if (seen.has(t)) continue;
    seen.add(t);
    append(stack, t.args);
  }
  return false;
}
