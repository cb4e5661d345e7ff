// In which ways a section can decide what is open inside it, as far as whether it must wait depends on that. A thread waits at a section only if it would
// with every input and every choice; so that is said of all ways, each with the values in place of the variables.

import type { OpenValue, Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import { dependsOn } from "../terms/depends.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";

/** What stands for what, in one of the ways. */
export type Way = ReadonlyMap<Term, Term>;

const maxWays = 256;

/** Null: there are too many ways. */
export function valuationsOf(terms: Terms, skeleton: Skeleton, e: SkeletonEvent): readonly Way[] | null {
  const waits = skeleton.expand(e.blocked);
  const open = e.thread.open.filter((o) => o.event === e && matters(skeleton, e, waits, o));
  let ways: Way[] = [new Map()];
  for (const { variable, values: all, freedom } of open) {
    // What may happen need not: who waits unless it does waits.
    const values = freedom === null ? all : [0n];
    if (values === null || values.length * ways.length > maxWays) return null;
    ways = ways.flatMap((way) => values.map((v) => new Map([...way, [variable, terms.constant(v, variable.width)]])));
  }
  return ways;
}

/** Whether the section waits, or what it looks at before it knows, depends on the value. */
function matters(skeleton: Skeleton, e: SkeletonEvent, waits: Term, { variable }: OpenValue): boolean {
  const variables = new Set([variable]);
  const depends = (t: Term | number): boolean => typeof t !== "number" && dependsOn(skeleton.expand(t), variables);
  return (
    dependsOn(waits, variables) ||
    e.accesses.some((a) => a.kind === "read" && (depends(a.when) || a.targets.some((t) => depends(t.when) || depends(t.offset))))
  );
}
