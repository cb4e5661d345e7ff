// Values that a run leaves open: inputs, and choices of the scheduler or the machine. In: an operation that asks for one. Out: a
// variable, what is assumed of it, and its place in the thread's list, in the order in which a run asks.

import type { InputFrame } from "../../analysis/input-domains.ts";
import { findInputValues } from "../../analysis/input-values.ts";
import { allocationOption, freedomOfOption } from "../../execution/freedoms.ts";
import type { Operation } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { OpenValue } from "../skeleton.ts";
import type { ValueSet } from "../value-set.ts";
import type { Frame } from "./frame.ts";
import type { Instance } from "./instance.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";

export function readInput(steps: Steps, o: Operation & { op: "input" }, instance: Instance): void {
  const { terms } = steps;
  const { path } = instance;
  const bits = instance.fixed(o.bits, "the width of an input");
  const few = bits <= 4 ? new Set(Array.from({ length: 2 ** bits }, (_, i) => BigInt(i))) : null;
  const values = path.section === null ? null : findInputValues(steps.round.program, stackOf(instance.frame, steps.site.operation), bits);
  const v = openInput(steps, path, bits, few, values);
  instance.set(o.to, terms.zext(v, instance.bitsOf(o.to)));
}

/** `few`: all values, if they are few; `values`: those that stand for all (skeleton.ts). */
export function openInput(steps: Steps, path: Path, bits: number, few: ValueSet, values: OpenValue["values"]): Term {
  const v = steps.round.variable("input", bits, few);
  open(steps, path, { kind: "input", variable: v, when: steps.terms.true, values, possible: steps.terms.true });
  return v;
}

/** The functions on the stack, each with the operation it is at. */
function stackOf(frame: Frame, operation: number): InputFrame[] {
  const frames = [{ body: frame.body, operation }];
  for (let f = frame; f.parent !== null; f = f.parent) frames.push({ body: f.parent.body, operation: f.callSite });
  return frames;
}

/** A number below `count`; where that leaves no choice, nobody is asked. */
export function choose(steps: Steps, o: Operation & { op: "choose" }, instance: Instance): void {
  const { terms, round } = steps;
  const count = instance.operand(o.count);
  const counts = steps.possible.of(count);
  const most = counts === null ? terms.range(count).high : Number([...counts].reduce((a, b) => (a > b ? a : b), 0n));
  const values = most <= 16 ? new Set(Array.from({ length: Math.max(most, 1) }, (_, i) => BigInt(i))) : null;
  const one = terms.constant(1n, count.width);
  if (terms.ule(count, one) === terms.true) return instance.set(o.to, terms.constant(0n, count.width));
  const v = round.variable("choice", count.width, values);
  const several = terms.ugt(count, one);
  const possible = terms.ite(several, terms.ult(v, count), terms.eq(v, terms.constant(0n, v.width)));
  round.assumptions.push(possible);
  open(steps, instance.path, { kind: "choice", variable: v, when: several, values: values === null ? null : [...values], possible });
  instance.set(o.to, v);
}

/** Whether the machine lets something succeed that could, where `when` holds. */
export function chooseSuccess(steps: Steps, path: Path, when: Term): Term {
  const { terms, round } = steps;
  const v = round.variable("choice", 32, new Set([0n, 1n]));
  round.assumptions.push(terms.ult(v, terms.constant(2n, 32)));
  open(steps, path, { kind: "choice", variable: v, when, values: [0n, 1n], possible: terms.true });
  return terms.eq(v, terms.constant(0n, 32));
}

function open(steps: Steps, path: Path, value: Omit<OpenValue, "event">): void {
  const when = steps.terms.all([path.guard.term, steps.active, value.when]);
  steps.thread.open.push({ ...value, when, event: path.section?.event ?? null });
}

/** What the library asks about the machine. */
export function readOption({ terms, round }: Steps, o: Operation & { op: "option" }, instance: Instance): void {
  const which = instance.fixed(o.which, "an option");
  const freedom = freedomOfOption(which);
  const chosen = freedom === null ? which === allocationOption && round.machine.allocationMayFail : round.isFree(freedom);
  instance.set(o.to, terms.constant(chosen ? 1n : 0n, instance.bitsOf(o.to)));
}
