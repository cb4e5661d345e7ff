// The same program under several reductions: the verdict of every property and the set of final states must agree.

import { DepthFirst } from "../../../src/engines/depth-first.ts";
import { allProperties, type Property } from "../../../src/execution/errors.ts";
import type { Machine } from "../../../src/execution/machine.ts";
import type { Program } from "../../../src/program/program.ts";
import type { Reduction } from "../../../src/reduction/search.ts";
import { Budget } from "../../../src/support/budget.ts";
import { machineOptions } from "../../run.ts";

export interface Exploration {
  readonly reduction: string;
  readonly runs: number;
  readonly asleep: number;
  readonly decided: boolean;
  readonly unsafe: readonly Property[];
  readonly unknown: string;
  readonly finals: ReadonlySet<string>;
}

/** The final state of a run in which every thread ended or is stuck for ever: the user's globals. */
export function finalState(machine: Machine): string | null {
  const { outcome } = machine;
  const main = machine.threads[0];
  const over =
    outcome?.kind === "exit"
      ? machine.threads.every((t) => t === main || t.status !== "running")
      : outcome?.kind === "stuck" || (outcome?.kind === "error" && outcome.violation.kind === "deadlock");
  if (!over) return null;
  const bytes: string[] = [];
  const { globals } = machine.memory;
  for (const o of globals.objects)
    if (!o.library && !o.constant)
      bytes.push(`${o.name}=${Buffer.from(globals.bytes.subarray(o.start, o.start + o.size)).toString("hex")}`);
  return `${outcome?.kind} ${bytes.join(" ")}`;
}

export async function exploreWith(program: Program, reduction: Reduction, maxRuns: number): Promise<Exploration> {
  const finals = new Set<string>();
  const search = new DepthFirst(
    {
      program,
      properties: allProperties,
      machine: machineOptions(allProperties),
      budget: new Budget(60, 1000),
      seed: 1,
      maxSteps: 400,
      maxRuns,
      strategy: "dfs",
      reduction: null,
      inputs: null,
      progress: () => undefined,
    },
    reduction,
  );
  search.exhaustive = true;
  search.onEnd = (m) => {
    const state = finalState(m);
    if (state !== null) finals.add(state);
  };
  const { findings } = await search.run();
  const unknown = [...findings.values()].find((f) => f.kind === "unknown");
  return {
    reduction: reduction.name,
    runs: search.runs,
    asleep: search.asleep,
    decided: unknown === undefined,
    unsafe: allProperties.filter((p) => findings.get(p)?.kind === "candidate"),
    unknown: unknown?.kind === "unknown" ? unknown.unknown.code : "",
    finals,
  };
}

/** Where two explorations of one program disagree, in words; null if nowhere. */
export function disagreement(a: Exploration, b: Exploration): string | null {
  if (a.unsafe.join() !== b.unsafe.join())
    return `unsafe: ${a.reduction} ${a.unsafe.join() || "-"}, ${b.reduction} ${b.unsafe.join() || "-"}`;
  const only = (p: Exploration, q: Exploration): string[] => [...p.finals].filter((s) => !q.finals.has(s));
  const [missing, extra] = [only(a, b), only(b, a)];
  if (missing.length + extra.length > 0)
    return `final states: ${missing.length} only with ${a.reduction}, ${extra.length} only with ${b.reduction}: ${(missing[0] ?? extra[0]) as string}`;
  return null;
}
