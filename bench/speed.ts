// npm run bench -- speed: the throughput of the executor and the start-up time of the command line.
//
// Throughput is measured in CPU time of this process, so that other work on the machine does not count. Start-up is the best of several wall
// times, compared with `node -e 0` on the same machine.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultProperties, type Property } from "../src/execution/errors.ts";
import { Machine, type MachineOptions } from "../src/execution/machine.ts";
import { RandomScheduler } from "../src/scheduling/random.ts";
import { run } from "../src/scheduling/run.ts";
import { Rng } from "../src/support/rng.ts";
import type { Row } from "./results.ts";
import { loadProgram, machineFor } from "./subjects.ts";

/** One run may be long. */
const options = (properties: readonly Property[]): MachineOptions => ({ ...machineFor(...properties), fuel: 2 ** 40, undo: false });

/** Repeats whole runs for about `seconds` of CPU time, after 50 runs to warm up. */
async function measure(file: string, properties: readonly Property[], seconds: number) {
  const program = await loadProgram(file, []);
  const machine = new Machine(program, options(properties));
  const once = (seed: number): void => void run(machine, new RandomScheduler(new Rng(seed)), { maxSteps: 1e9, interrupted: () => false });
  for (let i = 0; i < 50; i++) once(i);
  const start = process.cpuUsage().user;
  const before = machine.operationsExecuted;
  let runs = 0;
  let steps = 0;
  while (process.cpuUsage().user - start < seconds * 1e6) {
    once(runs++);
    steps += machine.stepCount;
  }
  const cpu = (process.cpuUsage().user - start) / 1e6;
  return { operations: (machine.operationsExecuted - before) / cpu, steps: steps / cpu, runs: runs / cpu };
}

/** The shortest wall time of several runs, in milliseconds. */
function measureWallMs(command: string, args: readonly string[], times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    spawnSync(command, args, { stdio: "ignore" });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

export async function speed(): Promise<Row[]> {
  const row = (what: string, value: number, unit: string, aim = "", met: boolean | null = null): Row => ({ what, value, unit, aim, met });
  const plain = await measure("arithmetic.c", [], 3);
  const shared = await measure("counters.c", [], 3);
  const raced = await measure("counters.c", defaultProperties, 3);
  const short = await measure("short-run.c", defaultProperties, 3);
  const folder = mkdtempSync(join(tmpdir(), "ravel-bench-"));
  try {
    const file = join(folder, "fifty.c");
    writeFileSync(file, fiftyLines());
    const args = ["dist/cli.js", "check", file];
    const node = measureWallMs(process.execPath, ["-e", "0"], 10);
    const cold = measureWallMs(process.execPath, [...args, "--no-cache", "--clang", "embedded"], 3);
    const system = measureWallMs(process.execPath, [...args, "--no-cache"], 3);
    measureWallMs(process.execPath, args, 1);
    const cached = measureWallMs(process.execPath, args, 10);
    return [
      row("plain operations", plain.operations, "per second", "at least 20 million", plain.operations >= 20e6),
      row("visible steps, no races checked", shared.steps, "per second"),
      row("visible steps, default properties", raced.steps, "per second"),
      row("whole runs of 2 threads × 6 steps, from the start", short.runs, "per second"),
      row("node -e 0", node, "ms"),
      row("check, 50 lines, embedded clang, no cache", cold, "ms"),
      row("check, 50 lines, clang as found, no cache", system, "ms"),
      row("check, 50 lines, cached", cached, "ms", `below 3 × node -e 0 (${(3 * node).toFixed(0)} ms)`, cached < 3 * node),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two threads, one after the other: the check ends at once, so that the start-up is measured. */
function fiftyLines(): string {
  const work = Array.from(
    { length: 8 },
    (_, i) => `  pthread_mutex_lock(&lock);\n  balance[${i}] += amount;\n  total += amount;\n  pthread_mutex_unlock(&lock);`,
  ).join("\n");
  return `#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n\nstatic pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int balance[8], total;\n\nstatic void *work(void *arg) {\n  int amount = *(int *)arg;\n${work}\n  return NULL;\n}\n\nint main(void) {\n  pthread_t a, b;\n  int x = 1, y = 2;\n  pthread_create(&a, NULL, work, &x);\n  pthread_join(a, NULL);\n  pthread_create(&b, NULL, work, &y);\n  pthread_join(b, NULL);\n  printf("%d\\n", total);\n  assert(total == 24);\n  return 0;\n}\n`;
}
