// guided: TRACE (Yang and Sakallah), section 3, made complete. The program is run once; then a formula decides all runs that take only sides that were seen (the
// paper's φ). If it has no violation, the solver is asked for a run that reaches an unseen side (ψ): that run is made, finished, and its sides are added.
// If no unseen side can be reached, no execution leaves what was seen, and what holds of it holds of the program, without a bound on loops.
//
// The paper keeps one formula per run; here one route is the union of all runs, so that sides of different runs combine. All sides that one formula can
// reach are collected before the next is built.

import type { Formula } from "../../encoding/formula.ts";
import { readRun } from "../../encoding/model-run.ts";
import type { EngineStats } from "../../reports/report.ts";
import { Route } from "../../skeleton/route.ts";
import type { Cut } from "../../skeleton/skeleton.ts";
import type { Term } from "../../terms/term.ts";
import type { EngineResult } from "../engine.ts";
import { Bounds } from "../formula/bounds.ts";
import { type Ask, FormulaSearch } from "../formula/formula-search.ts";
import type { Refinement } from "../formula/refinement.ts";
import { firstRun, runTo, type TracedRun } from "../traces/traced-run.ts";
import type { GuidedTask } from "./options.ts";

export const runGuided = (task: GuidedTask): Promise<EngineResult> => new FormulaSearch("guided", task, new VisitSides(task)).run();

class VisitSides implements Refinement {
  readonly #route = new Route();
  /** Of loops inside the library's sections, which are followed on all sides. */
  readonly #bounds = new Bounds(null);
  /** Whose bounds were raised for the next formula. */
  readonly #raised = new Set<string>();
  #runs = 0;
  #steps = 0;

  constructor(readonly task: GuidedTask) {}

  get fragment(): Refinement["fragment"] {
    return { bounds: this.#bounds.byName, defaultBound: this.#bounds.default, route: this.#route };
  }

  get extent(): string {
    return `${this.#runs} runs, ${this.#route.size} sides`;
  }

  report(stats: { -readonly [K in keyof EngineStats]: EngineStats[K] }): EngineResult["options"] {
    stats.runs = this.#runs;
    stats.steps = this.#steps;
    stats.sides = this.#route.size;
    return {};
  }

  begin(search: FormulaSearch): void {
    this.#add(firstRun(this.task), search);
  }

  async refine(formula: Formula, ask: Ask, search: FormulaSearch): Promise<"again" | "spent" | "done"> {
    const { terms } = formula;
    this.#raised.clear();
    for (let answer: "sat" | "unsat" | "unknown" = "sat"; answer !== "unsat"; ) {
      const reached = this.#reached(formula);
      const [first] = reached;
      if (first === undefined) return search.giveUp({ kind: "not-replayed", property: search.open[0] ?? "assert" });
      if (first.what === "side") {
        if (this.#runs >= (this.task.maxRuns ?? Number.POSITIVE_INFINITY))
          return search.giveUp({ kind: "run-limit", runs: this.#runs, isSampled: false });
        const run = runTo(this.task, readRun(formula.composition, "unwind"));
        if (run === null) return search.giveUp({ kind: "not-replayed", property: search.open[0] ?? "assert" });
        if (run.end === "interrupted") return "spent";
        this.#add(run, search);
        if (!this.#isSeen(first)) return search.giveUp({ kind: "not-replayed", property: search.open[0] ?? "assert" });
        if (search.open.length === 0) return "done";
      } else {
        const cuts = reached.filter((c) => c.what !== "side");
        if (!this.#bounds.raise(cuts)) return "spent";
        for (const c of cuts) this.#raised.add(c.name);
      }
      answer = await ask(
        "unwind",
        this.#visited(formula).map((t) => terms.not(t)),
      );
      if (answer === "unknown") return "spent";
    }
    return "again";
  }

  /** The cut at which the model's run ends; and others that it reaches. */
  #reached({ composition, skeleton, solver }: Formula): readonly Cut[] {
    const { last } = readRun(composition, "unwind");
    const isReached = (cut: Cut): boolean => composition.violations.some((w) => w.failure === cut.failure && solver.value(w.when) === 1n);
    const cuts = skeleton.cuts.filter(isReached);
    return [...cuts.filter((c) => last.includes(c.event)), ...cuts.filter((c) => !last.includes(c.event))];
  }

  /** What says that a cut is reached, of those that need no visit any more: their sides are seen by now, or their bounds are raised. */
  #visited({ composition, skeleton }: Formula): Term[] {
    const visited = new Set(skeleton.cuts.filter((c) => this.#isSeen(c)).map((c) => c.failure));
    return composition.violations.filter((w) => w.failure !== undefined && visited.has(w.failure)).map((w) => w.when);
  }

  #isSeen({ what, name, side }: Cut): boolean {
    return what === "side" ? this.#route.has(name, side as number) : this.#raised.has(name);
  }

  #add({ trace, route, violations }: TracedRun, search: FormulaSearch): void {
    this.#runs++;
    this.#steps += trace.schedule.steps.length;
    this.#route.addAll(route);
    for (const v of violations) search.propose(trace.schedule, v);
  }
}
