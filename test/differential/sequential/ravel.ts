// The seam to Ravel: one run of a sequential program in the executor. In: C source and a data model. Out: what the program
// printed (one character per byte), its exit status, and how the run ended. Every property is watched: a program with one
// meaning and no faults must not set off any of them.

import { allProperties } from "../../../src/execution/errors.ts";
import { noFreedoms } from "../../../src/execution/freedoms.ts";
import { Machine, type MachineOptions } from "../../../src/execution/machine.ts";
import { causeOfStop, unknownBecause } from "../../../src/reports/unknown.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { run } from "../../../src/scheduling/run.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compileText } from "../../run.ts";
import type { DataModel } from "./types.ts";

export interface RavelRun {
  readonly stdout: string;
  readonly exit: number | null;
  /** "finished", or what stopped the run instead. */
  readonly outcome: string;
}

const options: MachineOptions = {
  properties: new Set(allProperties),
  freedoms: noFreedoms,
  allocationMayFail: false,
  unknownCalls: "stop",
  memory: 1 << 28,
  fuel: 50_000_000,
  undo: false,
  fill: 0xa5,
};

export async function runInRavel(source: string, dataModel: DataModel): Promise<RavelRun> {
  try {
    const machine = new Machine(await compileText(source, dataModel, "auto"), options);
    const end = run(machine, new RandomScheduler(new Rng(1)), { maxSteps: 2_000_000, interrupted: () => false });
    const stdout = machine.outputs.filter((o) => o.descriptor === 1).map((o) => Buffer.from(o.bytes).toString("latin1"));
    return {
      stdout: stdout.join(""),
      exit: machine.outcome?.kind === "exit" ? machine.outcome.status : null,
      outcome: describe(machine, end),
    };
  } catch (error) {
    if (error instanceof RavelError) return { stdout: "", exit: null, outcome: `refused: ${error.message}` };
    // A crash is a finding like any other.
    return { stdout: "", exit: null, outcome: `crash: ${error instanceof Error ? error.stack : String(error)}` };
  }
}

function describe(machine: Machine, end: string): string {
  const [violation] = machine.violations;
  const at = violation?.location ? ` at line ${violation.location.line}` : "";
  if (violation !== undefined) return `false alarm: ${violation.property}: ${violation.message}${at}`;
  const { outcome } = machine;
  if (outcome === null) return `did not end: ${end}`;
  switch (outcome.kind) {
    case "exit":
      // What the neighbours of a bit-field hold that was never written is an input, whose value no run here depends on: it is random. To use it is an uninit.
      return machine.inputs.every((i) => i.isUnwritten) && machine.choices.length === 0
        ? "finished"
        : "false alarm: the run depended on a choice or an input";
    case "abort":
    case "stuck":
      return outcome.kind;
    case "error":
      return `false alarm: ${outcome.violation.message}`;
    case "stopped":
      return `stopped: ${unknownBecause(causeOfStop(outcome)).code}: ${outcome.reason}${outcome.location ? ` at line ${outcome.location.line}` : ""}`;
  }
}
