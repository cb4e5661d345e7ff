// Registers whose values a symbolic step fixes, or may fix. In: a body. Out: those that are used, or of which something is computed that is used, as an address, a length, a callee or in floating-point arithmetic.
//
// What leaves the function in a word as wide as an address counts as an address: nothing is known of it.

import type { Operand, Operation, Register, Scalar, Terminator } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { registersDefined, registersUsed } from "../program/registers.ts";

/** Values of their operands become terms. */
const computing: ReadonlySet<Operation["op"]> = new Set(["move", "integer", "compare", "convert", "select", "builtin", "checked"]);

export function findFixedRegisters(body: FunctionBody, pointerBits: number): ReadonlySet<Register> {
  const fixed = new Set<Register>();
  const isFloat = (r: Register): boolean => body.registers[r]?.kind === "float";
  const add = (registers: readonly Register[]): void => {
    for (const r of registers) fixed.add(r);
  };
  const computations: Operation[] = [];
  for (const { operations, terminator } of body.blocks) {
    for (const o of operations) {
      if (computing.has(o.op)) computations.push(o);
      else add(fixedBy(o, body.registers, pointerBits));
    }
    add(fixedBy(terminator, body.registers, pointerBits));
  }
  for (let before = -1; before !== fixed.size; ) {
    before = fixed.size;
    for (const o of computations) if (registersDefined(o).some((r) => fixed.has(r) || isFloat(r))) add(registersUsed(o));
  }
  return fixed;
}

function fixedBy(o: Operation | Terminator, types: readonly Scalar[], pointerBits: number): readonly Register[] {
  const wide = (operands: readonly Operand[]): Register[] =>
    operands.flatMap((x) => (x.kind === "register" && (types[x.register]?.bits ?? 0) >= pointerBits ? [x.register] : []));
  const all = (operands: readonly (Operand | null)[]): Register[] => operands.flatMap((x) => (x?.kind === "register" ? [x.register] : []));
  switch (o.op) {
    case "store":
      return [...all([o.address, o.base]), ...wide([o.value])];
    case "update":
      return [...all([o.address, o.base]), ...wide([o.value])];
    case "compare-exchange":
      return [...all([o.address, o.base]), ...wide([o.expected, o.replacement])];
    case "call":
      return [...all([o.callee, o.variadic]), ...wide(o.args)];
    case "return":
      return wide(o.values);
    case "branch":
    case "switch":
    case "assume":
    case "block-until":
      return [];
    default:
      return registersUsed(o);
  }
}
