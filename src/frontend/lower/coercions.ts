// Which loads only carry a struct along. Clang hands small structs over in registers: it loads them as integers, floats or vectors of
// the struct's size, padding included, and what is in the padding decides nothing. In: a function's blocks and their uses. Out: the
// results of such loads. They are told from C's own by their use: a scalar of C's is passed `noundef`, a struct is not; results
// are not marked in C, but the memory a struct is returned from is clang's own (`retval`, `….coerce`, `coerce.dive`).
// Atomic structs are moved through integers as well.

import type { Block, Instruction, Type } from "../llvm/module.ts";

type Load = Instruction & { op: "load" };

/** Of which kind of C's the memory of a local is, if it is no scalar. */
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
