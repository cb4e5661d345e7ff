// symex: depth-first search with formulas on the way back. In: a task. Out: findings for `assert` and `memory`; other properties are left to other engines.

import { findReachableFunctions } from "../../analysis/reachable-functions.ts";
import type { Property } from "../../execution/errors.ts";
import type { Program } from "../../program/program.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { type EngineResult, type Finding, nothingCovered } from "../engine.ts";
import type { SymexTask } from "./options.ts";
import { SymbolicSearch } from "./search.ts";

const supported: ReadonlySet<Property> = new Set(["assert", "memory", "overflow", "deadlock"]);

export async function runSymex(task: SymexTask): Promise<EngineResult> {
  const properties = task.properties.filter((p) => supported.has(p));
  const part = { ...task, properties, machine: { ...task.machine, properties: new Set(properties) } };
  const search = new SymbolicSearch(part, !mayDetach(task.program));
  let result = await search.run();
  // Steps that begin and end threads turned out to concern others: once more, without taking them at once.
  if (search.isMisled) result = await new SymbolicSearch(part, false).run();
  const findings = new Map<Property, Finding>(result.findings);
  for (const property of task.properties)
    if (!supported.has(property))
      findings.set(property, {
        kind: "unknown",
        unknown: unknownBecause({ kind: "property-not-decided", engine: "symex", property }),
        scope: nothingCovered,
      });
  return { ...result, findings };
}

/** Joining a detached thread does not wait for its end, so that the order of the two matters. */
const detaching: ReadonlySet<string> = new Set(["__rvl_thread_detach", "pthread_attr_setdetachstate"]);

function mayDetach(program: Program): boolean {
  const reachable = findReachableFunctions(program);
  return reachable === null || program.functions.some(({ id, name }) => detaching.has(name) && reachable.has(id));
}
