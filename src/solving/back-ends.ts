// Creates the solver that `--solver` names: ravel, z3, smtlib:COMMAND, cross (ravel and z3) or cross:ANOTHER.

import { fail } from "../support/diagnostics.ts";
import type { Terms } from "../terms/terms.ts";
import { CrossSolver } from "./cross.ts";
import { type RavelOptions, RavelSolver } from "./ravel.ts";
import { SmtLibProcess, type StartProcess } from "./smtlib/process.ts";
import { SmtLibSolver } from "./smtlib/solver.ts";
import type { Solver } from "./solver.ts";
import { Z3Session } from "./z3.ts";

export interface SolverOptions extends RavelOptions {
  readonly startProcess?: StartProcess | null;
}

export function createSolver(name: string, terms: Terms, options: SolverOptions = {}): Solver {
  if (name === "ravel") return new RavelSolver(terms, options);
  if (name === "z3") return new SmtLibSolver(name, terms, new Z3Session());
  if (name.startsWith("smtlib:")) {
    const words = name.slice("smtlib:".length).split(/\s+/);
    return new SmtLibSolver(
      name,
      terms,
      new SmtLibProcess(
        words.filter((w) => w !== ""),
        options.startProcess ?? null,
      ),
    );
  }
  if (name === "cross") return createSolver("cross:z3", terms, options);
  if (name.startsWith("cross:"))
    return new CrossSolver(new RavelSolver(terms, options), createSolver(name.slice("cross:".length), terms, options));
  return fail("RVL001", `unknown solver ${name}`, { hint: "use ravel, z3, smtlib:COMMAND or cross" });
}
