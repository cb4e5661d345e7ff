// The size of terms. In: one or more terms. Out: how many operators they have, each shared one counted once.

import { append } from "../support/lists.ts";
import type { Term } from "./term.ts";

export function countOperators(terms: readonly Term[]): number {
  const seen = new Set<Term>();
  const stack = [...terms];
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
