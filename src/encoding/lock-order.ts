// Locks as orders of holds: of two holds of one lock by different threads, one ends before the other begins. In: a skeleton with its
// locks (skeleton/locks.ts). Out: clauses, and the reads that no longer need a source: those of acquisitions that wait until they find zero.
//
// Stated for every pair of holds, this lets the solver compose chains of holds by transitivity. Without it, the solver would try, one by
// one, the releases that each acquisition may have read from.

import type { LockCell } from "../skeleton/locks.ts";
import type { Access, Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import { type Use, usesByObject } from "../skeleton/uses.ts";
import { substituteLeaf } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Composition } from "./composition.ts";

interface LockWrite {
  readonly event: SkeletonEvent;
  /** The thread's mark; 0: the lock is free again. */
  readonly mark: bigint;
  /** The write is executed. */
  readonly when: Term;
  /** The step has read the lock first and found zero or its thread's mark: it ends no other thread's hold, except as locks.ts says. */
  readonly hasRead: boolean;
}

export function orderHolds(c: Composition): ReadonlySet<Access> {
  const { terms, skeleton } = c;
  const settled = new Set<Access>();
  const uses = skeleton.locks.length === 0 ? null : usesByObject(skeleton.events);
  for (const cell of skeleton.locks) {
    const writes = findWrites(terms, uses?.get(cell.object) ?? [], cell);
    const acquisitions = writes.filter((w) => w.mark !== 0n);
    const ends = new Map(acquisitions.map((a) => [a, endsOf(c, writes, a)]));
    for (const [i, a] of acquisitions.entries())
      for (const b of acquisitions.slice(i + 1)) if (a.event.thread !== b.event.thread) exclude(c, ends, a, b);
    for (const a of acquisitions) {
      c.tick();
      const read = findZeroRead(terms, skeleton, cell, writes, a);
      if (read === null) continue;
      settled.add(read);
      const value = read.value as Term;
      const found = terms.eq(value, terms.constant(0n, value.width));
      c.assert(terms.implies(terms.and(a.event.executed, read.when), found), "acquisition");
    }
  }
  return settled;
}

function findWrites(terms: Terms, uses: readonly Use[], cell: LockCell): LockWrite[] {
  const readers = new Set(uses.filter((u) => u.access.kind === "read" && u.offset === cell.offset).map((u) => u.event));
  const out: LockWrite[] = [];
  for (const { event, access, offset, when } of uses) {
    if (access.kind !== "write" || typeof offset !== "number") continue;
    if (offset >= cell.offset + cell.size || cell.offset >= offset + access.size) continue;
    const value = access.undefined || offset !== cell.offset || access.size !== cell.size ? null : access.content(0, access.size);
    // Any other write frees the lock: it makes fresh memory, or writes zeros over all of it (locks.ts checks that).
    const mark = value?.op === "constant" ? value.value : 0n;
    out.push({ event, mark, when: terms.all([event.executed, access.when, when]), hasRead: readers.has(event) });
  }
  return out;
}

/** A write that may end a hold. */
interface End {
  readonly event: SkeletonEvent;
  /** When it is executed, given that the hold has begun. */
  readonly when: Term;
}

type Ends = ReadonlyMap<LockWrite, readonly End[]>;

function exclude(c: Composition, ends: Ends, a: LockWrite, b: LockWrite): void {
  const { terms } = c;
  const { order } = c.copies;
  c.tick();
  const notBoth = terms.or(terms.not(a.when), terms.not(b.when));
  const first = c.before(a.event, b.event);
  if (!order.isBefore(b.event, a.event)) c.assert(terms.or(notBoth, terms.or(terms.not(first), hasEnded(c, ends, a, b))), "lock");
  if (!order.isBefore(a.event, b.event)) c.assert(terms.or(notBoth, terms.or(first, hasEnded(c, ends, b, a))), "lock");
}

/** The hold that begins with `a` has ended before `b`. */
function hasEnded(c: Composition, ends: Ends, a: LockWrite, b: LockWrite): Term {
  const { terms } = c;
  const conditions: Term[] = [];
  for (const w of ends.get(a) ?? []) {
    if (w.event === b.event) continue;
    const isOwn = w.event.thread === a.event.thread;
    conditions.push(terms.all([w.when, c.before(w.event, b.event), isOwn ? terms.true : c.before(a.event, w.event)]));
  }
  return terms.any(conditions);
}

/** The writes that may end the hold that begins with `a`. */
function endsOf(c: Composition, writes: readonly LockWrite[], a: LockWrite): End[] {
  const { terms } = c;
  const { order } = c.copies;
  const ends: End[] = [];
  let isCertain = false;
  for (const w of writes) {
    c.tick();
    if (w.mark !== 0n || w.event === a.event) continue;
    if (w.event.thread !== a.event.thread) {
      // An event that finds another thread's mark and erases it must come after the acquisition (locks.ts).
      if (!w.hasRead || order.isBefore(a.event, w.event)) ends.push(w);
    } else if (w.event.index > a.event.index && !isCertain) {
      // A later release of the thread adds nothing if an earlier one is executed whenever it is, or whenever the lock is acquired.
      isCertain = order.implies(a.when, w.when);
      if (ends.some((e) => e.event.thread === w.event.thread && order.implies(w.when, e.when))) continue;
      ends.push({ event: w.event, when: isCertain ? terms.true : w.when });
    }
  }
  return ends;
}

/** The acquisition's read of the lock, if the acquisition waits until it returns zero; otherwise null. */
function findZeroRead(terms: Terms, skeleton: Skeleton, cell: LockCell, writes: readonly LockWrite[], a: LockWrite): Access | null {
  const { event } = a;
  const reads = event.accesses.filter(
    (r) => r.kind === "read" && !r.settled && r.targets.some((t) => t.object === cell.object && t.offset === cell.offset),
  );
  const [read] = reads;
  // A read that synchronises (C11) needs a source: the write it synchronises with.
  if (reads.length !== 1 || read === undefined || read.synchronises || read.targets.length !== 1 || read.size !== cell.size) return null;
  const { value } = read;
  if (value?.op !== "variable") return null;
  let isHeldByItself = terms.false;
  for (const w of writes)
    if (w.event.thread === event.thread && w.event.index < event.index)
      isHeldByItself = w.mark !== 0n ? terms.or(w.when, isHeldByItself) : terms.and(terms.not(w.when), isHeldByItself);
  if (terms.and(event.occurs, isHeldByItself) !== terms.false) return null;
  const passes = skeleton.expand(terms.all([event.executed, read.when, terms.not(event.blocked)]));
  const marks = new Set(writes.filter((w) => w.mark !== 0n && w.event.thread !== event.thread).map((w) => w.mark));
  for (const mark of marks) {
    const foreign = terms.constant(mark, value.width);
    if (substituteLeaf(terms, passes, value, foreign) !== terms.false) return null;
  }
  return read;
}
