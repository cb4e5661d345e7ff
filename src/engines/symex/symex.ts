// symex: depth-first search with formulas on the way back. In: a task. Out: findings for assert, memory, overflow, deadlock and race; other properties are left to other engines.

import { findReachableFunctions } from "../../analysis/reachable-functions.ts";
import { isUndefined, type Property, propertyOf } from "../../execution/errors.ts";
import type { ErrorKind } from "../../program/operations.ts";
import type { Program } from "../../program/program.ts";
import type { EarlyEnd } from "../../reports/report.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { split } from "../../support/lists.ts";
import { upTo } from "../early-ends.ts";
import { type EngineResult, type Finding, nothingCovered } from "../engine.ts";
import { combine } from "../findings.ts";
import { explainSearch } from "./account.ts";
import type { Gig } from "./gig.ts";
import { byFormulas, type SymexOptions, type SymexTask } from "./options.ts";
import { SymbolicSearch } from "./search.ts";
import { findExchangeable } from "./symmetry.ts";

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
  const parts = (task.options.reduce === "pdpor" ? asked.map((p) => [p]) : [asked]).flatMap((properties) =>
    bySymmetry({ ...task, properties }),
  );
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
  // Steps that no run has executed may end in undefined behaviour. A property that is covered excludes its own.
  const isOpen = (kind: ErrorKind): boolean => result.findings.get(propertyOf(kind))?.kind !== "covered";
  const covered = [...result.findings].filter(([, finding]) => finding.kind === "covered").map(([property]) => property);
  const ends = await findEnds(task, new Set(covered.flatMap((p) => faults.get(p) ?? []).filter(isOpen)));
  for (const [property, finding] of result.findings) {
    const isOpenEnded = finding.kind === "covered" && (faults.get(property) ?? []).some(isOpen);
    findings.set(property, isOpenEnded ? { ...finding, scope: upTo(finding.scope, [...finding.scope.endedBy, ...ends]) } : finding);
  }
  return { ...result, findings };
}

/** Threads are exchanged in runs that end in a failing step; that threads wait for each other is looked for in all orders, as by formulas (encoding/composed-formula.ts). */
function bySymmetry(task: SymexTask): SymexTask[] {
  if (task.options.symmetry !== "program") return [task];
  const [waits, others] = split(task.properties, (p) => p === "deadlock");
  const exchangeable = findExchangeable({ ...task, properties: others });
  return [
    { ...task, properties: others, options: { ...task.options, exchangeable } },
    { ...task, properties: waits },
  ];
}

/** A search for undefined behaviour stops there: what it has not excluded is named. */
const maxStatesOfEnds = 1_000;

/**
 * Looks for runs that end in undefined behaviour of these kinds. A graph takes more to be possible than is: it does not tell which thread an operation joins, nor who holds a lock. So this is a
 * search of its own, for these kinds alone; what it does not exclude is named.
 */
async function findEnds(task: SymexTask, kinds: ReadonlySet<ErrorKind>): Promise<readonly EarlyEnd[]> {
  if (kinds.size === 0) return [];
  const properties = ["memory"] as const;
  const { search, result } = await explore({
    ...task,
    properties,
    machine: { ...task.machine, properties: new Set(properties) },
    options: { ...task.options, failures: kinds, maxStates: maxStatesOfEnds, exchangeable: undefined },
    isDecided: undefined,
    found: undefined,
    collect: undefined,
    explain: undefined,
  });
  const seen = [...search.ends].filter(({ kind }) => kind !== "abort" && isUndefined(kind));
  const finding = result.findings.get("memory");
  const isCovered = finding?.kind === "covered" && finding.scope.steps === null && finding.scope.unwind === null;
  if (seen.length > 0 || isCovered) return seen;
  return [...kinds].map((kind) => ({ property: propertyOf(kind), kind, message: "", location: null }));
}

async function searchFor(task: SymexTask): Promise<{ readonly search: SymbolicSearch; readonly result: EngineResult }> {
  const part = { ...task, machine: { ...task.machine, properties: new Set(task.properties) } };
  const found = await explore(part);
  for (const entry of explainSearch(found.search.gig, part, found.result)) task.explain?.(entry);
  return found;
}

async function explore(task: SymexTask): Promise<{ readonly search: SymbolicSearch; readonly result: EngineResult }> {
  let takesOwn = !mayDetach(task.program);
  let { options } = task;
  for (;;) {
    const search = new SymbolicSearch({ ...task, options }, takesOwn);
    const result = await search.run();
    // Steps that begin and end threads turned out to concern others: once more, without taking them at once.
    if (search.isMisled) takesOwn = false;
    // Graphs and skeletons describe runs up to the first read of unwritten memory: once more without them.
    else if (search.isBeyondGraphs) options = withoutGraphs(options);
    // A bound was reached, and runs were left out that lead to the same in fewer steps: once more with all runs.
    else if (search.isShortened) options = { ...options, slice: false };
    else return { search, result };
  }
}

function withoutGraphs(options: SymexOptions): SymexOptions {
  const needsGraph = options.reduce === "por" || options.reduce === "pdpor";
  return { ...options, reduce: needsGraph ? "dpor" : options.reduce, slice: false, exchangeable: undefined };
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
