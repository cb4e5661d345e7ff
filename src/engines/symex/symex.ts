// symex: depth-first search with formulas on the way back. In: a task. Out: findings for assert, memory, overflow, deadlock and race; other properties are left to other engines.

import { findReachableFunctions } from "../../analysis/reachable-functions.ts";
import { type Property, propertyOf } from "../../execution/errors.ts";
import type { ErrorKind } from "../../program/operations.ts";
import type { Program } from "../../program/program.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { upTo } from "../early-ends.ts";
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
  const asked = task.properties.filter(isByFormulas);
  // Property-driven sets keep one violation of what is asked for, and not one of every property.
  const parts = (task.options.reduce === "pdpor" ? asked.map((p) => [p]) : [asked]).map((properties) => ({ ...task, properties }));
  // What happened before an access is not part of a state. So races are looked for by a search that leaves out no state.
  if (task.properties.includes("race")) {
    const { options } = task;
    parts.push({ ...task, properties: ["race"], options: { ...options, prune: "none", reduce: options.reduce ?? "dpor" } });
  }
  let result: EngineResult | null = null;
  const faults = new Map<Property, readonly ErrorKind[]>();
  for (const part of parts.filter((p) => p.properties.length > 0)) {
    const { search, result: found } = await searchFor(part);
    for (const property of part.properties) faults.set(property, search.unseenFaults);
    result = result === null ? found : combine(result, found, "symex", false);
  }
  if (result === null) return { findings, stats: {}, options: {} };
  for (const [property, finding] of result.findings) findings.set(property, upToFaults(finding, faults.get(property) ?? [], result));
  return { ...result, findings };
}

/**
 * Steps that no run has executed may end in undefined behaviour. A property that is covered excludes its own. Graphs do not tell which thread an operation joins, nor who holds a lock:
 * such mistakes in steps that are left out are not named.
 */
function upToFaults(finding: Finding, faults: readonly ErrorKind[], { findings }: EngineResult): Finding {
  if (finding.kind !== "covered") return finding;
  const open = faults.filter((kind) => !unnamed.has(kind) && findings.get(propertyOf(kind))?.kind !== "covered");
  const ends = open.map((kind) => ({ property: propertyOf(kind), kind, message: "", location: null }));
  return { ...finding, scope: upTo(finding.scope, [...finding.scope.endedBy, ...ends]) };
}

const unnamed: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["invalid-thread", "invalid-pointer", "unlock-not-held"]);

async function searchFor(task: SymexTask): Promise<{ readonly search: SymbolicSearch; readonly result: EngineResult }> {
  const part = { ...task, machine: { ...task.machine, properties: new Set(task.properties) } };
  const found = await explore(part);
  for (const entry of explainSearch(found.search.gig, part, found.result)) task.explain?.(entry);
  return found;
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
