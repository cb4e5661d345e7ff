// Times of the trace engines: guided against staged, what recording a run costs, and how long a long run takes to unroll and to compose.

import { collectLoopFacts } from "../src/analysis/spin-loops.ts";
import { buildFormula } from "../src/encoding/formula.ts";
import type { EngineChoice } from "../src/engines/table.ts";
import { RunTracer } from "../src/engines/traces/traced-run.ts";
import { Machine } from "../src/execution/machine.ts";
import type { Program } from "../src/program/program.ts";
import { LowestFirst } from "../src/scheduling/lowest-first.ts";
import { run } from "../src/scheduling/run.ts";
import { createSolver } from "../src/solving/back-ends.ts";
import { Budget } from "../src/support/budget.ts";
import { TraceRecorder } from "../src/witness/trace.ts";
import { growthFamilies } from "./staged-families.ts";
import { cpu, limit, loadProgram, machineFor, quick } from "./subjects.ts";
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

/** CPU seconds of the fastest of several. */
function best(times: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = cpu();
    work();
    least = Math.min(least, cpu() - start);
  }
  return least / 1000;
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
    const plain = best(9, () => void run(new Machine(program, options), new LowestFirst([]), limits));
    const recorded = best(9, () => {
      const recorder = new TraceRecorder(new Machine(program, { ...options, spins, notesBlocks: true }));
      run(recorder.machine, new LowestFirst([]), limits, recorder);
      recorder.trace();
    });
    add(`${name}, times a plain run`, recorded / plain, "times", "at most 2", recorded <= 2 * plain);
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
  const budget = new Budget(limit, 3000, cpu);
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
