// Finds locks, and what they guard. In: a skeleton. Out: the cells that are locks, and the ranges of bytes that they guard.
//
// Locks are recognised by how they are used, not by name. A cell is a lock if every write to it is made in a step that reads it first, and
// either finds zero and leaves the thread's own mark, or finds that mark; no two threads have the same mark. Then a thread that has left its
// mark finds it there until it removes it itself, and the marks of two threads are never there at once.
//
// A range is guarded by a lock if all writes to it are made by threads that hold the lock, or come before or after all accesses of other
// threads there. What a thread has seen there stays valid as long as it holds the lock (unrolling/views.ts); two accesses under one lock do
// not race; and of the writes made under one hold, other threads see only the last (may-copy.ts).

import { groupBy } from "../support/group.ts";
import type { Tick } from "../support/limits.ts";
import { substituteLeaf } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { HappensBefore } from "./happens-before.ts";
import { placeKey, type SharedObject, type Skeleton, type SkeletonEvent, type SkeletonThread } from "./skeleton.ts";
import { mayMeet, type Spread, single } from "./spread.ts";
import { type Use, usesByObject } from "./uses.ts";
import { conjunctsOf } from "./value-set.ts";

/** The cell that holds the mark of a lock's holder. */
export interface LockCell {
  readonly object: SharedObject;
  readonly offset: number;
  readonly size: number;
}

/** Bytes of an object, and the locks that every writer of them holds. */
interface GuardedRange {
  readonly from: number;
  readonly to: number;
  readonly locks: readonly number[];
  /** The name of the only thread that also writes there without them: for itself the range is guarded, for others it is not. */
  readonly only: string | null;
}

/**
 * What is known of locks, for one set of bounds. It is consulted at every access, hence indexed by object.
 *
 * These facts make conditions known, and a loop whose conditions are known is unrolled beyond its bound, where they may fail. So they are
 * learnt again from every skeleton, and the last one must confirm the facts it was made with. This is not circular: up to the first write
 * that breaks a rule all facts hold, so that write would be in the skeleton.
 */
export class LockFacts {
  #locks: LockCell[] = [];
  /** Indices in `#locks`. */
  #locksIn = new Map<SharedObject, number[]>();
  /** Cells that were taken for locks and are not. */
  readonly #refuted = new Set<string>();
  #guards = new Map<SharedObject, GuardedRange[]>();

  get cells(): readonly LockCell[] {
    return this.#locks;
  }

  /** The index of the lock whose cell is exactly this; null: there is none. */
  lockAt(object: SharedObject, offset: number | Term, size: number): number | null {
    for (const i of this.#locksIn.get(object) ?? none) {
      const l = this.#locks[i] as LockCell;
      if (l.offset === offset && l.size === size) return i;
    }
    return null;
  }

  locksWithin(object: SharedObject, places: Spread, size: number): readonly number[] {
    return (this.#locksIn.get(object) ?? none).filter((i) => {
      const l = this.#locks[i] as LockCell;
      return mayMeet(places, size, single(l.offset), l.size);
    });
  }

  /** A held lock that guards the places; null: none does. */
  guardOf(object: SharedObject, places: Spread, size: number, isHeld: (lock: number) => boolean): number | null {
    const guard = this.#guardAt(object, places, size);
    return guard === undefined || guard.only !== null ? null : (guard.locks.find(isHeld) ?? null);
  }

  /** Whether there is a held lock without which no other thread writes there. */
  isGuardedFor(thread: string, object: SharedObject, places: Spread, size: number, isHeld: (lock: number) => boolean): boolean {
    const guard = this.#guardAt(object, places, size);
    return guard !== undefined && (guard.only === null || guard.only === thread) && guard.locks.some(isHeld);
  }

  #guardAt(object: SharedObject, places: Spread, size: number): GuardedRange | undefined {
    return this.#guards.get(object)?.find((g) => g.from <= places.low && places.high + size <= g.to);
  }

  /** Learns from a skeleton. Returns true if the facts changed: then the skeleton was made with others. */
  learn(terms: Terms, skeleton: Skeleton, order: HappensBefore, tick: Tick): boolean {
    const uses = usesByObject(skeleton.events);
    const wrong = this.#locks.filter((l) => !isLock(terms, skeleton, order, l, uses.get(l.object) ?? [], tick));
    if (wrong.length > 0) {
      for (const l of wrong) this.#refuted.add(nameOf(l));
      this.#reset(this.#locks.filter((l) => !wrong.includes(l)));
      return true;
    }
    const before = this.#locks.length;
    for (const cell of findLocks(terms, skeleton, order, uses, tick)) this.#add(cell);
    const guards = this.#locks.length === 0 ? new Map<SharedObject, GuardedRange[]>() : findGuards(order, uses, tick);
    const isNew = this.#locks.length > before || keyOf(guards) !== keyOf(this.#guards);
    this.#guards = guards;
    return isNew;
  }

  /** From now on no cell is a lock. */
  giveUp(): void {
    for (const l of this.#locks) this.#refuted.add(nameOf(l));
    this.#reset([]);
  }

  /** Renumbers the locks; what they guard must be found again. */
  #reset(locks: readonly LockCell[]): void {
    this.#locks = [];
    this.#locksIn = new Map();
    this.#guards = new Map();
    for (const l of locks) this.#add(l);
  }

  #add(cell: LockCell): void {
    if (this.#refuted.has(nameOf(cell)) || this.lockAt(cell.object, cell.offset, cell.size) !== null) return;
    const list = this.#locksIn.get(cell.object);
    if (list === undefined) this.#locksIn.set(cell.object, [this.#locks.length]);
    else list.push(this.#locks.length);
    this.#locks.push(cell);
  }
}

const none: readonly number[] = [];

const nameOf = ({ object, offset, size }: LockCell): string => placeKey({ object, offset }, size);

const keyOf = (guards: ReadonlyMap<SharedObject, readonly GuardedRange[]>): string =>
  [...guards].map(([object, list]) => `${object.id}${list.map((g) => `+${g.from}-${g.to}:${g.locks}${g.only ?? ""}`)}`).join(" ");

// ---- locks

type Uses = ReadonlyMap<SharedObject, readonly Use[]>;

function findLocks(terms: Terms, skeleton: Skeleton, order: HappensBefore, all: Uses, tick: Tick): LockCell[] {
  const out: LockCell[] = [];
  for (const [object, uses] of all) {
    const seen = new Set<string>();
    for (const u of uses) {
      // Some thread must wait for it.
      if (u.access.kind !== "read" || typeof u.offset !== "number" || u.event.blocked === terms.false || u.access.size > 8) continue;
      const cell = { object, offset: u.offset, size: u.access.size };
      const key = `${cell.offset}:${cell.size}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (isLock(terms, skeleton, order, cell, uses, tick)) out.push(cell);
    }
  }
  return out;
}

function isLock(terms: Terms, skeleton: Skeleton, order: HappensBefore, cell: LockCell, uses: readonly Use[], tick: Tick): boolean {
  const { object, offset, size } = cell;
  for (let i = offset; i < offset + size; i++) if ((object.image?.[i] ?? 0) !== 0) return false;
  const here = uses.filter((u) => mayMeet(u.places, u.access.size, single(offset), size));
  const writes = here.filter((u) => u.access.kind === "write");
  const marks = new Map<bigint, SkeletonThread>();
  for (const { event, access } of writes) {
    if (access.undefined || access.size !== size) continue; // checked by `standsApart` below
    const value = access.content(0, size);
    if (value.op !== "constant") return false;
    if (value.value === 0n) continue;
    const owner = marks.get(value.value);
    if (owner !== undefined && owner !== event.thread) return false;
    marks.set(value.value, event.thread);
  }
  if (marks.size === 0) return false;
  const reads = groupBy(
    here.filter((u) => u.access.kind === "read"),
    (u) => u.event,
  );
  return writes.every((w) => {
    tick();
    const isWhole = w.offset === offset && w.access.size === size && !w.access.undefined;
    return (
      (isWhole && readsBeforeWriting(terms, skeleton, w, reads.get(w.event) ?? [], marks)) ||
      (isZero(terms, cell, w, skeleton.opensReads) && standsApart(order, w.event, here) && findsNoHolder(order, w.event, here))
    );
  });
}

function isZero(terms: Terms, cell: LockCell, w: Use, opensReads: boolean): boolean {
  if (w.access.undefined) return !opensReads; // a thread that reads before the initialisation finds any value
  if (typeof w.offset !== "number" || w.offset > cell.offset || w.offset + w.access.size < cell.offset + cell.size) return false;
  return w.access.content(cell.offset - w.offset, cell.size) === terms.constant(0n, 8 * cell.size);
}

/** Whether the step that writes has certainly read the cell, and found zero or the thread's own mark. */
function readsBeforeWriting(
  terms: Terms,
  skeleton: Skeleton,
  w: Use,
  /** The step's own reads of the cell. */
  reads: readonly Use[],
  marks: ReadonlyMap<bigint, SkeletonThread>,
): boolean {
  const { event } = w;
  const written = skeleton.expand(terms.all([event.executed, w.access.when, w.when, terms.not(event.blocked)]));
  let known: ReadonlySet<Term> | null = null;
  const foreign = [...marks].filter(([, owner]) => owner !== event.thread).map(([mark]) => mark);
  return reads.some(({ access, offset, when }) => {
    const found = access.value;
    if (offset !== w.offset || access.size !== w.access.size || found === null) return false;
    const made = skeleton.expand(terms.and(access.when, when));
    if (made !== terms.true) known ??= new Set(conjunctsOf(written));
    if (known !== null && !follows(terms, known, made)) return false;
    if (found.op === "constant") return !foreign.includes(found.value);
    if (found.op !== "variable") return foreign.length === 0;
    return foreign.every((mark) => {
      const value = terms.constant(mark, found.width);
      return substituteLeaf(terms, written, found, value) === terms.false;
    });
  });
}

/** Whether the condition follows from the known ones, as far as its form shows. */
function follows(terms: Terms, known: ReadonlySet<Term>, t: Term): boolean {
  if (t === terms.true || known.has(t)) return true;
  if (t.op === "and") return t.args.every((a) => follows(terms, known, a));
  return t.op === "or" && t.args.some((a) => follows(terms, known, a));
}

/** Whether, for every other thread, the event comes before all its accesses here, or after all of them. */
function standsApart(order: HappensBefore, event: SkeletonEvent, here: readonly Use[]): boolean {
  const sides = new Map<SkeletonThread, boolean>();
  for (const { event: other } of here) {
    if (other.thread === event.thread) continue;
    const isBefore = order.isBefore(event, other);
    if (!isBefore && !order.isBefore(other, event)) return false;
    const side = sides.get(other.thread);
    if (side !== undefined && side !== isBefore) return false;
    sides.set(other.thread, isBefore);
  }
  return true;
}

/** Whether every thread that used the cell before the event has ended by then: a thread that left its mark holds the lock beyond its last access to it. */
function findsNoHolder(order: HappensBefore, event: SkeletonEvent, here: readonly Use[]): boolean {
  return here.every(({ event: other }) => {
    const { thread } = other;
    return thread === event.thread || order.isBefore(event, other) || order.isBefore(thread.events.at(-1) as SkeletonEvent, event);
  });
}

// ---- guards

function findGuards(order: HappensBefore, all: Uses, tick: Tick): Map<SharedObject, GuardedRange[]> {
  const out = new Map<SharedObject, GuardedRange[]>();
  for (const [object, uses] of all) {
    const guards: GuardedRange[] = [];
    for (const { from, to, uses: here } of regionsOf(object, uses)) {
      const isApart = ({ event }: Use): boolean => {
        tick();
        return standsApart(order, event, here);
      };
      const writes = here.filter((u) => u.access.kind === "write" && !u.access.undefined);
      const loose = writes.filter((u) => u.event.holds.length === 0 && !isApart(u));
      const owner = loose[0]?.event.thread ?? null;
      if (loose.some((u) => u.event.thread !== owner)) continue;
      const held = writes.filter((u) => u.event.holds.length > 0 && u.event.thread !== owner).map((u) => u.event.holds);
      const locks = (held[0] ?? []).filter((lock) => held.every((list) => list.includes(lock)));
      if (locks.length > 0) guards.push({ from, to, locks, only: owner?.name ?? null });
    }
    if (guards.length > 0) out.set(object, guards);
  }
  return out;
}

/** Cuts an object into ranges such that every access lies within one. */
function regionsOf(object: SharedObject, all: readonly Use[]): { from: number; to: number; uses: Use[] }[] {
  const uses = all.filter((u) => u.offset !== object.size); // the byte after an object says whether it is alive
  const sorted = uses.slice().sort((a, b) => a.places.low - b.places.low);
  const out: { from: number; to: number; uses: Use[] }[] = [];
  for (const u of sorted) {
    const { low: from, high } = u.places;
    const to = high + u.access.size;
    const last = out.at(-1);
    if (last !== undefined && from < last.to) {
      last.to = Math.max(last.to, to);
      last.uses.push(u);
    } else out.push({ from, to, uses: [u] });
  }
  return out;
}
