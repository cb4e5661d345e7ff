// Which loads only carry a struct along. Clang hands small structs over in registers: it loads them as integers, floats or vectors of
// the struct's size, padding included. To load uninitialised memory in this way is not yet a fault. In: a function's blocks and their uses. Out: the
// results of such loads, and which bytes of one are padding. They are told from C's own by their use: a scalar of C's is passed `noundef`,
// a struct is not; results are not marked in C, but the memory a struct is returned from is clang's own (`retval`, `….coerce`,
// `coerce.dive`). Atomic structs are moved through integers as well.

import type { Block, Instruction, Type, Value } from "../llvm/module.ts";
import type { Layout } from "./layout.ts";

type Load = Instruction & { op: "load" };

/** As many as a struct has that goes through registers. */
const mostBytes = 16;

/** Of which kind of C's the memory of a local is, if it is not a scalar. */
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
        !(use.callee.kind === "local" && use.callee.name === load.result) && // where to go is decided by it
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

/** A struct's member is loaded through a gep; a union's is not, unless clang made the union itself. */
function isStructItself({ address }: Load, aggregate: Aggregate): boolean {
  if (address.kind !== "local") return false;
  const kind = aggregate(address.name);
  return kind === "struct" || (kind === "union" && /^\.atomictmp|^agg\.tmp/.test(address.name));
}

function isReturnedFrom(name: string, aggregate: Aggregate): boolean {
  return /^coerce\.dive|\.coerce\d*$/.test(name) || (name === "retval" && aggregate(name) !== null);
}

/** A place inside a local. */
interface LocalPlace {
  readonly type: Type;
  readonly offset: number;
}

/** Where in which local an address lies, as far as the function's text says so. Clang's own copies (`….coerce`) are those of what is copied there. */
export function findLocalPlaces(blocks: readonly Block[], layout: Layout): ReadonlyMap<string, LocalPlace> {
  const places = new Map<string, LocalPlace>();
  for (const { instructions } of blocks)
    for (const i of instructions) {
      if (i.op === "alloca" && i.result !== null) places.set(i.result, { type: i.type, offset: 0 });
      if (i.op === "gep" && i.result !== null) {
        const base = placeOf(places, i.base.value);
        const offset = fixedOffset(i, layout);
        if (base !== undefined && offset !== null) places.set(i.result, { ...base, offset: base.offset + offset });
      }
      if (i.op === "call" && i.callee.kind === "global" && i.callee.name.startsWith("llvm.memcpy.")) {
        const [to, from] = i.args.map((a) => a.value);
        const source = from === undefined ? undefined : placeOf(places, from);
        if (to?.kind === "local" && /\.coerce\d*$/.test(to.name) && source !== undefined) places.set(to.name, source);
      }
    }
  return places;
}

const placeOf = (places: ReadonlyMap<string, LocalPlace>, v: Value): LocalPlace | undefined =>
  v.kind === "local" ? places.get(v.name) : undefined;

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

/** The bytes from an address on that belong to no member of the struct there, as bits of a number; 0 where that is not known. */
export function paddingAt(places: ReadonlyMap<string, LocalPlace>, address: Value, size: number, layout: Layout): number {
  const place = placeOf(places, address);
  if (size > mostBytes || place?.type.kind !== "struct" || !layout.isKnown(place.type)) return 0;
  let padding = 2 ** size - 1;
  for (const { scalar, offset } of layout.pieces(place.type))
    for (let byte = 0; byte < scalar.bits / 8; byte++) {
      const at = offset + byte - place.offset;
      if (at >= 0 && at < size) padding &= ~(1 << at);
    }
  return padding;
}
