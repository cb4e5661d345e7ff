// What the tables of the trace engines share: runs an engine on a program, and checks the verdict. Times are CPU times of this process.

import { type EngineChoice, runEngine } from "../src/engines/table.ts";
import type { Property } from "../src/execution/errors.ts";
import { Machine } from "../src/execution/machine.ts";
import type { Program } from "../src/program/program.ts";
import type { EngineStats } from "../src/reports/report.ts";
import { Budget } from "../src/support/budget.ts";
import { confirm } from "../src/witness/confirm.ts";
import { budgetClock, cpu, limit, machineFor } from "./subjects.ts";

export const fusion: EngineChoice = { name: "fusion", options: {} };
export const guided: EngineChoice = { name: "guided", options: {} };
export const search: EngineChoice = { name: "explore", options: { strategy: "dfs", reduction: "dpor" } };

export interface Outcome {
  readonly verdict: "safe" | "unsafe" | "unknown";
  /** How a violation was found, as the engine says. */
  readonly found: string | null;
  readonly runs: number;
  readonly seconds: number;
  readonly stats: EngineStats;
}

export interface Limits {
  readonly maxRuns?: number | null;
  /** CPU seconds; otherwise those of the command line. */
  readonly seconds?: number | undefined;
  readonly contextBound?: number | null;
}

/** A short first check measures the compilation of JavaScript: the second one counts. One that was stopped is not repeated. */
export async function measure(program: Program, property: Property, choice: EngineChoice, limits: Limits = {}): Promise<Outcome> {
  const first = await measureOnce(program, property, choice, limits);
  return first.seconds < 3 && first.verdict !== "unknown" ? measureOnce(program, property, choice, limits) : first;
}

async function measureOnce(program: Program, property: Property, choice: EngineChoice, limits: Limits): Promise<Outcome> {
  const { maxRuns = null, seconds: maxSeconds = limit, contextBound = null } = limits;
  const machine = machineFor(property);
  const start = cpu();
  const { findings, stats } = await runEngine(choice, {
    program,
    properties: [property],
    machine,
    budget: new Budget(maxSeconds, 3000, budgetClock),
    seed: 1,
    maxSteps: null,
    maxRuns,
    contextBound,
    inputs: null,
    progress: () => undefined,
  });
  const seconds = (cpu() - start) / 1000;
  const finding = findings.get(property);
  if (finding?.kind === "candidate" && confirm(new Machine(program, { ...machine, undo: false }), finding.schedule, property) === null)
    throw new Error(`${choice.name}: the candidate does not replay`);
  // Freedoms of the environment are off, so a verdict may rest on an assumption about them.
  const isSafe = finding?.kind === "covered" && finding.scope.unwind === null && finding.scope.steps === null;
  const found = finding?.kind === "candidate" ? `by ${finding.foundBy}` : null;
  return { verdict: finding?.kind === "candidate" ? "unsafe" : isSafe ? "safe" : "unknown", found, runs: stats.runs ?? 0, seconds, stats };
}

export function check(name: string, { verdict }: Outcome, isSafe: boolean): void {
  if (verdict !== "unknown" && (verdict === "safe") !== isSafe) throw new Error(`${name} is ${verdict}`);
}

export type AddRow = (what: string, value: number, unit: string, aim?: string, met?: boolean | null) => void;
