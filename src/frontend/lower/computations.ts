// Lowers instructions that only compute: arithmetic, comparisons, casts, selections. In: the instruction. Out: operations, one per scalar of its type.

import { type IntegerOperator, type IntegerPredicate, int, type Operand, register, type Scalar } from "../../program/operations.ts";
import type { Instruction } from "../llvm/module.ts";
import { isWide } from "./layout.ts";
import type { Lowering } from "./lowering.ts";
import { castPieces } from "./vectors.ts";
import { castWide, computeWide } from "./wide-integers.ts";

export type Computation = Instruction & { op: "binary" | "icmp" | "fcmp" | "fneg" | "cast" | "select" | "freeze" };

export function lowerComputation(f: Lowering, i: Computation): void {
  const at = f.at;
  switch (i.op) {
    case "freeze":
      f.setOrigin(i.result, i.operand.value);
      return f.define(i.result, f.operands(i.operand), f.layout.scalarsOf(i.operand.type));
    case "cast": {
      const { from, cast, to } = i;
      if (from.type.kind === "ptr" && to.kind === "ptr") f.setOrigin(i.result, from.value);
      const types = f.layout.scalarsOf(to);
      const out =
        isWide(from.type) || isWide(to)
          ? castWide(f, cast, f.operands(from), from.type, to)
          : castPieces(f, cast, f.operands(from), f.layout.scalarsOf(from.type), types);
      return f.define(i.result, out, types);
    }
    case "select": {
      const conditions = f.operands(i.condition);
      const then = f.operands(i.then);
      const otherwise = f.operands(i.otherwise);
      const types = f.layout.scalarsOf(i.then.type);
      const out = types.map((type, k) => {
        const to = f.newRegister(type);
        f.emit({
          op: "select",
          to,
          type,
          condition: (conditions.length > 1 ? conditions[k] : conditions[0]) as Operand,
          then: then[k] as Operand,
          otherwise: otherwise[k] as Operand,
          at,
        });
        return register(to);
      });
      return f.define(i.result, out, types);
    }
    case "fneg": {
      const types = f.layout.scalarsOf(i.operand.type);
      const out = f.operands(i.operand).map((from, k) => {
        const to = f.newRegister(types[k] as Scalar);
        f.emit({ op: "float-negate", to, bits: (types[k] as Scalar).bits as 32 | 64, from, at });
        return register(to);
      });
      return f.define(i.result, out, types);
    }
    case "binary":
    case "icmp":
    case "fcmp": {
      const left = f.valueOf(i.left, i.type);
      const right = f.valueOf(i.right, i.type);
      const types = f.layout.scalarsOf(i.type);
      if (isWide(i.type)) return f.define(i.result, computeWide(f, i.op === "binary" ? i.operator : i.op, i.type.bits, left, right), types);
      const out = types.map((type, k) => {
        const l = left[k] as Operand;
        const r = right[k] as Operand;
        const to = f.newRegister(i.op === "binary" ? type : int(1));
        if (i.op === "icmp")
          f.emit({ op: "compare", to, bits: type.bits, predicate: i.predicate as IntegerPredicate, left: l, right: r, at });
        else if (i.op === "fcmp")
          f.emit({ op: "float-compare", to, bits: type.bits as 32 | 64, predicate: i.predicate as never, left: l, right: r, at });
        else if (type.kind === "float")
          f.emit({ op: "float", to, bits: type.bits, operator: i.operator.slice(1) as never, left: l, right: r, at });
        else
          f.emit({
            op: "integer",
            to,
            bits: type.bits,
            operator: i.operator as IntegerOperator,
            left: l,
            right: r,
            signed: i.nsw,
            at,
          });
        return register(to);
      });
      return f.define(i.result, out, i.op === "binary" ? types : types.map(() => int(1)));
    }
  }
}
