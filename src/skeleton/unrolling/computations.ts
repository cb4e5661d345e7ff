// Operations on registers only. In: operands as terms. Out: the result as a term (arithmetic.ts), and failures: overflow, division by zero,
// and results that depend on the placement of objects (layout.ts).

import type { Operand, Operation, Register } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import { pairOf } from "../knowledge.ts";
import { moves, type ObjectFilter, stays } from "../layout.ts";
import type { SharedObject } from "../skeleton.ts";
import * as arithmetic from "./arithmetic.ts";
import { type Instance, pointerTo } from "./instance.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

/** Unsupported, or an assumption, unless the order is a choice: an engine then makes it one. */
export const orderOfAddresses = "the order of addresses of different objects";

type Comparison = Extract<Operation, { op: "compare" }>["predicate"];

export type Computation = Operation & {
  op: "move" | "integer" | "compare" | "float" | "float-negate" | "float-compare" | "convert" | "select" | "builtin" | "checked";
};

export function compute(steps: Steps, memory: ThreadMemory, o: Computation, instance: Instance): void {
  const { terms, round } = steps;
  const { frame, path } = instance;
  const noteLayout = (when: (asked: ObjectFilter) => Term): void => noteNumber(steps, instance, when);
  const byCases = (to: Register, operands: readonly Operand[], make: (values: readonly Term[]) => Term | null): void => {
    const values = operands.map((x) => instance.operand(x));
    if (o.op !== "convert") noteLayout((asked) => terms.boolean(values.some((x) => round.layout.isAddress(x, asked)))); // bytes of a pointer as a float
    instance.set(
      to,
      arithmetic.computeByCases(terms, (t) => steps.possible.of(t), values, make),
    );
  };
  switch (o.op) {
    case "move":
      return instance.set(o.to, instance.operand(o.from));
    case "integer": {
      const left = instance.operand(o.left);
      const right = instance.operand(o.right);
      noteLayout((asked) => round.layout.integer(o, left, right, asked));
      const { value, overflow, fault } = arithmetic.computeInteger(terms, o, left, right);
      if (overflow !== undefined && frame.reportsOverflow) steps.fail(path, "overflow", "signed-overflow", overflow, "overflow", true);
      if (fault !== undefined) steps.fail(path, "overflow", fault.kind, fault.when, fault.kind);
      return instance.set(o.to, value);
    }
    case "compare": {
      const left = instance.operand(o.left);
      const right = instance.operand(o.right);
      noteLayout((asked) => round.layout.compare(o, left, right, asked));
      const isOrder = o.predicate !== "eq" && o.predicate !== "ne";
      if (!isOrder || round.machine.freedoms.has("placement")) {
        noteStale(steps, memory, instance, left, right);
        steps.closeSingle(false);
      }
      const plain = terms[o.predicate](left, right);
      return instance.set(o.to, decide(steps, isOrder ? orderAddresses(steps, instance, o.predicate, left, right, plain) : plain));
    }
    case "float":
      return byCases(o.to, [o.left, o.right], ([a, b]) => arithmetic.computeFloat(terms, o, a as Term, b as Term));
    case "float-negate":
      return instance.set(o.to, arithmetic.negateFloat(terms, instance.operand(o.from)));
    case "float-compare":
      return byCases(o.to, [o.left, o.right], ([a, b]) => arithmetic.computeFloatCompare(terms, o, a as Term, b as Term));
    case "convert": {
      const from = instance.operand(o.from);
      noteLayout((asked) => round.layout.convert(o, from, asked));
      return byCases(o.to, [o.from], ([a]) => arithmetic.computeConvert(terms, o, a as Term));
    }
    case "select":
      return instance.set(o.to, terms.ite(instance.operand(o.condition), instance.operand(o.then), instance.operand(o.otherwise)));
    case "builtin": {
      const args = o.args.map((x) => instance.operand(x));
      noteLayout((asked) => terms.boolean(args.some((x) => round.layout.isAddress(x, asked))));
      return instance.set(o.to, arithmetic.computeBuiltin(terms, o, args));
    }
    case "checked": {
      const [left, right] = [instance.operand(o.left), instance.operand(o.right)];
      noteLayout((asked) => terms.boolean([left, right].some((x) => round.layout.isAddress(x, asked))));
      const { value, overflow } = arithmetic.computeChecked(terms, o, left, right);
      instance.set(o.to, value);
      return instance.set(o.overflow, overflow);
    }
  }
}

/** Notes when a number depends on the placement of objects. The library uses addresses correctly, except in what it computes for its caller. */
export function noteNumber(steps: Steps, { frame, path }: Instance, when: (asked: ObjectFilter) => Term): void {
  if (!frame.reportsOverflow) return;
  steps.failForLayout(path, when(moves));
  steps.meet(path, "placement", when(stays)); // globals have the addresses of the executor, so a violation can be confirmed
}

/** Notes a comparison of addresses for equality that meets the freedom `reuse`: a dead object's address may be used again. */
export function noteStale(steps: Steps, memory: ThreadMemory, { frame, path }: Instance, a: Term, b: Term): void {
  const { terms, round } = steps;
  if (a.width < round.program.pointerBits) return;
  // The library compares two words at once for its callers: what they contain is not followed.
  if (a.width > round.program.pointerBits) return steps.meet(path, "reuse", terms.true);
  if (frame.library) return;
  const isDead = (object: SharedObject, when: Term): Term => memory.isDead(path, object, when);
  const left: Term[] = [round.layout.staleAnywhere(a, b, isDead)];
  for (const { x, y, when } of round.layout.alike(a, b))
    for (const [dead, next] of [
      [x, y],
      [y, x],
    ] as const) {
      const isStale = terms.and(when, isDead(dead, when));
      if (isStale === terms.false) continue;
      const { missing, isCovered } = followersOf(steps, dead, next);
      if (missing.length > 0) {
        steps.meet(path, "reuse", isStale, missing.join());
        continue;
      }
      // Other offsets: an object that begins in the middle of a dead one.
      const apart = terms.ne(terms.sub(a, pointerTo(round, x.address)), terms.sub(b, pointerTo(round, y.address)));
      left.push(isCovered ? terms.and(isStale, apart) : isStale);
    }
  steps.meet(path, "reuse", terms.any(left));
}

/**
 * Whether every object that may lie in the second place is offered the first one, where that is free: then the comparison is covered. `missing`: the pairs of
 * positions that are yet to be offered.
 */
function followersOf({ knowledge, round }: Steps, dead: SharedObject, place: SharedObject): { missing: string[]; isCovered: boolean } {
  const next = knowledge.occupantsOf(place).filter((o) => o !== dead);
  // That a block stays where it is when it is reallocated is not offered.
  const pairs = next.map((o) => (knowledge.mayMove(dead, o) ? undefined : pairOf(dead, o)));
  const missing = pairs.filter((p): p is string => p !== undefined && round.options.reuse?.has(p) !== true);
  return { missing, isCovered: missing.length === 0 && !pairs.includes(undefined) };
}

/** A comparison by order. Which of two objects lies below the other is open; nothing but the order of all of them follows. */
function orderAddresses(steps: Steps, instance: Instance, predicate: Comparison, a: Term, b: Term, plain: Term): Term {
  const { terms, round } = steps;
  const { frame, path } = instance;
  if (!frame.reportsOverflow) return plain;
  if (!round.machine.freedoms.has("placement")) {
    steps.fail(path, "unsupported", "unsupported", round.layout.ordered(a, b, moves), orderOfAddresses);
    steps.meet(path, "placement", round.layout.ordered(a, b, stays), orderOfAddresses);
    return plain;
  }
  if (a.width !== round.program.pointerBits) return plain;
  if (round.layout.mayBeAnywhere(a, b)) steps.failForLayout(path, terms.true);
  const isLess = predicate.endsWith("lt") || predicate.endsWith("le");
  let value = plain;
  for (const { x, y, when } of round.layout.pairs(a, b)) {
    if (![x, y].every((o) => o.kind === "global" || o.made !== undefined)) {
      steps.failForLayout(path, when);
      continue;
    }
    const [left, right] = [round.rankOf(x), round.rankOf(y)];
    round.assumptions.push(terms.ne(left, right));
    value = terms.ite(when, isLess ? terms.ult(left, right) : terms.ult(right, left), value);
  }
  return value;
}

/** A condition over variables with few values may have only one outcome: then it is a constant. */
function decide({ terms, possible }: Steps, condition: Term): Term {
  const outcomes = condition.op === "constant" ? null : possible.outcomes(condition);
  return outcomes?.size === 1 ? terms.constant([...outcomes][0] as bigint, 1) : condition;
}
