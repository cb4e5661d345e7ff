// The public API, for any machine. On Node, apps/node/index.ts adds the compiler, and a `check` that needs only the names of files.

export { type CheckRequest, check } from "./check.ts";
export type { EngineChoice, EngineName } from "./engines/table.ts";
export { allProperties, defaultProperties, type Property, type Violation } from "./execution/errors.ts";
export { defaultFreedoms, type Freedom, noFreedoms } from "./execution/freedoms.ts";
export { Machine, type MachineOptions, type Oracle, type Outcome } from "./execution/machine.ts";
export { type Loaded, type LoadRequest, load } from "./frontend/load.ts";
export { reportToJson } from "./reports/json.ts";
export type { PropertyReport, Report, Scope, Verdict } from "./reports/report.ts";
export { Budget } from "./support/budget.ts";
export { type Diagnostic, RavelError } from "./support/diagnostics.ts";
export { type Limit, timeLimit } from "./support/limits.ts";
export { type Replay, replay } from "./witness/replay.ts";
export type { Schedule } from "./witness/schedule.ts";
