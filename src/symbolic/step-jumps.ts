// `setjmp` and `longjmp` in one step. In: one of the two. Out: a buffer that names the frame, as the executor's does; or the frame to which the thread returns, which the buffer at hand names. What it holds goes into the guard.
//
// A buffer names its frame by a number: the thread counts its calls. So these numbers are part of the control, in programs that use `setjmp` (control-points.ts), and of no formula.

import { jumpMark } from "../execution/calls.ts";
import { Fault } from "../execution/fault.ts";
import type { Operation } from "../program/operations.ts";
import type { Followed, Following } from "./following.ts";
import { placeOf } from "./machine-state.ts";
import type { Place } from "./step-memory.ts";
import type { StepFrame } from "./step-thread.ts";
import { Unsupported } from "./unsupported.ts";

type Of<K extends Operation["op"]> = Operation & { op: K };

const bufferBytes = 16;

export class StepJumps {
  constructor(readonly step: Following) {}

  set(at: Followed, o: Of<"set-jump">): void {
    const { step } = this;
    const { terms, machine, current } = step;
    const { serial, body, function: id, block } = at.frame;
    // Where a machine stops at lines, it may do so in the middle of a jump.
    if (serial === null || machine.options.stopsAtLines) throw new Unsupported("setjmp");
    const { operations } = body.blocks[block] as (typeof body.blocks)[number];
    let operation = operations.indexOf(o);
    for (let b = 0; b < block; b++) operation += (body.blocks[b]?.operations.length ?? 0) + 1;
    const position = machine.calls.compiled(id).operationAt.lastIndexOf(operation);
    const { object, offset } = this.#touch(step.memory.locate(at.path, at.operand(o.buffer), null, bufferBytes), true);
    for (const [i, word] of [current.index + 1, serial, position, jumpMark].entries())
      step.memory.put(object, offset + 4 * i, 4, terms.constant(BigInt.asUintN(32, BigInt(word)), 32));
    at.set(o.to, terms.constant(0n, at.bitsOf(o.to)));
  }

  jump(at: Followed, o: Of<"long-jump">): void {
    const { step } = this;
    const { terms, current } = step;
    const { frames, nextSerial } = current;
    if (nextSerial === null || step.machine.options.stopsAtLines) throw new Unsupported("longjmp");
    const place = this.#touch(step.memory.locate(at.path, at.operand(o.buffer), null, bufferBytes), false);
    const value = at.operand(o.value);
    const [owner, serial, position, mark] = [0, 4, 8, 12].map((from) =>
      Number(BigInt.asIntN(32, step.pin(step.memory.peek(place, from, 4)))),
    );
    const level = frames.findLastIndex((f) => f.serial === serial);
    if (mark !== jumpMark || owner !== current.index + 1 || level < 0) throw new Fault("invalid-argument", "");
    while (frames.length - 1 > level) {
      step.lifetimes.releaseTo((frames.at(-1) as StepFrame).mark);
      frames.pop();
    }
    const frame = frames[level] as StepFrame;
    const operation = step.machine.code[frame.function]?.operationAt[position as number];
    const to = operation === undefined ? null : placeOf(frame.body, operation);
    const set = to === null ? undefined : frame.body.blocks[to.block]?.operations[to.index];
    if (to === null || set?.op !== "set-jump") throw new Unsupported("a longjmp with a buffer that setjmp has not filled");
    frame.block = to.block;
    frame.index = to.index + 1;
    const zero = terms.constant(0n, value.width);
    frame.registers[set.to] = terms.ite(terms.eq(value, zero), terms.constant(1n, value.width), value);
  }

  #touch(place: Place, writes: boolean): Place {
    const { object, offset } = place;
    if (!object.isPrivate) this.step.touch(object.address + offset, bufferBytes, writes);
    return place;
  }
}
