// Exhaustive exploration: complete runs and steps per second, and how many runs (or states) each reduction needs. CPU time of this process, so that
// other work on the machine does not count. What is not finished after `most` runs is cut there and says so.

import type { EngineTask } from "../src/engines/engine.ts";
import { engines } from "../src/engines/portfolio.ts";
import { defaultProperties } from "../src/execution/errors.ts";
import { load } from "../src/frontend/load.ts";
import type { Program } from "../src/program/program.ts";
import { Budget } from "../src/support/budget.ts";
import type { Row } from "./results.ts";

const most = 20_000;
const seconds = 60;

interface Subject {
  readonly name: string;
  readonly file: string;
  readonly flags: readonly string[];
  readonly reductions: readonly NonNullable<EngineTask["reduction"]>[];
}

const all = ["none", "dpor", "optimal", "states"] as const;
/** Without a reduction there is no end to these. */
const reduced = ["dpor", "optimal"] as const;
const subjects: readonly Subject[] = [
  { name: "2 threads × 6 steps", file: "short-run.c", flags: [], reductions: all },
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
  readonly cpu: number;
  readonly complete: boolean;
}

async function measure(program: Program, reduction: NonNullable<EngineTask["reduction"]>): Promise<Measured> {
  const explore = engines.find((e) => e.name === "explore");
  if (explore === undefined) throw new Error("the engine explore is missing");
  const start = process.cpuUsage();
  const { findings, stats } = await explore.run({
    program,
    properties: defaultProperties,
    machine: {
      properties: new Set(defaultProperties),
      spuriousWakeups: false,
      spuriousFailures: false,
      allocationMayFail: false,
      unknownCalls: "stop",
      memory: 2 ** 30,
      fuel: 2e7,
      fill: 0,
    },
    budget: new Budget(seconds, 2000),
    seed: 1,
    maxSteps: null,
    maxRuns: most,
    strategy: "dfs",
    reduction,
    inputs: null,
    progress: () => undefined,
  });
  const { user, system } = process.cpuUsage(start);
  return {
    runs: stats.runs ?? 0,
    partial: stats.partialRuns ?? 0,
    steps: stats.steps ?? 0,
    states: stats.states ?? 0,
    cpu: (user + system) / 1e6,
    complete: [...findings.values()].every((f) => f.kind === "covered" && f.scope.complete),
  };
}

export async function explore(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, file, flags, reductions } of subjects) {
    const { program } = await load({
      files: [`bench/programs/${file}`],
      flags,
      dataModel: "lp64",
      clang: "embedded",
      systemHeaders: false,
      cache: null,
    });
    for (const reduction of reductions) {
      // A short search measures the making of JavaScript: the second one counts, with the code warm.
      const first = await measure(program, reduction);
      const { runs, partial, steps, states, cpu, complete } = first.cpu < 10 ? await measure(program, reduction) : first;
      const row = (what: string, value: number, unit: string, aim = "", met: boolean | null = null): void =>
        void rows.push({ what: `${name}, ${reduction}: ${what}`, value, unit, aim, met });
      const note = [complete ? "complete" : "cut", partial > 0 ? `${partial} runs given up besides` : ""]
        .filter((t) => t !== "")
        .join(", ");
      if (reduction === "states") row("states", states, "states", note);
      else row("runs", runs, "runs", note);
      const fast = name.startsWith("2 threads") && reduction === "none";
      if (reduction !== "states") row("speed", runs / cpu, "runs/s", fast ? "at least 50,000" : "", fast ? runs / cpu >= 50_000 : null);
      row("speed", steps / cpu, "steps/s");
    }
  }
  return rows;
}
