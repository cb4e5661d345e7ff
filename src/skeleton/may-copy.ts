// May-copy sets: the writes that a read may see (C(r) of STAGED, section 6). In: a skeleton. Out: per read its visible writes and rivals.
//
// Pruned are writes that must come later, or that others hide (hidden-writes.ts); and, for a read that ends a wait, writes whose value would
// not end it. A read that is left with one write is made after it, and only if that is made: this orders events, tells more of the conditions
// under which others hide writes, and so on until nothing changes. So after a join a read sees what the joined thread left (FUSION, 4.1).

import type { Tick } from "../support/limits.ts";
import { substituteLeaf } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { type CellAccess, cutIntoCells, sameCell } from "./cells.ts";
import { HappensBefore } from "./happens-before.ts";
import { withoutHidden } from "./hidden-writes.ts";
import { seesSeveral } from "./several-writes.ts";
import type { Skeleton, SkeletonEvent } from "./skeleton.ts";
import { type MadeWrite, WritesByCell } from "./writes-by-cell.ts";

export interface VisibleWrite {
  /** Null: the initial content of the object. */
  readonly write: CellAccess | null;
  /** The write is executed, and to the same cell. */
  readonly when: Term;
}

export interface CellRead {
  readonly cell: CellAccess;
  /** The read is executed, and of this cell. */
  readonly when: Term;
  visibleWrites: VisibleWrite[];
  /** Writes that might come between: all that may touch the cell and are not certainly before every visible write or after the read. */
  rivals: VisibleWrite[];
}

export interface MayCopy {
  readonly order: HappensBefore;
  readonly reads: readonly CellRead[];
  readonly writes: ReadonlyMap<number, readonly CellAccess[]>; // by object
  /** The number of visible writes before and after pruning. */
  readonly before: number;
  readonly after: number;
}

/** `all`: also of reads that can return one value only, to be shown; no formula needs them. */
export function findVisibleWrites(terms: Terms, skeleton: Skeleton, prune: boolean, tick: Tick = () => {}, all = false): MayCopy {
  const order = new HappensBefore(terms, skeleton, tick);
  const reads: SourcedRead[] = [];
  const writes = new Map<number, readonly CellAccess[]>();
  for (const o of cutIntoCells(terms, skeleton.events, all)) {
    writes.set(o.object.id, o.writes);
    const byCell = new WritesByCell(o.writes);
    for (const cell of o.reads) reads.push(new SourcedRead(order, cell, byCell, prune, tick));
  }
  const late = prune ? findOrder(order, reads, tick, all) : reads;
  let isComplete = false; // the search for locks needs the order only
  const complete = (): readonly SourcedRead[] => {
    if (isComplete) return reads;
    isComplete = true;
    for (const r of late) r.findSources();
    if (prune) for (const r of late) r.visibleWrites = withoutHidden(order, r, tick, all);
    if (prune) for (const r of reads) r.rivals = findRivals(order, r, tick);
    return reads;
  };
  return {
    order,
    get reads() {
      return complete();
    },
    writes,
    get before() {
      return complete().reduce((n, r) => n + r.before, 0);
    },
    get after() {
      return complete().reduce((n, r) => n + r.visibleWrites.length, 0);
    },
  };
}

/** A read whose writes are found when they are needed: that takes time, and many reads have hundreds. */
class SourcedRead implements CellRead {
  readonly when: Term;
  visibleWrites: VisibleWrite[] = [];
  rivals: VisibleWrite[] = [];
  before = 0;
  readonly #isUseful: (write: CellAccess | null) => boolean;

  constructor(
    readonly order: HappensBefore,
    readonly cell: CellAccess,
    readonly byCell: WritesByCell,
    prune: boolean,
    readonly tick: Tick,
  ) {
    this.when = cell.made;
    this.#isUseful = prune ? usefulness(order, cell, byCell) : () => true;
  }

  /** Whether it has several visible writes, whatever others hide. */
  get seesSeveral(): boolean {
    return seesSeveral(this.order, this.cell, this.byCell.near(this.cell), this.#isUseful, this.tick);
  }

  findSources(): void {
    const { order, cell, byCell, tick } = this;
    this.rivals = allVisibleWrites(order.terms, cell, this.when, byCell.near(cell), tick);
    this.before = this.rivals.length;
    this.visibleWrites = this.rivals.filter(({ write }) => this.#isUseful(write));
  }
}

/** Completes the order. Returns the reads without their sources yet: each sees several writes. */
function findOrder(order: HappensBefore, reads: readonly SourcedRead[], tick: Tick, all: boolean): readonly SourcedRead[] {
  const known: SourcedRead[] = [];
  let late = reads;
  for (;;) {
    const open = known.filter((r) => mayHaveChanged(order, r));
    const several: SourcedRead[] = [];
    for (const r of late)
      if (r.seesSeveral) several.push(r);
      else {
        r.findSources();
        open.push(r);
        known.push(r);
      }
    late = several;
    if (!addOrder(order, open, tick, all)) return late;
    order.settle();
  }
}

/** Adds what reads with one visible write tell. Returns whether that is new. */
function addOrder(order: HappensBefore, reads: readonly SourcedRead[], tick: Tick, all: boolean): boolean {
  let isNew = false;
  for (const r of reads) {
    tick();
    r.visibleWrites = withoutHidden(order, r, tick, all);
    const only = r.visibleWrites.length === 1 ? r.visibleWrites[0] : undefined;
    // While a thread is on a phantom edge, others may read what it leaves at the end before it does.
    if (only === undefined || only.write === null || only.write.access.phantom !== undefined) continue;
    isNew = order.implications.add(r.when, only.when) || isNew;
    if (order.implies(r.cell.event.executed, r.when)) isNew = order.add(only.write.event, r.cell.event) || isNew;
  }
  return isNew;
}

/** Whether the last `settle` tells more of the read, or of the writes that it may see or that may hide these. */
function mayHaveChanged(order: HappensBefore, { cell, when, rivals }: CellRead): boolean {
  const { implications } = order;
  if (order.hasChanged(cell.event) || implications.hasGrown(when) || implications.hasGrown(cell.event.executed)) return true;
  return rivals.some((w) => w.write !== null && (order.hasChanged(w.write.event) || implications.hasGrown(w.when)));
}

/** Every write that may be to the cell, and its initial content. `writes`: at least those that may be to the cell. */
export function allVisibleWrites(terms: Terms, cell: CellAccess, read: Term, writes: readonly MadeWrite[], tick: Tick): VisibleWrite[] {
  const out: VisibleWrite[] = [];
  for (const w of writes) {
    tick();
    const { write } = w;
    if (write.event === cell.event) continue;
    const same = sameCell(terms, cell, write);
    if (same === terms.false) continue;
    const visible = same === terms.true ? w : { write, when: terms.all([same, write.event.executed, write.when]) };
    // Not on the other branch of the same `if`.
    if (visible.when !== terms.false && !terms.excludes(read, visible.when)) out.push(visible);
  }
  if (hasInitial(cell)) out.push({ write: null, when: terms.true });
  return out;
}

/** Whether the cell has an initial content. For allocated objects even their liveness is written; thread-locals are alive from the start. */
export const hasInitial = ({ object, at }: CellAccess): boolean =>
  object.image !== undefined && (at !== object.size || object.kind === "thread-local");

/** If the read is part of a wait, only the writes with which the wait may end are of use. */
function usefulness(order: HappensBefore, cell: CellAccess, byCell: WritesByCell): (write: CellAccess | null) => boolean {
  const { terms } = order;
  const { event, access } = cell;
  if (event.blocked === terms.false || access.value?.op !== "variable" || cell.size !== access.size) return () => true;
  const known = new Map<Term, boolean>(); // locks are written with few different values
  return (write) => {
    const value = write === null ? initialContent(terms, cell) : byCell.contentOf(write);
    if (value.op !== "constant") return true;
    let ends = known.get(value);
    if (ends === undefined) {
      ends = !leavesWaiting(order, event, access.value as Term, value);
      known.set(value, ends);
    }
    return ends;
  };
}

/** Whether the wait certainly does not end if the variable that it reads has this value. */
function leavesWaiting(order: HappensBefore, event: SkeletonEvent, read: Term, value: Term): boolean {
  const { terms, skeleton } = order;
  const blocked = substituteLeaf(terms, skeleton.expand(event.blocked), read, value);
  return order.implies(skeleton.expand(event.occurs), blocked);
}

export function initialContent(terms: Terms, cell: CellAccess): Term {
  const { image } = cell.object;
  if (cell.at === cell.object.size) return terms.constant(1n, 8 * cell.size); // alive
  if (typeof cell.at === "number") {
    let value = 0n;
    for (let i = cell.size - 1; i >= 0; i--) value = (value << 8n) | BigInt(image?.[cell.at + i] ?? 0);
    return terms.constant(value, 8 * cell.size);
  }
  // A table: one entry per cell of the object.
  let table: Term | null = null;
  for (let at = 0; at + cell.size <= cell.object.size; at += cell.size) {
    const here = initialContent(terms, { ...cell, at });
    table = table === null ? here : terms.ite(terms.eq(cell.at, terms.constant(BigInt(at), cell.at.width)), here, table);
  }
  return table ?? terms.constant(0n, 8 * cell.size);
}

/** Writes that might come between a visible write and the read. */
function findRivals(order: HappensBefore, r: CellRead, tick: Tick): VisibleWrite[] {
  tick();
  const seen = r.visibleWrites.flatMap(({ write }) => write ?? []);
  const hasAll = seen.length === r.visibleWrites.length; // the initial content comes before everything
  const seenEvents = new Set(seen.map((w) => w.event));
  const isBeforeSeen = order.beforeAllOf(seenEvents);
  const isBeforeAll = (write: CellAccess): boolean =>
    seenEvents.has(write.event) ? seen.every((w) => w === write || order.isBefore(write.event, w.event)) : isBeforeSeen(write.event);
  // One that is certainly before every visible write cannot come between.
  return r.rivals.filter(({ write }) => write !== null && !order.isBefore(r.cell.event, write.event) && !(hasAll && isBeforeAll(write)));
}
