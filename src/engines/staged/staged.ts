// staged: STAGED (Sinha and Wang, FSE 2010). In: a task. Out: findings from a solver. Each thread is summarised once, as a skeleton of
// accesses; the summaries are composed by axioms of sequential consistency and solved. Loops are unrolled as far as needed: a bound is raised
// only if a run can reach it, and `safe` means that none can.

import type { Formula } from "../../encoding/formula.ts";
import type { EngineResult } from "../engine.ts";
import type { Ask } from "../formula/asking.ts";
import { Bounds } from "../formula/bounds.ts";
import { FormulaSearch } from "../formula/formula-search.ts";
import type { Refinement } from "../formula/refinement.ts";
import type { StagedTask } from "./options.ts";

export const runStaged = (task: StagedTask): Promise<EngineResult> => new FormulaSearch("staged", task, new RaiseBounds(task)).run();

class RaiseBounds implements Refinement {
  readonly #bounds: Bounds;

  constructor(readonly task: StagedTask) {
    this.#bounds = new Bounds(task.options.unwind ?? null);
  }

  get fragment(): Refinement["fragment"] {
    return { bounds: this.#bounds.byName, defaultBound: this.#bounds.default };
  }

  get extent(): string {
    return `loops up to ${this.#bounds.current} iterations`;
  }

  report(): EngineResult["options"] {
    return { unwind: this.#bounds.largest };
  }

  /** Everything is covered within the bounds; those in the way are raised. */
  async refine({ composition, skeleton }: Formula, _ask: Ask, search: FormulaSearch): Promise<"again" | "spent" | "done"> {
    const reached = new Set(composition.reached("unwind"));
    const cuts = skeleton.cuts.filter((cut) => reached.has(cut.event));
    const notes = this.#bounds.notes(this.task.program, cuts);
    search.coverUpTo({ unwind: this.#bounds.fixed ?? this.#bounds.least }, notes);
    if (this.#bounds.fixed !== null) {
      search.settle();
      return "done";
    }
    return this.#bounds.raise(cuts) ? "again" : "spent";
  }
}
