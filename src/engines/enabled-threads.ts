// Who can go on from a state, by name. In: the machine, and who could in the state before. Out: the names; nearly always those of before, and
// then the same array.

import type { Machine } from "../execution/machine.ts";
import type { ThreadName } from "../reduction/search.ts";

export const nobody: readonly ThreadName[] = [];

export function countRunning(machine: Machine): number {
  let count = 0;
  for (const t of machine.threads) if (t.status === "running") count++;
  return count;
}

/** The last thread that runs is not asked: its step will tell, which is next anyway. */
export function enabledThreads(machine: Machine, before: readonly ThreadName[] = nobody): readonly ThreadName[] {
  if (machine.outcome !== null) return nobody;
  const isLast = countRunning(machine) === 1;
  let enabled: ThreadName[] | null = null;
  let count = 0;
  for (const t of machine.threads) {
    if (isLast ? t.status !== "running" : !machine.isEnabled(t)) continue;
    if (enabled === null && before[count] !== t.name) enabled = before.slice(0, count);
    enabled?.push(t.name);
    count++;
  }
  return enabled ?? (count === before.length ? before : before.slice(0, count));
}
