// Reads of cells that are claimed at most once (skeleton/claims.ts). In: claimed cells. Out: clauses, and the reads that no longer need a
// source.
//
// The solver need not choose the write that such a read sees: there is at most one claim, and the value says whether the read comes after
// it. So no pair of read and write needs a variable.

import type { ClaimedCell } from "../skeleton/claims.ts";
import type { CellRead } from "../skeleton/may-copy.ts";
import type { Term } from "../terms/term.ts";
import type { Bounds } from "../terms/terms.ts";
import type { Composition } from "./composition.ts";

export function orderClaims(c: Composition, cells: readonly ClaimedCell[]): ReadonlySet<CellRead> {
  const { terms, solver } = c;
  const { order } = c.copies;
  const settled = new Set<CellRead>();
  for (const [n, { free, base, claims, reads }] of cells.entries()) {
    const left = claims.map(({ cell }) => cell.access.content(cell.from, cell.size));
    const holds = terms.variable(`claimed${n}`, free.width, boundsOf(left));
    for (const [i, a] of claims.entries()) {
      c.assert(terms.implies(a.when, terms.eq(holds, left[i] as Term)), "claim");
      for (const b of claims.slice(i + 1)) c.assert(terms.not(terms.and(a.when, b.when)), "claim");
    }
    for (const r of reads) {
      const { cell, when } = r;
      const { event } = cell;
      const found = cell.access.content(cell.from, cell.size);
      const isFree = terms.and(when, terms.eq(found, free));
      const isTaken = terms.and(when, terms.ne(found, free));
      const others = claims.filter((k) => k.cell.event !== event && !order.isBefore(event, k.cell.event));
      c.assert(terms.implies(isTaken, terms.and(terms.eq(found, holds), terms.any(others.map((k) => k.when)))), "claim");
      if (base !== null) c.addFlow(base, cell, isFree);
      const visibleWrites = [{ write: c.start, reads: isFree }];
      for (const k of others) {
        const seen = terms.and(isTaken, k.when);
        visibleWrites.push({ write: c.idOf(k.cell.event), reads: seen });
        c.addFlow(k.cell, cell, seen);
      }
      // Claims exclude each other: if the event itself claims the cell, no other claim can come between.
      const claimsItself = claims.some((k) => k.cell.event === event && order.implies(isFree, k.when));
      const rivals = claimsItself ? [] : others.map((k) => ({ write: c.idOf(k.cell.event), overwrites: k.when }));
      solver.read({ event: c.idOf(event), visibleWrites, rivals, derived: true });
      settled.add(r);
    }
  }
  return settled;
}

/** The bounds of the values as signed numbers, if all are constants. */
function boundsOf(values: readonly Term[]): Bounds | undefined {
  if (!values.every((v) => v.op === "constant")) return undefined;
  const numbers = values.map((v) => BigInt.asIntN(v.width, v.value));
  return { low: numbers.reduce((a, b) => (b < a ? b : a)), high: numbers.reduce((a, b) => (b > a ? b : a)) };
}
