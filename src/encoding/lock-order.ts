// Locks as orders of holds: of two holds of one lock by different threads, one is over before the other
// begins. Said for every pair, this makes chains of locks a matter of orders that the solver composes by transitivity, where a search for the
// release that each acquisition has read from would try them one by one. In: a skeleton with its locks (skeleton/locks.ts). Out:
// clauses, and the reads that need no source any more: those of acquisitions that wait until they find zero.

import type { LockCell } from "../skeleton/locks.ts";
import type { Access, Skeleton, SkeletonEvent } from "../skeleton/skeleton.ts";
import { type Use, usesByObject } from "../skeleton/uses.ts";
import { substitute } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Composition } from "./composition.ts";

interface LockWrite {
  readonly event: SkeletonEvent;
  /** The thread's mark; 0: the lock is free again. */
  readonly mark: bigint;
  /** It happens. */
  readonly when: Term;
  /** The step has looked first, and found zero or its thread's mark: it ends no other thread's hold, unless it stands apart. */
  readonly looked: boolean;
}

export function orderHolds(c: Composition): ReadonlySet<Access> {
  const { terms, skeleton } = c;
  const settled = new Set<Access>();
  const uses = skeleton.locks.length === 0 ? null : usesByObject(skeleton.events);
  for (const cell of skeleton.locks) {
    const writes = writesTo(terms, uses?.get(cell.object) ?? [], cell);
    const acquisitions = writes.filter((w) => w.mark !== 0n);
    for (const [i, a] of acquisitions.entries())
      for (const b of acquisitions.slice(i + 1)) if (a.event.thread !== b.event.thread) exclude(c, writes, a, b);
    for (const a of acquisitions) {
      c.tick();
      const read = findsZero(terms, skeleton, cell, writes, a);
      if (read === null) continue;
      settled.add(read);
      const value = read.value as Term;
      const found = terms.eq(value, terms.constant(0n, value.width));
      c.assert(terms.implies(terms.and(a.event.executed, read.when), found), "acquisition");
    }
  }
  return settled;
}

function writesTo(terms: Terms, uses: readonly Use[], cell: LockCell): LockWrite[] {
  const looking = new Set(uses.filter((u) => u.access.kind === "read" && u.offset === cell.offset).map((u) => u.event));
  const out: LockWrite[] = [];
  for (const { event, access, offset, when } of uses) {
    if (access.kind !== "write" || typeof offset !== "number") continue;
    if (offset >= cell.offset + cell.size || cell.offset >= offset + access.size) continue;
    const value = access.undefined || offset !== cell.offset || access.size !== cell.size ? null : access.content(0, access.size);
    // What is not a mark makes it free: fresh memory, or zeros over all of it (locks.ts has seen to that).
    const mark = value?.op === "constant" ? value.value : 0n;
    out.push({ event, mark, when: terms.all([event.executed, access.when, when]), looked: looking.has(event) });
  }
  return out;
}

function exclude(c: Composition, writes: readonly LockWrite[], a: LockWrite, b: LockWrite): void {
  const { terms } = c;
  const { order } = c.copies;
  c.tick();
  const both = [terms.not(a.when), terms.not(b.when)];
  const first = c.before(a.event, b.event);
  if (!order.isBefore(b.event, a.event)) c.assert(terms.any([...both, terms.not(first), isOver(c, writes, a, b)]), "lock");
  if (!order.isBefore(a.event, b.event)) c.assert(terms.any([...both, first, isOver(c, writes, b, a)]), "lock");
}

/** The hold that begins with `a` has ended before `b`. */
function isOver(c: Composition, writes: readonly LockWrite[], a: LockWrite, b: LockWrite): Term {
  const { terms } = c;
  const { order } = c.copies;
  const ends: Term[] = [];
  for (const w of writes) {
    if (w.mark !== 0n || w.event === a.event || w.event === b.event) continue;
    const isOwn = w.event.thread === a.event.thread;
    // An event that finds another's mark and erases it certainly comes after it (locks.ts).
    if (isOwn ? w.event.place < a.event.place : w.looked && !order.isBefore(a.event, w.event)) continue;
    ends.push(terms.all([w.when, c.before(w.event, b.event), isOwn ? terms.true : c.before(a.event, w.event)]));
    // A thread's later releases come after this one.
    if (isOwn && order.implies(a.when, w.when)) break;
  }
  return terms.any(ends);
}

/** The acquisition's look at the lock, if it waits until that is zero. */
function findsZero(terms: Terms, skeleton: Skeleton, cell: LockCell, writes: readonly LockWrite[], a: LockWrite): Access | null {
  const { event } = a;
  const reads = event.accesses.filter(
    (r) => r.kind === "read" && !r.settled && r.targets.some((t) => t.object === cell.object && t.offset === cell.offset),
  );
  const [read] = reads;
  // A read that orders (C11's synchronises-with) must say after whom.
  if (reads.length !== 1 || read === undefined || read.synchronises || read.targets.length !== 1 || read.size !== cell.size) return null;
  const { value } = read;
  if (value?.op !== "variable") return null;
  let held = terms.false; // by the thread itself
  for (const w of writes)
    if (w.event.thread === event.thread && w.event.place < event.place)
      held = w.mark !== 0n ? terms.or(w.when, held) : terms.and(terms.not(w.when), held);
  if (terms.and(event.occurs, held) !== terms.false) return null;
  const goes = skeleton.expand(terms.all([event.executed, read.when, terms.not(event.blocked)]));
  for (const { mark, event: other } of writes) {
    if (mark === 0n || other.thread === event.thread) continue;
    const foreign = terms.constant(mark, value.width);
    if (substitute(terms, goes, (leaf) => (leaf === value ? foreign : null)) !== terms.false) return null;
  }
  return read;
}
