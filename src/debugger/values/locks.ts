// Synchronisation objects in words: `unlocked`, `held by T1`, `3` for a semaphore. In: the type and address of a value. Out: text; null: it is none of these.

import type { Machine } from "../../execution/machine.ts";
import type { SourceType } from "../../program/source-types.ts";
import { highOf, lowOf, threadName } from "../expressions/memory-reader.ts";

type Kind = "lock" | "semaphore" | "other";

const kinds: ReadonlyMap<string, Kind> = new Map([
  ["pthread_mutex_t", "lock"],
  ["pthread_rwlock_t", "lock"],
  ["pthread_spinlock_t", "lock"],
  ["mtx_t", "lock"],
  ["sem_t", "semaphore"],
  ["pthread_cond_t", "other"],
  ["cnd_t", "other"],
  ["pthread_barrier_t", "other"],
  ["pthread_attr_t", "other"],
  ["pthread_mutexattr_t", "other"],
  ["pthread_condattr_t", "other"],
  ["pthread_rwlockattr_t", "other"],
  ["pthread_barrierattr_t", "other"],
]);

/** The mode of a lock that several threads may hold (`LockHeld.mode`). */
const sharedMode = 2;

/** The library's name for such a type; null: it is another type. */
export function synchronisationType(type: SourceType | null): string | null {
  for (let t = type; t !== null && (t.kind === "named" || t.kind === "qualified"); t = t.of)
    if (t.kind === "named" && kinds.has(t.name)) return t.name;
  return null;
}

export function lockText(machine: Machine, type: SourceType | null, address: bigint | null): string | null {
  const name = synchronisationType(type);
  if (name === null) return null;
  switch (kinds.get(name) as Kind) {
    case "lock":
      return address === null ? "{…}" : holders(machine, Number(address));
    case "semaphore":
      return address === null ? "{…}" : semaphore(machine, address);
    case "other":
      return "{…}";
  }
}

function holders(machine: Machine, address: number): string {
  const held = machine.threads.flatMap((t) => t.locks.filter((l) => l.object === address).map((l) => ({ thread: t.index, mode: l.mode })));
  if (held.length === 0) return "unlocked";
  const threads = [...new Set(held.map((h) => h.thread))].map(threadName).join(", ");
  const times = held.filter((h) => h.thread === held[0]?.thread).length;
  const how = held[0]?.mode === sharedMode ? " for reading" : times > 1 ? ` (${times} times)` : "";
  return `held by ${threads}${how}`;
}

/** Its value is its first word (library/semaphore.c). */
function semaphore(machine: Machine, address: bigint): string {
  const o = machine.memory.objectAt(lowOf(address), machine.memory.wide ? highOf(address) : 0);
  if (o === null || !o.live) return "{…}";
  const at = o.start + Number(address) - o.address;
  if (o.region.written?.subarray(at, at + 4).some((mark) => mark !== 1)) return "(unwritten)";
  const value = (o.region.words[at >> 2] as number) >>> 0;
  return value > 0x7fffffff ? "destroyed" : `value ${value}`;
}
