// Finds calls that are thread-safe only with glibc. In: a program. Out: per library function the reason and the first call.
//
// POSIX (2.9.1) and C11 list functions that need not be thread-safe. If glibc shares an object without protection, so do the models, and
// races are found. If glibc protects it, the program is correct with glibc only; a note says so.

import { bodyIfSupported, type Program } from "../program/program.ts";
import { findReachableFunctions } from "./reachable-functions.ts";

export interface PortabilityNote {
  readonly name: string;
  /** Why the call is safe with glibc. */
  readonly reason: string;
  /** Index into `Program.positions`. */
  readonly at: number;
}

const byLock = "glibc takes a lock";
const byThread = "glibc has a buffer per thread";
const byThreadSince232 = `${byThread} since version 2.32`;

const protectedByGlibc: ReadonlyMap<string, string> = new Map([
  ["rand", byLock],
  ["srand", byLock],
  ["strerror", byThreadSince232],
  ["strsignal", byThreadSince232],
  ["inet_ntoa", byThread],
  ["setenv", byLock],
  ["putenv", byLock],
  ["unsetenv", byLock],
  ["clearenv", byLock],
  ["system", "glibc changes no shared state"],
]);

/** Empty if no thread is started. */
export function findPortabilityNotes(program: Program): readonly PortabilityNote[] {
  const linked = new Map<number, string>();
  for (const f of program.functions) if (f.library && protectedByGlibc.has(f.name)) linked.set(f.id, f.name);
  if (linked.size === 0) return [];
  const reachable = findReachableFunctions(program);
  const bodies = program.functions.flatMap((f) => {
    const body = f.external || reachable?.has(f.id) === false ? null : bodyIfSupported(f);
    return body === null ? [] : [{ library: f.library, operations: body.blocks.flatMap((b) => b.operations) }];
  });
  if (!bodies.some((b) => b.operations.some((o) => o.op === "thread-start"))) return [];
  const found = new Map<string, PortabilityNote>();
  for (const { library, operations } of bodies)
    for (const o of operations) {
      if (library || o.op !== "call" || o.callee.kind !== "function") continue;
      const name = linked.get(o.callee.function);
      const reason = name === undefined ? undefined : protectedByGlibc.get(name);
      if (name !== undefined && reason !== undefined && !found.has(name)) found.set(name, { name, reason, at: o.at });
    }
  return [...found.values()];
}
