// The reductions of a depth-first search by name.

import { hasUserSections } from "../../analysis/user-sections.ts";
import { addressFreedoms } from "../../execution/freedoms.ts";
import { none } from "../../reduction/none.ts";
import { boundPreemptions } from "../../reduction/preemptions.ts";
import { readsFrom } from "../../reduction/reads-from.ts";
import type { Reduction } from "../../reduction/search.ts";
import { sourceSets } from "../../reduction/source-sets.ts";
import { wakeupTrees } from "../../reduction/wakeup-trees.ts";
import type { Assignment, WorkerMessage } from "../parallel/pool.ts";
import type { SearchOptions, SearchTask } from "../parallel/search-task.ts";
import { DepthFirst } from "./depth-first.ts";

const reductions: Readonly<Record<Exclude<NonNullable<SearchOptions["reduction"]>, "states">, Reduction>> = {
  none,
  dpor: sourceSets,
  optimal: wakeupTrees,
  rf: readsFrom,
};

/**
 * The reduction to use. Reads-from classes preserve neither the memory that is left at the end, which decides leaks, nor the order in which objects
 * begin and end, which decides how addresses are reused. Source sets require that two steps conflict wherever they meet. That does not hold for
 * sections of the program itself (docs/adr/0018), nor for what a spurious wake-up would read (docs/adr/0029). Wake-up trees are used instead.
 */
export function reductionFor(task: SearchTask): Reduction {
  if (task.contextBound != null) return boundPreemptions(task.contextBound);
  const name = task.options.reduction ?? "dpor";
  if (name === "states") throw new Error("a search of states has no reduction");
  const { freedoms } = task.machine;
  if (name === "rf" && (task.properties.includes("leak") || addressFreedoms.some((f) => freedoms.has(f)))) return wakeupTrees;
  const isBroad = freedoms.has("spurious") || hasUserSections(task.program);
  return name === "dpor" && isBroad ? wakeupTrees : reductions[name];
}

/** The work of a search worker (pool.ts): explores one assignment after the other. */
export function searchWorkerFor(
  task: SearchTask,
): (assignment: Assignment, shared: Int32Array, send: (messages: readonly WorkerMessage[]) => void) => Promise<void> {
  const search = new DepthFirst(task, reductionFor(task));
  return (assignment, shared, send) => search.exploreAssignment(assignment, shared, send);
}
