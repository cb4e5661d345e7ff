// The functions to which `longjmp` may return. In: a program. Out: their ids, remembered.

import { bodyIfSupported, type Program } from "../program/program.ts";
import { findReachableFunctions } from "./reachable-functions.ts";

const known = new WeakMap<Program, ReadonlySet<number>>();

export function findJumpTargets(program: Program): ReadonlySet<number> {
  let targets = known.get(program);
  if (targets === undefined) {
    const reachable = findReachableFunctions(program);
    const functions = program.functions.filter((f) => !f.external && (reachable?.has(f.id) ?? true));
    // What a body does that cannot be lowered, no run does.
    const sets = functions.filter((f) => bodyIfSupported(f)?.blocks.some((b) => b.operations.some((o) => o.op === "set-jump")) === true);
    targets = new Set(sets.map((f) => f.id));
    known.set(program, targets);
  }
  return targets;
}
