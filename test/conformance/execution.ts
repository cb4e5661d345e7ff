// Runs a program in the executor and tells how it went, in words that can be compared. In: a linked program, inputs. Out: one
// `Run` per schedule of a fixed set.

import { propertyOf } from "../../src/execution/errors.ts";
import { Machine, type MachineOptions } from "../../src/execution/machine.ts";
import type { Program } from "../../src/program/program.ts";
import { PctScheduler } from "../../src/scheduling/pct.ts";
import { RandomScheduler } from "../../src/scheduling/random.ts";
import { run, type Scheduler } from "../../src/scheduling/scheduler.ts";
import { Rng } from "../../src/support/rng.ts";

export interface Run {
  readonly stdout: string;
  /** "exit 0", "assertion at line 3", "RVL203 fork", "step-limit" … */
  readonly ends: string;
  /** What did not end the run: races and overflows, "data-race at line 12". */
  readonly violations: readonly string[];
}

const options: MachineOptions = {
  properties: new Set(["assert", "race", "deadlock", "memory", "overflow"]),
  spuriousWakeups: false,
  spuriousFailures: false,
  allocationMayFail: false,
  unknownCalls: "stop",
  memory: 2 ** 28,
  fuel: 50_000_000,
  undo: false,
  fill: 0,
};

/** Three random schedules and one by priorities. */
const schedulers = (inputs: readonly bigint[]): Scheduler[] => [
  ...[1, 2, 3].map((seed) => new RandomScheduler(new Rng(seed), inputs)),
  new PctScheduler(new Rng(4), 3, 300, inputs),
];

/** Runs under every schedule, or until one of the runs is enough. */
export function execute(program: Program, inputs: readonly bigint[], maxSteps: number, enough: (r: Run) => boolean = () => false): Run[] {
  const machine = new Machine(program, options);
  const runs: Run[] = [];
  for (const scheduler of schedulers(inputs)) {
    const end = run(machine, scheduler, { maxSteps, interrupted: () => false });
    const stdout = machine.outputs.filter((o) => o.descriptor === 1).map((o) => Buffer.from(o.bytes).toString("latin1"));
    const lasting = machine.violations.filter((v) => machine.outcome?.kind !== "error" || v !== machine.outcome.violation);
    runs.push({ stdout: stdout.join(""), ends: machine.outcome === null ? end : describe(machine), violations: lasting.map((v) => `${v.kind} at line ${v.location?.line ?? "?"}: ${v.message}`) });
    if (enough(runs[runs.length - 1])) break;
  }
  return runs;
}

function describe({ outcome }: Machine): string {
  switch (outcome?.kind) {
    case "exit":
    case "abort":
      return `exit ${outcome.status}`;
    case "error": {
      const { kind, location } = outcome.violation;
      return `${kind} at line ${location?.line ?? "?"}`;
    }
    case "stopped":
      return `${outcome.code} ${outcome.reason}`;
    case "stuck":
    case undefined:
      return "stuck";
  }
}

/** The property of a violation that was put into words. */
export const propertyOfText = (text: string): string => propertyOf(text.split(" ")[0] as Parameters<typeof propertyOf>[0]);
