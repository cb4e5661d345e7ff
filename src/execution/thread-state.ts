// A thread's part of the state as a vector of integers: everything that decides what it does next, but for memory. Two threads with
// equal vectors in equal memory behave alike. Left out is what only reports show (labels, counters of calls and objects)
// and every register whose value cannot matter any more (analysis/liveness.ts).

import type { Register, Scalar } from "../program/operations.ts";
import type { IntVector } from "../support/vector-table.ts";
import { slotCount } from "./compile/emitter.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import { imageOf } from "./region.ts";
import type { RunState } from "./run-state.ts";
import type { FindLive } from "./spin-policy.ts";
import type { Thread } from "./thread.ts";

interface KnownFunction {
  readonly live: ReturnType<FindLive> | null;
  /** Position → slots that matter there, as far as that was asked. */
  readonly slots: (readonly number[] | undefined)[];
}

const statusNumbers = { running: 0, finished: 1, "assume-blocked": 2, spinning: 3, cut: 4 } as const;

export class ThreadStates {
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
    out.push(this.numberOf(t.name));
    out.push(t.index); // programs see it: the library's locks hold it
    out.push(statusNumbers[t.status]);
    if (t.status === "finished" && this.findLive !== null) {
      writeLocks(t, out); // they were never released
      return;
    }
    out.push(t.selfLow);
    out.push(t.selfHigh);
    this.writeProgress(t, out);
  }

  /** What may change as long as the thread can continue. */
  writeProgress(t: Thread, out: IntVector): void {
    out.push(t.children);
    out.push(t.shared.index);
    out.push(t.sectionDepth);
    out.push(t.userSection ? 1 : 0);
    out.push(t.jumpValue);
    writeLocks(t, out);
    out.push(t.stack.length);
    for (const o of t.stack) {
      out.push(o.region.index);
      out.push(o.start);
    }
    for (let n = 0; n < t.locals.length; n++) {
      const address = t.locals[n] as number;
      if (address === 0) continue;
      out.push(n);
      out.push(address | 0);
      out.push(Math.floor(address / 2 ** 32));
    }
    out.push(-1);
    this.#writeOpen(t, out);
    for (let level = 0; level <= t.depth; level++) this.#writeFrame(t, level, out);
  }

  /** What is open between two of its steps: an error to be raised, a copy half done. */
  #writeOpen(t: Thread, out: IntVector): void {
    const fault = t.pendingFault;
    if (fault === null) out.push(0);
    else {
      out.push(
        this.numberOf(String((fault.error as { message?: string; what?: string }).message ?? (fault.error as { what?: string }).what)),
      );
      out.push(this.numberOf(String((fault.error as { kind?: string; code?: string }).kind ?? (fault.error as { code?: string }).code)));
      out.push(fault.at);
    }
    if (fault === null && t.pendingOperation !== "copy-out") return;
    out.push(t.transfer.bytes.length);
    for (let i = 0; i < t.transfer.bytes.length; i++) out.push(imageOf(t.transfer, i));
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
      // From the first set-jump on, which frame is which matters.
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
  if (first < 0) return []; // lives within one stretch of code: never across steps
  return Array.from({ length: slotCount(fn.body.registers[register] as Scalar) }, (_, i) => first + i);
}

function writeLocks({ locks }: Thread, out: IntVector): void {
  out.push(locks.length);
  for (const { object, mode } of locks) {
    out.push(object | 0);
    out.push(Math.floor(object / 2 ** 32));
    out.push(mode);
  }
}
