// Locals as copies per step: what is left out with SSA (TRACE, section 4: "reduce the number of variables based on the Static Single Assignment
// format"). In: a formula. Out: for every read a variable per step, which has its value from the step on that executes it and stays as it is otherwise
// (V_t[i+1] = V_t[i] of τ_idle); the last copy is what the terms of the skeleton name.

import type { Term } from "../../terms/term.ts";
import type { StepFormula } from "./step-formula.ts";

export function copyLocals(f: StepFormula): void {
  const { terms } = f;
  for (const own of f.units)
    for (const u of own)
      for (const e of u.events)
        for (const { access, content } of f.cells.usesOf(e).reads) {
          const name = `local ${e.id}.${access.from}.${content.id}`;
          let before: Term | null = null;
          for (let i = 0; i <= f.steps; i++) {
            const copy = terms.variable(`${name}[${i}]`, content.width);
            if (before !== null) {
              const executes = f.mayExecute(u, i - 1) ? f.executes(u, i - 1) : terms.false;
              f.assert(terms.implies(executes, terms.eq(copy, content)), "local");
              f.assert(terms.or(executes, terms.eq(copy, before)), "local");
            }
            before = copy;
          }
          f.assert(terms.implies(f.hasPassed(u, f.steps), terms.or(terms.not(e.executed), terms.eq(content, before as Term))), "local");
        }
}
