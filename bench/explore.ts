// npm run bench -- explore: exhaustive exploration; complete runs and steps per second, and the number of runs (or states) of each reduction.
//
// Measured in CPU time of this process, so that other work on the machine does not count, except for its use of the caches: compare figures of an
// idle machine. A search ends after `maxRuns` runs, and its row says so. The subjects marked `steady` are searched repeatedly, each time with a
// new machine, for `minSteadySeconds`: a single short search would measure how V8 warms up. The first search does not count; the result is the
// median of the others, since a shared machine has slow moments.

import type { ExploreOptions } from "../src/engines/explore/explore.ts";
import { explore as engine } from "../src/engines/explore/explore.ts";
import { defaultProperties } from "../src/execution/errors.ts";
import type { Program } from "../src/program/program.ts";
import { Budget } from "../src/support/budget.ts";
import type { Row } from "./results.ts";
import { cpu, loadProgram, machineFor } from "./subjects.ts";

const maxRuns = 20_000;
const maxSeconds = 60;
/** CPU seconds of a steady measurement. */
const minSteadySeconds = 4;
/** A search that takes longer, in CPU seconds, counts although it is the first. */
const maxWarmUpSeconds = 10;

interface Subject {
  readonly name: string;
  readonly file: string;
  readonly flags: readonly string[];
  readonly reductions: readonly NonNullable<ExploreOptions["reduction"]>[];
  readonly steady?: boolean;
}

const all = ["none", "dpor", "optimal", "states"] as const;
/** For subjects that are too large without a reduction. */
const reduced = ["dpor", "optimal"] as const;
const subjects: readonly Subject[] = [
  { name: "2 threads × 6 steps", file: "short-run.c", flags: [], reductions: all, steady: true },
  { name: "2 threads × 8 steps", file: "short-run.c", flags: ["-DN=4"], reductions: ["none", "dpor", "optimal"], steady: true },
  ...[12, 13, 14, 15].map((n): Subject => ({ name: `indexer(${n})`, file: "explore/indexer.c", flags: [`-DN=${n}`], reductions: reduced })),
  ...[3, 4, 5].map((n): Subject => ({ name: `fib(${n})`, file: "explore/fib.c", flags: [`-DN=${n}`], reductions: all })),
  { name: "ticket lock(2)", file: "explore/ticket-lock.c", flags: ["-DN=2"], reductions: all },
  { name: "ticket lock(3)", file: "explore/ticket-lock.c", flags: ["-DN=3"], reductions: all },
  { name: "readers-writers(2)", file: "explore/readers-writers.c", flags: ["-DN=2"], reductions: all },
  { name: "readers-writers(3)", file: "explore/readers-writers.c", flags: ["-DN=3"], reductions: all },
  ...[13, 14, 16].map(
    (n): Subject => ({ name: `file system(${n})`, file: "explore/file-system.c", flags: [`-DN=${n}`], reductions: reduced }),
  ),
];

interface Measured {
  readonly runs: number;
  readonly partial: number;
  readonly steps: number;
  readonly states: number;
  readonly seconds: number;
  readonly complete: boolean;
}

async function measure(program: Program, reduction: NonNullable<ExploreOptions["reduction"]>): Promise<Measured> {
  const start = cpu();
  const { findings, stats } = await engine.run({
    program,
    properties: defaultProperties,
    machine: machineFor(...defaultProperties),
    budget: new Budget(maxSeconds, 2000),
    seed: 1,
    maxSteps: null,
    maxRuns,
    options: { strategy: "dfs", reduction },
    inputs: null,
    progress: () => undefined,
  });
  return {
    runs: stats.runs ?? 0,
    partial: stats.partialRuns ?? 0,
    steps: stats.steps ?? 0,
    states: stats.states ?? 0,
    seconds: (cpu() - start) / 1000,
    complete: [...findings.values()].every((f) => f.kind === "covered" && f.scope.complete),
  };
}

export async function explore(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, file, flags, reductions, steady } of subjects) {
    const program = await loadProgram(file, flags, "embedded");
    for (const reduction of reductions) {
      const first = await measure(program, reduction);
      const { runs, partial, steps, states, complete } = first;
      // A short first search measures the compilation of JavaScript: it does not count.
      const times = first.seconds < maxWarmUpSeconds ? [] : [first.seconds];
      for (let total = 0; times.length === 0 || (steady && total < minSteadySeconds); total += times.at(-1) as number)
        times.push((await measure(program, reduction)).seconds);
      const seconds = times.toSorted((a, b) => a - b)[times.length >> 1] as number;
      const row = (what: string, value: number, unit: string, aim = "", met: boolean | null = null): void =>
        void rows.push({ what: `${name}, ${reduction}: ${what}`, value, unit, aim, met });
      const note = [
        complete ? "complete" : "stopped at the limit",
        steady ? `the median of ${times.length} searches` : "",
        partial > 0 ? `${partial} runs abandoned` : "",
      ]
        .filter((t) => t !== "")
        .join(", ");
      if (reduction === "states") row("states", states, "states", note);
      else row("runs", runs, "runs", note);
      const speed = runs / seconds;
      const fast = name === "2 threads × 6 steps" && reduction === "none";
      if (reduction !== "states") row("speed", speed, "runs/s", fast ? "at least 50,000" : "", fast ? speed >= 50_000 : null);
      row("speed", steps / seconds, "steps/s");
    }
  }
  return rows;
}
