// Steps that may not be taken: a wait inside an atomic section, and assumptions. In: the condition under which the thread goes on. Out: the
// event is blocked where it does not hold, and behind it the thread is only as active as a variable `go` says: that the step is taken.
// Nothing is said of what happens while it waits; the composer asks for a deadlock whether a step can be blocked for good.

import type { Term } from "../../terms/term.ts";
import type { Path } from "./path.ts";
import type { Section } from "./section.ts";
import { endsAt, type Steps } from "./steps.ts";
import { Unsupported } from "./unsupported.ts";

/** `waits`: for what another thread may do. Otherwise it is an assumption that holds the step up. */
export function blockUntil(steps: Steps, path: Path, condition: Term, waits: boolean): void {
  const { terms } = steps;
  const { section } = path;
  if (section === null) throw new Unsupported("waiting outside an atomic section");
  const { event } = section;
  const before = event.blocked;
  // What was needed up to here is needed no more where the step goes on.
  const goesOn = terms.and(path.guard.term, condition);
  for (const [i, need] of event.needs.entries()) event.needs[i] = { ...need, when: terms.and(need.when, terms.not(goesOn)) };
  // A thread that has failed does not wait.
  const here = terms.all([path.guard.term, terms.not(condition), terms.not(endsAt(terms, event))]);
  event.blocked = terms.or(before, here);
  if (event.blocked === before) return;
  allowStay(steps, path, section);
  if (waits) event.waits = true;
  else {
    event.assumes = terms.or(event.assumes, terms.and(here, terms.not(before)));
    steps.round.unordered = true; // it waits for any write, and that need not order it
  }
}

/** Should the step wait here, the thread of this slot must act before the wait can end. */
export function noteNeed({ terms }: Steps, { section, guard }: Path, slot: Term): void {
  // Who is held up before gets here only later.
  if (section !== null) section.event.needs.push({ when: terms.and(guard.term, terms.not(section.event.blocked)), slot });
}

/** An assumption stops the thread where it does not hold; inside a section the step is then not taken at all. */
export function assume(steps: Steps, path: Path, holds: Term): void {
  if (path.section === null) steps.stop(path, steps.terms.not(holds));
  else blockUntil(steps, path, holds, false);
}

/** The step need not be taken: said of all paths through it, or, if some have left it already, of this one. */
function allowStay(steps: Steps, path: Path, section: Section): void {
  const { terms } = steps;
  if (section.mayStay) return;
  const { event } = section;
  section.go ??= steps.round.variable("go", 1, null);
  section.mayStay = !section.ended;
  const goes = terms.or(terms.not(section.ended ? path.guard.term : section.entered), section.go);
  event.executed = section.ended ? terms.and(event.executed, goes) : terms.and(event.occurs, section.go);
  steps.goOnlyIf(goes);
  if (section.ended && event.starts.length > 0) throw new Unsupported("an atomic section that starts a thread and then may wait");
}
