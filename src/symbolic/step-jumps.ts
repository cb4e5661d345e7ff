// `setjmp` and `longjmp` in one step. In: one of the two. Out: a buffer that names the frame, as the executor's does; or the frame to which the thread returns, which the buffer at hand names. What it holds goes into the guard.
//
// A buffer names its frame by a number: the thread counts its calls. So these numbers are part of the control, in programs that use `setjmp` (control-points.ts), and of no formula.

import { jumpMark } from "../execution/calls.ts";
import { Fault } from "../execution/fault.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Operation } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { placeOf } from "./machine-state.ts";
import type { FollowedThread, StepFrame } from "./step-thread.ts";
import { Unsupported } from "./unsupported.ts";

export const bufferBytes = 16;

interface Buffer {
  readonly object: MemoryObject;
  readonly offset: number;
}

/** The step that is followed (following.ts). */
interface JumpingStep {
  readonly terms: Terms;
  readonly machine: Machine;
  readonly current: FollowedThread;
  readonly memory: {
    put(object: MemoryObject, offset: number, size: number, value: Term): void;
    peek(object: MemoryObject, offset: number, size: number): Term;
  };
  readonly lifetimes: { releaseTo(mark: number): void };
  pin(t: Term): bigint;
  touch(address: number, size: number, writes: boolean): void;
}

export class StepJumps {
  constructor(readonly step: JumpingStep) {}

  /** Fills a buffer with the name of a place in a frame. */
  set({ serial, body, function: id, block }: StepFrame, o: Operation & { op: "set-jump" }, { object, offset }: Buffer): void {
    const { terms, machine, current, memory } = this.step;
    // Where a machine stops at lines, it may do so in the middle of a jump.
    if (serial === null || machine.options.stopsAtLines) throw new Unsupported("setjmp");
    this.#touch({ object, offset }, true);
    let operation = body.blocks[block]?.operations.indexOf(o) as number;
    for (let b = 0; b < block; b++) operation += (body.blocks[b]?.operations.length ?? 0) + 1;
    const position = machine.calls.compiled(id).operationAt.lastIndexOf(operation);
    for (const [i, word] of [current.index + 1, serial, position, jumpMark].entries())
      memory.put(object, offset + 4 * i, 4, terms.constant(BigInt.asUintN(32, BigInt(word)), 32));
  }

  /** Returns to the place that a buffer names, where `setjmp` gives this value, or 1 for 0. */
  jump({ object, offset }: Buffer, value: Term): void {
    const { step } = this;
    const { terms, machine } = step;
    const { frames, nextSerial, index } = step.current;
    if (nextSerial === null || machine.options.stopsAtLines) throw new Unsupported("longjmp");
    this.#touch({ object, offset }, false);
    const word = (from: number): number => Number(BigInt.asIntN(32, step.pin(step.memory.peek(object, offset + from, 4))));
    const [owner, serial, position, mark] = [word(0), word(4), word(8), word(12)];
    const level = frames.findLastIndex((f) => f.serial === serial);
    if (mark !== jumpMark || owner !== index + 1 || level < 0) throw new Fault("invalid-argument", "");
    while (frames.length - 1 > level) {
      step.lifetimes.releaseTo((frames.at(-1) as StepFrame).mark);
      frames.pop();
    }
    const frame = frames[level] as StepFrame;
    const operation = machine.code[frame.function]?.operationAt[position];
    const to = operation === undefined ? null : placeOf(frame.body, operation);
    const set = to === null ? undefined : frame.body.blocks[to.block]?.operations[to.index];
    if (to === null || set?.op !== "set-jump") throw new Unsupported("a longjmp with a buffer that setjmp has not filled");
    frame.block = to.block;
    frame.index = to.index + 1;
    const zero = terms.constant(0n, value.width);
    frame.registers[set.to] = terms.ite(terms.eq(value, zero), terms.constant(1n, value.width), value);
  }

  #touch({ object, offset }: Buffer, writes: boolean): void {
    if (!object.isPrivate) this.step.touch(object.address + offset, bufferBytes, writes);
  }
}
