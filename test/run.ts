// What tests of running programs share: compiling a file or a text once per process, a machine's options, and a task for an engine.

import { nodeToolchain } from "../src/apps/clang/toolchain.ts";
import { checkLoaded } from "../src/check.ts";
import type { AnyTask } from "../src/engines/table.ts";
import type { Property } from "../src/execution/errors.ts";
import { defaultFreedoms, noFreedoms } from "../src/execution/freedoms.ts";
import type { MachineOptions } from "../src/execution/machine.ts";
import { type Loaded, type LoadRequest, load } from "../src/frontend/load.ts";
import type { DataModel, Program } from "../src/program/program.ts";
import type { Report } from "../src/reports/report.ts";
import { Budget } from "../src/support/budget.ts";
import { fileOfText, irCache } from "./ir-cache.ts";

export const loadRequest = (file: string, dataModel: DataModel = "lp64", clang: LoadRequest["clang"] = "embedded"): LoadRequest => ({
  files: [file],
  flags: [],
  dataModel,
  clang,
  systemHeaders: false,
  toolchain: nodeToolchain,
  cache: irCache,
});

export const compile = async (file: string, dataModel?: DataModel): Promise<Program> => (await loadOnce(file, dataModel)).program;

export const compileText = (text: string, dataModel?: DataModel, clang?: LoadRequest["clang"]): Promise<Program> =>
  loadOnce(fileOfText(text), dataModel, clang).then(({ program }) => program);

/** The programs asked for last. Not all: one process runs many test files, and a program that has run is a few megabytes. */
const loaded = new Map<string, Promise<Loaded>>();
const maxLoaded = 60;

/** A program shared by all tests of a process that ask for it: what was lowered and compiled for one engine is there for the next. */
export function loadOnce(file: string, dataModel: DataModel = "lp64", clang: LoadRequest["clang"] = "embedded"): Promise<Loaded> {
  const key = `${dataModel} ${clang} ${file}`;
  const program = loaded.get(key) ?? load(loadRequest(file, dataModel, clang));
  loaded.delete(key);
  loaded.set(key, program);
  for (const oldest of loaded.keys()) {
    if (loaded.size <= maxLoaded) break;
    loaded.delete(oldest);
  }
  return program;
}

export const machineOptions = (properties: readonly Property[]): Omit<MachineOptions, "undo"> => ({
  properties: new Set(properties),
  freedoms: noFreedoms,
  allocationMayFail: false,
  unknownCalls: "stop",
  memory: 2 ** 29,
  fuel: 2e7,
  fill: 0,
});

export const engineTask = (program: Program, properties: readonly Property[], more: Partial<AnyTask> = {}): AnyTask => ({
  program,
  properties,
  machine: machineOptions(properties),
  freedoms: defaultFreedoms,
  budget: new Budget(null, 1500),
  seed: 1,
  maxSteps: null,
  maxRuns: null,
  strategy: null,
  reduction: null,
  inputs: null,
  progress: () => undefined,
  ...more,
});

/** A budget whose clock counts how often it is read: it is spent after the same work on every machine. */
export function countedBudget(readings: number, megabytes = 1500): Budget {
  let now = 0;
  return new Budget(readings / 1000, megabytes, () => now++);
}

/** Of this process: other work on the machine does not count. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A check of a program given as text, as the command line makes it; counted work only. */
export async function checkText(
  text: string,
  engine: string,
  properties: readonly Property[],
  more: Partial<AnyTask> = {},
): Promise<Report> {
  const file = fileOfText(text);
  const found = await loadOnce(file);
  return checkLoaded(found, { ...loadRequest(file), ...engineTask(found.program, properties, more), engine });
}
