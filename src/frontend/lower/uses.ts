// The def-use chains of one LLVM function: which instructions use which values.

import type { Block, Instruction, Value } from "../llvm/module.ts";

/** By the name of the value. */
export type Uses = Map<string, Instruction[]>;

export function collectUses(blocks: readonly Block[]): Uses {
  const uses: Uses = new Map();
  const add = (value: Value, user: Instruction): void => {
    if (value.kind !== "local") return;
    const list = uses.get(value.name);
    if (list === undefined) uses.set(value.name, [user]);
    else if (list[list.length - 1] !== user) list.push(user);
  };
  for (const block of blocks) for (const i of block.instructions) for (const v of operandsOf(i)) add(v, i);
  return uses;
}

export function operandsOf(i: Instruction): Value[] {
  switch (i.op) {
    case "ret":
      return i.value ? [i.value.value] : [];
    case "condbr":
      return [i.condition];
    case "switch":
      return [i.on.value];
    case "indirectbr":
      return [i.address.value];
    case "binary":
    case "icmp":
    case "fcmp":
      return [i.left, i.right];
    case "fneg":
    case "freeze":
      return [i.operand.value];
    case "cast":
      return [i.from.value];
    case "select":
      return [i.condition.value, i.then.value, i.otherwise.value];
    case "phi":
      return i.incoming.map((x) => x.value);
    case "alloca":
      return i.count ? [i.count.value] : [];
    case "load":
      return [i.address];
    case "store":
      return [i.value.value, i.address];
    case "gep":
      return [i.base.value, ...i.indices.map((x) => x.value)];
    case "extractvalue":
      return [i.from.value];
    case "insertvalue":
      return [i.into.value, i.element.value];
    case "extractelement":
      return [i.from.value, i.index.value];
    case "insertelement":
      return [i.into.value, i.element.value, i.index.value];
    case "shufflevector":
      return [i.left.value, i.right.value];
    case "cmpxchg":
      return [i.address, i.expected.value, i.replacement.value];
    case "atomicrmw":
      return [i.address, i.operand.value];
    case "call":
      return [i.callee, ...i.args.map((a) => a.value)];
    case "asm":
      return i.args.map((a) => a.value);
    case "va_arg":
      return [i.list];
    case "declare-variable":
      return [i.address];
    case "br":
    case "unreachable":
    case "fence":
    case "lifetime": // not a use: it says when there may be uses
    case "unsupported":
      return [];
  }
}
