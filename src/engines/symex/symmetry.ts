// Threads that can be exchanged (`--symmetry`). In: a task, and the threads that are to be tried in a state. Out: those that are tried.
//
// Threads of one function with equal arguments and no identity that can be observed (encoding/symmetry.ts) can change roles in every run. In a state in which two of them have not moved, what
// follows a step of the one is what follows a step of the other, with their names exchanged: one of them is tried. That is a statement about the state, so it does not matter why the others
// are tried: all of them, or those that a set of por or pdpor names. And it holds in all reachable states of the same control, in which formulas are asked for: these need not be renamed. With
// dpor, what is tried elsewhere depends on the steps of the thread that is left out.

import { findExchangeableThreads } from "../../encoding/exchangeable-threads.ts";
import type { Thread } from "../../execution/thread.ts";
import type { SymexTask } from "./options.ts";

/** Groups of names. */
export function findExchangeable({ program, machine, properties, inputs, budget, options }: SymexTask): string[][] {
  if (options.reduce === "dpor" || properties.length === 0) return [];
  const groups = findExchangeableThreads(program, { machine, properties, inputs: inputs ?? undefined }, () => budget.isSpent);
  return groups.map((g) => g.map(String));
}

/** Of threads that can be exchanged, can continue and have not moved, the first stays. */
export function withoutExchanged(
  threads: readonly Thread[],
  able: readonly Thread[],
  groups: readonly (readonly string[])[] = [],
): readonly Thread[] {
  if (groups.length === 0) return threads;
  const isUnmoved = (t: Thread): boolean => t.steps === 0 && t.pendingFault === null && able.includes(t);
  const seen = new Set<readonly string[]>();
  return threads.filter((t) => {
    const group = isUnmoved(t) ? groups.find((g) => g.includes(t.name)) : undefined;
    if (group === undefined) return true;
    if (seen.has(group)) return false;
    seen.add(group);
    return true;
  });
}
