// The reductions of a depth-first search by name.

import { hasUserSections } from "../../analysis/user-sections.ts";
import { addressFreedoms } from "../../execution/freedoms.ts";
import { none } from "../../reduction/none.ts";
import { fewPreemptions } from "../../reduction/preemptions.ts";
import { readsFrom } from "../../reduction/reads-from.ts";
import type { Reduction } from "../../reduction/search.ts";
import { sourceSets } from "../../reduction/source-sets.ts";
import { wakeupTrees } from "../../reduction/wakeup-trees.ts";
import type { Assignment, WorkerMessage } from "../parallel/pool.ts";
import type { SearchOptions, SearchTask } from "../parallel/search-task.ts";
import { DepthFirst } from "../search/depth-first.ts";

const reductions: Readonly<Record<Exclude<NonNullable<SearchOptions["reduction"]>, "states">, Reduction>> = {
  none,
  dpor: sourceSets,
  optimal: wakeupTrees,
  rf: readsFrom,
};

/**
 * Leaks are judged by the memory that is left, which reads-from classes do not keep; nor do they keep the order in which objects begin and
 * end, by which addresses are used again. Source sets rely on a step's being in conflict with
 * another wherever the two meet, which sections of the program's own need not be (docs/adr/0018), nor a look at what a spurious wake-up
 * would lead to (docs/adr/0029): they are left to wake-up trees.
 */
export function reductionFor(task: SearchTask): Reduction {
  if (task.contextBound != null) return fewPreemptions(task.contextBound);
  const name = task.options.reduction ?? "dpor";
  if (name === "states") throw new Error("a search of states has no reduction");
  const { freedoms } = task.machine;
  if (name === "rf" && (task.properties.includes("leak") || addressFreedoms.some((f) => freedoms.has(f)))) return wakeupTrees;
  const isBroad = freedoms.has("spurious") || hasUserSections(task.program);
  return name === "dpor" && isBroad ? wakeupTrees : reductions[name];
}

/** What a thread does that helps with a search (pool.ts): one assignment after the other. */
export function helperFor(
  task: SearchTask,
): (assignment: Assignment, shared: Int32Array, send: (messages: readonly WorkerMessage[]) => void) => Promise<void> {
  const search = new DepthFirst(task, reductionFor(task));
  return (assignment, shared, say) => search.help(assignment, shared, say);
}
