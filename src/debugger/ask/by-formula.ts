// Decides properties by formulas where a search leaves them open: an input has many values, or the states are too many. In: a question about the whole program from its start, or about the reorderings of the present run. Out: a path that
// violates a property, what was covered, or null.
//
// From the start this is what `staged` does. For reorderings the program is unrolled along the branches of the run (docs/adr/0043): a thread that would leave them stops there, so that every reordering is covered, and a few
// runs more. A path counts only if it is followed on a fresh machine.

import type { Formula } from "../../encoding/formula.ts";
import type { EngineResult, EngineTask } from "../../engines/engine.ts";
import type { Ask } from "../../engines/formula/asking.ts";
import { Bounds } from "../../engines/formula/bounds.ts";
import { FormulaSearch } from "../../engines/formula/formula-search.ts";
import type { Refinement } from "../../engines/formula/refinement.ts";
import { runEngine } from "../../engines/table.ts";
import { RunTracer } from "../../engines/traces/traced-run.ts";
import type { Property } from "../../execution/errors.ts";
import { isAboutAddresses } from "../../execution/freedoms.ts";
import type { Route } from "../../skeleton/route.ts";
import type { Schedule } from "../../witness/schedule.ts";
import { type Path, scheduleOf } from "../moves.ts";
import { completePath, Walker } from "../walker.ts";
import type { Asking } from "./answer.ts";
import type { SearchEnd } from "./search.ts";

/** Work of a formula, in steps of a search: it then gives up. */
const maxWork = 400_000;

export type Conclusion = { readonly kind: "violated"; readonly path: Path } | { readonly kind: "covered"; readonly end: SearchEnd };

/** Null: it is not decided. */
export async function decideByFormula(asking: Asking, properties: readonly Property[]): Promise<Conclusion | null> {
  const { path, over, at, fixedInputs } = asking;
  const isFromStart = path.moves.slice(0, at).every((m) => m.isLocal && m.inputs.length + m.choices.length === 0);
  const isOpen = path.start.freedoms.some(isAboutAddresses) || fixedInputs || path.start.asksInSteps;
  if (isOpen || (over === "continuations" && !isFromStart)) return null;
  const task = engineTask(asking, properties);
  const result = over === "continuations" ? await runEngine({ name: "staged", options: {} }, task) : await searchReorderings(asking, task);
  return result === null ? null : conclusionOf(asking, result);
}

function engineTask({ program, options, path, budget, progress }: Asking, properties: readonly Property[]): EngineTask {
  let work = 0;
  const limit = { reached: () => (work > maxWork ? ({ kind: "work" } as const) : null) };
  const afterYield = async (done: number): Promise<void> => {
    work += done;
  };
  return {
    program,
    properties,
    machine: { ...options, properties: new Set(properties), freedoms: new Set(path.start.freedoms), fill: path.start.fill },
    budget: budget.within(limit, { afterYield }),
    seed: 1,
    maxSteps: null,
    maxRuns: null,
    inputs: null,
    progress,
    options: {},
  };
}

async function searchReorderings({ program, options, path }: Asking, task: EngineTask): Promise<EngineResult | null> {
  const run = new RunTracer(task).again(scheduleOf(completePath(program, options, path)));
  return run === null ? null : new FormulaSearch("reorderings", { ...task, options: {} }, new WithinRoute(run.route)).run();
}

/** Stays within a route. Bounds inside the library are raised. */
class WithinRoute implements Refinement {
  readonly #bounds = new Bounds(null);

  constructor(readonly route: Route) {}

  get fragment(): Refinement["fragment"] {
    const { byName: bounds, default: defaultBound } = this.#bounds;
    return { bounds, defaultBound, route: this.route };
  }

  get extent(): string {
    return `${this.route.size} sides of the run`;
  }

  report(): EngineResult["options"] {
    return {};
  }

  async refine({ composition, skeleton, terms }: Formula, ask: Ask, search: FormulaSearch): Promise<"again" | "spent" | "done"> {
    const sides = new Set(skeleton.cuts.filter((c) => c.what === "side").map((c) => c.failure));
    const isElsewhere = composition.violations.filter((w) => w.failure !== undefined && sides.has(w.failure)).map((w) => terms.not(w.when));
    const answer = await ask("unwind", isElsewhere);
    if (answer === "unknown") return "spent";
    if (answer === "unsat") {
      search.coverUpTo({}, []);
      search.settle();
      return "done";
    }
    const reached = new Set(composition.reached("unwind"));
    const bounds = skeleton.cuts.filter((c) => (c.what === "iterations" || c.what === "bytes") && reached.has(c.event));
    return this.#bounds.raise(bounds) ? "again" : "spent";
  }
}

function conclusionOf(asking: Asking, { findings, ends = [] }: EngineResult): Conclusion | null {
  const all = [...findings.values()];
  const candidate = all.find((f) => f.kind === "candidate");
  if (candidate !== undefined) {
    const path = pathOf(asking, candidate.schedule);
    return path === null ? null : { kind: "violated", path };
  }
  const scopes = all.flatMap((f) => (f.kind === "covered" && f.scope.unwind === null && f.scope.steps === null ? [f.scope] : []));
  if (scopes.length < all.length || all.length === 0) return null;
  const assumptions = [...new Set(scopes.flatMap((s) => s.assumptions))];
  return { kind: "covered", end: { open: null, hasOpenInputs: false, states: 0, moves: 0, assumptions, ends } };
}

/** The moves of a schedule; null: the program does not follow it. */
function pathOf({ program, options }: Asking, schedule: Schedule): Path | null {
  const { steps: _, inputs: __, prelude, ...environment } = schedule;
  const walker = new Walker(program, options, { ...environment, prelude: { choices: prelude, inputs: [] } }, false);
  const { path, divergedAt } = walker.follow(schedule);
  return divergedAt < 0 ? path : null;
}
