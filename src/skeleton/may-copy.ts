// The may-copy sets C(r) of STAGED, section 6: which writes a read may see. Dropped: writes that must come later; writes that are overwritten
// on the way by a write that certainly happens whenever the read does (the paper's formula forgets "certainly"); and, for a read that
// ends a wait, writes whose value would let it wait on.

import type { Tick } from "../support/limits.ts";
import { substitute } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { type CellAccess, cutIntoCells, sameCell } from "./cells.ts";
import { HappensBefore } from "./happens-before.ts";
import type { Skeleton, SkeletonEvent } from "./skeleton.ts";

export interface VisibleWrite {
  /** null: what the object holds at the start. */
  readonly write: CellAccess | null;
  /** Same cell and executed, independent of the read. */
  readonly when: Term;
}

export interface ReadPart {
  readonly part: CellAccess;
  /** The read happens, and at this cell. */
  readonly when: Term;
  candidates: VisibleWrite[];
  /** Writes that might come between: all that may touch the cell and are not certainly before every candidate or after the read. */
  rivals: VisibleWrite[];
}

export interface MayCopy {
  readonly order: HappensBefore;
  readonly reads: readonly ReadPart[];
  readonly writes: ReadonlyMap<number, readonly CellAccess[]>; // by object
  /** Candidates before and after pruning. */
  readonly before: number;
  readonly after: number;
}

export function findCandidates(terms: Terms, skeleton: Skeleton, prune: boolean, tick: Tick = () => {}): MayCopy {
  const order = new HappensBefore(terms, skeleton, tick);
  const reads: ReadPart[] = [];
  const writes = new Map<number, readonly CellAccess[]>();
  let before = 0;
  for (const o of cutIntoCells(terms, skeleton.events)) {
    writes.set(o.object.id, o.writes);
    for (const part of o.reads) {
      tick();
      const when = terms.and(part.event.executed, part.when);
      const candidates = allCandidates(terms, part, when, o.writes, tick);
      before += candidates.length;
      const isUseful = (c: VisibleWrite): boolean => {
        tick();
        return !leavesWaiting(order, part.event, part, c);
      };
      const useful = prune ? candidates.filter(isUseful) : candidates;
      reads.push({ part, when, candidates: useful, rivals: candidates });
    }
  }
  if (prune) {
    for (let again = true; again; ) {
      again = false;
      for (const r of reads) {
        tick();
        r.candidates = visible(order, r, tick);
        const only = r.candidates.length === 1 ? r.candidates[0]?.write : undefined;
        if (only && only.event !== r.part.event && order.implies(r.part.event.executed, r.when))
          again = order.add(only.event, r.part.event) || again;
      }
      if (again) order.settle();
    }
    for (const r of reads) {
      tick();
      r.rivals = r.rivals.filter((v) => isRival(order, r, v));
    }
  }
  return { order, reads, writes, before, after: reads.reduce((n, r) => n + r.candidates.length, 0) };
}

/** Every write to the cell, and what was there before all of them. */
export function allCandidates(terms: Terms, part: CellAccess, read: Term, writes: readonly CellAccess[], tick: Tick): VisibleWrite[] {
  const out: VisibleWrite[] = [];
  for (const write of writes) {
    tick();
    if (write.event === part.event) continue;
    const same = sameCell(terms, part, write);
    const when = terms.all([same, write.event.executed, write.when]);
    // Not on the other side of one branch.
    if (when !== terms.false && terms.and(read, when) !== terms.false) out.push({ write, when });
  }
  if (hasInitial(part)) out.push({ write: null, when: terms.true });
  return out;
}

/** Something is there before all writes. Of allocated objects even that they are alive is written; a thread's own variables live from its start. */
export const hasInitial = ({ object, at }: CellAccess): boolean =>
  object.image !== undefined && (at !== object.size || object.kind === "thread-local");

/** Of a read's candidates, those that it may see. A write that is not (or no longer) visible may still hide others. */
function visible(order: HappensBefore, r: ReadPart, tick: Tick): VisibleWrite[] {
  const read = r.part.event;
  // These certainly happen, before the read.
  const hiding = r.rivals.filter(({ write, when }) => write !== null && order.isBefore(write.event, read) && order.implies(r.when, when));
  return r.candidates.filter(({ write, when }) => {
    tick();
    if (write === null) return hiding.length === 0;
    if (order.isBefore(read, write.event)) return false;
    if (hiding.some((h) => h.write !== write && order.isBefore(write.event, (h.write as CellAccess).event))) return false;
    return !isHiddenByLock(order, r, write, when);
  });
}

/**
 * Read and write are made by different threads under one lock. Then the read cannot see the write if, under the same hold, the writer
 * certainly writes again, or the reader has certainly written before.
 */
function isHiddenByLock(order: HappensBefore, r: ReadPart, write: CellAccess, written: Term): boolean {
  const read = r.part.event;
  if (write.event.thread === read.thread) return false;
  const locks = write.event.holds.filter((lock) => read.holds.includes(lock));
  if (locks.length === 0) return false;
  return r.rivals.some(({ write: again, when }) => {
    if (again === null || again === write) return false;
    const { event } = again;
    if (event.thread === write.event.thread && event.place > write.event.place)
      return locks.some((lock) => holdsThroughout(write.event, event, lock)) && order.implies(written, when);
    if (event.thread === read.thread && event.place < read.place)
      return locks.some((lock) => event.holds.includes(lock) && holdsThroughout(event, read, lock)) && order.implies(r.when, when);
    return false;
  });
}

/** The thread has not let go of the lock between two of its events. */
function holdsThroughout(from: SkeletonEvent, to: SkeletonEvent, lock: number): boolean {
  for (let i = from.place + 1; i <= to.place; i++) if (!from.thread.events[i]?.holds.includes(lock)) return false;
  return true;
}

/** The read is part of a wait, and with this value the wait would not end, whichever way the thread has come there. */
function leavesWaiting(order: HappensBefore, event: SkeletonEvent, part: CellAccess, c: VisibleWrite): boolean {
  const { terms, skeleton } = order;
  const { access } = part;
  if (event.blocked === terms.false || access.value === null || access.value.op !== "variable" || part.size !== access.size) return false;
  const value = c.write === null ? initialContent(terms, part) : c.write.access.content(c.write.from, c.write.size);
  if (value.op !== "constant") return false;
  const blocked = substitute(terms, skeleton.expand(event.blocked), (leaf) => (leaf === access.value ? value : null));
  return order.implies(skeleton.expand(event.occurs), blocked);
}

export function initialContent(terms: Terms, part: CellAccess): Term {
  const { image } = part.object;
  if (part.at === part.object.size) return terms.constant(1n, 8 * part.size); // alive
  if (typeof part.at === "number") {
    let value = 0n;
    for (let i = part.size - 1; i >= 0; i--) value = (value << 8n) | BigInt(image?.[part.at + i] ?? 0);
    return terms.constant(value, 8 * part.size);
  }
  // A table look-up: equal neighbours share an entry.
  let table: Term | null = null;
  for (let at = 0; at + part.size <= part.object.size; at += part.size) {
    const here = initialContent(terms, { ...part, at });
    table = table === null ? here : terms.ite(terms.eq(part.at, terms.constant(BigInt(at), part.at.width)), here, table);
  }
  return table ?? terms.constant(0n, 8 * part.size);
}

function isRival(order: HappensBefore, r: ReadPart, v: VisibleWrite): boolean {
  if (v.write === null) return false; // the start is before everything
  if (order.isBefore(r.part.event, v.write.event)) return false;
  // Certainly before every candidate: it cannot come between.
  return !r.candidates.every(
    (c) => c.write !== null && (c.write === v.write || order.isBefore((v.write as CellAccess).event, c.write.event)),
  );
}
