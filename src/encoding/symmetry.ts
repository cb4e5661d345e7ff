// Threads that can be exchanged (TRACE, section 4: symmetric interleavings at the program level). In: a skeleton. Out: groups of threads of which every run
// remains a run if two of them change roles. So it suffices to look at runs in which they make their first steps in the order of creation.
//
// The threads do the same (correspondence.ts): one function, equal arguments, no identity that can be observed; the marks that they leave in locks change with
// them (lock-marks.ts). Of what they do only the parent takes notice, and
// only by waiting for their ends, one after the other, with no visible step and no failure between: whichever ends first, it sees the same once it
// has waited for all. If the later thread of a pair moves first, both exist by then, so nothing is asked of the steps between their creations.

import type { HappensBefore } from "../skeleton/happens-before.ts";
import type { Access, SharedObject, Skeleton, SkeletonEvent, SkeletonThread } from "../skeleton/skeleton.ts";
import { placesOf } from "../skeleton/spread.ts";
import { groupBy } from "../support/group.ts";
import type { Tick } from "../support/limits.ts";
import { append } from "../support/lists.ts";
import { dependsOn } from "../terms/depends.ts";
import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { Correspondence } from "./correspondence.ts";
import { LockMarks } from "./lock-marks.ts";

/** Groups of at least two threads, each in the order of creation. */
export function findSymmetricThreads(terms: Terms, skeleton: Skeleton, order: HappensBefore, tick: Tick): SkeletonThread[][] {
  const groups: SkeletonThread[][] = [];
  const locks = new LockMarks(skeleton);
  for (const threads of groupBy(skeleton.threads, likeness).values()) {
    let rest = threads.filter((t) => t.parent !== null && t.events.length > 0);
    while (rest.length > 1) {
      const [first, ...others] = rest as [SkeletonThread, ...SkeletonThread[]];
      const group: Member[] = [{ thread: first, correspondence: null }];
      for (const t of others) {
        const correspondence = new Correspondence(terms, tick, locks);
        if (correspondence.hasThreads(first, t)) group.push({ thread: t, correspondence });
      }
      if (group.length > 1 && canBeExchanged(terms, skeleton, order, group, locks, tick)) groups.push(group.map((m) => m.thread));
      rest = others.filter((t) => !group.some((m) => m.thread === t));
    }
  }
  return groups;
}

interface Member {
  readonly thread: SkeletonThread;
  /** To the first member; null: it is the first. */
  readonly correspondence: Correspondence | null;
}

/** What can be compared at once. */
const likeness = (t: SkeletonThread): string =>
  `${t.parent?.index} ${t.events.map((e) => `${e.site.function}.${e.site.operation}`).join()}`;

function canBeExchanged(
  terms: Terms,
  skeleton: Skeleton,
  order: HappensBefore,
  group: readonly Member[],
  locks: LockMarks,
  tick: Tick,
): boolean {
  const marks = marksOf(group);
  if (marks === null) return false;
  /** Variables and objects that are a member's own. */
  const variables = new Set<Term>();
  const owned = new Set<SharedObject>();
  for (const { correspondence } of group) {
    for (const [a, b] of correspondence?.variables ?? []) if (a !== b) variables.add(a).add(b);
    for (const [a, b] of correspondence?.objects ?? []) if (a !== b) owned.add(a).add(b);
  }
  const visible = new VisibleAccesses(skeleton);
  const members = new Set(group.map((m) => m.thread));
  const { parent } = (group[0] as Member).thread;
  const joins: SkeletonEvent[] = [];
  for (const t of skeleton.threads) {
    if (members.has(t)) continue;
    const own = [t.started, t.finished, ...t.open.flatMap((o) => [o.variable, o.when, o.possible])];
    if (marks.size > 0 && !locks.comparesOnly(own, () => false, marks)) return false;
    for (const e of t.events) {
      tick();
      if (mentions(e, variables)) return false;
      if (marks.size > 0 && !locks.isBlindTo(e, termsOf(e), marks)) return false;
      const isOwned = visible.of(e).some((a) => a.targets.some(({ object }) => owned.has(object)));
      if (!isOwned) continue;
      if (t !== parent) return false;
      if (e.starts.length === 0) joins.push(e);
      else if (!createsAlike(e, group, visible)) return false;
    }
  }
  if (marks.size > 0 && !locks.comparesOnly(skeleton.assumptions, () => false, marks)) return false;
  return keepsAssumptions(terms, skeleton, group) && (joins.length === 0 || areJoinedTogether(terms, order, group, joins, visible, locks));
}

/** By lock: the marks of all members. Null: two members have one mark, or it is also a number that both use otherwise. */
function marksOf(group: readonly Member[]): ReadonlyMap<number, ReadonlySet<bigint>> | null {
  const marks = new Map<number, Set<bigint>>();
  const others = group.flatMap((m) => m.correspondence ?? []);
  for (const { marks: own } of others)
    for (const [lock, [first, mark]] of own) {
      const all = marks.get(lock) ?? new Set([first]);
      const [ofFirst] = all;
      if (ofFirst !== first || all.has(mark)) return null;
      marks.set(lock, all.add(mark));
    }
  const isWhole = [...marks.values()].every((all) => all.size === group.length);
  const isApart = others.every(({ common }) => [...common].every(([lock, used]) => [...used].every((n) => !marks.get(lock)?.has(n))));
  return isWhole && isApart ? marks : null;
}

/** The accesses by which threads learn of each other: reads that are not settled, and writes to what they may read. */
class VisibleAccesses {
  readonly #read = new Map<SharedObject, { from: number; to: number }[]>();

  constructor(skeleton: Skeleton) {
    for (const e of skeleton.events)
      for (const a of e.accesses)
        if (isOpenRead(a))
          for (const t of a.targets) {
            const { low, high } = placesOf(t, a.size);
            const list = this.#read.get(t.object);
            if (list === undefined) this.#read.set(t.object, [{ from: low, to: high + a.size }]);
            else list.push({ from: low, to: high + a.size });
          }
  }

  of(e: SkeletonEvent): Access[] {
    return e.accesses.filter((a) => isOpenRead(a) || (a.kind === "write" && !a.raceOnly && this.#isRead(a)));
  }

  #isRead(a: Access): boolean {
    return a.targets.some((t) => {
      const { low, high } = placesOf(t, a.size);
      return (this.#read.get(t.object) ?? []).some(({ from, to }) => low < to && from < high + a.size);
    });
  }
}

const isOpenRead = (a: Access): boolean => a.kind === "read" && !a.settled;

function termsOf(e: SkeletonEvent): Term[] {
  const out = [e.occurs, e.executed, e.blocked, e.assumes, e.ends, ...e.failures.map((f) => f.when)];
  append(out, termsOfAccesses(e));
  return out;
}

function termsOfAccesses({ accesses }: SkeletonEvent): Term[] {
  const out: Term[] = [];
  for (const a of accesses) {
    out.push(a.when);
    for (const t of a.targets) append(out, typeof t.offset === "number" ? [t.when] : [t.when, t.offset]);
    if (a.kind === "write" && !a.undefined)
      for (let from = 0; from < a.size; from += 8) out.push(a.content(from, Math.min(8, a.size - from)));
  }
  return out;
}

const mentions = (e: SkeletonEvent, variables: ReadonlySet<Term>): boolean =>
  variables.size > 0 && termsOf(e).some((t) => dependsOn(t, variables));

/** Whether the event creates one member, and leaves in its objects what the creation of the first leaves in the first's. */
function createsAlike(e: SkeletonEvent, group: readonly Member[], visible: VisibleAccesses): boolean {
  const member = group.find((m) => m.thread.start === e);
  const first = (group[0] as Member).thread.start;
  if (member === undefined || first === null || e.starts.length !== 1) return false;
  const { correspondence } = member;
  if (correspondence === null) return true;
  const own = [...correspondence.objects].filter(([a, b]) => a !== b);
  const writesTo = (event: SkeletonEvent, objects: readonly SharedObject[]): Access[] =>
    visible.of(event).filter((a) => a.targets.some((t) => objects.includes(t.object)));
  const there = writesTo(
    first,
    own.map(([a]) => a),
  );
  const here = writesTo(
    e,
    own.map(([, b]) => b),
  );
  return (
    there.length === here.length &&
    there.every((a, i) => {
      const b = here[i] as Access;
      const [s, t] = [a.targets[0], b.targets[0]];
      return (
        a.kind === "write" &&
        b.kind === "write" &&
        a.size === b.size &&
        a.size <= 16 &&
        a.when === b.when &&
        a.undefined === b.undefined &&
        a.targets.length === 1 &&
        b.targets.length === 1 &&
        typeof s?.offset === "number" &&
        s.offset === t?.offset &&
        correspondence.objects.get(s.object) === t.object &&
        a.content(0, a.size) === b.content(0, b.size)
      );
    })
  );
}

/** Constraints on inputs and choices are the same for every member. */
function keepsAssumptions(terms: Terms, { assumptions }: Skeleton, group: readonly Member[]): boolean {
  const all = new Set(assumptions);
  return group.every(({ correspondence }) => {
    if (correspondence === null) return true;
    const renaming = new Map<Term, Term>();
    for (const [a, b] of correspondence.variables) renaming.set(a, b).set(b, a);
    const exchanged = new Substitution(terms, (leaf) => renaming.get(leaf) ?? null);
    return assumptions.every((a) => all.has(exchanged.apply(a)));
  });
}

/** Whether the parent waits once for every member, in the same way, and does nothing else from the first of these waits to the last. */
function areJoinedTogether(
  terms: Terms,
  order: HappensBefore,
  group: readonly Member[],
  joins: readonly SkeletonEvent[],
  visible: VisibleAccesses,
  locks: LockMarks,
): boolean {
  const waits = joins.map((e) => ({ event: e, read: visible.of(e) }));
  const [first] = waits;
  const at = first?.read[0]?.targets[0];
  if (joins.length !== group.length || first === undefined || at === undefined) return false;
  const joined = new Set<SharedObject>();
  for (const { event, read } of waits) {
    const [access, ...others] = read;
    const target = access?.targets[0];
    if (access === undefined || target === undefined || others.length > 0 || access.targets.length !== 1) return false;
    if (access.kind !== "read" || access.value?.op !== "variable" || typeof target.offset !== "number") return false;
    if (target.offset !== at.offset || access.size !== first.read[0]?.size || access.when !== terms.true) return false;
    joined.add(target.object);
    // What it finds decides only whether it waits.
    const found = new Set([access.value]);
    const alike = new Correspondence(terms, order.tick, locks);
    if (!alike.hasTerms(first.event.blocked, event.blocked)) return false;
    if ([...alike.variables].some(([a, b]) => a !== b && b !== access.value)) return false;
    if ([event.occurs, event.ends, ...termsOfAccesses(event)].some((t) => dependsOn(t, found))) return false;
    if (event.thread.events.some((e) => e !== event && mentions(e, found))) return false;
  }
  const ofFirst = [...joined].find((o) => group.every((m) => m.correspondence?.objects.has(o) ?? true));
  const isOfEach = group.every((m) => ofFirst !== undefined && joined.has(m.correspondence?.objects.get(ofFirst) ?? ofFirst));
  return joined.size === group.length && isOfEach && isUndisturbed(terms, order, joins, visible);
}

/** Whether the parent, once it has come to the first of the waits, does nothing visible and fails nowhere until the last. */
function isUndisturbed(terms: Terms, order: HappensBefore, joins: readonly SkeletonEvent[], visible: VisibleAccesses): boolean {
  const [first, last] = [joins[0] as SkeletonEvent, joins.at(-1) as SkeletonEvent];
  const passed = [first.occurs];
  for (const e of first.thread.events.slice(first.index, last.index + 1)) {
    const isJoin = joins.includes(e);
    if (e.failures.length > 0 || e.ends !== terms.false || e.starts.length > 0) return false;
    if (!isJoin && (visible.of(e).length > 0 || e.blocked !== terms.false)) return false;
    if (!order.implies(terms.all(passed), e.occurs)) return false;
    if (isJoin) passed.push(e.executed);
  }
  return true;
}
