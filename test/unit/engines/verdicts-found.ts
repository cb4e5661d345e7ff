// The verdicts of an engine's findings as words: a candidate counts only if it replays.

import type { EngineResult } from "../../../src/engines/engine.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { confirmUnchanged } from "../../../src/witness/confirm.ts";
import type { AnyTask } from "../../run.ts";

export function verdictsFound(
  { program, machine }: AnyTask,
  findings: EngineResult["findings"],
  properties: readonly Property[],
): string[] {
  return properties.map((p) => {
    const f = findings.get(p);
    if (f === undefined) return "nothing";
    if (f.kind === "unknown") return `unknown ${f.unknown.code}`;
    if (f.kind === "covered") return f.scope.complete ? "safe" : "safe-bounded";
    return confirmUnchanged(new Machine(program, { ...machine, undo: false }), f.schedule, p) === null ? "does not replay" : "unsafe";
  });
}
