// A thread: registers, frames and control position as data, so that a step can be undone by copying a frame back.

import { redzone, type ThreadPath, threadCode } from "../program/address-space.ts";
import type { AccessAs, Operation, Terminator } from "../program/operations.ts";
import { failTooLarge } from "../support/diagnostics.ts";
import { type Clock, emptyClock } from "./clocks.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import type { Judgement } from "./judgement.ts";
import type { LockHeld } from "./lock-held.ts";
import type { Memory } from "./memory.ts";
import type { MemoryObject, NewObject } from "./memory-object.ts";
import type { MarkedBytes, Region } from "./region.ts";
import type { Trail } from "./spin-policy.ts";
import type { Watch } from "./watch.ts";

/** parked: stopped by a false assumption; spinning: stopped in a busy wait (spinning.ts); cut: by the limit on its steps. */
export type ThreadStatus = "running" | "finished" | "parked" | "spinning" | "cut";

/** Integers per frame record: function, return point, base, stack mark, variadic area (low, high), serial. */
const frameInts = 7;
const maxDepth = 20_000;

/** Bytes on their way from a copy's source to its destination, with their marks. */
export type Transfer = MarkedBytes;

export const nothingCopied: Transfer = { bytes: new Uint8Array(0), written: null, holes: null };
const noLocks: readonly LockHeld[] = [];

const putShared = (t: Thread, region: Region): void => {
  t.shared = region;
};
export const putOnStack = (stack: MemoryObject[], o: MemoryObject): void => void stack.push(o);

/** Saved registers and frame records, as a stack: allocating arrays per step would cost more than the step. */
export class Arena {
  #data = new Int32Array(1 << 12);
  top = 0;

  push(from: Int32Array, start: number, size: number): number {
    if (this.top + size > this.#data.length) {
      const larger = new Int32Array(Math.max(this.#data.length * 2, this.top + size));
      larger.set(this.#data);
      this.#data = larger;
    }
    const at = this.top;
    const data = this.#data;
    for (let i = 0; i < size; i++) data[at + i] = from[start + i] as number;
    this.top += size;
    return at;
  }

  copy(at: number, size: number, to: Int32Array, start: number): void {
    const data = this.#data;
    for (let i = 0; i < size; i++) to[start + i] = data[at + i] as number;
  }
}

/**
 * What one step of a thread may have overwritten, saved before it. The registers are in the arena. Saved over and over again: one
 * object per depth of the history.
 */
export class SavedFrames {
  function: CompiledFunction | null = null;
  pc = 0;
  base = 0;
  depth = 0;
  status: ThreadStatus = "running";
  trail: Trail | null = null;
  steps = 0;
  sectionDepth = 0;
  userSection = false;
  pendingFault: Thread["pendingFault"] = null;
  stackMark = 0;
  variadicLow = 0;
  variadicHigh = 0;
  serial = 0;
  nextSerial = 0;
  probed: Watch | null = null;
  judged: Judgement | null = null;
  excursions = 0;
  children = 0;
  objectCount = 0;
  transfer: Transfer = nothingCopied;
  locks: readonly LockHeld[] = noLocks;
  clock: Clock = emptyClock;
  acquirePending: Clock = emptyClock;
  releaseFence: Clock = emptyClock;
  at = 0;
  arenaMark = 0;
  lowest = 0; // depth of the lowest saved frame
  /** The frames below that were saved later: depth, place of the record, base, place of the registers, their number; and so on. */
  readonly lower: number[] = [];
  lowerCount = 0;

  constructor(readonly arena: Arena) {}
}

/** Integers per frame in `SavedFrames.lower`. */
const lowerInts = 5;

/** The arrays of a thread, kept from run to run. */
export interface ThreadArrays {
  readonly registers: Int32Array;
  readonly result: Int32Array;
  readonly frames: Int32Array;
  readonly locals: Float64Array;
  /** The thread's private instances of thread-local variables, made or to be made again. */
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

/** What holds a step up. */
export interface Waiting {
  readonly why: string;
  readonly low: number;
  readonly high: number;
  readonly assumption: boolean;
  /** Threads, each of which must act before the wait can end; none: whoever comes may end it. */
  readonly needs: readonly number[];
}

export class Thread {
  registers: Int32Array;
  floats: Float32Array;
  doubles: Float64Array;
  jumpValue = 0;
  /** An error reached by local computing after the step was used up: raised as a step of its own. */
  pendingFault: { readonly error: unknown; readonly at: number } | null = null;
  /** Returned values. */
  readonly result: Int32Array;
  readonly resultFloats: Float32Array;
  readonly resultDoubles: Float64Array;
  frames: Int32Array;
  depth = 0; // frames below the current one
  base = 0;
  pc = 0;
  status: ThreadStatus = "running";
  sectionDepth = 0;
  userSection = false;
  /** Inside a section of the library: whose accesses these are, if not its own. */
  accessAs: AccessAs | null = null;
  variadicLow = 0;
  variadicHigh = 0;
  stackMark = 0;
  serial = 0;
  #nextSerial = 1;
  children = 0;
  /** Stack objects alive, in order of allocation. */
  readonly stack: MemoryObject[] = [];
  objectCount = 0;
  /** Addresses of its instances of thread-local variables, by the machine's numbers for these; 0: not made yet. */
  readonly locals: Float64Array;
  readonly instances: ThreadArrays["instances"];
  transfer: Transfer = nothingCopied;
  locks: readonly LockHeld[] = noLocks;
  clock: Clock = emptyClock;
  acquirePending: Clock = emptyClock;
  releaseFence: Clock = emptyClock;
  label = "";
  /** Its name: the same in every interleaving, and again after undo and redo. */
  readonly name: string;
  shared: Region;
  readonly hidden: Region;
  saved: SavedFrames | null = null;
  /** Steps it has taken. */
  steps = 0;
  /** When it was started, among the moments at which objects begin and end. */
  born = 0;
  /** Where it has been in the loop it is in, if busy waits are looked for. */
  trail: Trail | null = null;
  /** Version of the shared state at which it was found spinning. */
  spinningSince = -1;
  /** Version of the shared state at which its next step was found to be blocked. */
  blockedAt = -1;
  /** Whether its next step, a section, can be executed, as a probe found it out. */
  probed: Watch | null = null;
  /** What a spurious wake-up would lead to, as far as somebody has asked. */
  judged: Judgement | null = null;
  /** Spurious wake-ups to no avail, where these are counted. */
  excursions = 0;
  /** Why it waits, if its last attempt at a step met a false condition. */
  waiting: Waiting | null = null;

  constructor(
    readonly index: number,
    readonly path: ThreadPath,
    public fn: CompiledFunction,
    readonly selfLow: number,
    readonly selfHigh: number,
    readonly memory: Memory,
    readonly startedAt: number,
    arrays: ThreadArrays,
  ) {
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
    if (memory.alternates && (n.count & 1) === 0) return memory.allocate(memory.openRegion(-1, `${this.name} others`, 0), n, again);
    const most = n.size + redzone(n.size) + (memory.gaps > 0 ? 65 : 1) * n.align;
    if (this.shared.next + most + 32 > this.shared.limit) {
      const before = this.shared;
      this.shared = memory.openRegion(-1, `${this.name} after ${this.shared.index} for ${n.size}`, most);
      memory.onUndo(putShared, this, before);
    }
    return memory.allocate(this.shared, n, again);
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

  /** Ends the locals above a mark. `at`: where they do, if it is not the end of their function. */
  releaseStack(mark: number, at = 0): void {
    while (this.stack.length > mark) {
      const o = this.stack.pop() as MemoryObject;
      this.memory.onUndo(putOnStack, this.stack, o);
      if (o.live) this.memory.end(o, at, this.index); // else its scope has ended before
    }
  }

  /** What it accesses now, it does for the library: atomic, but it orders nothing. */
  get isLibraryAccess(): boolean {
    return this.sectionDepth > 0 && !this.userSection && this.accessAs === null;
  }

  // ---- saving for undo

  save(s: SavedFrames): void {
    s.arenaMark = s.arena.top;
    s.function = this.fn;
    s.pc = this.pc;
    s.base = this.base;
    s.depth = this.depth;
    s.status = this.status;
    s.trail = this.trail;
    s.steps = this.steps;
    s.sectionDepth = this.sectionDepth;
    s.userSection = this.userSection;
    s.pendingFault = this.pendingFault;
    s.stackMark = this.stackMark;
    s.variadicLow = this.variadicLow;
    s.variadicHigh = this.variadicHigh;
    s.serial = this.serial;
    s.nextSerial = this.#nextSerial;
    s.probed = this.probed;
    s.judged = this.judged;
    s.excursions = this.excursions;
    s.children = this.children;
    s.objectCount = this.objectCount;
    s.transfer = this.transfer;
    s.locks = this.locks;
    s.clock = this.clock;
    s.acquirePending = this.acquirePending;
    s.releaseFence = this.releaseFence;
    s.at = s.arena.push(this.registers, this.base, this.fn.frameSize);
    s.lowest = this.depth;
    s.lowerCount = 0;
  }

  /** The step returns into a frame it had not touched yet. */
  #saveLower(): void {
    const s = this.saved as SavedFrames;
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

  restore(s: SavedFrames): void {
    const { lower } = s;
    const f = s.function as CompiledFunction;
    for (let i = s.lowerCount - lowerInts; i >= 0; i -= lowerInts) {
      s.arena.copy(lower[i + 1] as number, frameInts, this.frames, (lower[i] as number) * frameInts);
      s.arena.copy(lower[i + 3] as number, lower[i + 4] as number, this.registers, lower[i + 2] as number);
    }
    s.lowerCount = 0;
    s.lowest = s.depth;
    s.arena.copy(s.at, f.frameSize, this.registers, s.base);
    this.fn = f;
    this.pc = s.pc;
    this.base = s.base;
    this.depth = s.depth;
    this.status = s.status;
    this.trail = s.trail;
    this.steps = s.steps;
    this.sectionDepth = s.sectionDepth;
    this.userSection = s.userSection;
    this.pendingFault = s.pendingFault;
    this.stackMark = s.stackMark;
    this.variadicLow = s.variadicLow;
    this.variadicHigh = s.variadicHigh;
    this.serial = s.serial;
    this.#nextSerial = s.nextSerial;
    this.probed = s.probed;
    this.judged = s.judged;
    this.excursions = s.excursions;
    this.children = s.children;
    this.objectCount = s.objectCount;
    this.transfer = s.transfer;
    this.locks = s.locks;
    this.clock = s.clock;
    this.acquirePending = s.acquirePending;
    this.releaseFence = s.releaseFence;
    this.waiting = null;
  }

  /** The operation the thread stands at; null: none. */
  get pendingOperation(): (Operation | Terminator)["op"] | null {
    const k = this.fn.operationAt[this.pc];
    return k === undefined ? null : (this.fn.ops[k] ?? null);
  }

  // ---- looking at frames (0 is the outermost)

  /** The function of a frame below the current one. */
  functionAt(level: number): number {
    return this.frames[level * frameInts] as number;
  }

  /** Where a frame below the current one goes on. */
  returnPoint(level: number): number {
    return this.frames[level * frameInts + 1] as number;
  }

  /** Where the registers of a frame below the current one begin. */
  baseAt(level: number): number {
    return this.frames[level * frameInts + 2] as number;
  }

  /** What a frame has besides its function, position and registers: stack mark, variadic area and, if wanted, serial number. */
  writeMarks(level: number, serial: boolean, out: { push(value: number): void }): void {
    const isCurrent = level === this.depth;
    const at = level * frameInts;
    const f = this.frames;
    out.push(isCurrent ? this.stackMark : (f[at + 3] as number));
    out.push(isCurrent ? this.variadicLow : (f[at + 4] as number));
    out.push(isCurrent ? this.variadicHigh : (f[at + 5] as number));
    if (serial) out.push(isCurrent ? this.serial : (f[at + 6] as number));
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
