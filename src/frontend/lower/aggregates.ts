// Lowers accesses to members of structs and arrays that are values (`extractvalue`, `insertvalue`). In: the instruction. Out: the scalars of the member.

import type { Instruction, Type } from "../llvm/module.ts";
import type { Lowering } from "./lowering.ts";

export function lowerMember(f: Lowering, i: Instruction & { op: "extractvalue" | "insertvalue" }): void {
  switch (i.op) {
    case "extractvalue": {
      const [start, type] = locate(f, i.from.type, i.indices);
      const n = f.layout.pieces(type).length;
      return f.define(i.result, f.operands(i.from).slice(start, start + n), f.layout.scalarsOf(type));
    }
    case "insertvalue": {
      const [start] = locate(f, i.into.type, i.indices);
      const all = [...f.operands(i.into)];
      const element = f.operands(i.element);
      element.forEach((piece, k) => {
        all[start + k] = piece;
      });
      return f.define(i.result, all, f.layout.scalarsOf(i.into.type));
    }
  }
}

/** The index of a member's first scalar, and the member's type. */
function locate(f: Lowering, type: Type, indices: readonly number[]): [number, Type] {
  let start = 0;
  let t = type;
  for (const index of indices) {
    if (t.kind === "struct") {
      for (let k = 0; k < index; k++) start += f.layout.pieces(t.fields[k] as Type).length;
      t = t.fields[index] as Type;
    } else if (t.kind === "array") {
      start += index * f.layout.pieces(t.element).length;
      t = t.element;
    }
  }
  return [start, t];
}
