// What generated code raises: faults of the program, and what cannot be executed. A signed overflow is noted, and the run continues.

import type { ErrorKind, Operation } from "../program/operations.ts";
import type { Environment } from "./environment.ts";
import { Unmodelled } from "./errors.ts";
import { Fault } from "./fault.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";
import { faultTexts, noteOverflow } from "./violations.ts";

export class Failures {
  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    readonly environment: Environment,
  ) {}

  fault(_t: Thread, k: number, kind: ErrorKind): never {
    this.step.at = k;
    throw new Fault(kind, faultTexts[kind] ?? kind);
  }

  raise(t: Thread, k: number, kind: ErrorKind, low: number, high: number): never {
    this.step.at = k;
    const o = t.fn.operations[k] as Operation & { op: "error" };
    throw new Fault(kind, o.message ?? this.environment.readText(low, high));
  }

  unsupported(t: Thread, k: number, low: number, high: number): never {
    this.step.at = k;
    const o = t.fn.operations[k] as Operation & { op: "unsupported" };
    throw new Unmodelled({ kind: "unsupported", what: o.kind }, o.what ?? this.environment.readText(low, high));
  }

  noteOverflow(t: Thread, k: number, kind: "signed-overflow"): void {
    if (!this.step.probing) noteOverflow(this.run, t, k, kind);
  }
}
