// Finds cells that are claimed at most once. In: a skeleton and its may-copy sets. Out: the cells, their claims, and the reads whose value
// says whether they come after the claim.
//
// Like locks (locks.ts), such cells are recognised by how they are used, not by name: every write to the cell is made in a step that reads it
// first, finds its first value, and leaves another. So at most one such write is ever executed. Examples are entries of a hash table that are
// taken by compare-and-swap, and initialisation by the first thread to arrive.

import { groupBy } from "../support/group.ts";
import type { Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { CellAccess } from "./cells.ts";
import { type CellRead, initialContent, type MayCopy } from "./may-copy.ts";
import type { Skeleton, SkeletonEvent } from "./skeleton.ts";
import { mayMeet } from "./spread.ts";
import { conjunctsOf } from "./value-set.ts";

export interface Claim {
  readonly cell: CellAccess;
  /** The write is executed. */
  readonly when: Term;
}

export interface ClaimedCell {
  /** The value it holds until it is claimed. */
  readonly free: Term;
  /** The write of that value; null: it is the initial value. */
  readonly base: CellAccess | null;
  readonly claims: readonly Claim[];
  readonly reads: readonly CellRead[];
}

export function findClaimedCells(terms: Terms, skeleton: Skeleton, copies: MayCopy, tick: Tick): ClaimedCell[] {
  const readsByObject = groupBy(copies.reads, (r) => r.cell.object.id);
  const out: ClaimedCell[] = [];
  for (const [object, reads] of readsByObject) {
    const writes = copies.writes.get(object) ?? [];
    const symbolic = writes.filter((w) => typeof w.at !== "number");
    const places = new Map<string, { reads: CellRead[]; writes: CellAccess[] }>();
    for (const w of writes) {
      if (typeof w.at !== "number" || symbolic.some((x) => mayMeet(x.places, x.size, w.places, w.size))) continue;
      const place = places.get(keyOf(w));
      if (place === undefined) places.set(keyOf(w), { reads: [], writes: [w] });
      else place.writes.push(w);
    }
    for (const r of reads) places.get(keyOf(r.cell))?.reads.push(r);
    for (const place of places.values()) {
      if (place.reads.length === 0) continue; // never read, and perhaps wider than any value
      const claimed = claimedCell(terms, skeleton, copies, place.reads, place.writes, tick);
      if (claimed !== null) out.push(claimed);
    }
  }
  return out;
}

const keyOf = (p: CellAccess): string => `${p.at}:${p.size}`;

function claimedCell(
  terms: Terms,
  skeleton: Skeleton,
  copies: MayCopy,
  reads: readonly CellRead[],
  writes: readonly CellAccess[],
  tick: Tick,
): ClaimedCell | null {
  const looks = new Set(reads.map((r) => r.cell.event));
  const before = writes.filter((w) => !looks.has(w.event));
  const base = baseOf(copies, before);
  if (base === undefined) return null;
  const [first] = writes;
  if (first === undefined || base?.access.undefined) return null;
  const { object, at } = first;
  if (base === null && (object.image === undefined || at === object.size)) return null;
  const free = base === null ? initialContent(terms, first) : base.access.content(base.from, base.size);
  if (free.op !== "constant") return null;
  const based = base === null ? terms.true : terms.and(base.event.executed, base.when);
  /** Whether the event certainly comes after the write of the first value; others do not count. */
  const isBased = (event: SkeletonEvent, when: Term): boolean =>
    base === null || (copies.order.isBefore(base.event, event) && copies.order.implies(when, based));
  const claims: Claim[] = [];
  for (const cell of writes) {
    tick();
    if (before.includes(cell)) continue;
    const when = terms.and(cell.event.executed, cell.when);
    const leaves = cell.access.undefined ? terms.true : terms.eq(cell.access.content(cell.from, cell.size), free);
    if (leaves !== terms.false || !isBased(cell.event, when) || !readsBeforeWriting(terms, skeleton, when, cell.event, free, reads))
      return null;
    claims.push({ cell, when });
  }
  if (claims.length === 0) return null;
  return { free, base, claims, reads: reads.filter((r) => isBased(r.cell.event, r.when)) };
}

/** The last of the writes; null if there are none, undefined if they are not ordered. */
function baseOf(copies: MayCopy, writes: readonly CellAccess[]): CellAccess | null | undefined {
  const last = writes.find((w) => writes.every((v) => v === w || copies.order.isBefore(v.event, w.event)));
  return writes.length === 0 ? null : last;
}

/** Whether the step that writes has certainly read the cell, and found it free. */
function readsBeforeWriting(
  terms: Terms,
  skeleton: Skeleton,
  written: Term,
  event: SkeletonEvent,
  free: Term,
  reads: readonly CellRead[],
): boolean {
  const known = new Set(conjunctsOf(skeleton.expand(written)));
  const follows = (t: Term): boolean => t === terms.true || known.has(t) || (t.op === "and" && t.args.every(follows));
  return reads.some(
    ({ cell, when }) =>
      cell.event === event &&
      follows(skeleton.expand(when)) &&
      follows(skeleton.expand(terms.eq(cell.access.content(cell.from, cell.size), free))),
  );
}
