// Objects of the program: globals, locals, heap blocks and the library's own. An object has bounds and a lifetime; its bytes lie in a region.

import type { SourceType } from "../program/source-types.ts";
import type { Locations } from "./locations.ts";
import type { Region } from "./region.ts";

export type ObjectKind = "global" | "thread-local" | "stack" | "heap" | "internal";

export class MemoryObject {
  live = true;
  /** Position where its lifetime ended, and the thread that ended it. */
  endedAt = 0;
  endedBy = -1;
  /** When its lifetime began and ended, on one time line per run (`Memory.now`); 0: it is private. */
  born = 0;
  died = 0;
  /** The block that `realloc` has moved it to, if that ended it. */
  movedTo: MemoryObject | null = null;
  /** The accesses to it, where races are checked. */
  cells: Locations | null = null;

  constructor(
    readonly region: Region,
    readonly start: number, // offset in the region
    readonly size: number,
    readonly kind: ObjectKind,
    readonly name: string,
    /** Never seen by another thread: accesses are not steps. */
    readonly isPrivate: boolean,
    readonly constant: boolean,
    readonly type: SourceType | null,
    readonly allocatedAt: number, // position
    readonly thread: number,
    readonly count: number, // number among the objects of its thread
    readonly library: boolean,
    /** Guaranteed alignment: its address is a multiple of this. */
    readonly align: number,
    /** End of the unowned bytes after it: the next object may begin there. */
    readonly end: number, // offset in the region
    /** Of a local: its index in `Program.variables`; -1: none. */
    readonly variable = -1,
    /** Of a heap block: the library has allocated it to hand out what another of its functions takes back (a directory stream). */
    readonly isHandedOut = false,
  ) {}

  get address(): number {
    return this.region.base + this.start;
  }

  /** Returned by a function that has no definition: the only heap objects with a name. */
  get isUnknown(): boolean {
    return this.kind === "heap" && this.name !== "";
  }
}

/** Is this a live object that other threads may access? */
export const isShared = (o: MemoryObject): boolean => o.live && !o.isPrivate;

export interface NewObject {
  readonly size: number;
  readonly align: number;
  readonly kind: ObjectKind;
  readonly name: string;
  readonly private: boolean;
  readonly constant: boolean;
  readonly type: SourceType | null;
  readonly at: number;
  readonly thread: number;
  readonly count: number;
  readonly library: boolean;
  readonly variable?: number;
  readonly isHandedOut?: boolean;
}

/** A new object at an offset of its region. */
export function objectIn(r: Region, start: number, end: number, n: NewObject): MemoryObject {
  const { size, kind, name, type, at, thread, count, library, align } = n;
  return new MemoryObject(
    r,
    start,
    size,
    kind,
    name,
    n.private,
    n.constant,
    type,
    at,
    thread,
    count,
    library,
    align,
    end,
    n.variable,
    n.isHandedOut,
  );
}

/** A placeholder before the first access: not an object of the program. */
export const emptyObject = (r: Region): MemoryObject =>
  new MemoryObject(r, 0, 0, "internal", "nothing", true, true, null, 0, -1, 0, true, 1, 0);

/** Is this a thread's instance of one of these thread-local variables? */
export function isInstanceOf(o: MemoryObject, globals: ReadonlySet<number>): boolean {
  return globals.size > 0 && o.kind === "thread-local" && globals.has(-1 - o.count);
}

export function describeObject(o: MemoryObject): string {
  const size = `${o.size} byte${o.size === 1 ? "" : "s"}`;
  switch (o.kind) {
    case "heap":
      return o.name === "" ? `a heap object of ${size}` : `${o.name}, assumed to have ${size}`;
    case "internal":
      return o.name;
    case "stack":
      return o.name === "" ? `a temporary of ${size}` : `the local ${o.name} (${size})`;
    case "global":
    case "thread-local":
      return `${o.name === "" ? "a constant" : o.name} (${size})`;
  }
}
