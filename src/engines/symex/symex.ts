// symex: depth-first search with formulas on the way back. In: a task. Out: findings for assert, memory, overflow, deadlock and race; other properties are left to other engines.

import { findReachableFunctions } from "../../analysis/reachable-functions.ts";
import type { Property } from "../../execution/errors.ts";
import type { Program } from "../../program/program.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { type EngineResult, type Finding, nothingCovered } from "../engine.ts";
import { combine } from "../findings.ts";
import { explainSearch } from "./account.ts";
import type { Gig } from "./gig.ts";
import { byFormulas, type SymexTask } from "./options.ts";
import { SymbolicSearch } from "./search.ts";

export async function runSymex(task: SymexTask): Promise<EngineResult> {
  const findings = new Map<Property, Finding>();
  // A state in which threads wait for each other is not a step that fails.
  const isByFormulas = (p: Property): boolean => byFormulas.has(p) && !(p === "deadlock" && task.options.reduce === "pdpor");
  for (const property of task.properties)
    if (!isByFormulas(property) && property !== "race")
      findings.set(property, {
        kind: "unknown",
        unknown: unknownBecause({ kind: "property-not-decided", engine: "symex", property }),
        scope: nothingCovered,
      });
  let result = await search(task, task.properties.filter(isByFormulas));
  // What happened before an access is not part of a state. So races are looked for by a search that leaves out no state.
  if (task.properties.includes("race")) {
    const { options } = task;
    const races = await search({ ...task, options: { ...options, prune: "none", reduce: options.reduce ?? "dpor" } }, ["race"]);
    result = result === null ? races : combine(result, races ?? result, "symex", false);
  }
  if (result === null) return { findings, stats: {}, options: {} };
  for (const [property, finding] of result.findings) findings.set(property, finding);
  return { ...result, findings };
}

/** Null: there is nothing to look for. */
async function search(task: SymexTask, properties: readonly Property[]): Promise<EngineResult | null> {
  if (properties.length === 0) return null;
  const part = { ...task, properties, machine: { ...task.machine, properties: new Set(properties) } };
  const { search, result } = await explore(part);
  for (const entry of explainSearch(search.gig, part, result)) task.explain?.(entry);
  return result;
}

async function explore(task: SymexTask): Promise<{ readonly search: SymbolicSearch; readonly result: EngineResult }> {
  const takesOwn = !mayDetach(task.program);
  const first = new SymbolicSearch(task, takesOwn);
  const result = await first.run();
  if (!first.isMisled && !first.isShortened) return { search: first, result };
  // Steps that begin and end threads turned out to concern others: once more, without taking them at once. Or a bound was reached, and runs were left out that lead to the same in fewer steps: once more with all runs.
  const options = { ...task.options, slice: first.isShortened ? false : task.options.slice };
  const second = new SymbolicSearch({ ...task, options }, takesOwn && !first.isMisled);
  return { search: second, result: await second.run() };
}

/** The graph of a search, and what it found. */
export async function drawSearch(task: SymexTask): Promise<{ readonly gig: Gig; readonly result: EngineResult }> {
  const { search, result } = await explore(task);
  return { gig: search.gig as Gig, result };
}

/** Joining a detached thread does not wait for its end, so that the order of the two matters. */
const detaching: ReadonlySet<string> = new Set(["__rvl_thread_detach", "pthread_attr_setdetachstate"]);

function mayDetach(program: Program): boolean {
  const reachable = findReachableFunctions(program);
  return reachable === null || program.functions.some(({ id, name }) => detaching.has(name) && reachable.has(id));
}
