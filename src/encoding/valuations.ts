// The valuations of what is open inside a section: its inputs and choices, as far as its wait depends on them. In: an event. Out: maps
// from variables to constants.
//
// A thread is blocked at a section only if it would wait with every input and every choice. So the condition of the wait is stated for
// each valuation, with its constants in place of the variables.

import type { OpenValue, Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import { dependsOn } from "../terms/depends.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";

/** A constant for each open variable. */
export type Valuation = ReadonlyMap<Term, Term>;

/** The wait is encoded once per valuation: more would dominate the formula. */
const maxValuations = 256;

/** Null: more than `maxValuations`. */
export function valuationsOf(terms: Terms, skeleton: Skeleton, e: SkeletonEvent): readonly Valuation[] | null {
  const waits = skeleton.expand(e.blocked);
  const open = e.thread.open.filter((o) => o.event === e && matters(skeleton, e, waits, o));
  let valuations: Valuation[] = [new Map()];
  for (const { variable, values: all, freedom } of open) {
    // The environment need not use a freedom: a thread that waits unless it does is waiting.
    const values = freedom === null ? all : [0n];
    if (values === null || values.length * valuations.length > maxValuations) return null;
    valuations = valuations.flatMap((valuation) =>
      values.map((v) => new Map([...valuation, [variable, terms.constant(v, variable.width)]])),
    );
  }
  return valuations;
}

/** Whether the section waits, or what it reads before that is decided, depends on the value. */
function matters(skeleton: Skeleton, e: SkeletonEvent, waits: Term, { variable }: OpenValue): boolean {
  const variables = new Set([variable]);
  const depends = (t: Term | number): boolean => typeof t !== "number" && dependsOn(skeleton.expand(t), variables);
  return (
    dependsOn(waits, variables) ||
    e.accesses.some((a) => a.kind === "read" && (depends(a.when) || a.targets.some((t) => depends(t.when) || depends(t.offset))))
  );
}
