// What tests of running programs share: compiling a file or a text once per process, a machine's options, and a task for an engine.

import { nodeToolchain } from "../src/apps/clang/toolchain.ts";
import { check } from "../src/check.ts";
import type { AnyTask } from "../src/engines/table.ts";
import type { Property } from "../src/execution/errors.ts";
import { defaultFreedoms, noFreedoms } from "../src/execution/freedoms.ts";
import type { MachineOptions } from "../src/execution/machine.ts";
import { type LoadRequest, load } from "../src/frontend/load.ts";
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

export function compile(file: string, dataModel: DataModel = "lp64"): Promise<Program> {
  return once(`${dataModel} file ${file}`, () => loadProgram(file, dataModel));
}

export function compileText(text: string, dataModel: DataModel = "lp64", clang: LoadRequest["clang"] = "embedded"): Promise<Program> {
  return once(`${dataModel} ${clang} text ${text}`, () => loadProgram(fileOfText(text), dataModel, clang));
}

const loadProgram = async (...how: Parameters<typeof loadRequest>): Promise<Program> => (await load(loadRequest(...how))).program;

/** The programs asked for last. Not all: one process runs many test files, and a program that has run is a few megabytes. */
const compiled = new Map<string, Promise<Program>>();
const mostCompiled = 60;

function once(key: string, make: () => Promise<Program>): Promise<Program> {
  const program = compiled.get(key) ?? make();
  compiled.delete(key);
  compiled.set(key, program);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= mostCompiled) break;
    compiled.delete(oldest);
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

/** Of this process: other work on the machine does not count. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A check of a program given as text, as the command line makes it; counted work only. */
export function checkText(text: string, engine: string, properties: readonly Property[], more: Partial<AnyTask> = {}): Promise<Report> {
  const { program: _, ...task } = engineTask({} as Program, properties, { budget: new Budget(null, 1500), ...more });
  return check({ ...loadRequest(fileOfText(text)), ...task, engine });
}
