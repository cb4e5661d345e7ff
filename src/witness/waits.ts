// Finds which threads wait for which in a deadlock. In: the final state of a deadlocked run. Out: its waits, and a cycle among them.

import { toNumber } from "../execution/address.ts";
import type { CallFrame, Participant, Violation } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";
import type { ObjectNames } from "../execution/object-names.ts";
import type { Thread } from "../execution/thread.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { locationOf, lockName, stackOf, type WitnessStep } from "./steps.ts";

export interface Wait {
  readonly thread: number;
  readonly location: SourceLocation | null;
  /** "mutex", "condition variable", "thread" …; empty if the library does not name what the thread waits for. */
  readonly why: string;
  readonly object: string;
  /** Threads for which it waits: the holders of a lock, or the thread to join. Empty: any thread could wake it. */
  readonly on: readonly number[];
  /** Locks the thread holds meanwhile. */
  readonly holds: readonly string[];
  /** The calls that the thread is in, the innermost first. */
  readonly stack: readonly CallFrame[];
  /** Index of the last step of the thread: it waits since then. -1: it has taken none. */
  readonly since: number;
}

/** The waits of a deadlock that the machine is in. */
export function findWaits(machine: Machine, names: ObjectNames, steps: readonly WitnessStep[], { participants }: Violation): Wait[] {
  return machine.threads
    .filter((t) => t.status === "running" && t.waiting !== null && participants.some((p) => p.thread === t.index))
    .map((t) =>
      waitOf(
        machine,
        names,
        t,
        steps.findLastIndex((s) => s.thread === t.index),
      ),
    );
}

/** What a thread waits for, which is known to wait. */
export function waitOf(machine: Machine, names: ObjectNames, t: Thread, since: number): Wait {
  const { why, low, high, needs } = t.waiting as NonNullable<typeof t.waiting>;
  const address = toNumber(low, high);
  const joined = why === "thread" ? machine.threads.find((u) => u.selfLow === low && u.selfHigh === high) : undefined;
  const holders = machine.threads.filter((u) => u.locks.some((l) => l.object === address));
  return {
    thread: t.index,
    location: locationOf(machine, t),
    why,
    object: joined === undefined ? lockName(names, address) : `T${joined.index}`,
    on: needs.length > 0 ? needs : joined === undefined ? holders.map((h) => h.index) : [joined.index],
    holds: t.locks.map((l) => lockName(names, l.object)),
    stack: stackOf(machine, t),
    since,
  };
}

/** The waits that form a cycle, in order; empty if there is none. */
export function findCycle(waits: readonly Wait[]): Wait[] {
  const byThread = new Map(waits.map((w) => [w.thread, w]));
  for (const start of waits) {
    const path: Wait[] = [];
    const seek = (w: Wait): boolean => {
      if (path.includes(w)) return w === start;
      path.push(w);
      for (const next of w.on) {
        const wait = byThread.get(next);
        if (wait !== undefined && seek(wait)) return true;
      }
      path.pop();
      return false;
    };
    if (seek(start)) return path;
  }
  return [];
}

/** The violation with the waits as its participants. */
export function withWaits(violation: Violation, waits: readonly Wait[]): Violation {
  const participants = waits.map(
    (w): Participant => ({
      thread: w.thread,
      location: w.location,
      what: describeWait(w, (n) => `thread ${n}`),
      locks: w.holds,
      stack: w.stack,
      step: w.since,
    }),
  );
  return { ...violation, participants };
}

export function describeWait(w: Wait, nameThread: (index: number) => string): string {
  const others = w.on.map((n) => (n === w.thread ? "itself" : nameThread(n)));
  if (w.why === "thread" && w.on.length > 0) return `waits for ${others[0]} to end`;
  if (w.why === "") return "waits";
  return `waits for the ${w.why} ${w.object}${others.length === 0 ? "" : `, held by ${others.join(" and ")}`}`;
}
