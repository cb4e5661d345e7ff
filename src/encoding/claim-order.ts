// Reads of cells that are claimed at most once (skeleton/claims.ts). Which write such a read sees need not be chosen: what it finds says
// whether it comes behind the claim, and there is only one. In: claimed cells. Out: clauses, without a variable for any pair of read and
// write, and the reads that need no source any more.

import type { Part } from "../skeleton/cells.ts";
import type { ClaimedCell } from "../skeleton/claims.ts";
import type { HappensBefore } from "../skeleton/happens-before.ts";
import type { ReadPart } from "../skeleton/may-copy.ts";
import type { SkeletonEvent } from "../skeleton/skeleton.ts";
import type { EventId, Solver } from "../solving/solver.ts";
import type { Term } from "../terms/term.ts";
import type { Bounds, Terms } from "../terms/terms.ts";
import type { OrderedEvents } from "./context-bound.ts";

interface ClaimEvents extends Pick<OrderedEvents, "assert"> {
  /** Before all others. */
  readonly start: EventId;
  readonly idOf: (event: SkeletonEvent) => EventId;
  /** What one access writes the other reads, under this condition. */
  readonly flow: (from: Part, to: Part, when: Term) => void;
}

export function orderClaims(
  terms: Terms,
  solver: Pick<Solver, "read">,
  order: HappensBefore,
  cells: readonly ClaimedCell[],
  events: ClaimEvents,
): ReadonlySet<ReadPart> {
  const settled = new Set<ReadPart>();
  for (const [n, { free, base, claims, reads }] of cells.entries()) {
    const left = claims.map(({ part }) => part.access.content(part.from, part.size));
    const holds = terms.variable(`claimed${n}`, free.width, boundsOf(left));
    for (const [i, a] of claims.entries()) {
      events.assert(terms.implies(a.when, terms.eq(holds, left[i] as Term)), "claim");
      for (const b of claims.slice(i + 1)) events.assert(terms.not(terms.and(a.when, b.when)), "claim");
    }
    for (const r of reads) {
      const { part, when } = r;
      const { event } = part;
      const found = part.access.content(part.from, part.size);
      const isFree = terms.and(when, terms.eq(found, free));
      const isTaken = terms.and(when, terms.ne(found, free));
      const others = claims.filter((c) => c.part.event !== event && !order.isBefore(event, c.part.event));
      events.assert(terms.implies(isTaken, terms.and(terms.eq(found, holds), terms.any(others.map((c) => c.when)))), "claim");
      if (base !== null) events.flow(base, part, isFree);
      const candidates = [{ write: events.start, reads: isFree }];
      for (const c of others) {
        const seen = terms.and(isTaken, c.when);
        candidates.push({ write: events.idOf(c.part.event), reads: seen });
        events.flow(c.part, part, seen);
      }
      // Whoever claims the cell excludes the others anyway.
      const claimsItself = claims.some((c) => c.part.event === event && order.implies(isFree, c.when));
      const rivals = claimsItself ? [] : others.map((c) => ({ write: events.idOf(c.part.event), overwrites: c.when }));
      solver.read({ event: events.idOf(event), candidates, rivals, derived: true });
      settled.add(r);
    }
  }
  return settled;
}

/** Of signed numbers, if they are known. */
function boundsOf(values: readonly Term[]): Bounds | undefined {
  if (!values.every((v) => v.op === "constant")) return undefined;
  const numbers = values.map((v) => BigInt.asIntN(v.width, v.value));
  return { low: numbers.reduce((a, b) => (b < a ? b : a)), high: numbers.reduce((a, b) => (b > a ? b : a)) };
}
