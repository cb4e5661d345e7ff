// Finds the first memory order weaker than seq_cst in the program's own code. In: functions, which it lowers. Out: the position; 0 if there is
// none. First means first in the order of functions, blocks and operations.

import type { MemoryOrder } from "./operations.ts";
import { bodyIfSupported, type FunctionBody, type ProgramFunction } from "./program.ts";

export function findWeakOrder(functions: readonly ProgramFunction[]): number {
  for (const f of functions) {
    const body = f.library || f.external ? null : bodyIfSupported(f);
    const at = body === null ? 0 : firstWeakOrder(body);
    if (at !== 0) return at;
  }
  return 0;
}

function firstWeakOrder(body: FunctionBody): number {
  for (const block of body.blocks)
    for (const o of block.operations) {
      if ("order" in o && isWeak(o.order)) return o.at;
      if (o.op === "compare-exchange" && isWeak(o.failure)) return o.at;
    }
  return 0;
}

const isWeak = (order: MemoryOrder | null): boolean => order !== null && order !== "seq_cst";
