// Shared by tests that run programs: compiling a file or a text once per process, a machine's options, and a task for an engine.

import { nodeToolchain } from "../src/apps/clang/toolchain.ts";
import { checkLoaded } from "../src/check.ts";
import type { AutoOptions } from "../src/engines/auto/options.ts";
import type { ExploreOptions } from "../src/engines/explore/explore.ts";
import type { FusionOptions } from "../src/engines/fusion/options.ts";
import type { StagedOptions } from "../src/engines/staged/options.ts";
import type { SymexOptions } from "../src/engines/symex/options.ts";
import type { AnyEngine, EngineName } from "../src/engines/table.ts";
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

/** The most recently used programs. Not all: one process runs many test files, and a program that has run takes a few megabytes. */
const loaded = new Map<string, Promise<Loaded>>();
const maxLoaded = 60;

/** A program shared by all tests of a process that use it: what was lowered and compiled for one engine is available to the next. */
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

/** A task for any of the engines. */
export type AnyTask = Parameters<AnyEngine["run"]>[0];

type Core = Omit<AnyTask, "options">;

/** Changes of a task; the options of all engines side by side. */
export type TaskChanges = Partial<Core> &
  ExploreOptions &
  StagedOptions &
  Pick<FusionOptions, "pruneEffort" | "omitted"> &
  SymexOptions &
  Pick<AutoOptions, "jobs" | "startEngine">;

export const engineTask = (program: Program, properties: readonly Property[], changes: TaskChanges = {}): AnyTask =>
  changed(
    {
      program,
      properties,
      machine: machineOptions(properties),
      freedoms: defaultFreedoms,
      budget: new Budget(null, 1500),
      seed: 1,
      maxSteps: null,
      maxRuns: null,
      inputs: null,
      progress: () => undefined,
      options: { explore: {}, staged: {} },
    },
    changes,
  );

export function changed(task: AnyTask, changes: TaskChanges): AnyTask {
  const { strategy, reduction, finalStates, pool, ...others } = changes;
  const {
    unwind,
    effort,
    solver,
    startProcess,
    certificate,
    encoding,
    symmetry,
    without,
    jobs,
    startEngine,
    pruneEffort,
    omitted,
    prune,
    reduce,
    sleeps,
    table,
    summarySize,
    schedule,
    maxNodes,
    slice,
    branches,
    ...core
  } = others;
  const explore = { ...task.options.explore, ...given({ strategy, reduction, finalStates, pool }) };
  const staged = { ...task.options.staged, ...given({ unwind, effort, solver, startProcess, certificate, encoding, symmetry, without }) };
  const options = {
    ...task.options,
    ...given({ jobs, startEngine, pruneEffort, omitted, prune, reduce, sleeps, table, summarySize, schedule, maxNodes, slice, branches }),
    ...explore,
    ...staged,
    explore,
    staged,
  };
  return { ...task, ...core, options };
}

const given = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;

/** A budget whose clock counts how often it is read: it is spent after the same work on every machine. */
export function countedBudget(readings: number, megabytes = 1500): Budget {
  let now = 0;
  return new Budget(readings / 1000, megabytes, () => now++);
}

/** CPU time of this process: other work on the machine does not count. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A check of a program given as text, as the command line makes it; counted work only. */
export async function checkText(
  text: string,
  engine: EngineName,
  properties: readonly Property[],
  changes: TaskChanges = {},
): Promise<Report> {
  const file = fileOfText(text);
  const found = await loadOnce(file);
  const { options, ...task } = engineTask(found.program, properties, changes);
  return checkLoaded(found, { ...loadRequest(file), ...task, engine: { name: engine, options } });
}
