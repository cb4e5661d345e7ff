// Counts the schedules of a program as models of its step encoding: T is enumerated with blocking clauses.

import { buildFormula } from "../../../../src/encoding/formula.ts";
import { addEndOfRun } from "../../../../src/encoding/steps/final-state.ts";
import type { StepFormula } from "../../../../src/encoding/steps/step-formula.ts";
import type { ThreadControl } from "../../../../src/encoding/steps/tau.ts";
import type { Technique } from "../../../../src/encoding/techniques.ts";
import type { Program } from "../../../../src/program/program.ts";
import { RavelSolver } from "../../../../src/solving/ravel.ts";
import { Budget } from "../../../../src/support/budget.ts";
import type { Term } from "../../../../src/terms/term.ts";
import { machineOptions } from "../../../run.ts";

/** As a policy (tau.ts): main is scheduled only if every other thread has ended or does not exist. */
const mainLast: ThreadControl = (f) => {
  const { terms } = f;
  for (let i = 0; i < f.steps; i++)
    for (let t = 1; t < f.units.length; t++)
      f.assert(terms.any([terms.not(f.isScheduled(0, i)), terms.not(f.isCreated(t, i)), f.isDone(t, i)]), "main last");
};

/**
 * `all`: all schedules, main's own steps apart. `symmetric`: those with the first steps of exchangeable threads in order. `reduced`: those that the peephole
 * constraint leaves; main's joins come as early as they can. `rearranged`: those that the symmetry of the formula leaves.
 */
export async function countSchedules(
  program: Program,
  which: "all" | "symmetric" | "reduced" | "rearranged",
  without: readonly Technique[] = [],
): Promise<number> {
  const options = { machine: machineOptions(["assert"]), properties: ["assert"] as const, bounds: new Map(), defaultBound: 4 };
  const { composition, solver, terms } = buildFormula(
    program,
    { ...options, encoding: "steps", without, formulaSymmetry: which === "rearranged" },
    (t) => new RavelSolver(t),
    () => false,
  );
  const f = composition as StepFormula;
  if (which !== "reduced") mainLast(f);
  const assumed: Term[] = [
    addEndOfRun(f),
    ...(which === "reduced" ? [f.reduced] : []),
    ...(which === "symmetric" && f.symmetric !== null ? [f.symmetric] : []),
    ...(which === "rearranged" && f.rearranged !== null ? [f.rearranged] : []),
  ];
  let count = 0;
  while ((await solver.check(assumed, new Budget(null, 1500))) === "sat") {
    count++;
    const differs: Term[] = [];
    for (let i = 0; i < f.steps; i++) {
      const t = f.scheduler(i);
      differs.push(terms.ne(t, terms.constant(solver.value(t), t.width)));
    }
    solver.assert(terms.any(differs));
  }
  return count;
}
