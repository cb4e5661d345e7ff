// Where a thread of a step graph stands: frames with positions, objects of its own, and where its next ones begin. In: a thread of the machine, or one that a step was followed
// for. Out: the point, and a text that names it: equal texts mean that its next step is the same code on the same places.
//
// Addresses follow from names (program/address-space.ts), so that the objects of later steps are known without executing them.

import { Fault } from "../execution/fault.ts";
import type { Machine } from "../execution/machine.ts";
import { type MemoryObject, objectIn } from "../execution/memory-object.ts";
import type { Region } from "../execution/region.ts";
import type { Thread } from "../execution/thread.ts";
import { redzone, type ThreadPath, threadCode } from "../program/address-space.ts";
import type { ErrorKind, Operation } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { liveCounters } from "./loop-counters.ts";
import { placeOf } from "./machine-state.ts";
import { readRegister } from "./state-variables.ts";
import type { ObjectSpec } from "./step-state.ts";
import { noSynchronisation } from "./step-sync.ts";
import { Unsupported } from "./unsupported.ts";
import type { Way } from "./way.ts";

export interface PointFrame {
  readonly function: number;
  /** Of callers, the call; terminators are counted. */
  readonly operation: number;
  readonly mark: number;
  readonly variadic: bigint;
}

export interface StackEntry {
  readonly object: MemoryObject;
  readonly isLive: boolean;
}

/** Where a thread's next objects begin. */
export interface Room {
  readonly shared: Region;
  readonly hidden: Region;
  readonly sharedNext: number;
  readonly hiddenNext: number;
  /** Private objects at the end of the shared region, which give their room back if they end in reverse order. */
  readonly top: readonly MemoryObject[];
}

/** `dead`: the object that was used after its end. */
export interface PendingFault {
  readonly kind: ErrorKind;
  readonly dead: MemoryObject | null;
}

export interface Point {
  readonly thread: number;
  readonly path: ThreadPath;
  readonly self: bigint;
  /** How many threads it has started. */
  readonly children: number;
  readonly sectionDepth: number;
  readonly frames: readonly PointFrame[];
  readonly stack: readonly StackEntry[];
  /** Addresses of its instances of thread-local variables. */
  readonly locals: readonly number[];
  readonly room: Room;
  /** An error of the computation before, which is its next step. */
  readonly fault: PendingFault | null;
  /** The values of registers that count (loop-counters.ts); none, if points are not told apart by them. */
  readonly counters: readonly bigint[];
}

export function nameOf(p: Point): string {
  const { room } = p;
  // Its frames do not matter any more.
  if (p.fault !== null) return `${p.thread} ${p.fault.kind} ${p.fault.dead?.address ?? ""}`;
  const parts: (string | number | bigint)[] = [p.thread, p.children, p.sectionDepth, room.sharedNext, room.hiddenNext];
  for (const f of p.frames) parts.push("f", f.function, f.operation, f.mark, f.variadic);
  for (const { object: o, isLive } of p.stack) parts.push("s", o.address, o.size, isLive ? 1 : 0);
  for (const address of p.locals) parts.push("l", address);
  for (const o of room.top) parts.push("t", o.address);
  for (const value of p.counters) parts.push("c", value);
  return parts.join(" ");
}

/** Null: the thread is where points do not describe it. `counts`: which points are told apart by registers that count. */
export function pointOf(machine: Machine, t: Thread, counts: Counts | null): Point | null {
  if (t.otherRegions.length > 0 || t.jumpValue !== 0) return null;
  if (t.pendingFault !== null && !(t.pendingFault.error instanceof Fault)) return null;
  const frames = framesOf(machine, t);
  const { shared, hidden } = t;
  const top: MemoryObject[] = [];
  for (let i = shared.objects.length - 1; i >= 0 && (shared.objects[i] as MemoryObject).isPrivate; i--)
    top.unshift(shared.objects[i] as MemoryObject);
  return {
    thread: t.index,
    path: t.path,
    self: (BigInt(t.selfHigh >>> 0) << 32n) | BigInt(t.selfLow >>> 0),
    children: t.children,
    sectionDepth: t.sectionDepth,
    frames,
    stack: t.stack.map((object) => ({ object, isLive: object.live })),
    locals: [...t.locals],
    room: { shared, hidden, sharedNext: shared.next, hiddenNext: hidden.next, top },
    fault: (t.pendingFault?.error as Fault | undefined) ?? null,
    counters: countersAt(machine, t, frames, counts),
  };
}

/** Only threads that have started others are told apart by registers that count. */
export interface Counts {
  /** Signed overflow is looked for: more registers matter. */
  readonly overflow: boolean;
}

export function countersOfThread(machine: Machine, t: Thread, counts: Counts): readonly bigint[] {
  return countersAt(machine, t, framesOf(machine, t), counts);
}

function countersAt(machine: Machine, t: Thread, frames: readonly PointFrame[], counts: Counts | null): readonly bigint[] {
  if (counts === null || t.children === 0 || t.pendingFault !== null) return [];
  return liveCounters(machine.program, frames, counts.overflow).map(({ level, register }) => readRegister(machine, t, level, register));
}

function framesOf({ code }: Machine, t: Thread): PointFrame[] {
  const frames: PointFrame[] = [];
  for (let level = 0; level <= t.depth; level++) {
    const at = t.frameAt(level);
    frames.push({
      function: at.function,
      operation: code[at.function]?.operationAt[at.pc] ?? 0,
      mark: at.stackMark,
      variadic: (BigInt(at.variadicHigh >>> 0) << 32n) | BigInt(at.variadicLow >>> 0),
    });
  }
  return frames;
}

/** The regions of a thread that does not run yet. */
export function roomOf({ memory }: Machine, path: ThreadPath): Room {
  const code = threadCode(path, memory.space.codes);
  if (code < 0) throw new Unsupported("threads started by threads so deep");
  const first = memory.space.firstThreadRegion + 2 * code;
  const shared = memory.openRegion(first, path.join("."), 0);
  const hidden = memory.openRegion(first + 1, `${path.join(".")} private`, 0);
  return { shared, hidden, sharedNext: shared.next, hiddenNext: hidden.next, top: [] };
}

/** Begins an object, where the executor does (execution/memory.ts). */
export function allocate(room: Room, spec: ObjectSpec): { object: MemoryObject; room: Room } {
  const isHidden = spec.private && spec.kind === "stack";
  const region = isHidden ? room.hidden : room.shared;
  const next = isHidden ? room.hiddenNext : room.sharedNext;
  const align = Math.max(spec.align, 16);
  if (next + spec.size + redzone(spec.size) + align + 32 > region.limit) throw new Unsupported("so much memory");
  const start = Math.ceil((region.base + next) / align) * align - region.base;
  const end = Math.ceil((start + spec.size + redzone(spec.size)) / 16) * 16;
  const object = objectIn(region, start, end, {
    ...spec,
    name: "",
    constant: false,
    type: null,
    at: 0,
    thread: -1,
    count: 0,
    library: false,
  });
  if (isHidden) return { object, room: { ...room, hiddenNext: end } };
  return { object, room: { ...room, sharedNext: end, top: spec.private ? [...room.top, object] : [] } };
}

/** Ends an object: a private one at the end gives back its room. */
export function release(room: Room, o: MemoryObject): Room {
  if (!o.isPrivate) return room;
  if (o.kind === "stack") return { ...room, hiddenNext: o.start };
  return room.top.at(-1) === o ? { ...room, sharedNext: o.start, top: room.top.slice(0, -1) } : room;
}

/** The frames of a point as the follower needs them. */
export function positionsOf(
  frames: readonly PointFrame[],
  bodyOf: (id: number) => FunctionBody,
): { readonly block: number; readonly index: number; readonly call: (Operation & { op: "call" }) | null }[] {
  let caller: Operation | undefined;
  return frames.map((f, level) => {
    const body = bodyOf(f.function);
    const isCaller = level < frames.length - 1;
    const { block, index } = placeOf(body, isCaller ? f.operation + 1 : f.operation);
    const call = (caller as (Operation & { op: "call" }) | undefined) ?? null;
    caller = isCaller ? body.blocks[block]?.operations[index - 1] : undefined;
    return { block, index, call };
  });
}

/** The step that raises an error of the computation before it. */
export const faultWay = (thread: number, { kind, dead }: PendingFault): Way => ({
  guard: [],
  threads: [{ thread, end: { kind: "error", error: kind, pending: false }, frames: [], registers: [], copied: null }],
  cells: [],
  begun: [],
  ended: [],
  touches: dead === null ? [] : [{ address: dead.address, size: Math.max(dead.size, 1), writes: false }],
  sync: noSynchronisation,
  touchingConditions: 0,
  choices: [],
  inputs: new Map(),
  overflows: 0,
});

/** Whether an address lies in a region. */
export const isIn = ({ base, limit }: Pick<Region, "base" | "limit">, address: number): boolean =>
  address >= base && address < base + limit;
