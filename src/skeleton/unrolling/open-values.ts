// Values that a run leaves open: inputs, and choices of the scheduler or the machine. In: an operation that asks for one. Out: a
// variable, what is assumed of it, and its place in the thread's list, in the order in which a run asks.

import type { Operation } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { Path } from "../path.ts";
import type { ValueSet } from "../value-set.ts";
import type { Instance } from "./instance.ts";
import type { Steps } from "./steps.ts";

export function readInput(steps: Steps, o: Operation & { op: "input" }, instance: Instance): void {
  const { terms } = steps;
  const { path } = instance;
  const bits = instance.fixed(o.bits, "the width of an input");
  const v = openInput(steps, path, bits, bits <= 4 ? new Set(Array.from({ length: 2 ** bits }, (_, i) => BigInt(i))) : null);
  if (path.section !== null) path.section.asked = terms.or(path.section.asked, path.guard.term);
  instance.set(o.to, terms.zext(v, instance.bitsOf(o.to)));
}

export function openInput(steps: Steps, path: Path, bits: number, values: ValueSet): Term {
  const v = steps.round.variable("input", bits, values);
  steps.thread.open.push({ kind: "input", variable: v, when: steps.terms.and(path.guard.term, steps.active) });
  return v;
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
  round.assumptions.push(terms.ite(several, terms.ult(v, count), terms.eq(v, terms.constant(0n, v.width))));
  openChoice(steps, instance.path, v, several);
  instance.set(o.to, v);
}

/** Whether the machine lets something succeed that could, where `when` holds. */
export function chooseSuccess(steps: Steps, path: Path, when: Term): Term {
  const { terms, round } = steps;
  const v = round.variable("choice", 32, new Set([0n, 1n]));
  round.assumptions.push(terms.ult(v, terms.constant(2n, 32)));
  openChoice(steps, path, v, when);
  return terms.eq(v, terms.constant(0n, 32));
}

function openChoice(steps: Steps, path: Path, variable: Term, when: Term): void {
  steps.thread.open.push({ kind: "choice", variable, when: steps.terms.all([path.guard.term, steps.active, when]) });
}

/** What the library asks about the machine. */
export function readOption({ terms, round: { machine } }: Steps, o: Operation & { op: "option" }, instance: Instance): void {
  const which = instance.fixed(o.which, "an option");
  const chosen = [false, machine.spuriousWakeups, machine.spuriousFailures, machine.allocationMayFail][which];
  instance.set(o.to, terms.constant(chosen ? 1n : 0n, instance.bitsOf(o.to)));
}
