// Reads of cells that are claimed at most once (skeleton/claims.ts). Which write such a read sees need not be chosen: what it finds says
// whether it comes behind the claim, and there is only one. In: claimed cells. Out: clauses, without a variable for any pair of read and
// write, and the reads that need no source any more.

import type { ClaimedCell } from "../skeleton/claims.ts";
import type { ReadPart } from "../skeleton/may-copy.ts";
import type { Term } from "../terms/term.ts";
import type { Bounds } from "../terms/terms.ts";
import type { Composition } from "./composition.ts";

export function orderClaims(c: Composition, cells: readonly ClaimedCell[]): ReadonlySet<ReadPart> {
  const { terms, solver } = c;
  const { order } = c.copies;
  const settled = new Set<ReadPart>();
  for (const [n, { free, base, claims, reads }] of cells.entries()) {
    const left = claims.map(({ part }) => part.access.content(part.from, part.size));
    const holds = terms.variable(`claimed${n}`, free.width, boundsOf(left));
    for (const [i, a] of claims.entries()) {
      c.assert(terms.implies(a.when, terms.eq(holds, left[i] as Term)), "claim");
      for (const b of claims.slice(i + 1)) c.assert(terms.not(terms.and(a.when, b.when)), "claim");
    }
    for (const r of reads) {
      const { part, when } = r;
      const { event } = part;
      const found = part.access.content(part.from, part.size);
      const isFree = terms.and(when, terms.eq(found, free));
      const isTaken = terms.and(when, terms.ne(found, free));
      const others = claims.filter((k) => k.part.event !== event && !order.isBefore(event, k.part.event));
      c.assert(terms.implies(isTaken, terms.and(terms.eq(found, holds), terms.any(others.map((k) => k.when)))), "claim");
      if (base !== null) c.addFlow(base, part, isFree);
      const candidates = [{ write: c.start, reads: isFree }];
      for (const k of others) {
        const seen = terms.and(isTaken, k.when);
        candidates.push({ write: c.idOf(k.part.event), reads: seen });
        c.addFlow(k.part, part, seen);
      }
      // An event that claims the cell excludes the others anyway.
      const claimsItself = claims.some((k) => k.part.event === event && order.implies(isFree, k.when));
      const rivals = claimsItself ? [] : others.map((k) => ({ write: c.idOf(k.part.event), overwrites: k.when }));
      solver.read({ event: c.idOf(event), candidates, rivals, derived: true });
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
