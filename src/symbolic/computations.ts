// Operations on registers only. In: operands as terms. Out: the result as a term (arithmetic.ts), and failures: overflow and division by zero.
// Results that depend on the placement of objects are noted.

import type { Operand, Operation, Register } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import * as arithmetic from "./arithmetic.ts";
import type { Host, Occurrence } from "./host.ts";

type Computation = Operation & {
  op: "move" | "integer" | "compare" | "float" | "float-negate" | "float-compare" | "convert" | "select" | "builtin" | "checked";
};

export function compute<I extends Occurrence, A>(host: Host<I, A>, o: Computation, at: I): void {
  const { terms, placement } = host;
  const { frame, path } = at;
  const byCases = (to: Register, operands: readonly Operand[], make: (values: readonly Term[]) => Term | null): void => {
    const values = operands.map((x) => at.operand(x));
    if (o.op !== "convert") placement.other(at, values); // bytes of a pointer as a float
    at.set(
      to,
      arithmetic.computeByCases(terms, (t) => host.valuesOf(t), values, make),
    );
  };
  switch (o.op) {
    case "move":
      return at.set(o.to, at.operand(o.from));
    case "integer": {
      const left = at.operand(o.left);
      const right = at.operand(o.right);
      placement.integer(at, o, left, right);
      const { value, overflow, fault } = arithmetic.computeInteger(terms, o, left, right);
      if (overflow !== undefined && frame.reportsOverflow) host.fail(path, "overflow", "signed-overflow", overflow, "overflow", true);
      if (fault !== undefined) host.fail(path, "overflow", fault.kind, fault.when, fault.kind);
      return at.set(o.to, value);
    }
    case "compare": {
      const left = at.operand(o.left);
      const right = at.operand(o.right);
      return at.set(
        o.to,
        placement.compare(at, o, left, right, () => terms[o.predicate](left, right)),
      );
    }
    case "float":
      return byCases(o.to, [o.left, o.right], ([a, b]) => arithmetic.computeFloat(terms, o, a as Term, b as Term));
    case "float-negate":
      return at.set(o.to, arithmetic.negateFloat(terms, at.operand(o.from)));
    case "float-compare":
      return byCases(o.to, [o.left, o.right], ([a, b]) => arithmetic.computeFloatCompare(terms, o, a as Term, b as Term));
    case "convert":
      placement.convert(at, o, at.operand(o.from));
      return byCases(o.to, [o.from], ([a]) => arithmetic.computeConvert(terms, o, a as Term));
    case "select":
      return at.set(o.to, terms.ite(at.operand(o.condition), at.operand(o.then), at.operand(o.otherwise)));
    case "builtin": {
      const args = o.args.map((x) => at.operand(x));
      placement.other(at, args);
      return at.set(o.to, arithmetic.computeBuiltin(terms, o, args));
    }
    case "checked": {
      const [left, right] = [at.operand(o.left), at.operand(o.right)];
      placement.other(at, [left, right]);
      const { value, overflow } = arithmetic.computeChecked(terms, o, left, right);
      at.set(o.to, value);
      return at.set(o.overflow, overflow);
    }
  }
}
