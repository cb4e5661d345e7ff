// A state of the machine, as the follower of a step sees it. In: a machine that stands before the step, and what the step was observed to be given. Out: values as they
// are there; objects that begin are those that the executor has made.

import { addressFreedoms } from "../execution/freedoms.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import { carriedMark, partMark, type Region } from "../execution/region.ts";
import type { Thread } from "../execution/thread.ts";
import type { Operation } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { append } from "../support/lists.ts";
import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import type { Registers } from "./host.ts";
import { pointerTo } from "./instance.ts";
import { type InputValue, inOrder, StateAtHand, type StateVariables } from "./state-variables.ts";
import type { FrameHost, ObjectSpec, StepState } from "./step-state.ts";
import { FollowedThread } from "./step-thread.ts";
import { Unsupported } from "./unsupported.ts";

/** What a step was given when it was executed. */
export interface Observed {
  /** Objects, in the order in which they begin. */
  readonly begun: readonly MemoryObject[];
  readonly choices: readonly number[];
  readonly inputs: readonly InputValue[];
  /** What unwritten memory holds was given as well; absent: it holds the fill. */
  readonly saysUnwritten?: boolean;
}

export class MachineState implements StepState {
  /** The machine has executed the step. */
  readonly maxOperations = Number.POSITIVE_INFINITY;
  /** Words that the step computes with; only if they are not fixed. */
  readonly words: Term[] = [];
  readonly #evaluator: Evaluator;
  #begun = 0;
  #choices = 0;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly thread: Thread,
    readonly observed: Observed,
    readonly fixesAddresses = true,
  ) {
    this.#evaluator = new Evaluator(new StateAtHand(machine, variables, inOrder(observed.inputs)));
  }

  noteAddress(): void {
    for (const f of addressFreedoms) this.machine.met.add(f);
  }

  noteWords(words: readonly Term[]): void {
    append(this.words, words);
  }

  get copiedMarks(): number[] | null {
    const { bytes, written, holes } = this.thread.transfer;
    if (written === null) return null;
    return Array.from(bytes, (_, i) => (written[i] === partMark ? withHoles(holes?.[i] ?? 0) : (written[i] as number)));
  }

  get carriesUnwritten(): boolean {
    return this.observed.saysUnwritten === true;
  }

  get threadCount(): number {
    return this.machine.threads.length;
  }

  get isAtLine(): boolean {
    return this.thread.fn.isLine[this.thread.pc] ?? false;
  }

  open(host: FrameHost): FollowedThread {
    const { thread: t, machine, variables } = this;
    const self = pointerTo(host, (BigInt(t.selfHigh >>> 0) << 32n) | BigInt(t.selfLow >>> 0));
    const followed = new FollowedThread(t.index, self, t.locals);
    append(followed.stack, t.stack);
    followed.sectionDepth = t.sectionDepth;
    followed.nextSerial = t.nextSerial;
    for (let level = 0; level <= t.depth; level++) {
      const at = t.frameAt(level);
      const fn = machine.code[at.function];
      if (fn === undefined) throw new Error("a frame of a function that was never compiled");
      const registers: Registers = variables.registersOf(t.index, level, fn.body, fn.slots);
      const k = fn.operationAt[at.pc] ?? 0;
      const { block, index } = placeOf(fn.body, level < t.depth ? k + 1 : k);
      const caller = followed.frames.at(-1);
      followed.frames.push({
        ...host.frameOf(at.function),
        variadic: pointerTo(host, (BigInt(at.variadicHigh >>> 0) << 32n) | BigInt(at.variadicLow >>> 0)),
        registers,
        block,
        index,
        mark: at.stackMark,
        serial: at.serial,
        call: caller === undefined ? null : (caller.body.blocks[caller.block]?.operations[caller.index - 1] as Operation & { op: "call" }),
      });
    }
    return followed;
  }

  valueOf(t: Term): bigint {
    return this.#evaluator.value(t);
  }

  objectAt(address: number): MemoryObject | null {
    return this.machine.memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
  }

  isLive(o: MemoryObject): boolean {
    return o.live;
  }

  markOf({ region, start }: MemoryObject, offset: number): number {
    return markAt(region, start + offset);
  }

  noteUnwritten(): void {}

  takeUnwritten(thread: number, n: number, bits: number): "all" | "fill" | null {
    if (this.observed.saysUnwritten !== true) return null;
    let taken = 0;
    const given = this.observed.inputs.find((i) => i.thread === thread && taken++ === n);
    if (given?.isUnwritten !== true || given.bits !== bits) throw new Unsupported("a read of unwritten memory that was not observed");
    return given.isCovered === true ? "all" : "fill";
  }

  noteTolerantRead(): void {}

  noteFreedom(): void {}

  begin(_: FollowedThread, { size }: ObjectSpec): MemoryObject {
    const object = this.observed.begun[this.#begun++];
    if (object === undefined) throw new Error("an object that begins was not observed");
    if (object.size !== size) throw new Error("another object was observed");
    return object;
  }

  end(): void {}

  takeChoice(count: number): number {
    const value = this.observed.choices[this.#choices++];
    if (value === undefined || value >= count) throw new Unsupported("a choice that was not observed");
    return value;
  }
}

export const isWritten = (mark: number): boolean => mark !== 0 && mark !== carriedMark && mark !== partMark;

/** The mark of a byte (`Region.written`); of one that is written in part, with its unwritten bits above it. */
export function markAt({ written, holes }: Region, at: number): number {
  const mark = written === null ? 1 : (written[at] as number);
  return mark === partMark ? withHoles(holes?.[at] ?? 0) : mark;
}

export const withHoles = (bits: number): number => partMark | (bits << 8);

/** The marks of some bytes as one value; 1: all are written. */
export const marksText = (marks: readonly number[]): string | number => (marks.every((m) => m === 1) ? 1 : marks.join());

/** The block of an operation that is known by its number, and its index there. */
export function placeOf({ blocks }: FunctionBody, k: number): { block: number; index: number } {
  let rest = k;
  for (const [block, { operations }] of blocks.entries()) {
    if (rest <= operations.length) return { block, index: rest };
    rest -= operations.length + 1;
  }
  throw new Error(`a function has no operation ${k}`);
}
