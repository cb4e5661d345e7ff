// Calls and jumps: from what generated code names (a function's number, an address, a buffer) to the frame that continues. Functions are compiled
// when they are first called. A call that does not match the definition, as old C without prototypes makes them, has its arguments laid out
// again.

import { findCallMismatch } from "../analysis/call-mismatch.ts";
import { findLiveRegisters } from "../analysis/liveness.ts";
import type { Operation, Scalar } from "../program/operations.ts";
import { codeBase, codeStride, findOperation } from "../program/program.ts";
import { toNumber } from "./address.ts";
import { assignSlots, slotCount } from "./compile/emitter.ts";
import { type CodeParts, compileFunction } from "./compile/function.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import { Unmodelled } from "./errors.ts";
import { Fault } from "./fault.ts";
import { allWritten } from "./region.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";

/** Marks a buffer that setjmp has filled. */
export const jumpMark = 0x6a6d7021;

export class Calls {
  readonly code: (CompiledFunction | undefined)[];
  /** The call just entered does not match the definition. */
  mismatch = false;
  /** By caller, call and callee. */
  readonly #mismatches = new Map<string, string | null>();

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    /** What generated code calls. */
    readonly parts: () => CodeParts,
  ) {
    this.code = run.code;
  }

  compiled(id: number): CompiledFunction {
    let f = this.code[id];
    if (f === undefined) {
      const source = this.run.program.functions[id];
      if (source === undefined) throw new Fault("invalid-call", "the pointer does not point to a function");
      if (source.external && this.run.options.unknownCalls === "stop") throw new Unmodelled({ kind: "unmodelled-call" }, source.name);
      f = compileFunction(source, this.run.program, this.parts(), {
        overflow: this.run.options.properties.has("overflow"),
        notesBlocks: this.run.options.notesBlocks ?? false,
        stopsAtLines: this.run.options.stopsAtLines ?? false,
        tracksHeap: this.run.options.tracksHeap ?? false,
      });
      this.code[id] = f;
    }
    return f;
  }

  direct(_t: Thread, k: number, id: number): CompiledFunction {
    const f = this.code[id];
    if (f !== undefined) return f;
    this.step.at = k;
    return this.compiled(id);
  }

  indirect(t: Thread, k: number, low: number, high: number): CompiledFunction {
    const address = toNumber(low, high);
    const id = (address - codeBase) / codeStride;
    this.step.at = k;
    if (address < 4096) throw new Fault("null-dereference", "call through a null pointer");
    if (!Number.isInteger(id) || id < 0 || id >= this.run.program.functions.length)
      throw new Fault("invalid-call", "the pointer does not point to a function");
    return this.direct(t, k, id);
  }

  /** Opens the callee's frame and returns its base, where the generated code puts the arguments. */
  enter(
    t: Thread,
    k: number,
    callee: CompiledFunction,
    variadicLow: number,
    variadicHigh: number,
    signature: number,
    argumentSlots: number,
  ): number {
    this.step.at = k;
    this.mismatch = callee.signature !== signature;
    if (this.mismatch) this.#checkFit(t.fn, k, callee);
    return t.push(callee, variadicLow, variadicHigh, argumentSlots);
  }

  /** The call does not match the definition: is anything used that it does not give? */
  #checkFit(caller: CompiledFunction, k: number, callee: CompiledFunction): void {
    const key = `${caller.id} ${k} ${callee.id}`;
    let mismatch = this.#mismatches.get(key);
    if (mismatch === undefined) {
      const { body, library } = caller;
      const call = caller.operations[k] as Operation & { op: "call" };
      mismatch = findCallMismatch({ call, body, operation: k, library }, callee.body, (b) => findLiveRegisters(b, false));
      this.#mismatches.set(key, mismatch);
    }
    if (mismatch !== null) throw new Unmodelled({ kind: "unsupported", what: "construct" }, `a call to ${callee.name} ${mismatch}`);
  }

  /** The call does not match the definition: converts the arguments. */
  adapt(t: Thread, k: number): void {
    this.mismatch = false;
    const caller = this.code[t.frameAt(t.depth - 1).function] as CompiledFunction;
    adaptArguments(t, (caller.operations[k] as Operation & { op: "call" }).argTypes);
  }

  setJump(t: Thread, _k: number, low: number, high: number, position: number): void {
    const { memory } = this.run;
    const offset = memory.check(low, high, 16);
    const token = Int32Array.of(t.index + 1, t.serial, position, jumpMark);
    this.#touchBuffer(offset, true);
    const before = new Int32Array(memory.readRange(offset, 16).bytes.buffer);
    if (!memory.object.isPrivate && !this.step.probing && token.some((n, i) => n !== before[i])) this.run.version++;
    memory.writeRange(offset, allWritten(new Uint8Array(token.buffer)));
  }

  /** Another thread may use the same buffer: then the order of the steps matters. */
  #touchBuffer(offset: number, writes: boolean): void {
    const { run, step } = this;
    const o = run.memory.object;
    if (!o.isPrivate) step.footprint?.add(o.address + offset - o.start, 16, writes);
  }

  longJump(t: Thread, k: number, low: number, high: number, value: number): void {
    this.step.at = k;
    const offset = this.run.memory.check(low, high, 16);
    this.#touchBuffer(offset, false);
    const [owner, serial, position, mark] = new Int32Array(this.run.memory.readRange(offset, 16).bytes.buffer);
    let level = t.depth;
    while (level >= 0 && t.frameAt(level).serial !== serial) level--;
    if (mark !== jumpMark || owner !== t.index + 1 || level < 0)
      throw new Fault("invalid-argument", "longjmp to a place that no longer exists");
    const { depth } = t;
    while (t.depth > level) t.pop(this.code);
    t.pc = position as number;
    t.jumpValue = value === 0 ? 1 : value;
    if (this.step.blocks === null || this.step.probing) return;
    const to = t.fn.operationAt[t.pc] as number;
    this.step.blocks.enter(t, t.fn.id, findOperation(t.fn.body, to).block, { depth, operation: k, to });
  }
}

/** The current frame holds arguments laid out for `given`; lays them out for the function's own parameters. */
function adaptArguments(t: Thread, given: readonly Scalar[]): void {
  const { slots } = assignSlots(given);
  const values = given.map((type, i) =>
    Array.from({ length: slotCount(type) }, (_, k) => t.registers[t.base + (slots[i] as number) + k] as number),
  );
  t.fn.params.forEach((param, i) => {
    const value = values[i] ?? [];
    const from = given[i];
    const size = slotCount(param.type);
    const negative = from?.kind === "int" && from.bits === 32 && (value[0] as number) < 0;
    for (let k = 0; k < size; k++) t.registers[t.base + param.slot + k] = value[k] ?? (negative && value.length > 0 ? -1 : 0);
    if (param.type.kind === "int" && param.type.bits < 32) {
      const at = t.base + param.slot;
      t.registers[at] = (t.registers[at] as number) & (2 ** param.type.bits - 1);
    }
  });
}
