// Finds pointers that are moved backwards by a constant, as `container_of` does. In: a function's blocks, their uses, and the locals that become
// registers. Out: which of these locals also keep the pointer's base, so that an access through it must stay in that object; and which values
// leave them for memory, a call or the caller, and are checked there.
//
// A loop over an intrusive list also computes such a pointer from the head of the list, which is not a member of anything. The pointer is before
// its object, perhaps in another one; it is moved forward again, compared, and never used for an access. C leaves this undefined, but every
// intrusive list does it, so that arithmetic alone is not an error here.

import type { Block, Instruction } from "../llvm/module.ts";

export interface BackwardPointers {
  /** Results of such arithmetic. */
  readonly moved: ReadonlySet<string>;
  /** Locals with a second register for the base of their pointer. */
  readonly remembering: ReadonlySet<string>;
  /** Moved pointers, and pointers loaded from such a local, that go elsewhere. */
  readonly leaving: ReadonlySet<string>;
}

export function findBackwardPointers(
  blocks: readonly Block[],
  uses: ReadonlyMap<string, readonly Instruction[]>,
  promoted: ReadonlySet<string>,
): BackwardPointers {
  const moved = new Set<string>();
  for (const block of blocks) for (const i of block.instructions) if (isMovedBack(i)) moved.add(i.result);
  const remembering = new Set<string>();
  const leaving = new Set<string>();
  const known = new Set(moved);
  const work = [...moved];
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    for (const use of uses.get(name) ?? []) {
      if (use.op === "load" || use.op === "icmp" || use.op === "gep") continue;
      if (use.op !== "store") {
        leaving.add(name);
        continue;
      }
      if (use.value.value.kind !== "local" || use.value.value.name !== name) continue;
      if (use.address.kind !== "local" || !promoted.has(use.address.name)) {
        leaving.add(name);
        continue;
      }
      if (remembering.has(use.address.name)) continue;
      remembering.add(use.address.name);
      for (const load of uses.get(use.address.name) ?? []) {
        if (load.op !== "load" || load.result === null || known.has(load.result)) continue;
        known.add(load.result);
        work.push(load.result);
      }
    }
  }
  return { moved, remembering, leaving };
}

function isMovedBack(i: Instruction): i is Instruction & { op: "gep"; result: string } {
  if (i.op !== "gep" || i.result === null || i.indices.length !== 1) return false;
  const index = i.indices[0]?.value;
  return index?.kind === "int" && index.value < 0n;
}
