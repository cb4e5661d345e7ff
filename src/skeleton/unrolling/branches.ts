// The end of a block. In: a terminator, and the path that reaches it. Out: per possible target a path, forked under the condition of going
// there; or what the function returns.

import type { Operand, Terminator } from "../../program/operations.ts";
import { functionAddress } from "../../program/program.ts";
import type { Registers } from "../../symbolic/host.ts";
import { operandOf } from "../../symbolic/instance.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import type { Frame, Returned } from "./frame.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";

type Go = (target: number, path: Path, registers: Registers) => void;

export function leaveBlock(steps: Steps, frame: Frame, t: Terminator, path: Path, registers: Registers, go: Go): Returned | null {
  const operand = (o: Operand): Term => operandOf(steps.round, frame, registers, o);
  switch (t.op) {
    case "jump":
      go(t.target, path, registers);
      return null;
    case "branch": {
      if (t.then === t.otherwise) {
        go(t.then, path, registers);
        return null;
      }
      divide(steps, [[t.then, [operand(t.condition)]]], t.otherwise, path, registers, go);
      return null;
    }
    case "switch":
      divide(steps, casesOf(steps, t, operand(t.on)), t.fallback, path, registers, go);
      return null;
    case "indirect-jump":
      jumpThrough(steps, frame, operand(t.address), path, registers, go);
      return null;
    case "return":
      return { path, results: t.values.map(operand) };
    case "unreachable":
      steps.fail(path, "memory", "unreachable", steps.terms.true, "unreachable");
      return null;
  }
}

/** The conditions that lead to each target. */
function casesOf({ terms }: Steps, t: Terminator & { op: "switch" }, on: Term): [number, Term[]][] {
  const targets = new Map<number, Term[]>();
  for (const c of t.cases) {
    const conditions = targets.get(c.target) ?? [];
    conditions.push(terms.eq(on, terms.constant(c.value, t.bits)));
    targets.set(c.target, conditions);
  }
  return [...targets].filter(([target]) => target !== t.fallback);
}

/** Goes to each target where one of its conditions holds, otherwise to the fallback. Requires that conditions of different targets exclude each other. */
function divide(
  { terms }: Steps,
  cases: readonly (readonly [number, readonly Term[]])[],
  fallback: number,
  path: Path,
  registers: Registers,
  go: Go,
): void {
  let rest = path;
  for (const [target, conditions] of cases) {
    if (rest.guard.term === terms.false) return;
    const condition = terms.any(conditions);
    if (condition === terms.true) return go(target, rest, registers.slice());
    if (condition === terms.false) continue;
    const side = rest.fork(condition);
    rest = rest.fork(terms.not(condition));
    go(target, side, registers.slice());
  }
  if (rest.guard.term !== terms.false) go(fallback, rest, registers.slice());
}

/** A computed goto. */
function jumpThrough(steps: Steps, frame: Frame, address: Term, path: Path, registers: Registers, go: Go): void {
  const { terms } = steps;
  const values = steps.possible.of(address);
  if (values === null) throw new Unsupported("a computed goto that may jump anywhere");
  for (const v of values) {
    const target = Number(v) - functionAddress(frame.function) - 1;
    const here = terms.eq(address, terms.constant(v, address.width));
    if (frame.body.blocks[target] === undefined) steps.fail(path, "memory", "invalid-call", here, "");
    else go(target, path.fork(here), registers.slice());
  }
}
