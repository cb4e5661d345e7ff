// Types of functions as numbers, by which an indirect call is checked.

import type { Scalar } from "../../program/operations.ts";

const signatures = new Map<string, number>();

/** A number per type of function: equal numbers, equal types. */
export function signatureOf(parameters: readonly Scalar[], results: readonly Scalar[]): number {
  const key = [parameters, results].map((types) => types.map((t) => `${t.kind}${t.bits}`).join()).join(";");
  let id = signatures.get(key);
  if (id === undefined) {
    id = signatures.size;
    signatures.set(key, id);
  }
  return id;
}
