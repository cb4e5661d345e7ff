// A thread: registers, frames and control position as data, so that a step can be undone by copying a frame back.

import { type ThreadPath, redzone, threadCode } from "../program/address-space.ts";
import { fail } from "../support/diagnostics.ts";
import type { Clock } from "./clocks.ts";
import type { CompiledFunction } from "./compile/function.ts";
import type { Memory, MemoryObject, NewObject, Region } from "./memory.ts";

export type ThreadStatus = "running" | "finished" | "parked"; // parked: stopped by a false assumption

/** Integers per frame record: function, return point, base, stack mark, variadic area (low, high), serial. */
const frameInts = 7;
const maxDepth = 20_000;

export interface LockHeld {
  readonly object: number;
  readonly mode: number;
  readonly at: number;
}

/** What one step of a thread may have overwritten, saved before it. */
export interface SavedFrames {
  readonly function: CompiledFunction;
  readonly pc: number;
  readonly base: number;
  readonly depth: number;
  readonly status: ThreadStatus;
  readonly sectionDepth: number;
  readonly pendingFault: Thread["pendingFault"];
  readonly frames: Int32Array; // records from the lowest saved one up
  readonly registers: Int32Array; // from the lowest saved base up
  lowest: number; // depth of the lowest saved frame
  lowerFrames: { depth: number; record: Int32Array; base: number; registers: Int32Array }[];
}

export class Thread {
  registers = new Int32Array(256);
  floats = new Float32Array(this.registers.buffer);
  doubles = new Float64Array(this.registers.buffer);
  jumpValue = 0;
  /** An error reached by local computing after the step was used up: raised as a step of its own. */
  pendingFault: { readonly error: unknown; readonly at: number } | null = null;
  /** Returned values. */
  readonly result = new Int32Array(64);
  readonly resultFloats = new Float32Array(this.result.buffer);
  readonly resultDoubles = new Float64Array(this.result.buffer);
  frames = new Int32Array(64 * frameInts);
  depth = 0; // frames below the current one
  base = 0;
  pc = 0;
  status: ThreadStatus = "running";
  sectionDepth = 0;
  userSection = false;
  variadicLow = 0;
  variadicHigh = 0;
  stackMark = 0;
  serial = 0;
  #nextSerial = 1;
  children = 0;
  /** Stack objects alive, in order of allocation. */
  readonly stack: MemoryObject[] = [];
  objectCount = 0;
  locals = new Map<number, number>(); // thread-local object → address
  transfer: { bytes: Uint8Array; written: Uint8Array | null } = { bytes: new Uint8Array(0), written: null };
  locks: readonly LockHeld[] = [];
  clock: Clock = [];
  acquirePending: Clock = [];
  releaseFence: Clock = [];
  label = "";
  shared: Region;
  readonly hidden: Region;
  saved: SavedFrames | null = null;
  /** Why it waits, if its last attempt at a step met a false condition. */
  waiting: { readonly why: string; readonly low: number; readonly high: number; readonly assumption: boolean } | null = null;

  constructor(
    readonly index: number,
    readonly path: ThreadPath,
    public fn: CompiledFunction,
    readonly selfLow: number,
    readonly selfHigh: number,
    readonly memory: Memory,
    readonly startedAt: number,
  ) {
    const code = threadCode(path, memory.space.codes);
    const name = path.join(".");
    const first = code < 0 ? -1 : memory.space.firstThreadRegion + 2 * code;
    this.shared = memory.openRegion(first, name, 0);
    this.hidden = memory.openRegion(first < 0 ? -1 : first + 1, `${name} private`, 0);
    this.ensure(fn.frameSize);
  }

  /** Allocates in the thread's own region; when that is full, in a further one of the same name. */
  allocate(n: NewObject): MemoryObject {
    const region = n.private ? this.hidden : this.shared;
    if (!n.private && region.next + n.size + redzone(n.size) + n.align + 32 > region.limit) {
      const before = this.shared;
      this.shared = this.memory.openRegion(-1, `${this.path.join(".")} ${this.objectCount}`, n.size + redzone(n.size) + n.align);
      this.memory.onUndo(() => {
        this.shared = before;
      });
    }
    return this.memory.allocate(n.private ? this.hidden : this.shared, n);
  }

  ensure(size: number): void {
    if (size <= this.registers.length) return;
    let capacity = this.registers.length;
    while (capacity < size) capacity *= 2;
    const larger = new Int32Array(capacity);
    larger.set(this.registers);
    this.registers = larger;
    this.floats = new Float32Array(larger.buffer);
    this.doubles = new Float64Array(larger.buffer);
  }

  /** Opens a frame for `callee`; the caller has set `pc` to where it goes on. Returns the new base. */
  push(callee: CompiledFunction, variadicLow: number, variadicHigh: number, argumentSlots: number): number {
    const at = this.depth * frameInts;
    if (this.depth >= maxDepth) fail("RVL306", `recursion deeper than ${maxDepth} calls`);
    if (at + frameInts > this.frames.length) {
      const larger = new Int32Array(this.frames.length * 2);
      larger.set(this.frames);
      this.frames = larger;
    }
    const f = this.frames;
    f[at] = this.fn.id;
    f[at + 1] = this.pc;
    f[at + 2] = this.base;
    f[at + 3] = this.stackMark;
    f[at + 4] = this.variadicLow;
    f[at + 5] = this.variadicHigh;
    f[at + 6] = this.serial;
    this.depth++;
    this.base += this.fn.frameSize;
    this.ensure(this.base + Math.max(callee.frameSize, argumentSlots));
    this.fn = callee;
    this.pc = 0;
    this.stackMark = this.stack.length;
    this.variadicLow = variadicLow;
    this.variadicHigh = variadicHigh;
    this.serial = this.#nextSerial++;
    return this.base;
  }

  /** Closes the frame. False: it was the thread's first. */
  pop(functions: readonly (CompiledFunction | undefined)[]): boolean {
    if (this.stack.length > this.stackMark) this.releaseStack(this.stackMark);
    if (this.depth === 0) return false;
    this.depth--;
    const at = this.depth * frameInts;
    const f = this.frames;
    if (this.saved !== null && this.depth < this.saved.lowest) this.#saveLower();
    this.fn = functions[f[at] as number] as CompiledFunction;
    this.pc = f[at + 1] as number;
    this.base = f[at + 2] as number;
    this.stackMark = f[at + 3] as number;
    this.variadicLow = f[at + 4] as number;
    this.variadicHigh = f[at + 5] as number;
    this.serial = f[at + 6] as number;
    return true;
  }

  releaseStack(mark: number): void {
    while (this.stack.length > mark) {
      const o = this.stack.pop() as MemoryObject;
      this.memory.onUndo(() => {
        this.stack.push(o);
      });
      this.memory.end(o, 0, this.index);
    }
  }

  // ---- saving for undo

  save(): SavedFrames {
    const size = this.fn.frameSize;
    return {
      function: this.fn,
      pc: this.pc,
      base: this.base,
      depth: this.depth,
      status: this.status,
      sectionDepth: this.sectionDepth,
      pendingFault: this.pendingFault,
      frames: Int32Array.of(this.stackMark, this.variadicLow, this.variadicHigh, this.serial, this.#nextSerial, this.userSection ? 1 : 0),
      registers: this.registers.slice(this.base, this.base + size),
      lowest: this.depth,
      lowerFrames: [],
    };
  }

  #saveLower(): void {
    const s = this.saved as SavedFrames;
    const at = this.depth * frameInts;
    const base = this.frames[at + 2] as number;
    const size = this.base - base; // its frame ends where the popped one began
    s.lowest = this.depth;
    s.lowerFrames.push({ depth: this.depth, record: this.frames.slice(at, at + frameInts), base, registers: this.registers.slice(base, base + size) });
  }

  restore(s: SavedFrames): void {
    for (let i = s.lowerFrames.length - 1; i >= 0; i--) {
      const lower = s.lowerFrames[i] as SavedFrames["lowerFrames"][number];
      this.frames.set(lower.record, lower.depth * frameInts);
      this.registers.set(lower.registers, lower.base);
    }
    this.fn = s.function;
    this.pc = s.pc;
    this.base = s.base;
    this.depth = s.depth;
    this.status = s.status;
    this.sectionDepth = s.sectionDepth;
    this.pendingFault = s.pendingFault;
    this.waiting = null;
    this.registers.set(s.registers, s.base);
    this.stackMark = s.frames[0] as number;
    this.variadicLow = s.frames[1] as number;
    this.variadicHigh = s.frames[2] as number;
    this.serial = s.frames[3] as number;
    this.#nextSerial = s.frames[4] as number;
    this.userSection = s.frames[5] === 1;
  }

  // ---- looking at frames (0 is the outermost)

  frameAt(level: number): { function: number; pc: number; base: number; serial: number } {
    if (level === this.depth) return { function: this.fn.id, pc: this.pc, base: this.base, serial: this.serial };
    const at = level * frameInts;
    return { function: this.frames[at] as number, pc: this.frames[at + 1] as number, base: this.frames[at + 2] as number, serial: this.frames[at + 6] as number };
  }
}
