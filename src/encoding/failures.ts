// Failures of events: each is a violation that can be asked for, and most end the process. In: a composition, and when events read memory
// that was never written; for the end of the process, the races that were added. Out: clauses, and one possible violation per failure.

import { type Failure, isCutOff, type SkeletonEvent } from "../skeleton/skeleton.ts";
import type { Term } from "../terms/term.ts";
import type { Composition } from "./composition.ts";
import { type Question, questionOf } from "./questions.ts";

/** When the process ends in an event, and the violations in it that can be asked for. */
export interface ProcessEnd {
  readonly event: SkeletonEvent;
  readonly when: Term;
  readonly asked: readonly Term[];
}

export function addFailures(c: Composition, unwritten: ReadonlyMap<SkeletonEvent, readonly Term[]>): ProcessEnd[] {
  return c.skeleton.events.map((e) => addFailuresOf(c, e, unwritten.get(e))).filter(({ when }) => when !== c.terms.false);
}

/** The run shown ends before the process does, or in a step with the violation that is asked for: a failure, or a race of what the step has accessed before. */
export function endRuns(c: Composition, ends: readonly ProcessEnd[]): void {
  const { terms } = c;
  const races = new Map<SkeletonEvent, Term[]>();
  for (const { question, events, when } of c.violations) {
    const [e] = events;
    if (question !== "race" || events.length !== 1 || e === undefined) continue;
    const known = races.get(e);
    if (known === undefined) races.set(e, [when]);
    else known.push(when);
  }
  for (const { event, when, asked } of ends)
    c.assert(
      terms.any([terms.not(when), terms.before(c.horizon, c.idOf(event)), ...asked, ...(races.get(event) ?? [])]),
      "end of the process",
    );
}

function addFailuresOf(c: Composition, e: SkeletonEvent, unwritten: readonly Term[] | undefined): ProcessEnd {
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
  const stops = (f: Failure): boolean => !isMidSection && isCutOff(f);
  for (const f of e.failures) fail(questionOf(f), f.when, f.harmless || stops(f), f);
  if (unwritten !== undefined) fail("uninit", terms.any(unwritten), false);
  if (e.waitsOnUnwritten) {
    const arrives = c.fresh("violation");
    c.assert(terms.implies(arrives, terms.and(e.occurs, c.goal("uninit"))), "violation");
    c.violations.push({ question: "uninit", when: arrives, events: [e] });
  }
  return { event: e, when: terms.and(e.executed, terms.any(ends)), asked };
}
