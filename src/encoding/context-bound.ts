// Runs with few preemptions (the context bound of TRACE and STAGED). In: a composition, and the maximum number of preemptions. Out: clauses.
//
// Between two consecutive events of a thread there is a preemption if an executed event of another thread lies there, before the horizon,
// and the thread does not wait at the second one. A thread that may have to wait counts as waiting: some runs with more preemptions are
// covered as well, and none with fewer is left out. (STAGED's appendix prints its inequality the wrong way round, and counting
// reads-from edges alone misses switches.)

import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Composition } from "./composition.ts";

export function boundPreemptions(c: Composition, maxPreemptions: number): void {
  const { terms, skeleton } = c;
  const { order } = c.copies;
  const costs: Term[] = [];
  for (const t of skeleton.threads)
    for (const [i, from] of t.events.entries()) {
      const to = t.events[i + 1];
      if (to === undefined) continue;
      c.tick();
      const between = skeleton.events.filter((f) => f.thread !== t && !order.isBefore(f, from) && !order.isBefore(to, f));
      if (between.length === 0) continue;
      const preempted = c.fresh("preempted");
      const mayWait = to.blocked === terms.false ? terms.false : to.occurs; // also for an assumption inside a section
      for (const f of between)
        c.assert(
          terms.any([terms.not(f.executed), terms.not(c.isShown(f)), c.before(f, from), c.before(to, f), mayWait, preempted]),
          "preemption",
        );
      costs.push(preempted);
    }
  c.assert(atMost(terms, costs, maxPreemptions), "context bound");
}

/** At most so many of the conditions hold. */
export function atMost(terms: Terms, conditions: readonly Term[], most: number): Term {
  const width = Math.ceil(Math.log2(Math.max(conditions.length, most) + 2));
  const count = addTogether(
    terms,
    conditions.map((c) => terms.zext(c, width)),
    width,
  );
  return terms.ule(count, terms.constant(BigInt(most), width));
}

/** Adds in pairs, so that the adders stay shallow. */
function addTogether(terms: Terms, list: readonly Term[], width: number): Term {
  if (list.length === 0) return terms.constant(0n, width);
  if (list.length === 1) return list[0] as Term;
  const half = list.length >> 1;
  return terms.add(addTogether(terms, list.slice(0, half), width), addTogether(terms, list.slice(half), width));
}
