// Reads of cells that are claimed at most once (skeleton/claims.ts). Which write such a read sees need not be chosen: what it finds says
// whether it comes behind the claim, and there is only one. In: claimed cells. Out: clauses, without a variable for any pair of read and
// write, and the reads that need no source any more.

import type { Part } from "../skeleton/cells.ts";
import type { Claim, ClaimedCell } from "../skeleton/claims.ts";
import type { HappensBefore } from "../skeleton/happens-before.ts";
import type { ReadPart } from "../skeleton/may-copy.ts";
import type { Term } from "../terms/term.ts";
import type { Bounds, Terms } from "../terms/terms.ts";
import type { OrderedEvents } from "./context-bound.ts";

/** What a read of a claimed cell may find. */
export interface ClaimedRead {
  readonly part: Part;
  /** It finds the cell as it was before. */
  readonly isFree: Term;
  readonly base: Part | null;
  /** It finds it claimed, by whom. */
  readonly seen: readonly { readonly claim: Part; readonly when: Term }[];
  /** Whose claims do not come before it if it finds the cell free. */
  readonly rivals: readonly Claim[];
}

interface ClaimEvents extends Pick<OrderedEvents, "assert"> {
  /** A name for what a cell holds once it is claimed. */
  readonly content: (width: number, bounds: Bounds | undefined) => Term;
  readonly read: (read: ClaimedRead) => void;
}

export function orderClaims(terms: Terms, order: HappensBefore, cells: readonly ClaimedCell[], events: ClaimEvents): ReadonlySet<ReadPart> {
  const settled = new Set<ReadPart>();
  for (const { free, base, claims, reads } of cells) {
    const left = claims.map(({ part }) => part.access.content(part.from, part.size));
    const holds = events.content(free.width, boundsOf(left));
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
      // Whoever claims the cell excludes the others anyway.
      const claimsItself = claims.some((c) => c.part.event === event && order.implies(isFree, c.when));
      const seen = others.map((c) => ({ claim: c.part, when: terms.and(isTaken, c.when) }));
      events.read({ part, isFree, base, seen, rivals: claimsItself ? [] : others });
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
