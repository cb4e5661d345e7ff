// The successors of an instruction or a block, and reachability.

import type { Block, Instruction } from "./module.ts";

const none: readonly string[] = [];

/** The blocks that an instruction may go to. */
export function targetsOf(i: Instruction): readonly string[] {
  switch (i.op) {
    case "br":
      return [i.target];
    case "condbr":
      return [i.then, i.otherwise];
    case "switch":
      return [i.fallback, ...i.cases.map((c) => c.target)];
    case "indirectbr":
      return i.targets;
    default:
      return none;
  }
}

export function successors(block: Block): readonly string[] {
  const last = block.instructions.at(-1);
  return last === undefined ? none : targetsOf(last);
}

/** The labels of the blocks that are reachable from these, themselves included. */
export function reachableFrom(blocks: ReadonlyMap<string, Block>, start: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const work = [...start];
  for (let label = work.pop(); label !== undefined; label = work.pop()) {
    const block = blocks.get(label);
    if (block === undefined || reached.has(label)) continue;
    reached.add(label);
    for (const next of successors(block)) work.push(next);
  }
  return reached;
}
