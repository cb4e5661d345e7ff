// Lowers `getelementptr`. In: the instruction. Out: the address as an operand. Constant offsets are summed up and added last.

import { int, integer, type Operand } from "../../program/operations.ts";
import { fail } from "../../support/diagnostics.ts";
import type { Instruction, Type } from "../llvm/module.ts";
import type { Lowering } from "./lowering.ts";

export function computeAddress(f: Lowering, i: Instruction & { op: "gep" }): Operand {
  const bits = f.pointerBits;
  let address = f.operand(i.base);
  let fixed = 0n;
  let type: Type = i.source;
  for (const [k, index] of i.indices.entries()) {
    if (k > 0 && type.kind === "struct") {
      const field = Number((index.value as { value: bigint }).value);
      fixed += BigInt(f.layout.fieldOffset(type, field));
      type = type.fields[field] as Type;
      continue;
    }
    if (k > 0) {
      if (type.kind !== "array" && type.kind !== "vector") return fail("RVL105", "address arithmetic inside a scalar");
      type = type.element;
    }
    const scale = BigInt(f.layout.sizeOf(type));
    if (index.value.kind === "int") fixed += index.value.value * scale;
    else {
      const from = (index.type as { bits: number }).bits;
      const wide = f.convert(from > bits ? "trunc" : "sext", f.operand(index), int(from), int(bits));
      address = f.advance(address, scale === 1n ? wide : f.compute("mul", bits, wide, integer(scale, bits)));
    }
  }
  return f.addOffset(address, fixed);
}
