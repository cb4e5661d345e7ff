// Open values: inputs and choices. In: an operation that asks for one. Out: a variable, constraints on it, and an entry in the thread's list, in
// the order in which a run asks.

import type { InputFrame } from "../../analysis/input-domains.ts";
import { findInputValues } from "../../analysis/input-values.ts";
import type { InputRange } from "../../execution/contract.ts";
import { allocationOption, freedomOfChoice, freedomOfOption } from "../../execution/freedoms.ts";
import type { Operation } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { OpenValue } from "../skeleton.ts";
import type { ValueSet } from "../value-set.ts";
import type { Frame, Instance } from "./frame.ts";
import { takeGiven } from "./given-inputs.ts";
import type { Path } from "./path.ts";
import { sleepAt } from "./sleeping.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

export function readInput(steps: Steps, memory: ThreadMemory, o: Operation & { op: "input" }, instance: Instance): void {
  const { terms } = steps;
  const { path } = instance;
  const bits = instance.fixed(o.bits, "the width of an input");
  const range = o.first === null || o.last === null ? null : { first: instance.operand(o.first), last: instance.operand(o.last) };
  // A single possible value is not open.
  const isOpen = range === null ? terms.true : terms.ne(range.first, range.last);
  if (range !== null && isOpen === terms.false) return instance.set(o.to, range.first);
  const known = range === null ? { first: 0n, last: (1n << BigInt(bits)) - 1n } : constantRange(range);
  const stack = stackOf(instance.frame, steps.site.operation);
  const values = path.section === null || known === null ? null : findInputValues(steps.round.program, stack, bits, range && known);
  // The values of a count are not enumerated: addresses that depend on it would be followed one by one.
  const few = known === null || (range !== null && bits > 8) ? null : fewValues(known);
  const v = steps.round.variable("input", bits, few);
  const widen = (value: Term): Term => terms.zext(value, instance.bitsOf(o.to));
  const wide = widen(v);
  const possible = range === null ? terms.true : isBetween(terms, wide, range);
  const { value, isFree } = takeGiven(steps, memory, path, isOpen, {
    free: range === null ? wide : clamp(terms, wide, range),
    // A given value outside the range counts as the ordinary one, as in the executor.
    given: (x) => {
      const told = widen(terms.constant(BigInt.asUintN(bits, x), bits));
      return range === null ? told : terms.ite(isBetween(terms, told, range), told, range.first);
    },
  });
  if (possible !== terms.true) steps.round.assumptions.push(terms.implies(terms.and(isOpen, isFree), possible));
  const offered = isFree === terms.true ? values : null;
  open(steps, path, { kind: "input", variable: v, when: isOpen, values: offered, possible, freedom: null }, isFree !== terms.false);
  instance.set(o.to, range === null ? value : terms.ite(isOpen, value, range.first));
}

/** The value itself, in a form from which its range is known without solving: so loops over it end. */
function clamp(terms: Terms, value: Term, { first, last }: { first: Term; last: Term }): Term {
  const most = terms.ite(terms.ule(first, last), last, first);
  const least = terms.ite(terms.ule(first, last), first, last);
  const capped = terms.ite(terms.ule(value, most), value, most);
  return least.op === "constant" && least.value !== 0n ? terms.ite(terms.ule(least, capped), capped, least) : capped;
}

function isBetween(terms: Terms, value: Term, { first, last }: { first: Term; last: Term }): Term {
  const up = terms.and(terms.ule(first, value), terms.ule(value, last));
  return terms.or(up, terms.and(terms.ule(last, value), terms.ule(value, first)));
}

function constantRange({ first, last }: { first: Term; last: Term }): InputRange | null {
  return first.op === "constant" && last.op === "constant" ? { first: first.value, last: last.value } : null;
}

/** All values of the range, if they are few; otherwise null. */
function fewValues({ first, last }: InputRange): ValueSet {
  const [least, most] = first < last ? [first, last] : [last, first];
  return most - least >= 16n ? null : new Set(Array.from({ length: Number(most - least) + 1 }, (_, i) => least + BigInt(i)));
}

/** The functions on the stack, each with its current operation. */
function stackOf(frame: Frame, operation: number): InputFrame[] {
  const frames = [{ body: frame.body, operation }];
  for (let f = frame; f.parent !== null; f = f.parent) frames.push({ body: f.parent.body, operation: f.callSite });
  return frames;
}

function freedomIn(what: string): OpenValue["freedom"] {
  if (freedomOfChoice(what) === null) return null;
  return what === "spurious wake-up" ? "wake-up" : what === "spurious failure" ? "failure" : "other";
}

/** Makes a choice below `count`. A single possible value is not a choice. */
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
  const freedom = freedomIn(o.what);
  const { when, event } = open(steps, instance.path, {
    kind: "choice",
    variable: v,
    when: several,
    values: values === null ? null : [...values],
    possible,
    freedom,
  });
  if (freedom === "wake-up" && event !== null)
    steps.sleeps.push(sleepAt(instance, steps.site.operation, { wake: v, when, event, asked: steps.thread.open.length }));
  instance.set(o.to, v);
}

/** A choice, made where `when` holds: whether something that can succeed does, or fails spuriously. */
export function chooseSuccess(steps: Steps, path: Path, when: Term): Term {
  const { terms, round } = steps;
  const v = round.variable("choice", 32, new Set([0n, 1n]));
  round.assumptions.push(terms.ult(v, terms.constant(2n, 32)));
  open(steps, path, { kind: "choice", variable: v, when, values: [0n, 1n], possible: terms.true, freedom: "failure" });
  return terms.eq(v, terms.constant(0n, 32));
}

/** `isOpen`: not given. A section does not wait for other values of what is given. */
function open(steps: Steps, path: Path, value: Omit<OpenValue, "event">, isOpen = true): OpenValue {
  const when = steps.terms.all([path.guard.term, steps.active, value.when]);
  const opened = { ...value, when, event: isOpen ? (path.section?.event ?? null) : null };
  steps.thread.open.push(opened);
  return opened;
}

/** Reads an option of the machine, for the library. */
export function readOption({ terms, round }: Steps, o: Operation & { op: "option" }, instance: Instance): void {
  const which = instance.fixed(o.which, "an option");
  const freedom = freedomOfOption(which);
  const chosen = freedom === null ? which === allocationOption && round.machine.allocationMayFail : round.meetFreedom(freedom);
  instance.set(o.to, terms.constant(chosen ? 1n : 0n, instance.bitsOf(o.to)));
}
