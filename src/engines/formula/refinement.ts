// How a formula that covers a fragment of the program is made to cover more.

import type { Formula, FormulaOptions } from "../../encoding/formula.ts";
import type { Question } from "../../encoding/questions.ts";
import type { EngineStats } from "../../reports/report.ts";
import type { Answer } from "../../solving/solver.ts";
import type { EngineResult, Note } from "../engine.ts";
import type { Ask } from "./asking.ts";
import type { FormulaSearch } from "./formula-search.ts";

export interface Refinement {
  /** The fragment that the next formula covers. */
  readonly fragment: Pick<FormulaOptions, "bounds" | "defaultBound" | "route" | "maxSteps" | "phantom">;
  /** The fragment in a few words, for progress. */
  readonly extent: string;
  /** Called before the first formula. */
  begin?(search: FormulaSearch): void;
  /**
   * The program can leave the fragment: the solver has a model that does. `again`: the fragment has grown. `spent`: it has not, for want of time or
   * because nothing can be added. `done`: what is open has been settled.
   */
  refine(formula: Formula, ask: Ask, search: FormulaSearch): Promise<"again" | "spent" | "done">;
  /** Told of each answer of the solver. */
  answered?(question: Question, answer: Answer, formula: Formula): void;
  /**
   * Runs leave the fragment by phantom edges only. `check`: whether one of them may do anything that was asked for. `covered`: none may. The others as
   * above.
   */
  passEdges?(formula: Formula, check: () => Promise<Answer>, search: FormulaSearch): Promise<"covered" | "again" | "spent" | "done">;
  /** What is said beside a property that a limit leaves open. */
  notes?(): readonly Note[];
  /** What the report says of it: options, and statistics put into `stats`. */
  report(stats: { -readonly [K in keyof EngineStats]: EngineStats[K] }): EngineResult["options"];
}
