// An engine's answer for each property in a word: "safe", "unsafe" (replayed), "bounded", "does not replay", "nothing", or
// the code of the reason for `unknown`.

import type { Finding } from "../../src/engines/engine.ts";
import type { Property } from "../../src/execution/errors.ts";
import { Machine } from "../../src/execution/machine.ts";
import type { Program } from "../../src/program/program.ts";
import { confirmUnchanged } from "../../src/witness/confirm.ts";
import { machineOptions } from "../run.ts";

export interface Answer {
  readonly said: string;
  readonly reason: string;
}

export function answersOf(
  program: Program,
  properties: readonly Property[],
  findings: ReadonlyMap<Property, Finding>,
): Map<Property, Answer> {
  // Made when something is to be replayed: a machine compiles the program again.
  let made: Machine | null = null;
  const machine = (): Machine => (made ??= new Machine(program, { ...machineOptions(properties), undo: false }));
  return new Map(
    properties.map((p): [Property, Answer] => {
      const f = findings.get(p);
      if (f === undefined) return [p, { said: "nothing", reason: "" }];
      if (f.kind === "unknown") return [p, { said: f.unknown.code, reason: f.unknown.reason }];
      if (f.kind === "covered") return [p, { said: f.scope.complete ? "safe" : "bounded", reason: "" }];
      return [p, { said: confirmUnchanged(machine(), f.schedule, p) === null ? "does not replay" : "unsafe", reason: "" }];
    }),
  );
}
