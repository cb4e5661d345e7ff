// Threads as chains of events. In: a composition. Out: clauses that say when threads begin, what is assumed of choices, and that a
// thread passes a wait only when its condition holds.

import type { Composition } from "./composition.ts";

/** A thread's events come after the step that starts it; the first thread's after the start of the program. */
export function orderThreads(c: Composition): void {
  const { terms, skeleton } = c;
  for (const t of skeleton.threads) {
    const first = t.events[0];
    if (first === undefined) continue;
    const from = t.start === null ? c.start : c.idOf(t.start);
    c.assert(terms.before(from, c.idOf(first)), "creation");
  }
  c.assert(terms.before(c.start, c.horizon), "start");
}

export function assumeChoices(c: Composition): void {
  for (const a of c.skeleton.assumptions) c.assert(a, "choice");
}

/** An event that is executed is not blocked. */
export function requireUnblocked(c: Composition): void {
  const { terms } = c;
  for (const e of c.skeleton.events) if (e.blocked !== terms.false) c.assert(terms.implies(e.executed, terms.not(e.blocked)), "wait");
}
