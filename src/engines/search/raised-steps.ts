// A search under a bound on the steps of each thread, so that every search ends. In: a task, and a search under a bound. Out: its result. If the user gives no
// bound, and only the bound prevents full coverage, it is raised.

import { defaultSteps, type EngineResult, type EngineTask } from "../engine.ts";
import { combine, isDecided, isFinal } from "../findings.ts";

/** Factor by which the bound on steps is raised if only that bound prevented full coverage. */
const boundFactor = 10;

/** `repeats`: properties that are decided are searched again. */
export async function searchRaisingSteps<Task extends EngineTask>(
  task: Task,
  engine: string,
  search: (task: Task) => Promise<EngineResult>,
  repeats = false,
): Promise<EngineResult> {
  if (task.maxSteps !== null) return search(task);
  let result = await search({ ...task, maxSteps: defaultSteps });
  for (let maxSteps = defaultSteps * boundFactor; isBounded(result) && !task.budget.isSpent; maxSteps *= boundFactor) {
    const maxRuns = task.maxRuns === null ? null : task.maxRuns - (result.stats.runs ?? 0);
    if (maxRuns !== null && maxRuns <= 0) break;
    const open = task.properties.filter((p) => !isDecided(result.findings.get(p)));
    const deeper = await search({ ...task, properties: repeats ? task.properties : open, maxSteps, maxRuns });
    result = { ...combine(result, deeper, engine, !isFinal(deeper)), met: deeper.met };
  }
  return result;
}

/** Whether everything was covered except what threads do after the bound on steps. */
const isBounded = ({ findings }: EngineResult): boolean =>
  isFinal({ findings, stats: {}, options: {} }) && [...findings.values()].some((f) => f.kind === "covered" && f.scope.steps !== null);
