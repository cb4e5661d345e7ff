// explore: runs the program. In: a task. Out: findings from every interleaving, by depth-first search, or from a sample of them.

import { addressFreedoms } from "../../execution/freedoms.ts";
import { readsFrom } from "../../reduction/reads-from.ts";
import type { Engine, EngineResult } from "../engine.ts";
import { combine } from "../findings.ts";
import { runWithFreedoms } from "../freedoms.ts";
import { searchInParallel } from "../parallel/coordinator.ts";
import type { SearchOptions, SearchTask } from "../parallel/search-task.ts";
import { DepthFirst } from "../search/depth-first.ts";
import { searchRaisingSteps } from "../search/raised-steps.ts";
import { reductionFor } from "../search/reductions.ts";
import { sample } from "../search/sampling.ts";
import { FinalStateCollector } from "./final-states.ts";
import { searchReadsFrom } from "./reads-from-search.ts";
import { StateSearch } from "./state-search.ts";

export interface ExploreOptions extends SearchOptions {
  /** All schedules, or sampled ones; null: all. */
  readonly strategy?: "dfs" | "random" | "pct" | null | undefined;
}

export const explore: Engine<ExploreOptions> = {
  name: "explore",
  summary: "runs the program under all schedules (dfs) or sampled ones (random, pct)",
  paper: "pct: Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs (ASPLOS 2010)",
  options: ["strategy", "reduction", "jobs", "max-runs", "max-steps"],
  run(task) {
    const { strategy } = task.options;
    return strategy === "random" || strategy === "pct"
      ? runWithFreedoms(task, "explore", "if-met", (t) => sample(t, strategy))
      : runWithFreedoms(task, "explore", "if-covered", exhaust);
  },
};

/** Explores every interleaving, up to the reduction. */
export async function exhaust(task: SearchTask): Promise<EngineResult> {
  const finals = task.options.finalStates ? new FinalStateCollector() : null;
  const search = (t: SearchTask): Promise<EngineResult> => {
    finals?.clear();
    return searchWithin(t, finals);
  };
  const isStateful = task.options.reduction === "states";
  const result = isStateful ? await searchStates(task, finals) : await searchRaisingSteps(task, "explore", search, finals !== null);
  return finals === null ? result : finals.addTo(result);
}

/** Searches with several threads, unless the search collects or learns something that belongs to one thread: final states, which steps read what. */
function searchWithin(task: SearchTask, finals: FinalStateCollector | null): Promise<EngineResult> {
  const reduction = reductionFor(task);
  const { freedoms } = task.machine;
  if (reduction === readsFrom && finals === null) return searchReadsFrom(task);
  // Choices about addresses, and whether other threads observe spurious wake-ups, are learnt during the search.
  const learns = freedoms.has("spurious") || addressFreedoms.some((f) => freedoms.has(f));
  const isAlone = finals !== null || reduction.observes || learns;
  const pool = isAlone ? null : (task.options.pool?.(task) ?? null);
  return pool === null ? watched(new DepthFirst(task, reduction), finals).run() : searchInParallel(task, reduction, pool);
}

function watched<S extends DepthFirst | StateSearch>(search: S, finals: FinalStateCollector | null): S {
  if (finals === null) return search;
  search.exhaustive = true;
  search.onEnd = finals.note;
  if (search instanceof StateSearch) search.onRestart = finals.clear;
  return search;
}

/** For races the states include what happened before, so there are more of them. The other properties are searched without that, first. */
async function searchStates(task: SearchTask, finals: FinalStateCollector | null): Promise<EngineResult> {
  const part = (properties: SearchTask["properties"]): SearchTask => ({
    ...task,
    properties,
    machine: { ...task.machine, properties: new Set(properties) },
  });
  const others = task.properties.filter((p) => p !== "race");
  if (others.length === 0 || others.length === task.properties.length) return watched(new StateSearch(task), finals).run();
  const first = await watched(new StateSearch(part(others)), finals).run();
  for (const [p, f] of first.findings) if (f.kind === "covered") task.found?.(p, f);
  const second = await new StateSearch(part(["race"])).run();
  return { ...combine(first, second, "explore", true), met: new Set([...(first.met ?? []), ...(second.met ?? [])]) };
}
