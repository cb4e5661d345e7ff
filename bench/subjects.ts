// What the tables share: their options, the CPU time of this process, programs, and machines that run them.

import { nodeToolchain } from "../src/apps/clang/toolchain.ts";
import type { Property } from "../src/execution/errors.ts";
import { noFreedoms } from "../src/execution/freedoms.ts";
import type { MachineOptions } from "../src/execution/machine.ts";
import { load } from "../src/frontend/load.ts";
import type { Program } from "../src/program/program.ts";

const words = process.argv.slice(3);
const valueOf = (name: string): string | undefined => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
export const quick = words.includes("--quick");
/** CPU seconds after which a measurement is stopped. */
export const limit = Number(valueOf("--limit") ?? process.env.RAVEL_BENCH_LIMIT ?? 60);
/** CPU seconds for what a measurement is compared with, where less will do. */
export const aloneLimit = Number(valueOf("--alone") ?? limit);
export const only = valueOf("--only") ?? "";

/** CPU time of this process so far, in milliseconds: other work on the machine does not count, except for its use of the caches. */
export const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of wall time between two readings for a budget. */
const budgetPeriodMs = 20;
let [readAt, lastRead] = [Number.NEGATIVE_INFINITY, 0];

/** CPU time for budgets. They ask often, and reading it is a system call: asked each time, it would take more time than what is measured. */
export const budgetClock = (): number => {
  const now = performance.now();
  if (now - readAt > budgetPeriodMs) [readAt, lastRead] = [now, cpu()];
  return lastRead;
};

/** Loads a program of bench/programs. */
export async function loadProgram(file: string, flags: readonly string[], clang: "auto" | "embedded" = "auto"): Promise<Program> {
  const { program } = await load({
    files: [`bench/programs/${file}`],
    flags,
    dataModel: "lp64",
    clang,
    systemHeaders: false,
    toolchain: nodeToolchain,
    cache: null,
  });
  return program;
}

export const machineFor = (...properties: readonly Property[]): Omit<MachineOptions, "undo"> => ({
  properties: new Set(properties),
  freedoms: noFreedoms,
  allocationMayFail: false,
  unknownCalls: "stop",
  memory: 2 ** 30,
  fuel: 2e7,
  fill: 0,
});
