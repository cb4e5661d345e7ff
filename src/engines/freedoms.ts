// An engine works first without the freedoms of the environment, then with those the program met (execution/freedoms.ts). In: a task and the
// engine's own work. Out: the combined result. A program that meets none costs nothing more.

import { type Freedom, freedoms, isAboutAddresses } from "../execution/freedoms.ts";
import type { EngineResult, EngineTask, Finding } from "./engine.ts";
import { combine, isDecided, isFinal } from "./findings.ts";

/**
 * When to repeat the work with more freedoms: a search must have covered everything without them (otherwise it would only start twice); a sample
 * need not. Solving does not exercise the freedoms about addresses: it only reports that they are met.
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

/** Final states collected without a freedom that was met are incomplete. */
function withHonestStates(result: EngineResult, met: readonly Freedom[], on: ReadonlySet<Freedom>): EngineResult {
  const { finalStates } = result.stats;
  if (finalStates == null || met.every((f) => on.has(f))) return result;
  return { ...result, stats: { ...result.stats, finalStates: { ...finalStates, complete: false } } };
}

/** Freedoms whose absence the findings assume, and the user does not. */
export function assumedAway(task: EngineTask, findings: readonly (Finding | undefined)[]): Freedom[] {
  const assumed = new Set(findings.flatMap((f): readonly string[] => (f?.kind === "covered" ? f.scope.assumptions : [])));
  return allowed(task, new Set(freedoms.filter((f) => assumed.has(f.assumption)).map((f) => f.freedom)));
}

const allowed = (task: EngineTask, met: ReadonlySet<Freedom> | undefined): Freedom[] =>
  [...(met ?? [])].filter((f) => task.freedoms?.has(f));

const isOpen = (finding: Finding | undefined, again: LookAgain): boolean =>
  !isDecided(finding) && (again === "if-met" || (finding?.kind === "covered" && finding.scope.assumptions.length > 0));
