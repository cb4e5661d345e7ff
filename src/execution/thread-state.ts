// A thread's part of the state as a vector of integers: everything that decides what it does next, but for memory. Two threads with
// equal vectors in equal memory behave alike. Which fields it consists of is said in thread-fields.ts; frames are written here, without the
// dead registers (analysis/liveness.ts).

import type { Register, Scalar } from "../program/operations.ts";
import type { IntVector } from "../support/vector-table.ts";
import { slotCount } from "./compile/emitter.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import type { RunState } from "./run-state.ts";
import type { FindLive } from "./spin-policy.ts";
import type { Thread } from "./thread.ts";
import { type TextNumbers, writeIdentity, writeLocks, writeProgress } from "./thread-fields.ts";

interface KnownFunction {
  readonly live: ReturnType<FindLive> | null;
  /** Position → slots that are live there; undefined: not yet asked. */
  readonly slots: (readonly number[] | undefined)[];
}

export class ThreadStates implements TextNumbers {
  /** By the function's id. */
  readonly #known: (KnownFunction | undefined)[] = [];
  readonly #texts = new Map<string, number>();
  #jumps = false;

  /** `findLive` null: all registers count (a search for leaks looks at every one of them). */
  constructor(
    readonly run: RunState,
    readonly findLive: FindLive | null,
  ) {}

  write(t: Thread, out: IntVector): void {
    writeIdentity(t, out, this);
    if (t.status === "finished" && this.findLive !== null) writeLocks(t, out);
    else this.writeOwn(t, out);
  }

  /** The same for one and the same thread, as long as it can continue. */
  writeOwn(t: Thread, out: IntVector): void {
    writeLocks(t, out);
    writeProgress(t, out, this);
    for (let level = 0; level <= t.depth; level++) this.#writeFrame(t, level, out);
  }

  #writeFrame(t: Thread, level: number, out: IntVector): void {
    const isCurrent = level === t.depth;
    const fn = isCurrent ? t.fn : (this.run.code[t.functionAt(level)] as CompiledFunction);
    const pc = isCurrent ? t.pc : t.returnPoint(level);
    const base = isCurrent ? t.base : t.baseAt(level);
    const slots = this.#slotsAt(fn, pc, !isCurrent);
    out.push(fn.id);
    out.push(pc);
    t.writeMarks(level, this.#jumps, out);
    const { registers } = t;
    for (let i = 0; i < slots.length; i++) out.push(registers[base + (slots[i] as number)] as number);
  }

  #slotsAt(fn: CompiledFunction, pc: number, isCalling: boolean): readonly number[] {
    let known = this.#known[fn.id];
    if (known === undefined) {
      known = { live: this.findLive?.(fn.body) ?? null, slots: [] };
      this.#known[fn.id] = known;
      // From the first set-jump on, the numbers of frames matter.
      this.#jumps ||= fn.operations.some((o) => o.op === "set-jump");
    }
    let slots = known.slots[pc];
    if (slots === undefined) {
      const k = fn.operationAt[pc];
      const { live } = known;
      slots =
        live === null || k === undefined
          ? Array.from({ length: fn.frameSize }, (_, s) => s)
          : (isCalling ? live.after(k) : live.before(k)).flatMap((r) => slotsOf(fn, r));
      known.slots[pc] = slots;
    }
    return slots;
  }

  /** A number for a text: the same text, the same number. */
  numberOf(text: string): number {
    let n = this.#texts.get(text);
    if (n === undefined) {
      n = this.#texts.size + 1;
      this.#texts.set(text, n);
    }
    return n;
  }
}

function slotsOf(fn: CompiledFunction, register: Register): number[] {
  const first = fn.slots[register] as number;
  if (first < 0) return []; // lives within one segment of code: never across steps
  return Array.from({ length: slotCount(fn.body.registers[register] as Scalar) }, (_, i) => first + i);
}
