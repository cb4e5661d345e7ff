// Registers that count. In: the body of a function. Out: locals to which only constants, and sums of themselves and constants, are assigned.
//
// The value of such a register follows from the way a thread has come. A step graph may tell apart the control points of a thread by these values: then a loop that joins threads is followed iteration by
// iteration, and each names one thread.

import type { Operand, Operation, Register } from "../program/operations.ts";
import type { FunctionBody, Program } from "../program/program.ts";
import { registersDefined } from "../program/registers.ts";
import { liveIn } from "./graph-facts.ts";
import type { PointFrame } from "./graph-point.ts";
import type { ValueSet } from "./host.ts";

const known = new WeakMap<FunctionBody, ReadonlySet<Register>>();

export function countersOf(body: FunctionBody): ReadonlySet<Register> {
  let counters = known.get(body);
  if (counters === undefined) {
    counters = findCounters(body);
    known.set(body, counters);
  }
  return counters;
}

/** Longer chains of copies are not followed. */
const maxCopies = 8;

function findCounters(body: FunctionBody): ReadonlySet<Register> {
  const assigned = new Map<Register, Operation[]>();
  for (const { operations } of body.blocks)
    for (const o of operations) for (const to of registersDefined(o)) assigned.set(to, [...(assigned.get(to) ?? []), o]);
  /** The operand is a constant, or follows from the register by copies and sums with constants. */
  const isCounted = (of: Register, o: Operand, depth = 0): boolean => {
    if (o.kind !== "register" || o.register === of) return o.kind === "integer" || o.kind === "register";
    const [only, ...others] = assigned.get(o.register) ?? [];
    return only !== undefined && others.length === 0 && depth < maxCopies && counts(of, only, depth + 1);
  };
  const counts = (of: Register, o: Operation, depth = 0): boolean =>
    o.op === "move"
      ? isCounted(of, o.from, depth)
      : o.op === "integer" && o.operator === "add" && isCounted(of, o.left, depth) && o.right.kind === "integer";
  const counters = new Set<Register>();
  for (const { register } of body.locals)
    if (!body.params.includes(register) && assigned.get(register)?.every((o) => counts(register, o)) === true) counters.add(register);
  return counters;
}

/** The counters that matter in the frames of a thread: level and register. */
export function liveCounters(
  program: Program,
  frames: readonly PointFrame[],
  overflow: boolean,
): { readonly level: number; readonly register: Register }[] {
  return frames.flatMap((f, level) => {
    const body = (program.functions[f.function] as Program["functions"][number]).body();
    const counters = countersOf(body);
    if (counters.size === 0) return [];
    return liveIn(body, f, level < frames.length - 1, overflow)
      .filter((r) => counters.has(r))
      .map((register) => ({ level, register }));
  });
}

/** The values of the counters after a way; null: one of them may have several. */
export function countersAfter(
  program: Program,
  frames: readonly PointFrame[],
  overflow: boolean,
  valueAfter: (level: number, register: Register) => ValueSet,
): readonly bigint[] | null {
  const values: bigint[] = [];
  for (const { level, register } of liveCounters(program, frames, overflow)) {
    const [value, ...others] = valueAfter(level, register) ?? [];
    if (value === undefined || others.length > 0) return null;
    values.push(value);
  }
  return values;
}
