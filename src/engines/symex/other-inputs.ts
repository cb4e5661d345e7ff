// Other inputs for the run at hand. In: a condition on inputs. Out: the same run, up to the state on top, with inputs for which the condition holds.

import { LimitReached } from "../../support/limits.ts";
import type { Way } from "../../symbolic/way.ts";
import type { Term } from "../../terms/term.ts";
import type { RunPath } from "./path.ts";
import type { SymbolicSearch } from "./search.ts";

/** Inputs for which it is asked whether threads wait. */
const maxTries = 16;

export class OtherInputs {
  constructor(
    readonly search: Pick<SymbolicSearch, "terms" | "questions" | "shadow" | "task">,
    readonly path: RunPath,
  ) {}

  /** Runs to the state on top once more, with inputs for which both conditions hold. Returns false if there are none. */
  async runFor(restriction: Term, condition: Term): Promise<boolean> {
    const { terms, questions, task } = this.search;
    if (condition === terms.true) return true;
    if (task.budget.isSpent) throw new LimitReached("stopped");
    const found = await questions.findInputs(this.path.condition, terms.and(restriction, condition));
    if (found === "none") return false;
    if (found === "unknown") throw new LimitReached("stopped");
    this.path.runAgain(found);
    return true;
  }

  /**
   * Runs to the state on top with inputs for which no thread can continue, among those for which this holds. A section that waits for some of its own inputs can be taken with others: what it takes is not part of the
   * run, so that the inputs which were taken are asked about one by one.
   */
  async runForStuck(restriction: Term, condition: Term): Promise<"stuck" | "none" | "unknown"> {
    const { machine, inputs, terms } = this.path;
    let left = condition;
    for (let n = 0; n < maxTries; n++) {
      if (left === terms.false || !(await this.runFor(restriction, left))) return "none";
      if (!machine.threads.some((t) => machine.isEnabled(t))) return "stuck";
      const { taken } = inputs.inputsOf(condition);
      if (taken.length === 0) return "none";
      left = terms.and(left, inputs.otherThan(taken));
    }
    return "unknown";
  }

  /** Where an equation on inputs decides the way at hand, another one comes first: what is found out there holds for more inputs (AGSE, Fig. 4). */
  async preferWeakerSide(restriction: Term, way: Way | null): Promise<void> {
    const { terms, shadow } = this.search;
    const conditions = shadow.applyTo(way?.guard ?? [], shadow.reader());
    if (conditions.some((c) => c.op === "eq")) await this.runFor(restriction, terms.not(terms.all(conditions)));
  }
}
