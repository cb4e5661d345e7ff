// Lowers atomic read-modify-writes: `atomicrmw` and `cmpxchg`. In: the instruction. Out: one operation.

import { int, type MemoryOrder, register, type Scalar } from "../../program/operations.ts";
import { failUnsupported } from "../../support/diagnostics.ts";
import type { Instruction, Type } from "../llvm/module.ts";
import type { Lowering } from "./lowering.ts";

export function lowerUpdate(f: Lowering, i: Instruction & { op: "cmpxchg" | "atomicrmw" }): void {
  switch (i.op) {
    case "cmpxchg": {
      const type = scalarOf(f, i.expected.type);
      const to = f.newRegister(type);
      const success = f.newRegister(int(1));
      const order = f.order(i.success) as MemoryOrder;
      const failure = f.order(i.failure) as MemoryOrder;
      f.emit({
        op: "compare-exchange",
        ...f.access(i.address),
        to,
        success,
        type,
        expected: f.operand(i.expected),
        replacement: f.operand(i.replacement),
        order,
        failure,
        weak: i.weak,
        volatile: i.volatile,
      });
      return f.define(i.result, [register(to), register(success)], [type, int(1)]);
    }
    case "atomicrmw": {
      const type = scalarOf(f, i.operand.type);
      const to = f.newRegister(type);
      const order = f.order(i.ordering) as MemoryOrder;
      f.emit({
        op: "update",
        ...f.access(i.address),
        to,
        type,
        operator: i.operator as never,
        value: f.operand(i.operand),
        order,
        volatile: i.volatile,
      });
      return f.define(i.result, [register(to)], [type]);
    }
  }
}

function scalarOf(f: Lowering, type: Type): Scalar {
  const pieces = f.layout.pieces(type);
  return pieces.length === 1 ? (pieces[0] as { scalar: Scalar }).scalar : failUnsupported("an atomic operation on an aggregate");
}
