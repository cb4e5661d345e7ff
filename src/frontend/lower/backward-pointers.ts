// Pointers moved backwards by a constant, as `container_of` does. A loop over a list also computes one from the list's head, which is a member of
// nothing: the pointer lies before its object, maybe in another one, is compared after moving forward again, and never used. C does not define
// that, and every intrusive list does it.
//
// In: a function's blocks, who uses what, and the locals that become registers. Out: which of these remember where their pointer was computed from, so
// that an access through it must stay in that object; and which values leave them for memory, a call or a caller, and are checked there.

import type { Block, Instruction } from "../llvm/module.ts";

export interface BackwardPointers {
  /** Results of such arithmetic. */
  readonly moved: ReadonlySet<string>;
  /** Locals with a register beside them for where their pointer was computed from. */
  readonly remembering: ReadonlySet<string>;
  /** Of what was moved, or loaded from such a local: what goes elsewhere. */
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
