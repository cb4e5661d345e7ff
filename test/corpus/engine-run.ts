// One engine on one program of the collection. In: a program, a task, an engine and its options. Out: the CPU time it took, and which verdicts are right, wrong or open.

import type { EngineResult, Finding } from "../../src/engines/engine.ts";
import type { AnyEngine } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { Budget } from "../../src/support/budget.ts";
import { type AnyTask, cpuMs, type TaskChanges } from "../run.ts";
import { verdictOf } from "../verdicts/verdict-of.ts";
import type { CorpusProgram } from "./collection.ts";

const megabytes = 2048;

export interface EngineRun {
  readonly result: EngineResult;
  readonly seconds: number;
  /** In words: the verdict, or the code of the reason. */
  readonly verdicts: ReadonlyMap<Property, string>;
  readonly right: readonly Property[];
  readonly wrong: readonly Property[];
  readonly open: readonly Property[];
}

/** `seconds`: of CPU time. */
export async function runOn(
  program: CorpusProgram,
  task: AnyTask,
  engine: AnyEngine,
  seconds: number,
  options: TaskChanges = {},
  clock: () => number = cpuMs,
): Promise<EngineRun> {
  const started = cpuMs();
  const budget = new Budget(seconds, megabytes, clock);
  const result = await engine.run({ ...task, budget, options: { ...task.options, ...options, explore: options } });
  const taken = (cpuMs() - started) / 1000;
  const verdicts = new Map(task.properties.map((p) => [p, verdictOf(task, p, result.findings.get(p) as Finding)]));
  const kindOf = (p: Property): "right" | "wrong" | "open" => judge(program.properties[p], verdicts.get(p), result.findings.get(p));
  const [right, wrong, open] = (["right", "wrong", "open"] as const).map((kind) => task.properties.filter((p) => kindOf(p) === kind));
  return { result, seconds: taken, verdicts, right: right ?? [], wrong: wrong ?? [], open: open ?? [] };
}

/** Safe up to undefined behaviour counts as safe: the collection does not say which. */
function judge(expected: "safe" | "unsafe", verdict: string | undefined, found: Finding | undefined): "right" | "wrong" | "open" {
  if (verdict === expected || (expected === "safe" && found?.kind === "covered" && found.scope.endedBy.length > 0)) return "right";
  return verdict === "safe" || verdict === "unsafe" || verdict === "not confirmed" ? "wrong" : "open";
}
