// Lowers variable arguments. The caller lays out all arguments in an area in memory; va_start initialises the va_list that clang's code for va_arg
// reads.
//
// i386: the area is the stack as the ABI describes it, and va_list points to the end of the named arguments.
// x86-64: `header, registers, stack`. The registers are the save area of the ABI, where clang's code for structs looks for them: clang decides in
// the caller whether a struct is passed in registers, and the IR does not say how its stack slot would be aligned. The registers in use are
// at the end of the range of their kind, so that one va_arg too many leaves the area instead of reading a register that was never
// set. The header is the va_list of a callee without named arguments, to which va_start adds its own.

import { int, integer, type Operand, register, type Scalar } from "../../program/operations.ts";
import type { CallArgument, Type, Value } from "../llvm/module.ts";
import { copyBlock } from "./block-copies.ts";
import { roundUp } from "./layout.ts";
import type { Lowering } from "./lowering.ts";

const general = { count: 6, size: 8, end: 48 };
const vector = { count: 8, size: 16, end: 176 };
const headerSize = 16;

interface Argument {
  readonly type: Type;
  readonly byval: Type | null;
  readonly align: number;
}

interface ArgumentSlot {
  readonly in: "general" | "vector" | "stack";
  /** Number of the register, or offset on the stack. */
  readonly at: number;
}

interface Placement {
  readonly slots: readonly ArgumentSlot[];
  readonly general: number;
  readonly vector: number;
  readonly stack: number;
  readonly align: number;
}

/** Assigns arguments to registers and the stack, as the ABI does. */
function placeArguments(f: Lowering, args: readonly Argument[]): Placement {
  const slotBytes = f.layout.pointerBytes;
  const used = { general: 0, vector: 0, stack: 0, align: 16 };
  const slots = args.map((arg): ArgumentSlot => {
    const kind = f.pointerBits === 64 && arg.byval === null ? registersOf(f, arg.type) : null;
    if (kind !== null) {
      const at = used[kind.in];
      if (at + kind.count <= (kind.in === "general" ? general : vector).count) {
        used[kind.in] += kind.count;
        return { in: kind.in, at };
      }
    }
    const type = arg.byval ?? arg.type;
    const align = Math.max(f.layout.alignOf(type), arg.byval === null ? 0 : arg.align);
    const at = roundUp(used.stack, align > 8 && slotBytes === 8 ? align : slotBytes);
    used.stack = at + roundUp(f.layout.sizeOf(type), slotBytes);
    used.align = Math.max(used.align, align);
    return { in: "stack", at };
  });
  return { slots, ...used };
}

/** The registers that a value of this type needs; null: it goes to the stack. Clang has already split structs. */
function registersOf(f: Lowering, type: Type): { readonly in: "general" | "vector"; readonly count: number } | null {
  switch (type.kind) {
    case "ptr":
      return { in: "general", count: 1 };
    case "int":
      return type.bits <= 128 ? { in: "general", count: type.bits <= 64 ? 1 : 2 } : null;
    case "float":
      return type.bits <= 64 ? { in: "vector", count: 1 } : null;
    case "vector":
      return f.layout.sizeOf(type) <= vector.size ? { in: "vector", count: 1 } : null;
    default:
      return null;
  }
}

/** Lays out the arguments from index `from` on, and returns the address of the area. For the call, those from `named` on are variadic. */
export function layOutArguments(
  f: Lowering,
  given: readonly CallArgument[],
  from: number,
  named: number,
  allocate: (size: number, align: number) => Operand,
): Operand {
  // Clang makes the default promotions, except for _Atomic floats. A float of a struct is not promoted.
  const isUnpromoted = (arg: CallArgument, k: number): boolean =>
    k >= named && arg.noundef && arg.type.kind === "float" && arg.type.bits === 32;
  const types = given.map((arg, k): Type => (isUnpromoted(arg, k) ? { kind: "float", bits: 64 } : arg.type));
  const placement = placeArguments(
    f,
    given.map((arg, k) => ({ ...arg, type: types[k] as Type })),
  );
  const stack = f.pointerBits === 64 ? roundUp(headerSize + vector.end, placement.align) : 0;
  const area = allocate(Math.max(stack + placement.stack, f.layout.pointerBytes), placement.align);
  const first = {
    general: headerSize + general.end - placement.general * general.size,
    vector: headerSize + vector.end - placement.vector * vector.size,
  };
  if (f.pointerBits === 64) {
    put(f, area, 0, int(32), integer(BigInt(first.general - headerSize), 32));
    put(f, area, 4, int(32), integer(BigInt(first.vector - headerSize), 32));
    put(f, area, 8, int(64), f.addOffset(area, BigInt(stack)));
  }
  for (const [k, arg] of given.entries()) {
    if (k < from) continue;
    const { in: kind, at } = placement.slots[k] as ArgumentSlot;
    const start = kind === "stack" ? stack + at : kind === "general" ? first.general + at * general.size : first.vector + at * vector.size;
    if (arg.byval !== null) {
      const target = { address: f.addOffset(area, BigInt(start)), base: area, private: true, at: f.at };
      copyBlock(f, target, f.access(arg.value), f.layout.sizeOf(arg.byval), f.layout.alignOf(arg.byval));
      continue;
    }
    const operands = f.operands(arg);
    const source = f.layout.pieces(arg.type);
    const target = f.layout.pieces(types[k] as Type);
    source.forEach((p, j) => {
      const narrow = source.length === 1 && p.scalar.kind === "int" && p.scalar.bits < 32;
      const type = narrow ? int(32) : (target[j] as { scalar: Scalar }).scalar;
      put(f, area, start + p.offset, type, f.promote(operands[j] as Operand, p.scalar, type, arg.signext));
    });
  }
  return area;
}

function put(f: Lowering, area: Operand, offset: number, type: Scalar, value: Operand): void {
  const address = f.addOffset(area, BigInt(offset));
  f.emit({ op: "store", address, base: area, private: true, type, value, order: null, volatile: false, at: f.at });
}

/** Lowers va_start: `list` is set to the arguments after the named ones. */
export function startArguments(f: Lowering, list: Value): void {
  const area = f.newRegister(int(f.pointerBits));
  f.emit({ op: "variadic-area", to: area, at: f.at });
  const named = placeArguments(f, f.definition.params);
  const target = f.access(list);
  const set = (offset: number, bits: number, value: Operand): void =>
    f.emit({
      op: "store",
      ...target,
      address: f.addOffset(target.address, BigInt(offset)),
      base: target.base ?? target.address,
      type: int(bits),
      value,
      order: null,
      volatile: false,
    });
  if (f.pointerBits === 32) return set(0, 32, f.addOffset(register(area), BigInt(named.stack)));
  const advance = (offset: number, bits: number, by: number): Operand => {
    const to = f.newRegister(int(bits));
    const address = f.addOffset(register(area), BigInt(offset));
    const plain = { order: null, volatile: false, coercion: false, padding: null } as const;
    f.emit({ op: "load", to, address, base: register(area), private: true, type: int(bits), ...plain, at: f.at });
    return bits === 64
      ? f.advance(register(to), integer(BigInt(by), bits))
      : f.compute("add", bits, register(to), integer(BigInt(by), bits));
  };
  set(0, 32, advance(0, 32, named.general * general.size));
  set(4, 32, advance(4, 32, named.vector * vector.size));
  set(8, 64, advance(8, 64, named.stack));
  set(16, 64, f.addOffset(register(area), BigInt(headerSize)));
}
