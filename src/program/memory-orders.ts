// Finds the first memory order weaker than seq_cst in the program's own code. In: functions. Out: its position, 0 if there is none.
//
// A pure function of the bodies, which are lowered on the way: first means first in the order of functions, blocks and operations.

import { RavelError } from "../support/diagnostics.ts";
import type { MemoryOrder } from "./operations.ts";
import type { FunctionBody, ProgramFunction } from "./program.ts";

export function findWeakOrder(functions: readonly ProgramFunction[]): number {
  for (const f of functions) {
    const body = f.library || f.external ? null : bodyOf(f);
    const at = body === null ? 0 : firstWeakOrder(body);
    if (at !== 0) return at;
  }
  return 0;
}

/** Null: it cannot be lowered, which matters only where the function is called. */
function bodyOf(f: ProgramFunction): FunctionBody | null {
  try {
    return f.body();
  } catch (error) {
    if (error instanceof RavelError) return null;
    throw error;
  }
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
