// Finds locals whose address is compared with that of another object. In: a function's blocks, and which values are computed from which local. Out:
// the names of the locals.
//
// The result may depend on whether the local is placed where an earlier object was. The executor considers that only for objects that are not
// private, so that such a local must not be private. A comparison with a number, or inside one object (`p != a + n`), does not count.

import type { Block, Instruction, Value } from "../llvm/module.ts";
import type { AddressFlow } from "./scopes.ts";
import type { Uses } from "./uses.ts";

export function findCompared(blocks: readonly Block[], uses: Uses, locals: ReadonlyMap<string, AddressFlow>): ReadonlySet<string> {
  const compared = new Set<string>();
  const comparisons = blocks.flatMap((b) => b.instructions.filter((i) => i.op === "icmp"));
  if (comparisons.length === 0 || locals.size === 0) return compared;
  const origins = originsOf(locals);
  const isAddress = makeAddressTest(blocks, uses);
  for (const { left, right } of comparisons) {
    if (left.kind !== "local" || right.kind !== "local") continue; // a number, a function, or a global
    const [a, b] = [origins.get(left.name), origins.get(right.name)];
    const isOneObject = a?.size === 1 && b?.size === 1 && [...a][0] === [...b][0];
    if (isOneObject || !((a !== undefined && isAddress(left)) || (b !== undefined && isAddress(right)))) continue;
    for (const name of [...(a ?? []), ...(b ?? [])]) compared.add(name);
  }
  return compared;
}

/** By name of a value: the locals whose address it may be computed from. */
function originsOf(locals: ReadonlyMap<string, AddressFlow>): Map<string, Set<string>> {
  const origins = new Map<string, Set<string>>();
  for (const [local, { values }] of locals)
    for (const name of [local, ...values]) {
      const known = origins.get(name);
      if (known === undefined) origins.set(name, new Set([local]));
      else known.add(local);
    }
  return origins;
}

/** Returns a predicate: whether a value is an address, perhaps as an integer. The distance between two addresses is not. */
function makeAddressTest(blocks: readonly Block[], uses: Uses): (v: Value) => boolean {
  const definitions = new Map<string, Instruction>();
  for (const b of blocks) for (const i of b.instructions) if (i.result !== null) definitions.set(i.result, i);
  const known = new Map<string, boolean>();
  const ask = (v: Value): boolean => {
    if (v.kind !== "local") return false;
    const answer = known.get(v.name);
    if (answer !== undefined) return answer;
    known.set(v.name, false); // while open: a cycle adds nothing
    const i = definitions.get(v.name);
    const found = i !== undefined && isAddress(i);
    known.set(v.name, found);
    return found;
  };
  const isAddress = (i: Instruction): boolean => {
    switch (i.op) {
      case "alloca":
      case "gep":
        return true;
      case "load": {
        if (i.type.kind === "ptr") return true;
        const holder = i.address.kind === "local" ? i.address.name : "";
        return (uses.get(holder) ?? []).some(
          (u) => u.op === "store" && u.address.kind === "local" && u.address.name === holder && ask(u.value.value),
        );
      }
      case "cast":
        return i.to.kind === "ptr" || i.from.type.kind === "ptr" || ask(i.from.value);
      case "binary":
        return ask(i.left) !== ask(i.right);
      case "phi":
        return i.incoming.some((x) => ask(x.value));
      case "select":
        return ask(i.then.value) || ask(i.otherwise.value);
      case "freeze":
        return ask(i.operand.value);
      case "call":
        return i.type.kind === "ptr";
      default:
        return false;
    }
  };
  return ask;
}
