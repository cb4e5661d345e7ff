// ρ, the property constraints (TRACE, section 2 and Figure 1): which failures a run shows. In: a formula. Out: clauses, and one possible violation per
// failure of an event, and per event that may read memory that was never written.
//
// The paper asserts ρ and asks for a model of its negation. Here each failure is a violation that can be asked for. One that is not asked for does not end
// the run: its thread counts as standing before the event, and nothing that the event writes is seen (delta.ts). That is a prefix of a run of the
// program, so the others may continue.

import type { Failure, SkeletonEvent } from "../../skeleton/skeleton.ts";
import { groupBy } from "../../support/group.ts";
import { append } from "../../support/lists.ts";
import type { Term } from "../../terms/term.ts";
import { type Question, questionOf } from "../questions.ts";
import type { StepFormula } from "./step-formula.ts";

export function addProperties(f: StepFormula): void {
  for (const e of f.skeleton.events) {
    for (const failure of e.failures) addViolation(f, e, questionOf(failure), failure.when, failure);
    addUnwritten(f, e);
    if (e.waitsOnUnwritten) addArrival(f, e);
  }
}

function addViolation(f: StepFormula, e: SkeletonEvent, question: Question, when: Term, failure?: Failure): Term {
  const { terms } = f;
  const violation = f.fresh("violation");
  f.assert(terms.implies(violation, terms.all([f.isShown(e), when, f.goal(question)])), "violation");
  f.violations.push({ question, when: violation, events: [e], ...(failure === undefined ? {} : { failure }) });
  return violation;
}

/** The thread comes to a section that may wait because of memory that was never written. */
function addArrival(f: StepFormula, e: SkeletonEvent): void {
  const { terms } = f;
  const arrives = f.fresh("violation");
  f.assert(terms.implies(arrives, terms.and(e.occurs, f.goal("uninit"))), "violation");
  f.violations.push({ question: "uninit", when: arrives, events: [e] });
}

/** Reading memory that was never written is a violation, and nothing is known of what follows; or the value is an input, where the skeleton says so. */
function addUnwritten(f: StepFormula, e: SkeletonEvent): void {
  const { terms } = f;
  const seen: Term[] = [];
  for (const [access, uses] of groupBy(f.cells.usesOf(e).reads, (r) => r.access.access)) {
    const bytes: Term[][] = Array.from({ length: access.size }, () => []);
    for (const r of uses) {
      const sees = f.seesUndefined(r);
      if (sees === null) continue;
      for (let i = 0; i < r.access.size; i++)
        (bytes[r.access.from + i] as Term[]).push(terms.and(r.access.when, terms.extract(sees, i, i)));
    }
    if (access.seesUnwritten === undefined) append(seen, access.tolerant ? [] : bytes.flat());
    else
      for (const [i, parts] of bytes.entries())
        f.assert(terms.implies(f.isShown(e), terms.eq(access.seesUnwritten[i] as Term, terms.any(parts))), "unwritten");
  }
  const isSeen = terms.any(seen);
  if (isSeen === terms.false) return;
  const violation = addViolation(f, e, "uninit", isSeen);
  f.assert(terms.any([terms.not(f.isShown(e)), terms.not(isSeen), violation]), "unwritten");
}
