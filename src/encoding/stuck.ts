// A wait that does not end. In: a formula, an event at which a thread may wait, and how its reads are made again at the end of the run. Out: clauses by which
// the thread is stuck there, whatever is decided inside the section. Both composers use it; they differ in how they read.

import type { SkeletonEvent } from "../skeleton/skeleton.ts";
import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { ComposedFormula } from "./composed-formula.ts";
import type { Stuck } from "./lost-threads.ts";
import { valuationsOf } from "./valuations.ts";

/** The section as it would be executed at the end of the run, for one valuation of what is open in it. */
export interface Again {
  /** A term of the section with the values read again. */
  then(t: Term): Term;
  /** The variable for what a read returns now; undefined: its value is known. */
  valueOf(read: Term): Term | undefined;
}

/** How a composer asks: the condition that the thread stands there; names of the values read again; what counts as waiting; and the reads. */
export interface WaitAtEnd {
  readonly here: Term;
  readonly suffix: (valuation: number) => string;
  readonly waiting: Term;
  readonly readAgain: (again: Again) => void;
}

export function stuckAt(c: ComposedFormula, e: SkeletonEvent, { here, suffix, waiting, readAgain }: WaitAtEnd): Stuck {
  const { terms, skeleton } = c;
  const valuations = valuationsOf(terms, skeleton, e);
  const waits: Term[] = [];
  const needed: { possible: Term; needs: SkeletonEvent["needs"] }[] = [];
  for (const [i, valuation] of (valuations ?? [new Map<Term, Term>()]).entries()) {
    const again = new Map(valuation);
    for (const a of e.accesses)
      if (a.kind === "read" && a.value?.op === "variable")
        again.set(a.value, terms.variable(`${a.value.name}#${suffix(i)}`, a.value.width));
    const substitution = new Substitution(terms, (leaf) => again.get(leaf) ?? null);
    const then = (t: Term): Term => substitution.apply(skeleton.expand(t));
    readAgain({ then, valueOf: (read) => again.get(read) });
    const possible = then(terms.all(e.thread.open.filter((o) => valuation.has(o.variable)).map((o) => o.possible)));
    c.assert(terms.implies(terms.and(here, possible), then(e.blocked)), "stuck");
    waits.push(terms.and(possible, then(waiting)));
    needed.push({ possible, needs: e.needs.map(({ when, slot }) => ({ when: then(when), slot: then(slot) })) });
  }
  c.assert(terms.implies(here, terms.any(waits)), "stuck");
  // Also where the wait does not depend on the value: the executor, which has to confirm a deadlock, cannot try all values either.
  c.guessesWaits ||= valuations === null || e.asksUnwritten || e.thread.open.some((o) => o.event === e && o.values === null);
  return { event: e, here, valuations: needed };
}
