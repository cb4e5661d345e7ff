// The origin of pointers, as far as lowering knows it: an access must stay inside the object from which its address was computed.

import type { Operand } from "../../program/operations.ts";

/** Where the arithmetic of a pointer started. */
export interface Origin {
  readonly base: Operand | null;
  readonly private: boolean;
}

export const unknownOrigin: Origin = { base: null, private: false };

export function sameOperand(a: Operand, b: Operand | null): boolean {
  if (a.kind === "register") return b?.kind === "register" && a.register === b.register;
  return a.kind === "object" && b?.kind === "object" && a.object === b.object && a.offset === b.offset;
}
