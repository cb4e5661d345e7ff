// Finds loads that only move a struct. In: a function's blocks and their uses. Out: the results of such loads, and which of their bytes are padding.
//
// Clang passes small structs in registers: it loads them as integers, floats or vectors of the struct's size, padding included. Loading
// uninitialised memory in this way is not an error. The loads differ from those in the C text by their uses: clang marks a scalar argument
// `noundef`, but not a struct; it does not mark results, but a struct is returned from memory of clang's own (`retval`, `….coerce`,
// `coerce.dive`). Atomic structs are also moved through integers.

import type { Block, Instruction, Type, Value } from "../llvm/module.ts";
import type { Layout } from "./layout.ts";

type Load = Instruction & { op: "load" };

/** Larger structs are not passed in registers. */
const maxStructBytes = 16;

/** Whether a local is a struct or a union; null: neither. */
type Aggregate = (name: string) => "struct" | "union" | null;

export function findCoercions(blocks: readonly Block[], uses: ReadonlyMap<string, readonly Instruction[]>): Set<string> {
  const allocas = new Map<string, Type>();
  for (const b of blocks) for (const i of b.instructions) if (i.op === "alloca" && i.result !== null) allocas.set(i.result, i.type);
  const aggregate = (name: string): "struct" | "union" | null => {
    const type = allocas.get(name);
    return type?.kind !== "struct" ? null : type.name?.startsWith("union.") ? "union" : "struct";
  };
  const found = new Set<string>();
  for (const b of blocks) {
    for (const i of b.instructions) {
      if (i.op !== "load" || i.result === null) continue;
      const all = uses.get(i.result) ?? [];
      if (all.length > 0 && all.every((u) => isStructUse(i, u, aggregate))) found.add(i.result);
    }
  }
  return found;
}

function isStructUse(load: Load, use: Instruction, aggregate: Aggregate): boolean {
  switch (use.op) {
    case "call":
      return (
        !(use.callee.kind === "local" && use.callee.name === load.result) && // it is the function to call
        !(use.callee.kind === "global" && use.callee.name.startsWith("llvm.")) && // intrinsics mark nothing
        use.args.every((a) => a.value.kind !== "local" || a.value.name !== load.result || !a.noundef)
      );
    case "ret":
      return load.type.kind === "struct" || (load.address.kind === "local" && isReturnedFrom(load.address.name, aggregate));
    case "store":
      if (load.ordering !== null) return use.address.kind === "local" && aggregate(use.address.name) !== null;
      return use.ordering !== null && isStructItself(load, aggregate);
    case "atomicrmw":
      return use.operator === "xchg" && isStructItself(load, aggregate);
    case "cmpxchg": // what is expected is compared, padding included
      return isStructItself(load, aggregate) && !(use.expected.value.kind === "local" && use.expected.value.name === load.result);
    default:
      return false;
  }
}

/** Whether the load is of the whole struct: a member is loaded through a gep. A member of a union is not, unless clang made the union. */
function isStructItself({ address }: Load, aggregate: Aggregate): boolean {
  if (address.kind !== "local") return false;
  const kind = aggregate(address.name);
  return kind === "struct" || (kind === "union" && /^\.atomictmp|^agg\.tmp/.test(address.name));
}

function isReturnedFrom(name: string, aggregate: Aggregate): boolean {
  return /^coerce\.dive|\.coerce\d*$/.test(name) || (name === "retval" && aggregate(name) !== null);
}

/** An offset inside a local of this type. */
interface LocalOffset {
  readonly type: Type;
  readonly offset: number;
}

/** By name: the local into which an address points, and the offset, if both are constant. Clang's own copies (`….coerce`) count as the locals they copy. */
export function findLocalOffsets(blocks: readonly Block[], layout: Layout): ReadonlyMap<string, LocalOffset> {
  const offsets = new Map<string, LocalOffset>();
  for (const { instructions } of blocks)
    for (const i of instructions) {
      if (i.op === "alloca" && i.result !== null) offsets.set(i.result, { type: i.type, offset: 0 });
      if (i.op === "gep" && i.result !== null) {
        const base = offsetOf(offsets, i.base.value);
        const offset = fixedOffset(i, layout);
        if (base !== undefined && offset !== null) offsets.set(i.result, { ...base, offset: base.offset + offset });
      }
      if (i.op === "call" && i.callee.kind === "global" && i.callee.name.startsWith("llvm.memcpy.")) {
        const [to, from] = i.args.map((a) => a.value);
        const source = from === undefined ? undefined : offsetOf(offsets, from);
        if (to?.kind === "local" && /\.coerce\d*$/.test(to.name) && source !== undefined) offsets.set(to.name, source);
      }
    }
  return offsets;
}

const offsetOf = (offsets: ReadonlyMap<string, LocalOffset>, v: Value): LocalOffset | undefined =>
  v.kind === "local" ? offsets.get(v.name) : undefined;

function fixedOffset({ source, indices }: Instruction & { op: "gep" }, layout: Layout): number | null {
  let type = source;
  let offset = 0;
  for (const [k, { value }] of indices.entries()) {
    if (value.kind !== "int") return null;
    const index = Number(value.value);
    if (k > 0 && type.kind === "struct") {
      offset += layout.fieldOffset(type, index);
      type = type.fields[index] as Type;
      continue;
    }
    if (k > 0) {
      if (type.kind !== "array" && type.kind !== "vector") return null;
      type = type.element;
    }
    offset += index * layout.sizeOf(type);
  }
  return offset;
}

/** The bytes from an address on that belong to no member of the struct, as bits of a number; 0 if that is not known. */
export function paddingAt(offsets: ReadonlyMap<string, LocalOffset>, address: Value, size: number, layout: Layout): number {
  const local = offsetOf(offsets, address);
  if (size > maxStructBytes || local?.type.kind !== "struct" || !layout.isKnown(local.type)) return 0;
  let padding = 2 ** size - 1;
  for (const { scalar, offset } of layout.pieces(local.type))
    for (let byte = 0; byte < scalar.bits / 8; byte++) {
      const at = offset + byte - local.offset;
      if (at >= 0 && at < size) padding &= ~(1 << at);
    }
  return padding;
}
