// The pairs of accesses that may race. In: a composed formula, and what must happen before what. Out: conflicting accesses of different threads, and when both
// are made to a common byte. Both composers use it.

import type { HappensBefore } from "../skeleton/happens-before.ts";
import { type Access, failsAt, isCutOff, type PhantomEdge, type Skeleton, type SkeletonEvent } from "../skeleton/skeleton.ts";
import { dependsOn } from "../terms/depends.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { ComposedFormula } from "./composed-formula.ts";

/** An access that may race. */
export interface Racer {
  /** Of an access on a phantom edge: where that begins. */
  readonly event: SkeletonEvent;
  /** It is made at any moment on this phantom edge, under the locks that are held throughout (FUSION, footnote 3); undefined: at the event. */
  readonly edge?: PhantomEdge;
  readonly access: Access;
  /** Whether the step makes the access depends on what the step reads: then happens-before decides, not whether both can be next. */
  readonly byOrder: boolean;
}

type RaceContext = Pick<ComposedFormula, "terms" | "skeleton" | "tick">;

export interface RacePair {
  readonly a: Racer;
  readonly b: Racer;
  /** Both accesses are made, and share a byte. */
  readonly both: Term;
  readonly byOrder: boolean;
}

/** The last moment at which the access is made. */
export const lastOf = ({ event, edge }: Racer): SkeletonEvent => edge?.end ?? event;

export function findRacePairs(c: RaceContext, order: HappensBefore, isAdjacent: boolean): RacePair[] {
  const { terms, skeleton, tick } = c;
  const byObject = new Map<number, Racer[]>();
  const add = (racer: Racer): void => {
    const { access } = racer;
    const t = access.targets[0];
    if (t === undefined || !t.object.races || access.undefined || t.offset === t.object.size) return;
    tick();
    const list = byObject.get(t.object.id);
    if (list === undefined) byObject.set(t.object.id, [racer]);
    else list.push(racer);
  };
  for (const event of skeleton.events) {
    const isConditional = isAdjacent ? dependenceOn(terms, skeleton, event) : () => true;
    for (const access of event.accesses) if (access.phantom === undefined) add({ event, access, byOrder: isConditional(access) });
  }
  for (const edge of skeleton.phantoms) for (const access of edge.accesses) add({ event: edge.begin, edge, access, byOrder: !isAdjacent });
  const pairs: RacePair[] = [];
  for (const list of byObject.values())
    for (const [i, a] of list.entries())
      for (let j = i + 1; j < list.length; j++) {
        tick();
        const pair = pairOf(c, order, a, list[j] as Racer);
        if (pair !== null) pairs.push(pair);
      }
  return pairs;
}

function pairOf(c: RaceContext, order: HappensBefore, a: Racer, b: Racer): RacePair | null {
  const { terms } = c;
  if (a.event.thread === b.event.thread || (a.access.kind === "read" && b.access.kind === "read")) return null;
  if (a.access.atomic && b.access.atomic) return null;
  if (a.access.raceOnly && b.access.raceOnly) return null; // freed twice: that violates `memory`
  const byOrder = a.byOrder || b.byOrder;
  // Two threads that hold the same lock are never both next.
  if (!byOrder && a.event.holds.some((lock) => b.event.holds.includes(lock))) return null;
  // With `byOrder`, an event that must come first is not necessarily ordered by happens-before.
  if (!byOrder && (order.isBefore(lastOf(a), b.event) || order.isBefore(lastOf(b), a.event))) return null;
  const overlap = shareByte(c, a.access, b.access);
  if (overlap === terms.false) return null;
  const both = terms.all([overlap, isMade(terms, a), isMade(terms, b)]);
  return both === terms.false ? null : { a, b, both, byOrder };
}

/** What a step has accessed before it fails counts. A step that leaves what is followed may have to wait: then it has made no access. */
function isMade(terms: Terms, { event, edge, access }: Racer): Term {
  const leaves = edge !== undefined ? failsAt(terms, event) : terms.any(event.failures.filter(isCutOff).map((f) => f.when));
  return terms.all([event.executed, access.made, terms.not(leaves)]);
}

/** Returns whether the section may make the access elsewhere, or not at all, once another thread's step has changed what it reads. */
function dependenceOn(terms: Terms, skeleton: Skeleton, event: SkeletonEvent): (access: Access) => boolean {
  if (!event.section) return () => false;
  const read = new Set(event.accesses.flatMap((a) => (a.kind === "read" && a.value?.op === "variable" ? [a.value] : [])));
  const depends = (t: Term): boolean => dependsOn(skeleton.expand(t), read);
  const fails = depends(failsAt(terms, event));
  return ({ made, targets }) =>
    fails || [made, ...targets.flatMap((t) => (typeof t.offset === "number" ? [t.when] : [t.when, t.offset]))].some(depends);
}

interface Extent {
  readonly offset: number | Term;
  readonly size: number;
}

/** When some byte belongs to both accesses. */
export function shareByte({ terms, tick }: Omit<RaceContext, "skeleton">, a: Access, b: Access): Term {
  tick();
  const overlaps: Term[] = [];
  for (const s of a.targets)
    for (const t of b.targets) {
      if (t.object !== s.object) continue;
      const overlap = overlapOf(terms, { offset: s.offset, size: a.size }, { offset: t.offset, size: b.size });
      if (overlap !== terms.false) overlaps.push(terms.all([s.when, t.when, overlap]));
    }
  return terms.any(overlaps);
}

function overlapOf(terms: Terms, a: Extent, b: Extent): Term {
  const [x, y] = [a.offset, b.offset];
  if (typeof x === "number" && typeof y === "number") return terms.boolean(x < y + b.size && y < x + a.size);
  const width = typeof x === "number" ? (y as Term).width : x.width;
  const term = (o: number | Term): Term => (typeof o === "number" ? terms.constant(BigInt(o), width) : o);
  const near = (from: Term, to: Term, size: number): Term => terms.ult(terms.sub(to, from), terms.constant(BigInt(size), width));
  return terms.or(near(term(x), term(y), a.size), near(term(y), term(x), b.size));
}
