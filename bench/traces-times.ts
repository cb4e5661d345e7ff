// Times of the trace engines: guided against staged, what recording a run costs, and how long a long run takes to unroll and to compose.

import { collectLoopFacts } from "../src/analysis/spin-loops.ts";
import { buildFormula } from "../src/encoding/formula.ts";
import type { EngineChoice } from "../src/engines/table.ts";
import { RunTracer } from "../src/engines/traces/traced-run.ts";
import { Machine } from "../src/execution/machine.ts";
import type { Program } from "../src/program/program.ts";
import { LowestFirst } from "../src/scheduling/lowest-first.ts";
import { drive, run } from "../src/scheduling/run.ts";
import { createSolver } from "../src/solving/back-ends.ts";
import { Budget } from "../src/support/budget.ts";
import { ReplayScheduler } from "../src/witness/replay.ts";
import { type Schedule, ScheduleRecorder } from "../src/witness/schedule.ts";
import { traceOf } from "../src/witness/trace.ts";
import { growthFamilies } from "./staged-families.ts";
import { budgetClock, cpu, limit, loadProgram, machineFor, quick } from "./subjects.ts";
import { type AddRow, check, guided, measure } from "./traces-measure.ts";

const staged: EngineChoice = { name: "staged", options: {} };
/** Below this many seconds the compilation of JavaScript dominates, and a ratio says nothing. */
const leastSeconds = 0.5;

async function growthRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  const sums = { guided: 0, staged: 0 };
  for (const family of growthFamilies)
    for (const size of quick ? family.quick : family.sizes) {
      const add = rowsFor(`growth ${family.name} ${size}`);
      if (add === null) continue;
      const program = await loadProgram(`staged/${family.file}`, [`-DN=${size}`]);
      const ours = await measure(program, family.property, guided);
      const theirs = await measure(program, family.property, staged);
      for (const o of [ours, theirs]) check(`${family.name} ${size}`, o, true);
      sums.guided += ours.seconds;
      sums.staged += theirs.seconds;
      const isWithin = ours.verdict === "safe" && (ours.seconds <= 2 * theirs.seconds || ours.seconds < leastSeconds);
      add("guided", ours.seconds, "s", `at most twice staged's ${theirs.seconds.toFixed(2)}; ${ours.runs} runs`, isWithin);
    }
  rowsFor("growth")?.("guided in all", sums.guided, "s", `at most staged's ${sums.staged.toFixed(2)}`, sums.guided <= sums.staged);
}

/** How many times as long the first takes as the second, by the fastest of several, in turns: a shared machine has slow moments. */
function ratioOf(times: number, first: () => void, second: () => void): number {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < times; i++)
    for (const [k, work] of [first, second].entries()) {
      const start = cpu();
      work();
      least[k] = Math.min(least[k] as number, cpu() - start);
    }
  return (least[0] as number) / (least[1] as number);
}

function replayOnce(machine: Machine, schedule: Schedule): void {
  drive(machine, new ReplayScheduler(schedule), () => machine.stepCount >= schedule.steps.length);
}

const limits = { maxSteps: 1_000_000, interrupted: () => false };

async function recordingRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  const add = rowsFor("recording");
  if (add === null) return;
  for (const [name, file, flags] of [
    ["counters", "counters.c", []],
    ["long run", "traces/long-run.c", ["-DN=2000"]],
  ] as const) {
    const program = await loadProgram(file, flags);
    const options = { ...machineFor("assert"), undo: false };
    const spins = { mode: "note", ...collectLoopFacts(program, false) } as const;
    const machine = new Machine(program, options);
    const recorder = new ScheduleRecorder(machine);
    run(machine, new LowestFirst([]), limits, recorder);
    const { schedule } = recorder;
    const trace = (): void => {
      if (traceOf(program, { ...options, spins }, schedule) === null) throw new Error(`${name} does not replay`);
    };
    const ratio = ratioOf(25, trace, () => replayOnce(new Machine(program, options), schedule));
    add(`${name}, times its replay`, ratio, "times", "at most 2", ratio <= 2);
  }
}

async function longRunRow(rowsFor: (name: string) => AddRow | null): Promise<void> {
  const add = rowsFor("long run");
  if (add === null) return;
  const program = await loadProgram("traces/long-run.c", []);
  const { events, seconds } = buildOnce(program);
  add("unrolled and composed", seconds, "s", `at most 5; ${events} events`, seconds <= 5);
}

function buildOnce(program: Program): { readonly events: number; readonly seconds: number } {
  const machine = machineFor("assert");
  const budget = new Budget(limit, 3000, budgetClock);
  const common = { program, machine, budget, properties: ["assert"], seed: 1, maxSteps: null, maxRuns: null, inputs: null } as const;
  const { route } = new RunTracer({ ...common, options: {}, progress: () => undefined }).first();
  const start = cpu();
  const { skeleton } = buildFormula(
    program,
    { machine, properties: ["assert"], encoding: "staged", bounds: new Map(), defaultBound: 2, route },
    (terms) => createSolver("ravel", terms, { startProcess: null, conflicts: null }),
    () => false,
  );
  return { events: skeleton.events.length, seconds: (cpu() - start) / 1000 };
}

export async function timeRows(rowsFor: (name: string) => AddRow | null): Promise<void> {
  await growthRows(rowsFor);
  await recordingRows(rowsFor);
  await longRunRow(rowsFor);
}
