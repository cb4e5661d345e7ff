// A check in a browser. In: the text of a program, a toolchain. Out: its report. Engines run side by side in workers if memory can be shared, else in turns.

import type { CheckRequest } from "../../check.ts";
import type { EngineJob, EngineThread } from "../../engines/auto/side-by-side.ts";
import { defaultProperties, type Property } from "../../execution/errors.ts";
import { defaultFreedoms, noFreedoms } from "../../execution/freedoms.ts";
import type { MachineOptions } from "../../execution/machine.ts";
import type { Toolchain } from "../../frontend/toolchain.ts";
import { Budget } from "../../support/budget.ts";
import { type Limit, timeLimit } from "../../support/limits.ts";

export interface CheckSetup {
  readonly file: string;
  readonly seconds: number;
  readonly properties: readonly Property[];
}

/** As on the command line. */
const fuel = 50_000_000;
/** Browsers end a page that uses much more. */
const megabytes = 1024;

export const defaultSetup: Omit<CheckSetup, "file"> = { seconds: 60, properties: defaultProperties };

export const machineOptions = (properties: readonly Property[]): Omit<MachineOptions, "undo"> => ({
  properties: new Set(properties),
  freedoms: noFreedoms,
  allocationMayFail: false,
  unknownCalls: "stop",
  memory: megabytes * 2 ** 20,
  fuel,
  fill: 0,
});

export function checkRequest(
  { file, seconds, properties }: CheckSetup,
  toolchain: Toolchain,
  stop: Limit,
  progress: (text: string) => void,
  startEngine: ((job: EngineJob) => EngineThread) | null,
): CheckRequest {
  const now = (): number => performance.now();
  const budget = new Budget(seconds, megabytes, now, [stop, timeLimit(seconds, now, now())]);
  return {
    files: [file],
    flags: [],
    dataModel: "lp64",
    clang: "embedded",
    systemHeaders: false,
    cache: null,
    toolchain,
    engine: { name: "auto", options: { explore: {}, staged: {}, jobs: startEngine === null ? 1 : 2, startEngine } },
    properties,
    seed: 1,
    maxSteps: null,
    maxRuns: null,
    inputs: null,
    contextBound: null,
    freedoms: defaultFreedoms,
    budget,
    progress,
    machine: { ...machineOptions(properties), tick: () => budget.tick() },
  };
}
