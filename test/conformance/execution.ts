// Runs a program in the executor and describes the outcome as text that can be compared. In: a linked program, inputs. Out: one
// `Run` per schedule of a fixed set.

import { allProperties, propertyOf } from "../../src/execution/errors.ts";
import { noFreedoms } from "../../src/execution/freedoms.ts";
import { Machine, type MachineOptions } from "../../src/execution/machine.ts";
import type { Program } from "../../src/program/program.ts";
import { causeOfStop, unknownBecause } from "../../src/reports/unknown.ts";
import { PctScheduler } from "../../src/scheduling/pct.ts";
import { RandomScheduler } from "../../src/scheduling/random.ts";
import { run } from "../../src/scheduling/run.ts";
import type { Scheduler } from "../../src/scheduling/scheduler.ts";
import { Rng } from "../../src/support/rng.ts";

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  /** "exit 0", "assertion at line 3", "RVL203 fork", "step-limit" … */
  readonly ends: string;
  /** Violations that did not end the run: races and overflows, "data-race at line 12". */
  readonly violations: readonly string[];
}

const options: MachineOptions = {
  properties: new Set(allProperties),
  freedoms: noFreedoms,
  allocationMayFail: false,
  unknownCalls: "stop",
  memory: 2 ** 28,
  fuel: 50_000_000,
  undo: false,
  fill: 0,
};

/** Three random schedules and one by priorities. Inputs without a given value are random if `inputs` is null, otherwise 0. */
function schedulers(inputs: readonly bigint[] | null): Scheduler[] {
  const given = inputs === null ? [] : [...inputs, ...Array<bigint>(1000).fill(0n)];
  return [...[1, 2, 3].map((seed) => new RandomScheduler(new Rng(seed), given)), new PctScheduler(new Rng(4), 3, 300, given)];
}

export class Executor {
  readonly #machine: Machine;

  constructor(program: Program) {
    this.#machine = new Machine(program, options);
  }

  /** Runs under every schedule, or until one run suffices. */
  execute(inputs: readonly bigint[] | null, maxSteps: number, enough: (r: Run) => boolean = () => false): Run[] {
    const machine = this.#machine;
    const runs: Run[] = [];
    for (const scheduler of schedulers(inputs)) {
      const end = run(machine, scheduler, { maxSteps, interrupted: () => false });
      const output = (descriptor: number): string =>
        Buffer.concat(machine.outputs.filter((o) => o.descriptor === descriptor).map((o) => o.bytes)).toString("latin1");
      const lasting = machine.violations.filter((v) => machine.outcome?.kind !== "error" || v !== machine.outcome.violation);
      const ends = machine.outcome === null ? end : describe(machine);
      runs.push({
        stdout: output(1),
        stderr: output(2),
        ends,
        violations: lasting.map((v) => `${v.kind} at line ${v.location?.line ?? "?"}: ${v.message}`),
      });
      if (enough(runs[runs.length - 1])) break;
    }
    return runs;
  }
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
      return `${unknownBecause(causeOfStop(outcome)).code} ${outcome.reason}`;
    case "stuck":
    case undefined:
      return "stuck";
  }
}

/** The property of a violation that is given as text. */
export const propertyOfText = (text: string): string => propertyOf(text.split(" ")[0] as Parameters<typeof propertyOf>[0]);
