// The objects of a step graph. In: an address, and the control point of the thread that uses it. Out: the objects that may lie there, and whether they may live.
//
// Globals always live. A thread knows what its own stack holds, and where its own objects begin. An object of another thread may have begun or not, and one that some step ends
// may live or not: all of these are alternatives. But what begins in every step that starts a thread has begun before that thread does anything.

import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Region } from "../execution/region.ts";
import type { Point } from "./graph-point.ts";
import { Unsupported } from "./unsupported.ts";

/** What lies at an address. */
export interface ObjectChoice {
  readonly object: MemoryObject | null;
  readonly isLive: boolean;
}

const nothing: ObjectChoice = { object: null, isLive: false };

/** Addresses are asked for, and objects found, by so many at a time. */
const granule = 64;

/** `R`: what asks. */
export class GraphObjects<R> {
  /** One object for all that begin at the same address with the same size and kind. */
  readonly #interned = new Map<string, MemoryObject>();
  /** Objects that begin in steps of the graph. */
  readonly #begun = new Set<MemoryObject>();
  /** The same by place, in the order in which they were noted. */
  readonly #begunAt = new Map<number, MemoryObject[]>();
  /** Threads that may end an object. */
  readonly #endedBy = new Map<MemoryObject, Set<number>>();
  readonly #ofThreads: ReadonlySet<Region>;
  readonly #askers = new Map<number, Set<R>>();
  /** By thread: objects that begin in all steps that start it. */
  readonly #begunWith = new Map<number, ReadonlySet<MemoryObject>>();

  constructor(
    readonly machine: Machine,
    /** Called with what has asked for an address at which there are more alternatives now. */
    readonly onChange: (askers: ReadonlySet<R>) => void,
  ) {
    this.#ofThreads = new Set(machine.threads.map((t) => t.hidden));
  }

  intern(o: MemoryObject): MemoryObject {
    const key = `${o.address} ${o.size} ${o.kind} ${o.isPrivate}`;
    const known = this.#interned.get(key);
    if (known !== undefined) return known;
    this.#interned.set(key, o);
    return o;
  }

  /** The object begins in a step. */
  noteBegun(o: MemoryObject): void {
    if ((o.kind === "stack" && o.isPrivate) || this.#begun.has(o)) return;
    this.#begun.add(o);
    for (const at of granulesOf(o)) {
      const begun = this.#begunAt.get(at) ?? [];
      this.#begunAt.set(at, begun);
      begun.push(o);
    }
    this.#tellAskers(o);
  }

  /** A step starts a thread, and these objects begin in it. */
  noteStart(thread: number, begun: readonly MemoryObject[]): void {
    const known = this.#begunWith.get(thread);
    const shared = begun.filter((o) => !o.isPrivate && known?.has(o) !== false);
    this.#begunWith.set(thread, new Set(shared));
    for (const o of known ?? []) if (!shared.includes(o)) this.#tellAskers(o);
  }

  /** The object is ended by a step of a thread. */
  noteEnded(o: MemoryObject, thread: number): void {
    if (o.isPrivate) return;
    const by = this.#endedBy.get(o) ?? new Set();
    this.#endedBy.set(o, by);
    if (by.has(thread)) return;
    by.add(thread);
    this.#tellAskers(o);
  }

  #noteAsker(asker: R, address: number): void {
    const at = Math.floor(address / granule);
    const askers = this.#askers.get(at);
    if (askers === undefined) this.#askers.set(at, new Set([asker]));
    else askers.add(asker);
  }

  #tellAskers(o: MemoryObject): void {
    for (const at of granulesOf(o)) {
      const askers = this.#askers.get(at);
      if (askers !== undefined) this.onChange(askers);
    }
  }

  /** Whether only its own thread sees what lies at an address. */
  isPrivate(address: number, asker: R): boolean {
    this.#noteAsker(asker, address);
    const region = this.#regionOf(address);
    if (region === null || region === this.machine.memory.globals) return false;
    const o = this.#begunNear(address).find((x) => contains(x, address)) ?? this.#atRoot(address);
    return o?.isPrivate ?? false;
  }

  isEnded(o: MemoryObject, byOthersThan: number): boolean {
    return [...(this.#endedBy.get(o) ?? [])].some((t) => t !== byOthersThan);
  }

  /** The object, if there is one alternative only; undefined: there are several, or it is not known yet. */
  find(p: Point, address: number, decided: readonly ObjectChoice[]): ObjectChoice | undefined {
    const known = decided.find((c) => c.object !== null && contains(c.object, address));
    if (known !== undefined) return known;
    const own = p.stack.findLast(({ object }) => contains(object, address));
    if (own !== undefined) return own;
    const region = this.#regionOf(address);
    if (region === null) return undefined; // it may be opened later
    if (region === this.machine.memory.globals) return { object: this.#atRoot(address), isLive: true };
    if (region === p.room.hidden || (region === p.room.shared && address - region.base >= p.room.sharedNext)) return nothing;
    return undefined;
  }

  /** All that may lie at an address, for a thread that may have ended some objects. */
  alternatives(p: Point, address: number, maybeEnded: ReadonlySet<MemoryObject>, asker: R): ObjectChoice[] {
    this.#noteAsker(asker, address);
    const region = this.#regionOf(address);
    if (region === null) return [nothing];
    if (this.#ofThreads.has(region)) throw new Unsupported("a pointer into another thread's own memory");
    const root = this.#atRoot(address);
    const candidates = this.#begunNear(address).filter((o) => contains(o, address));
    const isOwn = region === p.room.shared;
    const hasBegun = [...(this.#begunWith.get(p.thread) ?? [])].some((o) => contains(o, address));
    const choices: ObjectChoice[] = root !== null || isOwn || hasBegun ? [] : [nothing];
    // Where an object lies, none begins; but for private ones, which give their room back.
    for (const object of root !== null && !root.isPrivate ? [root] : [...candidates, ...(root === null ? [] : [this.intern(root)])]) {
      const isRoots = object === root;
      if (!isRoots || object.live) choices.push({ object, isLive: true });
      if ((isRoots && !object.live) || maybeEnded.has(object) || this.isEnded(object, p.thread)) choices.push({ object, isLive: false });
    }
    return choices;
  }

  isLive(p: Point, o: MemoryObject, decided: readonly ObjectChoice[]): boolean {
    const known = decided.find((c) => c.object === o) ?? p.stack.findLast((e) => e.object === o);
    if (known !== undefined) return known.isLive;
    return o.kind === "global" || o.live;
  }

  #begunNear(address: number): readonly MemoryObject[] {
    return this.#begunAt.get(Math.floor(address / granule)) ?? [];
  }

  #regionOf(address: number): Region | null {
    return this.machine.memory.regionOf(address | 0, Math.floor(address / 2 ** 32));
  }

  #atRoot(address: number): MemoryObject | null {
    return this.machine.memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
  }
}

const extentOf = (o: MemoryObject): number => o.end - o.start;

function granulesOf(o: MemoryObject): number[] {
  const granules: number[] = [];
  for (let at = Math.floor(o.address / granule); at * granule < o.address + extentOf(o); at++) granules.push(at);
  return granules;
}

const contains = (o: MemoryObject, address: number): boolean => o.address <= address && address < o.address + extentOf(o);
