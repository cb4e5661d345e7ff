// Operations on registers only. In: operands as terms. Out: the result as a term (arithmetic.ts), and failures: overflow, division by zero,
// and results that depend on the placement of objects (layout.ts).

import type { Operand, Operation, Register } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import { moves, type ObjectFilter, stays } from "../layout.ts";
import * as arithmetic from "./arithmetic.ts";
import type { Instance } from "./instance.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

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
      if (o.predicate === "eq" || o.predicate === "ne") {
        noteStale(steps, memory, instance, left, right);
        steps.closeSingle(false);
      }
      return instance.set(o.to, decide(steps, terms[o.predicate](left, right)));
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
  steps.meet(
    path,
    "reuse",
    round.layout.stale(a, b, (object, when) => memory.isDead(path, object, when)),
  );
}

/** A condition over variables with few values may have only one outcome: then it is a constant. */
function decide({ terms, possible }: Steps, condition: Term): Term {
  const outcomes = condition.op === "constant" ? null : possible.outcomes(condition);
  return outcomes?.size === 1 ? terms.constant([...outcomes][0] as bigint, 1) : condition;
}
