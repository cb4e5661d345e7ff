// Failures of events: each is a violation that can be asked for, and most end the process. In: a composition, and when events read memory
// that was never written. Out: clauses, and one possible violation per failure.

import type { Failure, SkeletonEvent } from "../skeleton/skeleton.ts";
import type { Term } from "../terms/term.ts";
import type { Composition } from "./composition.ts";
import { type Question, questionOf } from "./questions.ts";

export function addFailures(c: Composition, unwritten: ReadonlyMap<SkeletonEvent, readonly Term[]>): void {
  for (const e of c.skeleton.events) addFailuresOf(c, e, unwritten.get(e));
}

function addFailuresOf(c: Composition, e: SkeletonEvent, unwritten: readonly Term[] | undefined): void {
  const { terms } = c;
  const isShown = c.isShown(e);
  const ends: Term[] = [e.ends];
  const asked: Term[] = [];
  const fail = (question: Question, when: Term, harmless: boolean, failure?: Failure): void => {
    const violation = c.fresh("violation");
    c.assert(terms.implies(violation, terms.all([e.executed, when, isShown, c.goal(question)])), "violation");
    c.violations.push({ question, when: violation, events: [e], ...(failure === undefined ? {} : { failure }) });
    asked.push(violation);
    if (!harmless) ends.push(when);
  };
  // A thread that is cut stops and the others continue, unless it is in the middle of a section: no other thread may see half of that.
  const isMidSection = e.accesses.length > 0;
  const stops = (f: Failure): boolean => !isMidSection && (f.property === "unwind" || f.property === "unsupported");
  for (const f of e.failures) fail(questionOf(f), f.when, f.harmless || stops(f), f);
  if (unwritten !== undefined) fail("uninit", terms.any(unwritten), false);
  const end = terms.and(e.executed, terms.any(ends));
  if (end !== terms.false) c.assert(terms.any([terms.not(end), terms.before(c.horizon, c.idOf(e)), ...asked]), "end of the process");
}
