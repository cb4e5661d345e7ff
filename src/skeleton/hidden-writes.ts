// Writes that a read cannot see, because others hide them. In: a read, the writes to its cell, and what is known of their order. Out: the
// writes that remain.
//
// A write is hidden if whenever it and the read are executed, so is another in between (STAGED, section 6; the paper's formula lacks the
// condition that the other is executed): one write, or several of which one is always executed, such as those on both sides of a branch
// (the φ functions of FUSION, section 4.1). Or a lock hides it.

import type { Tick } from "../support/limits.ts";
import { maxOf } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { CellAccess } from "./cells.ts";
import type { HappensBefore } from "./happens-before.ts";
import type { CellRead, VisibleWrite } from "./may-copy.ts";
import type { SkeletonEvent, SkeletonThread } from "./skeleton.ts";
import { conjunctsOf } from "./value-set.ts";
import type { MadeWrite } from "./writes-by-cell.ts";

/** Cases that are told apart to see that one of several writes is executed. */
const maxCases = 64;
/** So many later writes of the same thread are looked at together. */
const maxLater = 64;

/** A write before the read that is not executed whenever the read is. */
interface Uncertain {
  readonly write: CellAccess;
  /** The conjuncts of its condition that do not follow from the read's. */
  readonly rest: readonly Term[];
}

/** Those of one thread. */
interface UncertainWrites {
  readonly all: Uncertain[];
  /** Conjuncts with a counterpart: the sides of branches on which the thread writes. */
  readonly sides: ReadonlySet<Term>;
  /** Writes on such sides only. */
  readonly onSides: readonly Uncertain[];
}

/**
 * The visible writes of a read that no others certainly hide. A write that is not visible itself may still hide others. `edgesHide`: the end of a phantom
 * edge is taken for a write, as in FUSION's π sets. It may leave what was there, but then it may also write that: only for people.
 */
export function withoutHidden(order: HappensBefore, r: CellRead, tick: Tick, edgesHide = false): VisibleWrite[] {
  const { terms } = order;
  const read = r.cell.event;
  const { certain, uncertain } = sortByCertainty(order, r, tick, edgesHide);
  const isHiddenByLock = hidingByLocks(order, r);
  const isBeforeCertain = order.beforeSomeOf(certain.map((w) => w.event));
  const branches = [...uncertain.values()].filter((w) => w.onSides.length > 1);
  return r.visibleWrites.filter(({ write, when }) => {
    tick();
    if (write === null) return certain.length === 0 && !branches.some((w) => isExhaustive(terms, w.onSides.map(restOf)));
    if (order.isBefore(read, write.event)) return false;
    if (isBeforeCertain(write.event)) return false;
    const own = uncertain.get(write.event.thread);
    if (own !== undefined && isHiddenByOwn(order, write, when, own)) return false;
    if (branches.some((w) => isExhaustive(terms, w.onSides.filter((h) => order.isBefore(write.event, h.write.event)).map(restOf))))
      return false;
    return !isHiddenByLock(write, when);
  });
}

const restOf = ({ rest }: Uncertain): readonly Term[] => rest;

/** The writes before the read: those that are executed whenever it is, and the others by thread. */
function sortByCertainty(order: HappensBefore, r: CellRead, tick: Tick, edgesHide: boolean) {
  const certain: CellAccess[] = [];
  const others = new Map<SkeletonThread, Uncertain[]>();
  const isBeforeRead = order.beforeAllOf([r.cell.event]);
  for (const { write, when } of r.rivals) {
    tick();
    if (write === null || !isBeforeRead(write.event)) continue;
    let rest = order.implications.rest(r.when, when);
    if (edgesHide && write.access.phantom !== undefined) {
      const choices = conjunctsOf(write.access.when).filter((c) => c.op === "variable");
      rest = rest.filter((c) => !choices.includes(c));
    }
    const list = others.get(write.event.thread);
    if (rest.length === 0) certain.push(write);
    else if (list === undefined) others.set(write.event.thread, [{ write, rest }]);
    else list.push({ write, rest });
  }
  const uncertain = new Map<SkeletonThread, UncertainWrites>();
  for (const [thread, all] of others) {
    const conjuncts = new Set(all.flatMap(restOf));
    const sides = new Set([...conjuncts].filter((c) => conjuncts.has(order.terms.not(c))));
    uncertain.set(thread, { all, sides, onSides: all.filter((h) => h.rest.every((c) => sides.has(c))) });
  }
  return { certain, uncertain };
}

/** Whether, where the write is executed, so is a later one of its thread. */
function isHiddenByOwn({ terms, implications }: HappensBefore, write: CellAccess, when: Term, { all, sides }: UncertainWrites): boolean {
  const from = all.findIndex((h) => h.write.event.index > write.event.index);
  if (from < 0) return false;
  const known = implications.closureOf(when);
  const open: Term[][] = [];
  for (const { rest } of all.slice(from, from + maxLater)) {
    const left = rest.filter((c) => !known.has(c));
    if (left.length === 0) return true;
    if (left.every((c) => sides.has(c))) open.push(left);
  }
  return open.length > 1 && isExhaustive(terms, open);
}

/** Whether one of the conjunctions holds in every case; conjuncts are not looked into. `false` if there are too many cases. */
function isExhaustive(terms: Terms, conjunctions: readonly (readonly Term[])[], cases = { left: maxCases }): boolean {
  if (conjunctions.some((c) => c.length === 0)) return true;
  const all = new Set(conjunctions.flat());
  const useful = conjunctions.filter((c) => c.every((x) => all.has(terms.not(x))));
  const split = useful[0]?.[0];
  if (split === undefined || --cases.left < 0) return false;
  const given = (holds: Term, fails: Term): readonly (readonly Term[])[] =>
    useful.filter((c) => !c.includes(fails)).map((c) => c.filter((x) => x !== holds));
  const other = terms.not(split);
  return isExhaustive(terms, given(split, other), cases) && isExhaustive(terms, given(other, split), cases);
}

/**
 * Tells whether a lock hides a write: read and write are made by different threads under it, and under the same hold the writer certainly writes
 * again, or the reader has certainly written before. Then the read cannot see the write.
 */
function hidingByLocks(order: HappensBefore, r: CellRead): (write: CellAccess, written: Term) => boolean {
  const read = r.cell.event;
  if (read.holds.length === 0) return () => false;
  const rivals = new Map<SkeletonThread, MadeWrite[]>(); // by thread, in its order
  for (const { write, when } of r.rivals) {
    if (write === null) continue;
    const list = rivals.get(write.event.thread);
    if (list === undefined) rivals.set(write.event.thread, [{ write, when }]);
    else list.push({ write, when });
  }
  const own = rivals.get(read.thread) ?? [];
  const hasWritten = read.holds.filter((lock) => {
    const since = beginOfHold(read, lock);
    return own.some(({ write: { event }, when }) => since <= event.index && event.index < read.index && order.implies(r.when, when));
  });
  return (write, written) => {
    const { event } = write;
    if (event.thread === read.thread) return false;
    const locks = event.holds.filter((lock) => read.holds.includes(lock));
    if (locks.length === 0) return false;
    if (locks.some((lock) => hasWritten.includes(lock))) return true;
    const until = maxOf(
      locks.map((lock) => endOfHold(event, lock)),
      event.index,
    );
    const later = rivals.get(event.thread) ?? [];
    for (let i = firstAfter(later, event.index); i < later.length; i++) {
      const { write: again, when } = later[i] as MadeWrite;
      if (again.event.index > until) break;
      if (again !== write && order.implies(written, when)) return true;
    }
    return false;
  };
}

/** The index of the thread's first event from which on it holds the lock up to this one. */
function beginOfHold({ thread, index }: SkeletonEvent, lock: number): number {
  let from = index;
  while (thread.events[from - 1]?.holds.includes(lock)) from--;
  return from;
}

/** The index of the thread's last event up to which it holds the lock from this one on. */
function endOfHold({ thread, index }: SkeletonEvent, lock: number): number {
  let to = index;
  while (thread.events[to + 1]?.holds.includes(lock)) to++;
  return to;
}

/** The position of the first write after the event with this index; the writes are of one thread, in its order. */
function firstAfter(writes: readonly MadeWrite[], index: number): number {
  let [low, high] = [0, writes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((writes[middle] as MadeWrite).write.event.index > index) high = middle;
    else low = middle + 1;
  }
  return low;
}
