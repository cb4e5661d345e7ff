// Which registers an operation reads and writes.

import type { Operation, Register, Terminator } from "./operations.ts";

/** Every register that occurs as an operand. Found by shape: operands are the only values with `kind: "register"`. */
export function registersUsed(o: Operation | Terminator): Register[] {
  const out: Register[] = [];
  for (const key in o) collect(o[key as keyof typeof o], out);
  return out;
}

function collect(value: unknown, out: Register[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) for (const v of value) collect(v, out);
  else if ((value as { kind?: string }).kind === "register") out.push((value as { register: number }).register);
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
