// Finds a run that begins with the first steps of another one and reaches a location. In: a traced run, a number of its steps, and a location with a condition. Out: the schedule of such a run,
// ending with the step there. For a debugger: "from here, can this line still see x == 2?"
//
// Runs stay within the sides that the given run took, in any order (its trace program); others are not looked at.

import { buildFormula } from "../../encoding/formula.ts";
import { addLocation, type ConditionalLocation } from "../../encoding/location.ts";
import { readRun } from "../../encoding/model-run.ts";
import { Machine } from "../../execution/machine.ts";
import { createSolver } from "../../solving/back-ends.ts";
import { followGuidance } from "../../witness/guide.ts";
import type { Schedule } from "../../witness/schedule.ts";
import type { EngineTask } from "../engine.ts";
import { Bounds } from "../formula/bounds.ts";
import { guidanceOf } from "../formula/follow.ts";
import { TraceProgram } from "./trace-program.ts";
import type { TracedRun } from "./traced-run.ts";

export type RunToLocation =
  | { readonly kind: "found"; readonly schedule: Schedule }
  /** No run within these sides, with these first steps, reaches the location. */
  | { readonly kind: "none" }
  /** No step that another thread could observe is there, on the sides taken. */
  | { readonly kind: "no-step" }
  /** The solver gave up, or the executor does not follow the run. */
  | { readonly kind: "unknown" };

/** Throws `LimitReached`. */
export async function findRunToLocation(
  task: Pick<EngineTask, "program" | "machine" | "inputs" | "budget">,
  run: Pick<TracedRun, "trace" | "route">,
  steps: number,
  location: ConditionalLocation,
): Promise<RunToLocation> {
  const { program, machine, inputs, budget } = task;
  const { byName: bounds, default: defaultBound } = new Bounds(null);
  const formula = buildFormula(
    program,
    { machine, properties: [], encoding: "staged", bounds, defaultBound, route: run.route, inputs: inputs ?? undefined, fixesPrefix: true },
    (terms) => createSolver("ravel", terms, { startProcess: null }),
    () => budget.isSpent,
  );
  const { composition, solver } = formula;
  const prefix = new TraceProgram(formula, program, run.trace).assumptions(new Set(["input", "choice"]), inputs?.length ?? 0);
  const question = addLocation(composition, location);
  if (question === null) return { kind: "no-step" };
  const fixed = new Set([...prefix.before, ...prefix.steps.slice(0, steps).flat()]);
  const answer = await solver.check([...composition.ask(question), ...fixed], budget);
  if (answer !== "sat") return { kind: answer === "unsat" ? "none" : "unknown" };
  const model = readRun(composition, question);
  const { site } = model.last[0] as (typeof model.last)[number];
  const executor = new Machine(program, { ...machine, undo: false });
  const isThere = ({ lastStep: { function: f, operation } }: Machine): boolean => f?.id === site.function && operation === site.operation;
  const schedule = followGuidance(executor, guidanceOf(task, { ...model, events: [...model.events, ...model.last] }, [], false), isThere);
  return schedule === null ? { kind: "unknown" } : { kind: "found", schedule };
}
