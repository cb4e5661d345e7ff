// Numbers the types of functions, so that a call is compared with the definition by one number.

import type { Scalar } from "../../program/operations.ts";

const signatures = new Map<string, number>();

/** Returns the same number for equal types only. */
export function numberSignature(parameters: readonly Scalar[], results: readonly Scalar[]): number {
  const key = [parameters, results].map((types) => types.map((t) => `${t.kind}${t.bits}`).join()).join(";");
  let id = signatures.get(key);
  if (id === undefined) {
    id = signatures.size;
    signatures.set(key, id);
  }
  return id;
}
