// The effects of code: what it may do besides computing. In: a program. Out: the effects of a function, or of some blocks of one, through calls
// (FUSION, section 5.1: the write-variables of the side that was not taken; here also everything else that side may do).
//
// Every answer is an over-approximation: what is not listed cannot happen. What code does to the locals of the functions it calls is included.

import type { ErrorKind, Operation, Terminator } from "../../program/operations.ts";
import type { Program } from "../../program/program.ts";
import type { Tick } from "../../support/limits.ts";
import type { Context, FunctionInstance } from "../points-to/instances.ts";
import { PointsTo } from "../points-to/points-to.ts";
import { addEffects } from "./operations.ts";
import { neverReturns, onlyEndsProcess } from "./process-end.ts";
import { Touched } from "./touched.ts";

/** How control may leave code other than at its end: it returns, jumps out of the function, ends its thread, or ends the process. */
export type Departure = "return" | "long-jump" | "thread-exit" | "process-end";

export interface Effects {
  readonly writes: Touched;
  readonly reads: Touched;
  readonly frees: Touched;
  /** Errors that it may report. */
  readonly fails: ReadonlySet<ErrorKind>;
  readonly leaves: ReadonlySet<Departure>;
  /** It may have to wait for another thread. */
  readonly blocks: boolean;
  /** An assumption may stop its thread. */
  readonly assumes: boolean;
  readonly startsThread: boolean;
  /** It makes objects on the heap, or locals that other threads may access. */
  readonly allocates: boolean;
  /** It asks for an input or a choice. */
  readonly asks: boolean;
  /** It compares addresses, or computes numbers from them: what it does may depend on where objects are placed. */
  readonly observesAddresses: boolean;
  /** It makes atomic accesses. */
  readonly atomics: boolean;
  /** It begins or ends atomic sections, orders threads, takes or releases what the library calls a lock. */
  readonly synchronises: boolean;
  /** It calls something that has no model, or is not supported. */
  readonly unmodelled: boolean;
}

/** Effects while they are collected. */
export class EffectSet implements Effects {
  readonly writes = new Touched();
  readonly reads = new Touched();
  readonly frees = new Touched();
  readonly fails = new Set<ErrorKind>();
  readonly leaves = new Set<Departure>();
  blocks = false;
  assumes = false;
  startsThread = false;
  allocates = false;
  asks = false;
  observesAddresses = false;
  atomics = false;
  synchronises = false;
  unmodelled = false;

  /** Adds what a callee does; that it returns is not an effect of the call. Returns whether something is new. */
  addCall(other: EffectSet): boolean {
    const before = this.#count();
    const touched = [this.writes.addAll(other.writes), this.reads.addAll(other.reads), this.frees.addAll(other.frees)];
    for (const kind of other.fails) this.fails.add(kind);
    for (const how of other.leaves) if (how !== "return") this.leaves.add(how);
    this.blocks ||= other.blocks;
    this.assumes ||= other.assumes;
    this.startsThread ||= other.startsThread;
    this.allocates ||= other.allocates;
    this.asks ||= other.asks;
    this.observesAddresses ||= other.observesAddresses;
    this.atomics ||= other.atomics;
    this.synchronises ||= other.synchronises;
    this.unmodelled ||= other.unmodelled;
    return touched.includes(true) || this.#count() !== before;
  }

  #count(): number {
    const { blocks, assumes, startsThread, allocates, asks, observesAddresses, atomics, synchronises, unmodelled } = this;
    const flags = [blocks, assumes, startsThread, allocates, asks, observesAddresses, atomics, synchronises, unmodelled];
    return this.fails.size + this.leaves.size + flags.filter((f) => f).length;
  }
}

export class ProgramEffects {
  readonly pointsTo: PointsTo;
  /** By instance. */
  readonly #functions: EffectSet[] = [];
  readonly #regions = new Map<string, Effects>();
  readonly #endsProcess = new Map<FunctionInstance, boolean>();

  /** Throws `LimitReached` if `tick` does. */
  constructor(
    readonly program: Program,
    tick: Tick,
  ) {
    this.pointsTo = new PointsTo(program, tick);
    if (this.pointsTo.isTooLarge) return;
    const { all } = this.pointsTo.instances;
    const callers: Set<FunctionInstance>[] = all.map(() => new Set());
    for (const f of all) {
      tick();
      const own = new EffectSet();
      this.#addBlocks(own, f, null, false);
      this.#functions[f.id] = own;
      for (const [k, callees] of f.calls) if (!startsThread(f, k)) for (const c of callees) (callers[c.id] as Set<FunctionInstance>).add(f);
    }
    const work = new Set(all);
    for (const f of work) {
      tick();
      work.delete(f);
      const effects = this.#functions[f.id] as EffectSet;
      for (const caller of callers[f.id] as Set<FunctionInstance>)
        if ((this.#functions[caller.id] as EffectSet).addCall(effects)) work.add(caller);
    }
  }

  /** The effects of a function in a context. Null: it is never called there, or the program is too large. */
  ofFunction(id: number, context: Context): Effects | null {
    const instance = this.#instance(id, context);
    return instance === undefined ? null : (this.#functions[instance.id] as Effects);
  }

  /** The effects of some blocks of a function. Null: the function is never called in this context. */
  ofBlocks(id: number, context: Context, blocks: ReadonlySet<number>): Effects | null {
    const instance = this.#instance(id, context);
    if (instance === undefined) return null;
    const key = `${instance.id} ${[...blocks].sort((a, b) => a - b).join()}`;
    let effects = this.#regions.get(key);
    if (effects === undefined) {
      const found = new EffectSet();
      this.#addBlocks(found, instance, blocks, true);
      effects = found;
      this.#regions.set(key, effects);
    }
    return effects;
  }

  /**
   * The effects of some blocks, where ending the process counts as that only: what `exit` looks at is not among them, unless it runs code of the program.
   * Null: the function is never called in this context.
   */
  untilEnd(id: number, context: Context, blocks: ReadonlySet<number>): Effects | null {
    const all = this.ofBlocks(id, context, blocks);
    const instance = this.#instance(id, context);
    if (instance === undefined || all === null || !all.leaves.has("process-end")) return all;
    const found = new EffectSet();
    const seen = new Set<FunctionInstance>();
    const enter = (f: FunctionInstance, some: ReadonlySet<number> | null): void => {
      const own = some === null ? new EffectSet() : found;
      for (const callee of this.#addBlocks(own, f, some, false)) {
        if (this.#isEnd(callee)) own.leaves.add("process-end");
        else if (!seen.has(callee)) {
          seen.add(callee);
          enter(callee, null);
        }
      }
      if (some === null) found.addCall(own);
    };
    enter(instance, blocks);
    return found;
  }

  /** Whether the function ends the process, and does nothing else that matters. */
  endsProcess(id: number, context: Context): boolean {
    const instance = this.#instance(id, context);
    return instance !== undefined && this.#isEnd(instance);
  }

  #isEnd(f: FunctionInstance): boolean {
    let ends = this.#endsProcess.get(f);
    if (ends === undefined) {
      ends = onlyEndsProcess(this.pointsTo, f);
      this.#endsProcess.set(f, ends);
    }
    return ends;
  }

  #instance(id: number, context: Context): FunctionInstance | undefined {
    return this.pointsTo.isTooLarge ? undefined : this.pointsTo.instance(id, context);
  }

  /** Adds the effects of blocks (null: all); with or without those of the functions they call, which it returns. */
  #addBlocks(into: EffectSet, f: FunctionInstance, blocks: ReadonlySet<number> | null, withCalls: boolean): ReadonlySet<FunctionInstance> {
    const called = new Set<FunctionInstance>();
    if (f.body === null || f.function.external) into.unmodelled = true;
    let k = 0;
    for (const [b, { operations, terminator }] of (f.body?.blocks ?? []).entries()) {
      let isReached = blocks === null || blocks.has(b);
      for (const o of [...operations, terminator]) {
        if (isReached) isReached = this.#addOne(into, f, o, k, withCalls, called);
        k++;
      }
    }
    return called;
  }

  /** Returns whether control may pass the operation. */
  #addOne(
    into: EffectSet,
    f: FunctionInstance,
    o: Operation | Terminator,
    k: number,
    withCalls: boolean,
    called: Set<FunctionInstance>,
  ): boolean {
    addEffects(into, this.pointsTo, f, o);
    if (o.op !== "call") return o.op !== "process-end";
    const callees = [...(f.calls.get(k) ?? [])];
    for (const callee of callees) {
      called.add(callee);
      if (withCalls) into.addCall(this.#functions[callee.id] as EffectSet);
    }
    return o.callee.kind !== "function" || callees.length === 0 || !callees.every(neverReturns);
  }
}

/** Those of the last program: a check asks again for every formula. */
let last: ProgramEffects | null = null;

/** Throws `LimitReached` if `tick` does. */
export function effectsOf(program: Program, tick: Tick): ProgramEffects {
  if (last?.program !== program) last = new ProgramEffects(program, tick);
  return last;
}

/** Whether operation `k` of a function starts a thread: what that does is not what the function does. */
function startsThread({ body }: FunctionInstance, k: number): boolean {
  let first = 0;
  for (const { operations } of body?.blocks ?? []) {
    if (k < first + operations.length) return operations[k - first]?.op === "thread-start";
    first += operations.length + 1;
  }
  return false;
}
