// Reads see writes. In: a composition and the reads that other passes have settled. Out: clauses by which each other read sees one of its
// visible writes, with no rival in between; and per event the condition under which it reads memory that was never written.

import type { CellAccess } from "../skeleton/cells.ts";
import { type CellRead, initialContent, type VisibleWrite } from "../skeleton/may-copy.ts";
import { findRanges } from "../skeleton/ranges.ts";
import type { Access, PhantomEdge, SkeletonEvent } from "../skeleton/skeleton.ts";
import type { EventId } from "../solving/solver.ts";
import type { Term } from "../terms/term.ts";
import type { Composition } from "./composition.ts";

/** Reads that need no source. */
export interface SettledReads {
  /** Of acquisitions that wait until they find zero (lock-order.ts). */
  readonly accesses: ReadonlySet<Access>;
  /** Of cells that are claimed at most once (claim-order.ts). */
  readonly reads: ReadonlySet<CellRead>;
}

/** A read and the writes it may see. */
export type ReadSources = Pick<CellRead, "cell" | "visibleWrites" | "rivals">;

/** When a read sees memory that was never written in some of these bytes of its cell. */
type SeesUnwritten = (from: number, size: number) => Term;

/** Returns, per event, when it reads memory that was never written. */
export function addReads(c: Composition, settled: SettledReads): ReadonlyMap<SkeletonEvent, readonly Term[]> {
  const { terms, copies } = c;
  const undefinedReads = new Map<SkeletonEvent, Term[]>();
  const unwritten = new Map<Access, Term[][]>();
  for (const { cell } of copies.reads) {
    const { access } = cell;
    if (access.seesUnwritten !== undefined)
      unwritten.set(
        access,
        access.seesUnwritten.map(() => []),
      );
  }
  for (const r of copies.reads) {
    const { access, event } = r.cell;
    if (settled.reads.has(r) || (settled.accesses.has(access) && !r.visibleWrites.some((w) => w.write?.access.undefined))) continue;
    const { from, size } = r.cell;
    const sees = addRead(c, r, c.idOf(event), r.when);
    const bytes = unwritten.get(access);
    if (bytes !== undefined) {
      for (let i = 0; i < size; i++) bytes[from + i]?.push(sees(i, 1));
      continue;
    }
    const seen = access.tolerant ? terms.false : sees(0, size);
    if (seen !== terms.false) {
      const list = undefinedReads.get(event);
      if (list === undefined) undefinedReads.set(event, [seen]);
      else list.push(seen);
    }
  }
  for (const [{ seesUnwritten = [] }, seen] of unwritten)
    for (const [i, parts] of seen.entries()) c.assert(terms.eq(seesUnwritten[i] as Term, terms.any(parts)), "unwritten");
  return undefinedReads;
}

/**
 * The read sees one of its visible writes, if `when` holds. `value`: what it returns there, if that is not the access's own value.
 * Returns the condition under which it sees memory that was never written.
 */
export function addRead(c: Composition, r: ReadSources, at: EventId, when: Term, value?: Term): SeesUnwritten {
  const { terms, solver } = c;
  const { cell } = r;
  if (when === terms.false) return () => terms.false;
  const content =
    value === undefined ? cell.access.content(cell.from, cell.size) : terms.extract(value, 8 * (cell.from + cell.size) - 1, 8 * cell.from);
  const edges = [...new Set(r.visibleWrites.flatMap(({ write }) => write?.access.phantom ?? []))];
  const isOnly = r.visibleWrites.length === 1 && edges.length === 0;
  const chosen = r.visibleWrites.map((w) => ({ ...w, reads: isOnly ? when : c.fresh("rf") }));
  const during = edges.map((edge) => isOnEdge(c, edge, at));
  const sources: { readonly write: CellAccess; readonly holds: Term; readonly reads: Term }[] = [];
  for (const { write, when: isThere, reads } of chosen) {
    c.tick();
    const holds = write === null ? initialContent(terms, cell) : write.access.content(write.from, cell.size);
    c.assert(terms.implies(reads, terms.and(isThere, terms.eq(content, holds))), "reads-from");
    if (write !== null) sources.push({ write, holds, reads });
    if (value === undefined && write !== null) c.addFlow(write, cell, terms.and(reads, when));
  }
  c.assert(terms.implies(when, terms.any([...chosen.map((w) => w.reads), ...during])), "some write");
  const place = ({ write }: VisibleWrite): EventId => (write === null ? c.start : c.idOf(write.event));
  solver.read({
    event: at,
    visibleWrites: chosen.map((w) => ({ write: place(w), reads: terms.and(w.reads, when) })),
    rivals: r.rivals.filter((w) => w.write !== null).map((w) => ({ write: place(w), overwrites: w.when })),
  });
  return (from, size) =>
    terms.and(when, terms.any(sources.map(({ write, holds, reads }) => terms.and(reads, leavesUnwritten(c, write, holds, from, size)))));
}

/** When a thread is on a phantom edge: what it may write there, others may read with any value. */
function isOnEdge(c: Composition, { begin, end }: PhantomEdge, at: EventId): Term {
  const { terms } = c;
  return terms.all([begin.executed, terms.before(c.idOf(begin), at), terms.before(at, c.idOf(end))]);
}

/** When the write leaves some of these bytes as if never written: it makes fresh memory, or copies such bytes. */
function leavesUnwritten({ terms, skeleton }: Composition, { access }: CellAccess, content: Term, from: number, size: number): Term {
  return access.undefined ? terms.true : skeleton.undefinedWhen(content, from, size);
}

/** The interval of values that a read may return, where one is known. */
export function addRanges(c: Composition): void {
  const { terms, skeleton, copies } = c;
  for (const [variable, { low, high }] of findRanges(terms, skeleton, copies, c.tick)) {
    const bound = (n: number): Term => terms.constant(BigInt.asUintN(variable.width, BigInt(n)), variable.width);
    c.assert(terms.and(terms.sle(bound(low), variable), terms.sle(variable, bound(high))), "range");
  }
}
