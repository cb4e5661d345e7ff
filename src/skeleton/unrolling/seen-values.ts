// What terms cannot express takes the values that runs had there. In: an operation that is unsupported for the terms of its operands, on a path along a
// route. Out: the path after it: per tuple of values that was seen, the operation with constants, where the operands have them. Other
// values are cut off, as an unseen side is.
//
// So a program is proved whose floating-point numbers do not depend on the schedule, and any other is searched.

import { notedOperands, type RegisterOperand } from "../../program/noted-operands.ts";
import type { Operation } from "../../program/operations.ts";

import { OperationInstance } from "../../symbolic/instance.ts";
import type { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import { pointOf } from "../route.ts";
import { type Instance, userPosition } from "./frame.ts";
import type { Path } from "./path.ts";
import { mergeStates, type State } from "./states.ts";
import type { Steps } from "./steps.ts";
import type { Perform } from "./walk.ts";

/** Throws `why` again if the operands are constants, or no values are noted of such operations. Returns null if no path continues. */
export function performAsSeen(steps: Steps, o: Operation, instance: Instance, why: Unsupported, perform: Perform): Path | null {
  const { terms, round } = steps;
  const { route } = round.options;
  const operands = notedOperands(o);
  const told = operands.map((x) => instance.operand(x));
  if (route === undefined || told.every((t) => t.op === "constant")) throw why;
  const { frame, key } = instance;
  const point = pointOf(steps.name, key);
  const seen = route.valuesAt(point);
  const site = steps.site;
  let rest = instance.path;
  let merged: State | null = null;
  for (const values of seen) {
    const constants = told.map((t, i) => terms.constant(values[i] as bigint, t.width));
    const same = terms.all(told.map((t, i) => terms.eq(t, constants[i] as Term)));
    const path = rest.fork(same);
    if (path.guard.term === terms.false) continue;
    rest = rest.fork(terms.not(same));
    round.followed.addValues(point, values);
    const registers = instance.registers.slice();
    operands.forEach((x: RegisterOperand, i) => {
      registers[x.register] = constants[i];
    });
    const end = steps.attempt(path, () => perform(o, new OperationInstance(round, frame, path, registers, key)));
    steps.site = site;
    if (end !== null) merged = merged === null ? { path: end, registers } : mergeStates(round, merged, { path: end, registers });
  }
  if (rest.guard.term !== terms.false)
    steps.cut(rest, terms.true, { what: "value", name: point, at: userPosition(frame, site.at), side: seen.length, why: why.what });
  if (merged === null) return null;
  merged.registers.forEach((value, r) => {
    instance.registers[r] = value;
  });
  return merged.path;
}
