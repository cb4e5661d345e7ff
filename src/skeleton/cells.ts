// Cuts objects into cells, so that reads-from is a matter of single cells. In: events. Out: per object the accesses, cell by cell. An access
// at a fixed offset covers whole cells. The places of an access at a symbolic offset are cut into units of that access, and the offset of
// its cell is a term.

import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Access, SharedObject, SkeletonEvent } from "./skeleton.ts";
import { mayMeet, moved, type Spread, single } from "./spread.ts";
import { type Use, usesByObject } from "./uses.ts";

/** One cell of an access. */
export interface CellAccess {
  readonly event: SkeletonEvent;
  readonly access: Access;
  readonly object: SharedObject;
  /** Offset of the cell in the object: fixed or symbolic. */
  readonly at: number | Term;
  /** The places that this offset may have. */
  readonly places: Spread;
  readonly size: number;
  /** Bytes of the access before this cell. */
  readonly from: number;
  /** The access is made, and to this object, given that the event is executed. */
  readonly when: Term;
  /** The event is executed, and makes the access. */
  readonly made: Term;
}

export interface ObjectCells {
  readonly object: SharedObject;
  readonly reads: readonly CellAccess[];
  readonly writes: readonly CellAccess[];
}

/** `all`: also the reads that can return one value only; their sources do not matter, but can be shown. */
export function cutIntoCells(terms: Terms, events: readonly SkeletonEvent[], all = false): ObjectCells[] {
  const out: ObjectCells[] = [];
  const isLeftOut = ({ kind, settled }: Access): boolean => kind === "read" && settled && !all;
  for (const [object, list] of usesByObject(events)) {
    if (!list.some((u) => u.access.kind === "read" && !isLeftOut(u.access))) continue; // no read needs it
    const { boundaries, regions } = findBoundaries(terms, list);
    const reads: CellAccess[] = [];
    const writes: CellAccess[] = [];
    for (const u of list) {
      if (isLeftOut(u.access)) continue;
      append(u.access.kind === "read" ? reads : writes, cellsOf(terms, u, object, boundaries, regions));
    }
    out.push({ object, reads, writes });
  }
  return out;
}

/** A range of an object with accesses at symbolic offsets, and the size of its cells. */
interface Region {
  readonly from: number;
  to: number;
  unit: number;
}

function findBoundaries(terms: Terms, uses: readonly Use[]): { boundaries: readonly number[]; regions: readonly Region[] } {
  const regions = findRegions(terms, uses);
  const cuts = new Set<number>();
  for (const { access, offset } of uses)
    if (typeof offset === "number") {
      cuts.add(offset);
      cuts.add(offset + access.size);
    }
  for (const r of regions) {
    // A fixed access that is not aligned to the unit forces a smaller one.
    for (const c of cuts) if (r.from < c && c < r.to) while (c % r.unit !== 0) r.unit /= 2;
    for (let at = r.from; at <= r.to; at += r.unit) cuts.add(at);
  }
  return { boundaries: [...cuts].sort((a, b) => a - b), regions };
}

function findRegions(terms: Terms, uses: readonly Use[]): Region[] {
  const all: Region[] = [];
  for (const { access, offset, places } of uses)
    if (typeof offset !== "number") {
      const unit = Math.min(lowestBit(access.size), 2 ** Math.min(terms.trailingZeros(offset), 20));
      const end = places.high + access.size;
      all.push({ from: places.low - (places.low % unit), to: end - (end % unit), unit });
    }
  all.sort((a, b) => a.from - b.from);
  const out: Region[] = [];
  for (const r of all) {
    const last = out.at(-1);
    if (last !== undefined && r.from < last.to) {
      last.to = Math.max(last.to, r.to);
      last.unit = Math.min(last.unit, r.unit);
    } else out.push(r);
  }
  return out;
}

const lowestBit = (n: number): number => n & -n;

function cellsOf(terms: Terms, u: Use, object: SharedObject, boundaries: readonly number[], regions: readonly Region[]): CellAccess[] {
  const { event, access, offset, places } = u;
  const when = terms.and(access.when, u.when);
  const common = { event, access, object, when, made: terms.and(event.executed, when) };
  const cells: CellAccess[] = [];
  if (typeof offset === "number") {
    for (let i = boundaries.indexOf(offset); (boundaries[i] as number) < offset + access.size; i++) {
      const at = boundaries[i] as number;
      cells.push({ ...common, at, places: single(at), size: (boundaries[i + 1] as number) - at, from: at - offset });
    }
  } else {
    const { unit } = regions.find((r) => r.from <= places.low && places.low < r.to) as Region;
    for (let from = 0; from < access.size; from += unit) {
      const at = from === 0 ? offset : terms.add(offset, terms.constant(BigInt(from), offset.width));
      cells.push({ ...common, at, places: moved(places, from), size: unit, from });
    }
  }
  return cells;
}

/** When the two accesses are to the same cell. */
export function sameCell(terms: Terms, a: CellAccess, b: CellAccess): Term {
  if (typeof a.at === "number" && typeof b.at === "number") return a.at === b.at ? terms.true : terms.false;
  const width = typeof a.at === "number" ? (b.at as Term).width : a.at.width;
  const term = (x: number | Term): Term => (typeof x === "number" ? terms.constant(BigInt(x), width) : x);
  return a.size === b.size && mayMeet(a.places, a.size, b.places, b.size) ? terms.eq(term(a.at), term(b.at)) : terms.false;
}
