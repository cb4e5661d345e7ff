// Which locals are told apart from other objects by their addresses. In: a function's blocks, and which values are computed from which local. Out: the locals
// of which an address is compared with one that may belong to another object.
//
// Nothing points to such a local behind its end, perhaps, but it may have come to lie where another one was before: the executor knows that of objects that
// others may know. Comparing with a number, or inside one object (`p != a + n`), tells nothing.

import type { Block, Instruction, Value } from "../llvm/module.ts";
import type { Trail } from "./scopes.ts";
import type { Uses } from "./uses.ts";

export function findCompared(blocks: readonly Block[], uses: Uses, locals: ReadonlyMap<string, Trail>): ReadonlySet<string> {
  const compared = new Set<string>();
  const comparisons = blocks.flatMap((b) => b.instructions.filter((i) => i.op === "icmp"));
  if (comparisons.length === 0 || locals.size === 0) return compared;
  const origins = originsOf(locals);
  const isAddress = addressTest(blocks, uses);
  for (const { left, right } of comparisons) {
    if (left.kind !== "local" || right.kind !== "local") continue; // a number, a function, or a variable that is on no stack
    const [a, b] = [origins.get(left.name), origins.get(right.name)];
    const isOneObject = a?.size === 1 && b?.size === 1 && [...a][0] === [...b][0];
    if (isOneObject || !((a !== undefined && isAddress(left)) || (b !== undefined && isAddress(right)))) continue;
    for (const name of [...(a ?? []), ...(b ?? [])]) compared.add(name);
  }
  return compared;
}

/** By name of a value: the locals whose address it may be computed from. */
function originsOf(locals: ReadonlyMap<string, Trail>): Map<string, Set<string>> {
  const origins = new Map<string, Set<string>>();
  for (const [local, { values }] of locals)
    for (const name of [local, ...values]) {
      const known = origins.get(name);
      if (known === undefined) origins.set(name, new Set([local]));
      else known.add(local);
    }
  return origins;
}

/** Is a value an address, perhaps as a number? A distance between two is not. */
function addressTest(blocks: readonly Block[], uses: Uses): (v: Value) => boolean {
  const definitions = new Map<string, Instruction>();
  for (const b of blocks) for (const i of b.instructions) if (i.result !== null) definitions.set(i.result, i);
  const known = new Map<string, boolean>();
  const ask = (v: Value): boolean => {
    if (v.kind !== "local") return false;
    const answer = known.get(v.name);
    if (answer !== undefined) return answer;
    known.set(v.name, false); // while open: a circle adds nothing
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
