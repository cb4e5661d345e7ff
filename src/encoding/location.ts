// Asks whether a location in the program can be reached, with a condition on what is read or written there: a question beside those about properties. In: a composed formula and a location. Out: the
// question, to be asked as any other (`ask`, `readRun`), also of runs that begin with given steps (prefix.ts).
//
// A location is reached by executing a step there that another thread could observe. A step that ends the process is not shown in a model unless its failure is asked
// for: for these there are the questions about properties.

import type { Access, SkeletonEvent } from "../skeleton/skeleton.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { ComposedFormula } from "./composed-formula.ts";
import type { LocationQuestion } from "./questions.ts";

export interface ConditionalLocation {
  /** Tells it from other locations. */
  readonly name: string;
  readonly isAt: (event: SkeletonEvent) => boolean;
  /** What must hold of the step; absent: nothing. */
  readonly condition?: (event: SkeletonEvent, terms: Terms) => Term;
}

/** Asserts what reaching the location means. Returns the question; null: the formula has no step there. */
export function addLocation(c: ComposedFormula, { name, isAt, condition }: ConditionalLocation): LocationQuestion | null {
  const { terms, skeleton } = c;
  const question: LocationQuestion = `location ${name}`;
  if (c.mayHappen(question)) throw new Error(`${question} is asked for twice`);
  for (const e of skeleton.events) {
    if (!e.isStep || !isAt(e)) continue;
    const holds = condition?.(e, terms) ?? terms.true;
    const violation = c.fresh("location");
    c.assert(terms.implies(violation, terms.all([e.executed, c.isShown(e), holds, c.goal(question)])), "location");
    c.violations.push({ question, when: violation, events: [e] });
  }
  return c.mayHappen(question) ? question : null;
}

/** What the step reads from, or writes to, the object with this name: up to 8 bytes; null: nothing, or it is not certain that it does. */
export function valueAt({ accesses }: SkeletonEvent, kind: Access["kind"], object: string): Term | null {
  const access = accesses.find((a) => a.kind === kind && a.targets.length === 1 && a.targets[0]?.object.name === object && a.size <= 8);
  return access?.content(0, access.size) ?? null;
}
