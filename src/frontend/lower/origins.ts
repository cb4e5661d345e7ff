// Where pointers come from, as far as lowering knows: an access must stay inside the object its address was computed from.

import type { Operand } from "../../program/operations.ts";

/** Where a pointer's arithmetic started. */
export interface Origin {
  readonly base: Operand | null;
  readonly private: boolean;
}

export const unknownOrigin: Origin = { base: null, private: false };

export function sameOperand(a: Operand, b: Operand | null): boolean {
  if (a.kind === "register") return b?.kind === "register" && a.register === b.register;
  return a.kind === "object" && b?.kind === "object" && a.object === b.object && a.offset === b.offset;
}
