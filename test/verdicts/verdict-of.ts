// The verdict of a finding, after its candidate has been replayed.

import type { Finding } from "../../src/engines/engine.ts";
import type { Property } from "../../src/execution/errors.ts";
import { Machine } from "../../src/execution/machine.ts";
import { confirmUnchanged } from "../../src/witness/confirm.ts";
import type { AnyTask } from "../run.ts";

export function verdictOf(task: AnyTask, property: Property, found: Finding): string {
  if (found.kind === "unknown") return found.unknown.code;
  if (found.kind === "covered") return found.scope.complete ? "safe" : "safe-bounded";
  const machine = new Machine(task.program, { ...task.machine, undo: false });
  return confirmUnchanged(machine, found.schedule, property) === null ? "not confirmed" : "unsafe";
}
