// Solves one formula with the core and checks the answer: a model satisfies every clause, a refutation has a
// proof that the independent checker accepts for exactly these clauses. In: a formula. Out: the answer, or an Error that says what is wrong.

import { Core, type CoreOptions } from "../../../src/solving/cdcl/core.ts";
import { checkProof } from "../../../src/solving/certificate/check.ts";
import type { ProofStep } from "../../../src/solving/certificate/proof.ts";
import type { Formula } from "./formulas.ts";

export interface Solved {
  readonly answer: "sat" | "unsat";
  readonly proof: readonly ProofStep[];
}

export function solveChecked(formula: Formula, options: CoreOptions = {}): Solved {
  const proof: ProofStep[] = [];
  const core = new Core({ ...options, proof: { add: (step) => proof.push(step) } });
  for (let v = 0; v < formula.variables; v++) core.newVariable();
  for (const clause of formula.clauses) core.addClause(clause);
  const answer = core.solve([], { interrupted: () => false });
  if (answer === "unknown") throw new Error("unknown without a limit");
  if (answer === "sat") {
    const broken = formula.clauses.find((clause) => !clause.some((l) => core.modelValue(l)));
    if (broken !== undefined) throw new Error(`the model breaks the clause ${broken.join(" ")}`);
  } else {
    const verdict = checkProof(proof, { clauses: formula.clauses, declarations: [], assumptions: [] });
    if (!verdict.accepted) throw new Error(`step ${verdict.step} of the proof: ${verdict.reason}`);
  }
  return { answer, proof };
}
