// Steps that may be blocked: waits inside atomic sections, and assumptions. In: the condition under which the thread continues. Out: the event
// is blocked while the condition does not hold; a variable `go` says whether it is executed, and the thread is active after it only if so.
// Nothing is stated about the wait itself; encoding/deadlocks.ts asks whether a step can be blocked for good.

import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import { failsAt } from "../skeleton.ts";
import type { Path } from "./path.ts";
import type { Section } from "./section.ts";
import type { Steps } from "./steps.ts";

/** `waits`: another thread may end the wait. Otherwise the condition is an assumption. */
export function blockUntil(steps: Steps, path: Path, condition: Term, waits: boolean): void {
  const { terms } = steps;
  const { section } = path;
  if (section === null) throw new Unsupported("waiting outside an atomic section");
  const { event } = section;
  const before = event.blocked;
  // Needs noted so far no longer count where the step continues.
  const continues = terms.and(path.guard.term, condition);
  for (const [i, need] of event.needs.entries()) event.needs[i] = { ...need, when: terms.and(need.when, terms.not(continues)) };
  // A thread that has failed does not wait.
  const here = terms.all([path.guard.term, terms.not(condition), terms.not(failsAt(terms, event))]);
  event.blocked = terms.or(before, here);
  if (event.blocked === before) return;
  // The value sets lack what memory holds that was never written: with it, the step may continue.
  if (section.user && section.readsUnwritten) event.waitsOnUnwritten = true;
  allowStay(steps, path, section);
  if (waits) event.waits = true;
  else {
    event.assumes = terms.or(event.assumes, terms.and(here, terms.not(before)));
    steps.round.unordered = true; // any write may end it, and need not order the thread
  }
}

/** Notes that, if the step waits here, the thread of this slot must act before the wait can end. */
export function noteNeed({ terms }: Steps, { section, guard }: Path, slot: Term): void {
  // A thread that is blocked earlier in the step does not come here.
  if (section !== null) section.event.needs.push({ when: terms.and(guard.term, terms.not(section.event.blocked)), slot });
}

/** A false assumption stops the thread; inside a section the whole step is not executed. */
export function assume(steps: Steps, path: Path, holds: Term): void {
  if (path.section === null) steps.stop(path, steps.terms.not(holds));
  else blockUntil(steps, path, holds, false);
}

/** The step need not be executed: on all paths through it or, if some have left it already, on this one. */
function allowStay(steps: Steps, path: Path, section: Section): void {
  const { terms } = steps;
  if (section.mayStay) return;
  const { event } = section;
  section.go ??= steps.round.variable("go", 1, null);
  section.mayStay = !section.ended;
  const goes = terms.or(terms.not(section.ended ? path.guard.term : section.entered), section.go);
  event.executed = section.ended ? terms.and(event.executed, goes) : terms.and(event.occurs, section.go);
  steps.continueIf(goes);
  if (section.ended && event.starts.length > 0) throw new Unsupported("an atomic section that starts a thread and then may wait");
}
