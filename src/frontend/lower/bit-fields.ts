// Finds the loads that clang makes to read or assign bit-fields. In: a function's blocks and their uses. Out: per load, which of its bits matter.
//
// - Read: load the word, shift and mask. The other bits do not matter, written or not.
// - Assign: load the word, clear the field, insert the new value, store the word. The other bits are only moved: unwritten bits remain
//   unwritten, which the load reports to the store.
//
// Clang's names (`bf.load`) distinguish both from the same computation in the C text, which uses all that it reads.

import type { Block, Instruction, Value } from "../llvm/module.ts";
import type { Uses } from "./uses.ts";

export interface BitFields {
  /** Loads of a bit-field that is read, and the bits that become its value. */
  readonly reads: ReadonlyMap<string, bigint>;
  /** Loads that only fetch the neighbours of a bit-field that is assigned, and the bits that are theirs. */
  readonly neighbours: ReadonlyMap<string, bigint>;
  /** The stores that put the neighbours back, and the loads that have fetched them. */
  readonly stores: ReadonlyMap<Instruction, string>;
}

type Load = Instruction & { op: "load" };

export function findBitFields(blocks: readonly Block[], uses: Uses): BitFields {
  const reads = new Map<string, bigint>();
  const neighbours = new Map<string, bigint>();
  const stores = new Map<Instruction, string>();
  for (const { instructions } of blocks)
    for (const i of instructions) {
      if (i.op !== "load" || i.type.kind !== "int" || !i.result?.startsWith("bf.load")) continue;
      const assignment = findAssignment(i, uses);
      if (assignment !== null) {
        neighbours.set(i.result, BigInt.asUintN(i.type.bits, assignment.kept));
        stores.set(assignment.store, i.result);
      } else reads.set(i.result, demandedBits(i.result, i.type.bits, uses));
    }
  return { reads, neighbours, stores };
}

/** Matches: load, `and` with a constant, `or` with the new field, store to the same address. */
function findAssignment(load: Load, uses: Uses): { readonly kept: bigint; readonly store: Instruction } | null {
  const onlyUse = (name: string | null): Instruction | undefined => {
    const all = name === null ? undefined : uses.get(name);
    return all?.length === 1 ? all[0] : undefined;
  };
  const clear = onlyUse(load.result);
  if (clear?.op !== "binary" || clear.operator !== "and" || clear.right.kind !== "int") return null;
  const set = onlyUse(clear.result);
  if (set?.op !== "binary" || set.operator !== "or") return null;
  const store = onlyUse(set.result);
  return store?.op === "store" && sameName(store.address, load.address) ? { kept: clear.right.value, store } : null;
}

const sameName = (a: Value, b: Value): boolean => (a.kind === "local" || a.kind === "global") && a.kind === b.kind && a.name === b.name;

/** The bits of a value that its uses depend on, through shifts and masks by constants. All of them if the value is not used. */
function demandedBits(name: string, width: number, uses: Uses): bigint {
  const all = BigInt.asUintN(width, -1n);
  const users = uses.get(name) ?? [];
  if (users.length === 0) return all;
  let bits = 0n;
  for (const use of users) {
    if (use.op === "cast" && (use.cast === "trunc" || use.cast === "zext")) {
      bits |= use.to.kind === "int" ? BigInt.asUintN(Math.min(use.to.bits, width), -1n) : all;
      continue;
    }
    const isFollowed = use.op === "binary" && use.result !== null && use.left.kind === "local" && use.left.name === name;
    if (!isFollowed || use.right.kind !== "int") return all;
    const constant = BigInt.asUintN(width, use.right.value);
    const wanted = demandedBits(use.result as string, width, uses);
    switch (use.operator) {
      case "and":
        bits |= wanted & constant;
        break;
      case "shl":
        bits |= wanted >> constant;
        break;
      case "lshr":
        bits |= (wanted << constant) & all;
        break;
      case "ashr": // the sign bit is shifted in
        bits |= ((wanted << constant) & all) | (1n << BigInt(width - 1));
        break;
      default:
        return all;
    }
  }
  return bits;
}
