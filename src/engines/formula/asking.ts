// Asks the solver of a formula. In: a question, and the conflicts that it is worth. Out: the answer; statistics of the solver, and whether the formula has a run.

import type { Formula } from "../../encoding/formula.ts";
import type { Question } from "../../encoding/questions.ts";
import type { EngineStats } from "../../reports/report.ts";
import type { Answer, Solver } from "../../solving/solver.ts";
import { decidedElsewhere, type Limit } from "../../support/limits.ts";
import type { Term } from "../../terms/term.ts";
import type { FormulaTask } from "./options.ts";
import type { Refinement } from "./refinement.ts";

/** Asks the solver, under further assumptions if there are any. */
export type Ask = (question: Question, assumptions?: readonly Term[]) => Promise<Answer>;

/** Conflicts that a brief question may take: most questions take fewer. */
export const briefConflicts = 1000;

/** What asks. */
interface Asker {
  readonly task: FormulaTask;
  readonly refinement: Refinement;
  /** Whether another engine has decided the property that the question is about. */
  isTaken(question: string): boolean;
  /** Called before each question: other engines may work. */
  yieldBefore(question: Question, formula: Formula): Promise<void>;
}

export class Asking {
  /** Time in the solvers of earlier formulas, and of the certificate. */
  #earlierSolveMs = 0;
  /** The solver found a run of the formula. */
  #hasRun = false;

  constructor(
    readonly asker: Asker,
    readonly stats: { -readonly [K in keyof EngineStats]: EngineStats[K] },
  ) {}

  /** There is a new formula. */
  begin(): void {
    this.#hasRun = false;
    this.#earlierSolveMs = this.stats.solveMs ?? 0;
  }

  /** A question takes at most so many conflicts; null: as many as it needs. The refinement is told of every answer but that a brief question was too brief. */
  of(formula: Formula, maxConflicts: number | null = null): Ask {
    const { composition, skeleton, solver } = formula;
    const { task, refinement } = this.asker;
    const staysOffEdges = skeleton.phantoms.length === 0 ? [] : [composition.terms.not(composition.through)];
    const answerTo: Ask = async (question, assumptions = []) => {
      if (!composition.mayHappen(question)) return "unsat";
      await this.asker.yieldBefore(question, formula);
      const limited = task.budget.within(decidedElsewhere(() => this.asker.isTaken(question))).within(conflictLimit(solver, maxConflicts));
      const answer = await solver.check(composition.ask(question, [...staysOffEdges, ...assumptions]), limited);
      this.noteStatistics(solver);
      if (answer === "sat") this.#hasRun = true;
      return answer;
    };
    return async (question, assumptions) => {
      const answer = await answerTo(question, assumptions);
      if (answer !== "unknown" || maxConflicts === null) refinement.answered?.(question, answer, formula);
      return answer;
    };
  }

  /** In a formula without any run every question is unsatisfiable, which says nothing about the program. */
  async findRun({ solver }: Formula, maxConflicts: number | null = null): Promise<Answer> {
    if (this.#hasRun) return "sat";
    const answer = await solver.check([], this.asker.task.budget.within(conflictLimit(solver, maxConflicts)));
    this.#noteSolveTime(solver);
    this.#hasRun = answer === "sat";
    return answer;
  }

  /** Counts are those of the last formula; the time is that of all of them. */
  noteStatistics(solver: Solver): void {
    const { calls, conflicts, variables } = solver.statistics;
    this.stats.variables = variables;
    this.stats.solverCalls = calls;
    this.stats.conflicts = conflicts;
    this.#noteSolveTime(solver);
  }

  /** Time in a solver of no formula of the search. */
  addSolveTime(milliseconds: number): void {
    this.#earlierSolveMs += milliseconds;
    this.stats.solveMs = (this.stats.solveMs ?? 0) + milliseconds;
  }

  #noteSolveTime({ statistics }: Solver): void {
    this.stats.solveMs = this.#earlierSolveMs + statistics.milliseconds;
  }
}

/** Reached when the solver has met so many more conflicts. */
function conflictLimit(solver: Solver, maxConflicts: number | null): Limit {
  if (maxConflicts === null) return { reached: () => null };
  const most = solver.statistics.conflicts + maxConflicts;
  return { reached: () => (solver.statistics.conflicts > most ? { kind: "work" } : null) };
}
