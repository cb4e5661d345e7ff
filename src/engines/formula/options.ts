// The options of engines that decide by formulas.

import type { FormulaOptions } from "../../encoding/formula.ts";
import type { SymmetryLevel } from "../../encoding/techniques.ts";
import type { StartProcess } from "../../solving/smtlib/process.ts";
import type { EngineTask } from "../engine.ts";

export interface SolverOptions {
  /** Give up after so many conflicts of the solver; null: never. */
  readonly effort?: number | null | undefined;
  /** The solver, by a name of `createSolver`. */
  readonly solver?: string | null | undefined;
  /** Starts the processes of other solvers; none: there are no processes here. */
  readonly startProcess?: StartProcess | null | undefined;
  /** Where a certificate of the safe verdicts goes. */
  readonly certificate?: ((text: string) => void) | null | undefined;
  /** How threads are summarised and composed. */
  readonly encoding?: FormulaOptions["encoding"] | null | undefined;
  /** Which symmetries the step encoding looks for: of the program (default), or also of the formula. */
  readonly symmetry?: SymmetryLevel | null | undefined;
  /** Techniques to leave out. */
  readonly without?: FormulaOptions["without"];
}

export type FormulaTask = EngineTask<SolverOptions>;
