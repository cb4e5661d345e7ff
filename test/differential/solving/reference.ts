// A solver that is too simple to have the same bugs: backtracking with unit propagation by scanning every clause (Davis, Logemann and
// Loveland 1962). In: clauses and assumptions. Out: whether there is a model. For small formulas only.

import { type Literal, negate, variableOf } from "../../../src/solving/literal.ts";

export function hasModel(variables: number, clauses: readonly (readonly Literal[])[], assumptions: readonly Literal[] = []): boolean {
  const values = new Int8Array(2 * variables);
  const trail: Literal[] = [];
  const assign = (literal: Literal): boolean => {
    if (values[literal] !== 0) return values[literal] > 0;
    values[literal] = 1;
    values[negate(literal)] = -1;
    trail.push(literal);
    return true;
  };
  const propagate = (): boolean => {
    for (let changed = true; changed; ) {
      changed = false;
      for (const clause of clauses) {
        if (clause.some((l) => values[l] > 0)) continue;
        const open = [...new Set(clause.filter((l) => values[l] === 0))];
        if (open.length === 0) return false;
        if (open.length > 1) continue;
        assign(open[0]);
        changed = true;
      }
    }
    return true;
  };
  const search = (): boolean => {
    if (!propagate()) return false;
    // A shortest open clause: one of its literals must hold.
    let best: readonly Literal[] | null = null;
    for (const clause of clauses) {
      if (clause.some((l) => values[l] > 0)) continue;
      const open = clause.filter((l) => values[l] === 0);
      if (best === null || open.length < best.length) best = open;
    }
    if (best === null) return true;
    for (const literal of [best[0], negate(best[0])]) {
      const mark = trail.length;
      if (assign(literal) && search()) return true;
      while (trail.length > mark) {
        const undone = trail.pop() as Literal;
        values[undone] = 0;
        values[negate(undone)] = 0;
      }
    }
    return false;
  };
  if (assumptions.some((a) => variableOf(a) >= variables)) throw new Error("an assumption without a variable");
  return assumptions.every(assign) && search();
}
