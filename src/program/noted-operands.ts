// The operands whose values runs note: of operations that terms cannot always express, the operands with which they could. In: an operation. Out: its operands
// in registers. The executor's code that notes blocks also notes them (execution/compile/function.ts), and the unroller asks for what was seen
// (skeleton/unrolling/seen-values.ts): both must read this table.

import type { Operand, Operation } from "./operations.ts";

export type RegisterOperand = Operand & { kind: "register" };

const none: readonly RegisterOperand[] = [];

export function notedOperands(o: Operation): readonly RegisterOperand[] {
  switch (o.op) {
    case "float":
    case "float-compare":
      return inRegisters([o.left, o.right]);
    case "convert":
      return o.source.kind === "float" || o.target.kind === "float" ? inRegisters([o.from]) : none;
    case "builtin":
      return o.type.kind === "float" || o.builtin === "is.fpclass" ? inRegisters(o.args) : none;
    case "math":
      return inRegisters([o.x, o.y]);
    case "copy-in":
    case "copy-out":
    case "fill":
    case "clear":
    case "stack-allocate":
      return inRegisters([o.size]);
    case "heap-allocate":
      return inRegisters([o.size, o.align]);
    case "input":
      return inRegisters([o.bits]);
    case "thread-start":
      return inRegisters([o.entry]);
    case "call":
      return inRegisters([o.callee]);
    case "format-number":
      return inRegisters(o.args.slice(1)); // not the buffer
    default:
      return none;
  }
}

const inRegisters = (operands: readonly Operand[]): readonly RegisterOperand[] =>
  operands.filter((x): x is RegisterOperand => x.kind === "register");
