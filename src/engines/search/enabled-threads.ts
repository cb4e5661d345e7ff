// The enabled threads of a state, by name. In: the machine, and those of the state before. Out: the names; if they are the same, the same
// array.

import type { Machine } from "../../execution/machine.ts";
import type { ThreadName } from "../../reduction/search.ts";

export const noThreads: readonly ThreadName[] = [];

export function countRunning(machine: Machine): number {
  let count = 0;
  for (const t of machine.threads) if (t.status === "running") count++;
  return count;
}

/** A thread that is the only running one is not probed: its step comes next anyway and shows whether it is blocked. */
export function enabledThreads(machine: Machine, before: readonly ThreadName[] = noThreads): readonly ThreadName[] {
  if (machine.outcome !== null) return noThreads;
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

/** Leaves out the threads at an exit, unless there are no others (docs/adr/0033). */
export function exitsLast(machine: Machine, enabled: readonly ThreadName[]): readonly ThreadName[] {
  const isLeaving = (name: ThreadName): boolean => machine.endsProcess(machine.threadNamed(name));
  if (!enabled.some(isLeaving)) return enabled;
  const others = enabled.filter((name) => !isLeaving(name));
  return others.length === 0 ? enabled : others;
}
