// The lifetimes of objects: locals and heap objects begin and end, as generated code asks. In: the operation, and a size or an address. Out: the address
// of a new object, or a fault. Where addresses are reused, an object may begin where a dead one lies (addresses.ts, forgotten-places.ts).

import { handedOutKind, isHeapKind, mayReuse, type Operation, unownedKind } from "../program/operations.ts";
import { largeBlock } from "./accesses.ts";
import type { Addresses } from "./addresses.ts";
import { runtime } from "./compile/runtime.ts";
import { Fault } from "./fault.ts";
import type { ForgottenPlaces } from "./forgotten-places.ts";
import type { Memory } from "./memory.ts";
import { describeObject, isShared, type MemoryObject, type NewObject } from "./memory-object.ts";
import { userPosition } from "./positions.ts";
import type { RaceDetector } from "./races.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import { putOnStack, type Thread } from "./thread.ts";
import { noteRace } from "./violations.ts";

/** Index of the happens-before edge from the end of a heap object to the beginning of one in its place. The library uses no such index. */
const endOfLife = -1;

const dropLast = (stack: unknown[]): void => void stack.pop();

export class ObjectLifetimes {
  readonly memory: Memory;

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    readonly addresses: Addresses,
    readonly forgottenPlaces: ForgottenPlaces | null,
    readonly races: RaceDetector | null,
  ) {
    this.memory = run.memory;
  }

  stackAllocate(t: Thread, k: number, size: number): number {
    if (size >= largeBlock) this.run.tick();
    const operation = t.fn.operations[k] as Operation & { op: "stack-allocate" };
    const variable = operation.variable < 0 ? null : (this.run.program.variables[operation.variable] ?? null);
    const made: NewObject = {
      size,
      align: operation.align,
      kind: "stack",
      name: variable?.name ?? "",
      private: operation.private,
      constant: false,
      type: variable?.type ?? null,
      at: operation.at,
      thread: t.index,
      count: t.objectCount++,
      library: t.fn.library,
      variable: operation.variable,
    };
    const place = made.private ? null : (this.forgottenPlaces?.find(t, k, made) ?? null);
    const object = place !== null ? this.#beginIn(place, made) : made.private ? t.allocate(made) : this.#begin(t, made);
    t.stack.push(object);
    this.memory.onUndo(dropLast, t.stack, null);
    return object.address;
  }

  /** A new object, in a fresh place or in that of a dead one. */
  #begin(t: Thread, made: NewObject): MemoryObject {
    const dead = this.addresses.placeFor(t, made);
    if (dead === null) return t.allocate(made);
    // The end of the first happens before the beginning of the second (C11 7.22.3).
    if (made.kind === "heap" && !this.step.probing) this.races?.acquire(t, dead.address, endOfLife);
    return this.#beginIn(dead, made);
  }

  #beginIn(dead: MemoryObject, made: NewObject): MemoryObject {
    if (made.kind === "stack") this.races?.forget(dead.address, dead.size);
    return this.memory.allocateInPlaceOf(dead, made);
  }

  /** The scope of a local begins again: it is unwritten again. */
  stackRenew(low: number, high: number): void {
    const o = this.memory.objectAt(low, high) as MemoryObject;
    this.memory.renew(o);
  }

  /** Ends the scope of a local to which pointers may remain. */
  stackEnd(t: Thread, k: number, low: number, high: number): void {
    const { memory } = this;
    const o = memory.objectAt(low, high) as MemoryObject;
    memory.end(o, userPosition(this.run, t, k), t.index);
    // A local made with the frame keeps its entry on the stack: marks count the entries below them.
    if (t.stack.at(-1) === o) {
      t.stack.pop();
      memory.onUndo(putOnStack, t.stack, o);
    }
  }

  /** Does releasing the stack down to the mark end a shared object? Then it is a step. */
  endsShared(t: Thread, mark: number): boolean {
    for (let i = t.stack.length - 1; i >= mark; i--) if (isShared(t.stack[i] as MemoryObject)) return true;
    return false;
  }

  releaseStack(t: Thread, k: number, mark: number): void {
    if (this.endsShared(t, mark)) {
      if (this.step.go > 0) this.step.go--;
      this.step.stepAt(t, k);
    }
    t.releaseStack(mark, t.fn.ops[k] === "stack-reset" ? userPosition(this.run, t, k) : 0);
  }

  heapAllocate(t: Thread, k: number, size: number, align: number, internal: number): number {
    if (size >= largeBlock) this.run.tick();
    const isHeap = isHeapKind(internal);
    const made: NewObject = {
      size,
      align,
      kind: isHeap ? "heap" : "internal",
      name: mayReuse(internal) ? "" : internal === unownedKind ? `*${t.fn.name}()` : "a library object",
      private: internal === 2,
      constant: false,
      type: null,
      at: userPosition(this.run, t, k),
      thread: t.index,
      count: t.objectCount++,
      library: !isHeap,
      isHandedOut: internal === handedOutKind,
    };
    if (this.addresses.allocatesInSteps(internal)) {
      if (this.step.go > 0) this.step.go--;
      this.step.stepAt(t, k);
    }
    const object = mayReuse(internal) ? this.#begin(t, made) : t.allocate(made);
    if (isHeap) {
      this.run.heap.push(object);
      if (!this.step.probing) this.step.recorder?.allocated?.(object, t, k);
    }
    return object.address;
  }

  #heapObject(low: number, high: number): MemoryObject {
    const o = this.memory.objectAt(low, high);
    // A free reads and changes whether the object lives: one that fails does not commute with the one before it.
    if (o !== null && !o.isPrivate) this.step.footprint?.add(o.address, Math.max(o.size, 1), false);
    if (o !== null && (o.kind === "heap" || o.kind === "internal") && o.address === runtime.number(low, high)) {
      if (o.live) return o;
      throw new Fault("double-free", `${describeObject(o)} is freed a second time`, null, o);
    }
    if (o === null) throw new Fault("invalid-free", "the pointer does not point to an object");
    throw new Fault("invalid-free", `the pointer points into ${describeObject(o)}, not to the start of a heap object`, null, o);
  }

  heapFree(t: Thread, k: number, low: number, high: number): void {
    const o = this.#heapObject(low, high);
    const { run, step, races } = this;
    const at = userPosition(run, t, k);
    if (!step.probing && races !== null && o.kind === "heap") {
      const other = races.free(t, o, k);
      if (other !== null) noteRace(run, t, k, o, races.contested, "write", null, other);
    }
    if (o.kind === "heap" && !step.probing && run.freedoms.has("reuse")) races?.release(t, o.address, endOfLife);
    step.recorder?.access({ kind: "free", object: o, offset: 0, size: o.size, low: 0, high: 0, order: null });
    this.memory.end(o, at, t.index);
    if (o.kind === "heap") o.movedTo = this.#movedTo(o, at);
  }

  /** The block that the thread allocated last, if the same call of the program did: `realloc` allocates, copies and frees. */
  #movedTo(dead: MemoryObject, at: number): MemoryObject | null {
    const last = this.run.heap.findLast((o) => o.thread === dead.endedBy);
    return last !== undefined && last !== dead && last.allocatedAt === at ? last : null;
  }

  heapSize(_t: Thread, _k: number, low: number, high: number): number {
    return this.#heapObject(low, high).size;
  }
}
