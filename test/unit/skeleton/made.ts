// Skeletons made by hand: objects, accesses, threads with chains of events.

import { Route } from "../../../src/skeleton/route.ts";
import type { Access, SharedObject, Skeleton, SkeletonEvent, SkeletonThread, Target } from "../../../src/skeleton/skeleton.ts";
import type { Term } from "../../../src/terms/term.ts";
import type { Terms } from "../../../src/terms/terms.ts";

export function madeObject(id: number, size: number, image: Uint8Array | null | undefined = null): SharedObject {
  return {
    id,
    name: `o${id}`,
    address: BigInt(0x10000 + 0x1000 * id),
    size,
    kind: "global",
    varies: false,
    races: true,
    align: 16,
    constant: false,
    image,
  };
}

export function madeAccess(terms: Terms, kind: Access["kind"], target: Target, size: number, value: Term, when = terms.true): Access {
  return {
    kind,
    when,
    made: when,
    targets: [target],
    size,
    content: (from, length) => terms.extract(value, 8 * (from + length) - 1, 8 * from),
    value: kind === "read" ? value : null,
    undefined: false,
    tolerant: false,
    raceOnly: false,
    settled: false,
    atomic: false,
    orders: terms.false,
    synchronises: false,
    continues: false,
  };
}

type Open<T> = { -readonly [K in keyof T]: T[K] };

export class MadeSkeleton {
  readonly threads: SkeletonThread[] = [];
  readonly events: SkeletonEvent[] = [];

  constructor(readonly terms: Terms) {}

  thread(parent: SkeletonThread | null = null, start: SkeletonEvent | null = null): SkeletonThread {
    const { terms } = this;
    const index = this.threads.length;
    const t: SkeletonThread = {
      index,
      name: `t${index}`,
      parent,
      start,
      started: terms.true,
      events: [],
      open: [],
      births: [],
      finished: terms.true,
      entry: null,
    };
    this.threads.push(t);
    return t;
  }

  event(thread: SkeletonThread, executed: Term, accesses: readonly Access[]): Open<SkeletonEvent> {
    const { terms } = this;
    const e: Open<SkeletonEvent> = {
      id: this.events.length,
      thread,
      index: thread.events.length,
      occurs: executed,
      executed,
      accesses: [...accesses],
      failures: [],
      ends: terms.false,
      blocked: terms.false,
      waits: false,
      assumes: terms.false,
      waitsOnUnwritten: false,
      asksUnwritten: false,
      needs: [],
      starts: [],
      acquires: [],
      releases: [],
      fences: [],
      site: { function: 0, operation: 0, at: 0 },
      key: "",
      isStep: true,
      section: false,
      holds: [],
    };
    this.events.push(e);
    thread.events.push(e);
    return e;
  }

  build(objects: readonly SharedObject[]): Skeleton {
    return {
      threads: this.threads,
      events: this.events,
      objects,
      cuts: [],
      phantoms: [],
      followed: new Route(),
      invents: false,
      met: new Set(),
      opensReads: false,
      unordered: false,
      assumptions: [],
      expand: (t) => t,
      undefinedWhen: () => this.terms.false,
      operations: 0,
      locks: [],
      ranks: new Map(),
    };
  }
}
