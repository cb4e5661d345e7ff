// Follows one step of a thread. In: a machine, and the state before the step (step-state.ts). Out: the way it goes, as terms over that state.
//
// Every value is followed twice: as a term, and as what that is in the state at hand. Where code must be decided (a branch, an address, a callee, a
// length), the value at hand decides, and the decision on the term goes into the guard. Where steps begin and end is as in the executor
// (execution/compile/operations.ts).

import { findJumpTargets } from "../analysis/jumps.ts";
import { lineBeginnings } from "../execution/compile/line-beginnings.ts";
import { Fault } from "../execution/fault.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Operand, Operation, Scalar, Terminator } from "../program/operations.ts";
import { bodyIfSupported, type FunctionBody, functionAddress, type Program } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Call, Content, Host, Registers, ValueSet } from "./host.ts";
import { OperationInstance, operandOf } from "./instance.ts";
import { marksText } from "./machine-state.ts";
import { type Merged, mergedSides, mergeRegisters, type SideItem } from "./merging.ts";
import { Operations } from "./operations.ts";
import type { StateVariables } from "./state-variables.ts";
import { StepControl } from "./step-control.ts";
import { StepJumps } from "./step-jumps.ts";
import { StepLifetimes } from "./step-lifetimes.ts";
import { type Place, StepMemory } from "./step-memory.ts";
import { StepPlacement } from "./step-placement.ts";
import type { FrameHost, StepState } from "./step-state.ts";
import { StepSync } from "./step-sync.ts";
import { type FollowedThread, type StepFrame, WayEnds } from "./step-thread.ts";
import { Unsupported } from "./unsupported.ts";
import type { ThreadAfter, Touch, Way, WayEnd } from "./way.ts";

/** What was decided on the way, by the state at hand. */
export type Decision =
  | { readonly kind: "value"; readonly term: Term; readonly is: bigint }
  /** Which object lies at an address, and whether it lives. */
  | { readonly kind: "object"; readonly address: number; readonly is: string }
  /** Which bytes were written before the step (`marksText`). */
  | { readonly kind: "marks"; readonly address: number; readonly size: number; readonly is: string | number }
  | { readonly kind: "choice"; readonly count: number; readonly is: number };

/** How often limits are checked. */
const operationsPerTick = 1024;
/** More branches of one step are decided: terms grow with each that is merged. */
const maxMerges = 32;
/** Far from the depth at which the executor stops: a side that is perhaps not taken must not fail. */
const maxMergedDepth = 32;

export type Followed = OperationInstance<StepFrame, Following>;

export class Following implements Host<Followed, Place>, FrameHost {
  readonly terms: Terms;
  readonly program: Program;
  readonly memory = new StepMemory(this);
  readonly accesses = this.memory;
  readonly placement = new StepPlacement(this);
  readonly lifetimes: StepLifetimes;
  readonly control = new StepControl(this);
  readonly sync = new StepSync();
  readonly jumps = new StepJumps(this);
  /** Those of the current thread: each thread has its own copy. */
  #operations: Operations<Followed, Place>;
  #copiedBefore: Content;
  readonly #guard = new Set<Term>();
  /** In order. */
  readonly decisions: Decision[] = [];
  readonly #touches = new Map<string, Touch>();
  #touchingConditions: number | null = null;
  readonly #choices: number[] = [];
  /** Bytes whose marks are decided. */
  readonly #marked = new Set<string>();
  #overflows = 0;
  #merges = 0;
  /** No operation was passed yet. */
  #isFirst = true;
  #performed = 0;
  /** The operation that is performed. */
  performed: Operation | null = null;
  /** Visible operations that the step may still execute. */
  go = 1;
  current: FollowedThread;
  /** The thread that takes the step. */
  readonly first: FollowedThread;
  /** Threads that it starts. */
  readonly started: FollowedThread[] = [];

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly state: StepState,
    /** Whether signed overflow is looked for. */
    readonly checksOverflow: boolean,
    /** Which threads must act before a step that waits can go on is part of its way: deadlocks depend on it. */
    readonly fixesWaits = false,
    /** Whether branches that meet again are merged (merging.ts). */
    readonly merges = false,
  ) {
    this.terms = variables.terms;
    this.program = machine.program;
    this.lifetimes = new StepLifetimes(this);
    this.first = this.current = state.open(this);
    this.memory.copiedMarks = state.copiedMarks;
    const { index } = this.first;
    this.#copiedBefore = (from, size) => variables.transfer(index, from, size);
    this.#operations = new Operations<Followed, Place>(this, this.#copiedBefore);
  }

  frameOf(id: number): Pick<Call, "function" | "body" | "library" | "reportsOverflow"> {
    const f = this.program.functions[id];
    if (f === undefined || f.external) throw new Unsupported("a call to a function without a definition");
    return { function: id, body: f.body(), library: f.library, reportsOverflow: f.reportsOverflow };
  }

  // ---- following

  follow(): Way {
    const threads: ThreadAfter[] = [this.#after(this.first, this.#run())];
    const isOver = (end: WayEnd): boolean => end.kind === "process" || end.kind === "blocked" || (end.kind === "error" && !end.pending);
    for (const child of this.started) {
      if (isOver((threads.at(-1) as ThreadAfter).end)) break;
      this.current = child;
      this.memory.copiedMarks = null;
      this.#operations = new Operations<Followed, Place>(this);
      this.#copiedBefore = this.#operations.copied;
      this.go = 1;
      threads.push(this.#after(child, this.#run()));
    }
    return {
      guard: [...this.#guard],
      threads,
      cells: [...this.memory.changes(), ...this.control.changes()],
      begun: this.memory.begun.map(({ address, size }) => ({ address, size, fill: this.machine.memory.fill & 0xff })),
      ended: this.memory.ended.map(({ address, size }) => ({ address, size })),
      touches: [...this.#touches.values()],
      sync: this.sync,
      touchingConditions: this.#touchingConditions ?? this.#guard.size,
      choices: this.#choices,
      inputs: this.control.inputsTaken,
      overflows: this.#overflows,
      readsUnwritten: this.memory.readsUnwritten,
    };
  }

  #after({ index, frames }: FollowedThread, end: WayEnd): ThreadAfter {
    const { copied, copiedSize } = this.#operations;
    return {
      thread: index,
      end,
      frames: frames.map((f, level) => ({ function: f.function, operation: numberOf(f, level < frames.length - 1) })),
      registers: frames.map((f) => f.registers),
      copied: copied === this.#copiedBefore ? null : { content: copied, size: copiedSize },
    };
  }

  #run(): WayEnd {
    try {
      while (this.#advance()) if (++this.#performed % operationsPerTick === 0) this.#checkLimits();
      return { kind: "step" };
    } catch (error) {
      if (error instanceof WayEnds) return error.end;
      if (!(error instanceof Fault)) throw error;
      this.current.fault = error;
      return { kind: "error", error: error.kind, pending: this.go === 0 };
    }
  }

  #checkLimits(): void {
    this.machine.tick();
    if (this.#performed > this.state.maxOperations) throw new Unsupported("a step of so many operations");
  }

  /** Passes one operation. Returns false if the step ends before it. */
  #advance(): boolean {
    const frame = this.current.frames.at(-1) as StepFrame;
    const { operations, terminator } = frame.body.blocks[frame.block] as FunctionBody["blocks"][number];
    const o = operations[frame.index];
    if (!this.#passLine(frame, o ?? terminator)) return false;
    if (o === undefined) return this.#leaveBlock(frame, terminator);
    const at = new OperationInstance<StepFrame, Following>(this, frame, this, frame.registers, "");
    if (this.go === 0 && this.#isStep(o, at)) return false;
    frame.index++;
    this.performed = o;
    if (o.op === "copy-in" || o.op === "copy-out") this.memory.beginCopy(o.op === "copy-in");
    this.#operations.perform(o, at);
    this.#carryBits(o, at);
    if (alwaysSteps.has(o.op) || (o.op === "input" && this.machine.queries.asksInSteps)) this.useGrant();
    return true;
  }

  /** Between the load and the store of an assignment to a bit-field, a register says which bits of its neighbours are unwritten. */
  #carryBits(o: Operation, at: Followed): void {
    if (o.op === "load" && typeof o.field?.open === "number")
      at.registers[o.field.open] = this.terms.constant(this.memory.openBits() & o.field.bits, o.type.bits);
    if (o.op !== "store" || o.open === undefined) return;
    const open = this.pin(at.operand(o.open));
    if (open !== 0n) this.memory.reopen(open);
  }

  /** On a machine that stops at lines: whether the thread goes on over the beginning of one, if this is one. */
  #passLine(frame: StepFrame, o: Operation | Terminator): boolean {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!this.machine.options.stopsAtLines || frame.library || this.current.sectionDepth > 0) return true;
    // A step that begins at a visible operation has passed the beginning of its line before.
    const isLine = isFirst ? this.state.isAtLine === true : lineBeginnings(frame.body, this.program).has(o);
    if (isLine && this.go === 0) return false;
    if (isLine) this.useGrant();
    return true;
  }

  #isStep(o: Operation, at: Followed): boolean {
    switch (o.op) {
      case "load":
      case "store":
      case "update":
      case "compare-exchange":
      case "copy-in":
      case "copy-out":
      case "fill": {
        if (o.private) return false;
        const object = this.memory.objectAt(Number(this.pin(at.operand(o.address))));
        const isRead = o.op === "load" || o.op === "copy-in";
        return object === null || !this.memory.isLive(object) || !(object.isPrivate || (isRead && object.constant));
      }
      case "heap-allocate":
        return this.machine.addresses.allocatesInSteps(at.fixed(o.internal, "the kind of an allocation"));
      case "input":
        return this.machine.queries.asksInSteps;
      case "stack-reset":
        return this.lifetimes.endsShared(at.fixed(o.mark, "the mark of the stack"));
      default:
        return o.op === "atomic-begin" || alwaysSteps.has(o.op);
    }
  }

  #leaveBlock(frame: StepFrame, t: FunctionBody["blocks"][number]["terminator"]): boolean {
    const { terms } = this;
    const operand = (o: Operand): Term => operandOf(this, frame, frame.registers, o);
    const go = (block: number): true => {
      frame.block = block;
      frame.index = 0;
      return true;
    };
    switch (t.op) {
      case "jump":
        return go(t.target);
      case "branch": {
        const condition = operand(t.condition);
        const join = this.merges && condition.op !== "constant" ? this.#mergeSides(frame, t, condition) : null;
        if (join !== null) return go(join);
        return go(t.then === t.otherwise || this.decide(condition) ? t.then : t.otherwise);
      }
      case "switch": {
        const on = operand(t.on);
        return go(t.cases.find((c) => this.decide(terms.eq(on, terms.constant(c.value, t.bits))))?.target ?? t.fallback);
      }
      case "indirect-jump": {
        const target = Number(this.pin(operand(t.address))) - functionAddress(frame.function) - 1;
        if (frame.body.blocks[target] === undefined) throw new Fault("invalid-call", "");
        return go(target);
      }
      case "unreachable":
        throw new Fault("unreachable", "");
      case "return":
        return this.#return(frame, t.values.map(operand));
    }
  }

  /** Follows both sides of a branch, if they can be merged. Returns the block where they meet; null: nothing is done. */
  #mergeSides(frame: StepFrame, t: FunctionBody["blocks"][number]["terminator"] & { op: "branch" }, condition: Term): number | null {
    if (this.#merges >= maxMerges) return null;
    this.#merges++;
    const { checksOverflow } = this;
    const merged = mergedSides(frame.body, t, { pointerBits: this.program.pointerBits, checksOverflow, bodyOf: this.#bodyIfAny });
    if (merged === null) return null;
    const before = this.memory.save();
    try {
      const registers = this.#merge(frame, frame.registers, condition, merged);
      for (const r of frame.registers.keys()) frame.registers[r] = registers[r];
      return merged.join;
    } catch (error) {
      // A side that is perhaps not taken: what is wrong there is found if it is.
      if (!(error instanceof Fault || error instanceof Unsupported)) throw error;
    }
    // What was decided until then says why, and stays.
    this.memory.restore(before);
    return null;
  }

  readonly #bodyIfAny = (id: number): FunctionBody | null => {
    const f = this.program.functions[id];
    return f === undefined || f.external ? null : bodyIfSupported(f);
  };

  /** Follows both sides. Returns the registers after them. Throws if a side cannot be merged. */
  #merge(frame: StepFrame, before: Registers, condition: Term, merged: Merged): Registers {
    const memory = this.memory.save();
    const then = this.#followSide(frame, before, merged.then);
    const afterThen = this.memory.save();
    this.memory.restore(memory);
    const otherwise = this.#followSide(frame, before, merged.otherwise);
    this.memory.merge(condition, afterThen);
    return mergeRegisters(this.terms, frame.body, condition, merged, then, otherwise);
  }

  #followSide(frame: StepFrame, before: Registers, items: readonly SideItem[]): Registers {
    let registers = [...before];
    for (const o of items) {
      const at = new OperationInstance<StepFrame, Following>(this, frame, this, registers, "");
      if (o.op === "merge") registers = this.#merge(frame, registers, operandOf(this, frame, registers, o.condition), o.merged);
      else if (o.op === "inline") this.#inline(at, o);
      else {
        if (o.op === "load" || o.op === "store") this.memory.requireOwn(at, o);
        this.performed = o;
        this.#operations.perform(o, at);
      }
    }
    return registers;
  }

  /** A call that only computes. */
  #inline(at: Followed, { call, items, values }: SideItem & { op: "inline" }): void {
    const { frames } = this.current;
    // The thread counts its calls, those of the side that is taken.
    if (findJumpTargets(this.program).size > 0) throw new Unsupported("a call in a side that is merged, where frames have numbers");
    if (frames.length >= maxMergedDepth) throw new Unsupported("calls so deep in a side that is merged");
    this.control.call(at, call);
    const frame = frames.pop() as StepFrame;
    const registers = this.#followSide(frame, frame.registers, items);
    this.#setResults(
      at,
      frame,
      values.map((o) => operandOf(this, frame, registers, o)),
    );
  }

  #return(frame: StepFrame, results: readonly Term[]): boolean {
    const { frames } = this.current;
    if (this.lifetimes.endsShared(frame.mark)) {
      if (this.go === 0) return false;
      this.useGrant();
    }
    this.lifetimes.releaseTo(frame.mark);
    frames.pop();
    const caller = frames.at(-1);
    if (caller === undefined) throw new WayEnds({ kind: "thread" });
    this.#setResults({ frame: caller, registers: caller.registers }, frame, results);
    return true;
  }

  #setResults(
    { frame: caller, registers }: { readonly frame: StepFrame; readonly registers: Registers },
    frame: StepFrame,
    results: readonly Term[],
  ): void {
    frame.call?.results.forEach((r, i) => {
      const { bits } = caller.body.registers[r] as Scalar;
      const value = results[i] ?? this.terms.constant(0n, bits);
      if (value.width !== bits) throw new Unsupported("a call whose result has another type");
      registers[r] = value;
    });
  }

  // ---- deciding

  /** Decides a condition by the state at hand. */
  decide(condition: Term): boolean {
    const holds = this.state.valueOf(condition) === 1n;
    this.#demand(holds ? condition : this.terms.not(condition), condition, holds ? 1n : 0n);
    return holds;
  }

  /** Fixes a term to its value in the state at hand. */
  pin(t: Term): bigint {
    const value = this.state.valueOf(t);
    this.#demand(this.terms.eq(t, this.terms.constant(value, t.width)), t, value);
    return value;
  }

  #demand(condition: Term, term: Term, is: bigint): void {
    if (condition === this.terms.true || this.#guard.has(condition)) return;
    this.#guard.add(condition);
    this.decisions.push({ kind: "value", term, is });
  }

  /** The state at hand says which object lies at an address. */
  noteObject(address: number, object: MemoryObject | null): void {
    this.decisions.push({ kind: "object", address, is: describeObject(object) });
  }

  /** The state at hand says which bytes were written. */
  noteMarks(address: number, size: number, marks: readonly number[]): void {
    const key = `${address}:${size}`;
    if (this.#marked.has(key)) return;
    this.#marked.add(key);
    this.decisions.push({ kind: "marks", address, size, is: marksText(marks) });
  }

  valuesOf(t: Term): ValueSet {
    return new Set([this.pin(t)]);
  }

  fixedValue(t: Term): bigint {
    return this.pin(t);
  }

  addressOfGlobal(object: number): bigint {
    return BigInt(this.program.objects[object]?.address ?? 0);
  }

  nameValue(value: Term): Term {
    return value;
  }

  readonly fail: Host<Followed, Place>["fail"] = (_path, _property, kind, when, _message, harmless = false) => {
    if (harmless && !this.checksOverflow) return;
    if (!this.decide(when)) return;
    if (harmless) this.#overflows++;
    else throw new Fault(kind, "");
  };

  takeChoice(count: number): number {
    const value = this.state.takeChoice(count);
    this.#choices.push(value);
    this.decisions.push({ kind: "choice", count, is: value });
    return value;
  }

  // ---- steps

  touch(address: number, size: number, writes: boolean): void {
    const key = `${address}:${size}`;
    if (writes || !this.#touches.has(key)) this.#touches.set(key, { address, size, writes });
  }

  /** The section that is the step ends: what is decided from here on decides nothing that it touches. */
  closeSection(): void {
    this.#touchingConditions ??= this.#guard.size;
  }

  useGrant(): void {
    if (this.go > 0) this.go--;
  }
}

/** What a step depends on of an object that is there. */
export const describeObject = (o: MemoryObject | null): string =>
  o === null ? "" : `${o.address} ${o.size} ${o.kind} ${o.live} ${o.isPrivate} ${o.constant}`;

const alwaysSteps: ReadonlySet<Operation["op"]> = new Set([
  "stack-end",
  "heap-free",
  "heap-size",
  "long-jump",
  "thread-start",
  "process-end",
  "error",
  "unsupported",
]);

/** The number of the operation at which a frame stands, terminators counted; of a caller, that of its call. */
function numberOf({ body, block, index }: StepFrame, isCaller: boolean): number {
  let k = index - (isCaller ? 1 : 0);
  for (let b = 0; b < block; b++) k += (body.blocks[b] as FunctionBody["blocks"][number]).operations.length + 1;
  return k;
}
