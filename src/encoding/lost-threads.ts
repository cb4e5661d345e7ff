// Deadlocks of threads that wait forever although others continue. In: where threads are stuck, and which have ended. Out: clauses, and a possible
// violation. Both composers use it.

import type { SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import { groupBy } from "../support/group.ts";
import type { Term } from "../terms/term.ts";
import type { ComposedFormula, PossibleViolation } from "./composed-formula.ts";

/** A thread at a section that it cannot pass. */
export interface Stuck {
  readonly event: SkeletonEvent;
  readonly here: Term;
  /** For each valuation of what is open in the section, as far as it is possible: the threads that must act. */
  readonly valuations: readonly { readonly possible: Term; readonly needs: SkeletonEvent["needs"] }[];
}

type WaitingAt = NonNullable<PossibleViolation["waitingAt"]>;

/** What a composer knows of threads where the run shown ends. */
export interface EndOfRun {
  /** The thread has ended there. */
  hasEnded(t: SkeletonThread): Term;
  /** Asserts that, under the condition, nothing that the thread executes comes after it. */
  stays(t: SkeletonThread, when: Term): void;
}

export function addDeadlock(c: ComposedFormula, when: Term, waitingAt: WaitingAt): void {
  c.assert(c.terms.implies(when, c.goal("deadlock")), "deadlock");
  c.violations.push({ question: "deadlock", when, events: [], waitingAt });
}

/** A set of threads, each stuck at the end of the run shown and waiting for one that is in the set or has ended. Null: no wait names such a thread. */
export function addLostThreads(
  c: ComposedFormula,
  stuck: readonly Stuck[],
  { hasEnded, stays }: EndOfRun,
): { violation: Term; waitingAt: WaitingAt } | null {
  const { terms, skeleton } = c;
  const needy = stuck.filter((s) => s.event.needs.length > 0);
  const byThread = groupBy(needy, (s) => s.event.thread);
  if (needy.length === 0) return null;
  /** By thread: the boolean "it is lost". */
  const lost = new Map<SkeletonThread, Term>([...byThread.keys()].map((t) => [t, c.fresh("lost")]));
  const waitingAt: { event: SkeletonEvent; when: Term }[] = [];
  for (const [t, list] of byThread) {
    const here = lost.get(t) as Term;
    stays(t, here);
    const reasons = list.map((s) => {
      const hopeless = s.valuations.map(({ possible, needs }) => {
        const needed = needs.flatMap(({ when, slot }) =>
          skeleton.threads.map((other) => {
            const isIt = terms.and(when, terms.eq(slot, terms.constant(BigInt(other.index), slot.width)));
            if (isIt === terms.false || other === t) return terms.false;
            return terms.and(isIt, terms.or(lost.get(other) ?? terms.false, hasEnded(other)));
          }),
        );
        return terms.or(terms.not(possible), terms.any(needed));
      });
      const isLostHere = c.fresh("lost here");
      c.assert(terms.implies(isLostHere, terms.all([s.here, ...hopeless])), "lost");
      waitingAt.push({ event: s.event, when: isLostHere });
      return isLostHere;
    });
    c.assert(terms.implies(here, terms.any(reasons)), "lost");
  }
  const violation = c.fresh("lost threads");
  c.assert(terms.implies(violation, terms.any([...lost.values()])), "lost");
  return { violation, waitingAt };
}
