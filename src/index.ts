// The public API.

export { type CheckRequest, check } from "./check.ts";
export { allProperties, defaultProperties, type Property, type Violation } from "./execution/errors.ts";
export { Machine, type MachineOptions, type Oracle, type Outcome } from "./execution/machine.ts";
export { type Loaded, type LoadRequest, load } from "./frontend/load.ts";
export type { PropertyReport, Report, Scope, Verdict } from "./reports/report.ts";
export { Budget } from "./support/budget.ts";
export { type Diagnostic, RavelError } from "./support/diagnostics.ts";
export { type Replay, replay } from "./witness/replay.ts";
export type { Schedule } from "./witness/schedule.ts";
