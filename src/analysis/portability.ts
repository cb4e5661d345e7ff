// Calls that only the C library at hand makes safe. In: a program. Out: per function one sentence and its first call.
//
// POSIX (2.9.1) and C11 list functions that need not be thread-safe. Where glibc shares an object without protection, the models do so
// too, and races are found. Where glibc protects it, the program is sound with glibc alone: that is what these notes say.

import type { Program } from "../program/program.ts";
import { bodyOf, findReachableFunctions } from "./reachable-functions.ts";

export interface PortabilityNote {
  readonly name: string;
  /** Why the call is safe with glibc. */
  readonly reason: string;
  /** Index into `Program.positions`. */
  readonly at: number;
}

const byLock = "glibc takes a lock";
const byThread = "glibc has a buffer per thread";

const protectedByGlibc: ReadonlyMap<string, string> = new Map([
  ["rand", byLock],
  ["srand", byLock],
  ["strerror", `${byThread} from version 2.32 on`],
  ["strsignal", `${byThread} from version 2.32 on`],
  ["inet_ntoa", byThread],
  ["setenv", byLock],
  ["putenv", byLock],
  ["unsetenv", byLock],
  ["clearenv", byLock],
  ["system", "glibc changes no shared state"],
]);

export function findPortabilityNotes(program: Program): readonly PortabilityNote[] {
  const asked = new Map<number, string>();
  for (const f of program.functions) if (f.library && protectedByGlibc.has(f.name)) asked.set(f.id, f.name);
  if (asked.size === 0) return [];
  const reachable = findReachableFunctions(program);
  const bodies = program.functions.flatMap((f) => {
    const body = f.external || reachable?.has(f.id) === false ? null : bodyOf(f);
    return body === null ? [] : [{ library: f.library, operations: body.blocks.flatMap((b) => b.operations) }];
  });
  if (!bodies.some((b) => b.operations.some((o) => o.op === "thread-start"))) return [];
  const found = new Map<string, PortabilityNote>();
  for (const { library, operations } of bodies)
    for (const o of operations) {
      if (library || o.op !== "call" || o.callee.kind !== "function") continue;
      const name = asked.get(o.callee.function);
      const reason = name === undefined ? undefined : protectedByGlibc.get(name);
      if (name !== undefined && reason !== undefined && !found.has(name)) found.set(name, { name, reason, at: o.at });
    }
  return [...found.values()];
}
