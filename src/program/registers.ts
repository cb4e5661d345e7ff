// Which registers an operation reads and writes.

import type { Operation, Register, Terminator } from "./operations.ts";

/** Every register mentioned as an operand, found by shape: operands are the only values with `kind: "register"`. */
export function registersUsed(o: Operation | Terminator): Register[] {
  const out: Register[] = [];
  const look = (v: unknown): void => {
    if (Array.isArray(v)) for (const x of v) look(x);
    else if (typeof v === "object" && v !== null && (v as { kind?: string }).kind === "register")
      out.push((v as { register: number }).register);
  };
  for (const v of Object.values(o)) if (typeof v === "object") look(v);
  return out;
}

export function registersDefined(o: Operation): readonly Register[] {
  if (o.op === "call") return o.results;
  const out: Register[] = [];
  if ("to" in o && typeof o.to === "number") out.push(o.to);
  if (o.op === "compare-exchange") out.push(o.success);
  if (o.op === "checked") out.push(o.overflow);
  if (o.op === "load" && typeof o.field?.open === "number") out.push(o.field.open);
  return out;
}
