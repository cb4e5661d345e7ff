// An engine looks first without the freedoms of the environment, then with those the program met (execution/freedoms.ts). In: a task and the
// engine's own work. Out: what both found. A program that meets none is looked at once, and pays nothing.

import { type Freedom, freedoms, isAboutAddresses } from "../execution/freedoms.ts";
import type { EngineResult, EngineTask, Finding } from "./engine.ts";
import { combine, isDecided, isFinal } from "./findings.ts";

/**
 * When to look again: a search must have covered everything without (else it would only begin twice); a sample need not. Solving does not
 * exercise the freedoms that are about addresses: it only tells that they are met.
 */
export type LookAgain = "if-covered" | "if-met" | "if-covered, but for addresses";

export async function runWithFreedoms<Task extends EngineTask>(
  task: Task,
  engine: string,
  again: LookAgain,
  run: (task: Task) => Promise<EngineResult>,
): Promise<EngineResult> {
  const isExercised = (f: Freedom): boolean => again !== "if-covered, but for addresses" || !isAboutAddresses(f);
  let on = task.machine.freedoms;
  let exercised = on;
  let result = await run(task);
  for (;;) {
    const { findings, met } = result;
    const open = task.properties.filter((p) => isOpen(findings.get(p), again));
    const next = new Set([
      ...on,
      ...assumedAway(
        task,
        open.map((p) => findings.get(p)),
      ).filter(isExercised),
      ...(again === "if-met" ? allowed(task, met) : []),
    ]);
    if (open.length === 0 || next.size === on.size || task.budget.isSpent)
      return { ...withHonestStates(result, allowed(task, met), on), exercised };
    on = next;
    task.budget.extend();
    const more = await run({ ...task, properties: open, machine: { ...task.machine, freedoms: on } });
    if (isFinal(more)) exercised = on;
    result = { ...combine(result, more, engine, false), met: more.met };
  }
}

/** Final states without a freedom that was met are not all of them. */
function withHonestStates(result: EngineResult, met: readonly Freedom[], on: ReadonlySet<Freedom>): EngineResult {
  const { finalStates } = result.stats;
  if (finalStates == null || met.every((f) => on.has(f))) return result;
  return { ...result, stats: { ...result.stats, finalStates: { ...finalStates, complete: false } } };
}

/** Freedoms that the findings rest on the absence of, and that the user has not assumed away. */
export function assumedAway(task: EngineTask, findings: readonly (Finding | undefined)[]): Freedom[] {
  const assumed = new Set(findings.flatMap((f): readonly string[] => (f?.kind === "covered" ? f.scope.assumptions : [])));
  return allowed(task, new Set(freedoms.filter((f) => assumed.has(f.assumption)).map((f) => f.freedom)));
}

const allowed = (task: EngineTask, met: ReadonlySet<Freedom> | undefined): Freedom[] =>
  [...(met ?? [])].filter((f) => task.freedoms?.has(f));

const isOpen = (finding: Finding | undefined, again: LookAgain): boolean =>
  !isDecided(finding) && (again === "if-met" || (finding?.kind === "covered" && finding.scope.assumptions.length > 0));
