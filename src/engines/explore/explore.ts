// explore: concrete exploration. Every interleaving by depth-first search, or a sample of them.

import { addressFreedoms } from "../../execution/freedoms.ts";
import { readsFrom } from "../../reduction/reads-from.ts";
import { defaultSteps, type Engine, type EngineResult } from "../engine.ts";
import { combine, isDecided, isFinal } from "../findings.ts";
import { runWithFreedoms } from "../freedoms.ts";
import { searchInParallel } from "../parallel/coordinator.ts";
import type { SearchOptions, SearchTask } from "../parallel/search-task.ts";
import { DepthFirst } from "../search/depth-first.ts";
import { sample } from "../search/sampling.ts";
import { FinalStateCollector } from "./final-states.ts";
import { searchReadsFrom } from "./reads-from-search.ts";
import { reductionFor } from "./reductions.ts";
import { StateSearch } from "./state-search.ts";

/** How much further a search goes if its bound on steps is all that was in the way. */
const raise = 10;

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

/** Every interleaving, up to the reduction. */
export async function exhaust(task: SearchTask): Promise<EngineResult> {
  const finals = task.options.finalStates ? new FinalStateCollector() : null;
  const result = task.options.reduction === "states" ? await searchStates(task, finals) : await searchDepthFirst(task, finals);
  return finals === null ? result : finals.addTo(result);
}

/**
 * Under a bound on the steps of each thread, which makes every search end. If the user names none and it is all that keeps a search
 * from having covered everything, the bound is raised.
 */
async function searchDepthFirst(task: SearchTask, finals: FinalStateCollector | null): Promise<EngineResult> {
  if (task.maxSteps !== null) return searchWithin(task, finals);
  let result = await searchWithin({ ...task, maxSteps: defaultSteps }, finals);
  for (let maxSteps = defaultSteps * raise; isBounded(result) && !task.budget.isSpent; maxSteps *= raise) {
    const maxRuns = task.maxRuns === null ? null : task.maxRuns - (result.stats.runs ?? 0);
    if (maxRuns !== null && maxRuns <= 0) break;
    finals?.clear();
    const open = task.properties.filter((p) => !isDecided(result.findings.get(p)));
    const deeper = await searchWithin({ ...task, properties: finals === null ? open : task.properties, maxSteps, maxRuns }, finals);
    result = { ...combine(result, deeper, "explore", !isFinal(deeper)), met: deeper.met };
  }
  return result;
}

/** Everything was covered, but for what threads do after so many steps. */
const isBounded = ({ findings }: EngineResult): boolean =>
  isFinal({ findings, stats: {}, options: {} }) && [...findings.values()].some((f) => f.kind === "covered" && f.scope.steps !== null);

/** Several threads, unless what is collected or assumed along the way belongs to one search: final states, who looks at what. */
function searchWithin(task: SearchTask, finals: FinalStateCollector | null): Promise<EngineResult> {
  const reduction = reductionFor(task);
  const { freedoms } = task.machine;
  if (reduction === readsFrom && finals === null) return searchReadsFrom(task);
  // Which choices there are about addresses, and whether others observe spurious wake-ups, is also found during the search.
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

/** Races are a matter of what happened before, which then is part of the states: there are more of them, so everything else is searched without. */
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
