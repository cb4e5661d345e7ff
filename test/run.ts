// What tests of running programs share: compiling a file once per process, a machine's options, and a task for an engine.

import type { EngineTask } from "../src/engines/engine.ts";
import type { Property } from "../src/execution/errors.ts";
import type { MachineOptions } from "../src/execution/machine.ts";
import { type LoadRequest, load } from "../src/frontend/load.ts";
import type { DataModel, Program } from "../src/program/program.ts";
import { Budget } from "../src/support/budget.ts";
import { irCache } from "./ir-cache.ts";

export const loadRequest = (file: string, dataModel: DataModel = "lp64"): LoadRequest => ({
  files: [file],
  flags: [],
  dataModel,
  clang: "embedded",
  systemHeaders: false,
  cache: irCache,
});

const compiled = new Map<string, Promise<Program>>();

export function compile(file: string, dataModel: DataModel = "lp64"): Promise<Program> {
  const key = `${dataModel} ${file}`;
  let program = compiled.get(key);
  if (program === undefined) {
    program = load(loadRequest(file, dataModel)).then((l) => l.program);
    compiled.set(key, program);
  }
  return program;
}

export const machineOptions = (properties: readonly Property[]): Omit<MachineOptions, "undo"> => ({
  properties: new Set(properties),
  spuriousWakeups: false,
  spuriousFailures: false,
  allocationMayFail: false,
  unknownCalls: "stop",
  memory: 2 ** 29,
  fuel: 2e7,
  fill: 0,
});

export const engineTask = (program: Program, properties: readonly Property[], more: Partial<EngineTask> = {}): EngineTask => ({
  program,
  properties,
  machine: machineOptions(properties),
  budget: new Budget(60, 1500),
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
