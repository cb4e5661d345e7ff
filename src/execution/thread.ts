// A thread: registers, frames and control position as data, so that a step can be undone by copying a frame back.

import { redzone, type ThreadPath, threadCode } from "../program/address-space.ts";
import type { AccessAs, Operation, Terminator } from "../program/operations.ts";
import { failTooLarge } from "../support/diagnostics.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import type { Memory } from "./memory.ts";
import type { MemoryObject, NewObject } from "./memory-object.ts";
import type { Region } from "./region.ts";
import type { SavedThread } from "./saved-thread.ts";
import { ThreadRecord } from "./thread-record.ts";

/** Integers per frame record: function, return point, base, stack mark, variadic area (low, high), serial. */
const frameInts = 7;
const maxDepth = 20_000;

const noRegions: readonly Region[] = [];
const putShared = (t: Thread, region: Region): void => {
  t.shared = region;
};
const putOtherRegions = (t: Thread, regions: readonly Region[]): void => {
  t.otherRegions = regions;
};
export const putOnStack = (stack: MemoryObject[], o: MemoryObject): void => void stack.push(o);

/** Integers per frame in `SavedThread.lower`. */
const lowerInts = 5;

/** The arrays of a thread, kept from run to run. */
export interface ThreadArrays {
  readonly registers: Int32Array;
  readonly result: Int32Array;
  readonly frames: Int32Array;
  readonly locals: Float64Array;
  /** The thread's private instances of thread-local variables, which are reused. */
  readonly instances: (MemoryObject | null)[];
}

/** `locals`: how many thread-local variables there are. */
export const newThreadArrays = (locals: number): ThreadArrays => ({
  registers: new Int32Array(256),
  result: new Int32Array(64),
  frames: new Int32Array(64 * frameInts),
  locals: new Float64Array(locals),
  instances: new Array<MemoryObject | null>(locals).fill(null),
});

/** Why a step is blocked. */
export interface Waiting {
  readonly why: string;
  readonly low: number;
  readonly high: number;
  readonly assumption: boolean;
  /** Threads, each of which must act before the wait can end; none: any thread may end it. */
  readonly needs: readonly number[];
}

export class Thread extends ThreadRecord {
  registers: Int32Array;
  floats: Float32Array;
  doubles: Float64Array;
  /** Returned values. */
  readonly result: Int32Array;
  readonly resultFloats: Float32Array;
  readonly resultDoubles: Float64Array;
  frames: Int32Array;
  /** Inside a section of the library: on whose behalf it accesses memory, if not its own. */
  accessAs: AccessAs | null = null;
  /** Live stack objects, in order of allocation. */
  readonly stack: MemoryObject[] = [];
  /** Addresses of its instances of thread-local variables, by the numbers in `Variables`; 0: not made yet. */
  readonly locals: Float64Array;
  readonly instances: ThreadArrays["instances"];
  label = "";
  /** Its name: the same in every interleaving, and again after undo and redo. */
  readonly name: string;
  /** Where its shared objects begin; and, as long as there is room, its private ones that are not on the stack. */
  shared: Region;
  readonly hidden: Region;
  /** Its further regions: shared ones that are full, and the one for every other object (`Memory.alternates`). */
  otherRegions = noRegions;
  saved: SavedThread | null = null;
  /** When it was started, on the time line of objects (`Memory.now`). */
  born = 0;
  /** Version of the shared state at which it was found spinning. */
  spinningSince = -1;
  /** Version of the shared state at which its next step was found to be blocked. */
  blockedAt = -1;
  /** Why it waits, if its last attempt at a step met a false condition. */
  waiting: Waiting | null = null;

  constructor(
    readonly index: number,
    readonly path: ThreadPath,
    fn: CompiledFunction,
    readonly selfLow: number,
    readonly selfHigh: number,
    readonly memory: Memory,
    readonly startedAt: number,
    arrays: ThreadArrays,
  ) {
    super(fn);
    this.registers = arrays.registers;
    this.floats = new Float32Array(arrays.registers.buffer);
    this.doubles = new Float64Array(arrays.registers.buffer);
    this.result = arrays.result;
    this.resultFloats = new Float32Array(arrays.result.buffer);
    this.resultDoubles = new Float64Array(arrays.result.buffer);
    this.frames = arrays.frames;
    this.locals = arrays.locals.fill(0);
    this.instances = arrays.instances;
    const code = threadCode(path, memory.space.codes);
    const name = path.join(".");
    this.name = name;
    const first = code < 0 ? -1 : memory.space.firstThreadRegion + 2 * code;
    this.shared = memory.openRegion(first, name, 0);
    this.hidden = memory.openRegion(first < 0 ? -1 : first + 1, `${name} private`, 0);
    this.ensure(fn.frameSize);
    this.registers.fill(0, 0, fn.frameSize);
  }

  /** Allocates in the thread's own region; when that is full, in a further one of the same name. */
  allocate(n: NewObject, again: MemoryObject | null = null): MemoryObject {
    const { memory } = this;
    if (n.private && n.kind === "stack") return memory.allocate(this.hidden, n, again); // the private stack is last in, first out
    if (memory.alternates && (n.count & 1) === 0) {
      const others = memory.openRegion(-1, `${this.name} others`, 0);
      this.#addRegion(others);
      return memory.allocate(others, n, again);
    }
    const most = n.size + redzone(n.size) + (memory.gaps > 0 ? 65 : 1) * n.align;
    if (this.shared.next + most + 32 > this.shared.limit) {
      const before = this.shared;
      this.#addRegion(before);
      this.shared = memory.openRegion(-1, `${this.name} after ${this.shared.index} for ${n.size}`, most);
      memory.onUndo(putShared, this, before);
    }
    return memory.allocate(this.shared, n, again);
  }

  #addRegion(region: Region): void {
    const before = this.otherRegions;
    if (before.includes(region)) return;
    this.otherRegions = [...before, region];
    this.memory.onUndo(putOtherRegions, this, before);
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

  /** Opens a frame for `callee`; the caller has set `pc` to where it continues. Returns the new base. */
  push(callee: CompiledFunction, variadicLow: number, variadicHigh: number, argumentSlots: number): number {
    const at = this.depth * frameInts;
    if (this.depth >= maxDepth) failTooLarge("room", `recursion deeper than ${maxDepth} calls`);
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
    const end = this.base + callee.frameSize;
    const { registers } = this;
    for (let i = this.base; i < end; i++) registers[i] = 0; // so that equal histories give equal states
    this.fn = callee;
    this.pc = 0;
    this.stackMark = this.stack.length;
    this.variadicLow = variadicLow;
    this.variadicHigh = variadicHigh;
    this.serial = this.nextSerial++;
    return this.base;
  }

  /** Closes the frame. Returns false if it was the thread's first. */
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

  /** Ends the locals above a mark. `at`: the position where they end, unless their function returns. */
  releaseStack(mark: number, at = 0): void {
    while (this.stack.length > mark) {
      const o = this.stack.pop() as MemoryObject;
      this.memory.onUndo(putOnStack, this.stack, o);
      if (o.live) this.memory.end(o, at, this.index); // otherwise its scope has ended already
    }
  }

  /** Its accesses now are the library's own: atomic, but without ordering. */
  get isLibraryAccess(): boolean {
    return this.sectionDepth > 0 && !this.userSection && this.accessAs === null;
  }

  // ---- saving for undo

  save(s: SavedThread): void {
    s.save(this, this.registers);
  }

  /** The step returns into a frame it had not touched yet. */
  #saveLower(): void {
    const s = this.saved as SavedThread;
    const at = this.depth * frameInts;
    const base = this.frames[at + 2] as number;
    const size = this.base - base; // its frame ends where the popped one began
    s.lowest = this.depth;
    const record = s.arena.push(this.frames, at, frameInts);
    const registers = s.arena.push(this.registers, base, size);
    const { lower, lowerCount } = s;
    lower[lowerCount] = this.depth;
    lower[lowerCount + 1] = record;
    lower[lowerCount + 2] = base;
    lower[lowerCount + 3] = registers;
    lower[lowerCount + 4] = size;
    s.lowerCount += lowerInts;
  }

  restore(s: SavedThread): void {
    const { lower } = s;
    for (let i = s.lowerCount - lowerInts; i >= 0; i -= lowerInts) {
      s.arena.copy(lower[i + 1] as number, frameInts, this.frames, (lower[i] as number) * frameInts);
      s.arena.copy(lower[i + 3] as number, lower[i + 4] as number, this.registers, lower[i + 2] as number);
    }
    s.lowerCount = 0;
    s.lowest = s.depth;
    s.arena.copy(s.at, s.fn.frameSize, this.registers, s.base);
    this.copy(s);
    this.waiting = null;
  }

  /** The operation the thread stands at; null: none, or the beginning of a line. */
  get pendingOperation(): (Operation | Terminator)["op"] | null {
    const k = this.fn.operationAt[this.pc];
    return k === undefined || this.fn.isLine[this.pc] ? null : (this.fn.ops[k] ?? null);
  }

  // ---- looking at frames (0 is the outermost)

  /** The function of a frame below the current one. */
  functionAt(level: number): number {
    return this.frames[level * frameInts] as number;
  }

  /** Where a frame below the current one continues. */
  returnPoint(level: number): number {
    return this.frames[level * frameInts + 1] as number;
  }

  /** Where the registers of a frame below the current one begin. */
  baseAt(level: number): number {
    return this.frames[level * frameInts + 2] as number;
  }

  /** The records of the frames below the current one. */
  frameInts(): Int32Array {
    return this.frames.subarray(0, this.depth * frameInts);
  }

  /** What a frame has besides its function, position and registers: stack mark, variadic area and, if it matters, serial number. */
  writeMarks(level: number, serialMatters: boolean, out: { push(value: number): void }): void {
    const isCurrent = level === this.depth;
    const at = level * frameInts;
    const f = this.frames;
    out.push(isCurrent ? this.stackMark : (f[at + 3] as number));
    out.push(isCurrent ? this.variadicLow : (f[at + 4] as number));
    out.push(isCurrent ? this.variadicHigh : (f[at + 5] as number));
    out.push(serialMatters ? (isCurrent ? this.serial : (f[at + 6] as number)) : -1);
  }

  frameAt(level: number): {
    function: number;
    pc: number;
    base: number;
    stackMark: number;
    variadicLow: number;
    variadicHigh: number;
    serial: number;
  } {
    if (level === this.depth) {
      const { pc, base, stackMark, variadicLow, variadicHigh, serial } = this;
      return { function: this.fn.id, pc, base, stackMark, variadicLow, variadicHigh, serial };
    }
    const at = level * frameInts;
    const f = this.frames;
    return {
      function: f[at] as number,
      pc: f[at + 1] as number,
      base: f[at + 2] as number,
      stackMark: f[at + 3] as number,
      variadicLow: f[at + 4] as number,
      variadicHigh: f[at + 5] as number,
      serial: f[at + 6] as number,
    };
  }
}
