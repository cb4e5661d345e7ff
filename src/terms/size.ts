// The size of a term. In: a term. Out: how many operators it has, each shared one counted once.

import { append } from "../support/lists.ts";
import type { Term } from "./term.ts";

export function countOperators(term: Term): number {
  const seen = new Set<Term>();
  const stack = [term];
  let operators = 0;
  while (stack.length > 0) {
    const t = stack.pop() as Term;
    if (seen.has(t)) continue;
    seen.add(t);
    if (t.args.length > 0) operators++;
    append(stack, t.args);
  }
  return operators;
}
