// What generated code does to memory: checked accesses, reported to the race detector and the recorder.

import { type FieldLoad, type MemoryOrder, type Operation, storeSize } from "../program/operations.ts";
import type { AccessKind } from "./access-event.ts";
import type { Addresses } from "./addresses.ts";
import { combine, combineBig } from "./atomic-updates.ts";
import { nothingSaid } from "./carried-bytes.ts";
import { strideOf } from "./compile/made-addresses.ts";
import { runtime } from "./compile/runtime.ts";
import type { Environment } from "./environment.ts";
import { Fault } from "./fault.ts";
import type { InputValues } from "./input-values.ts";
import type { MadeAddresses } from "./made-addresses.ts";
import type { Memory } from "./memory.ts";
import { describeObject } from "./memory-object.ts";
import { nameBytes } from "./names.ts";
import type { OracleQueries } from "./oracle-queries.ts";
import type { RaceDetector } from "./races.ts";
import { allWritten, carriedMark, guessedMark, isOpenMark, partMark, settledMark } from "./region.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";
import { nothingCopied } from "./thread-record.ts";
import { mayMatter, noteRace, noteUnwritten } from "./violations.ts";

/** Copies and fills of at least this many bytes check the limits first. */
export const largeBlock = 1 << 16;

/** The components that accesses report to, or ask. */
export interface AccessParts {
  readonly races: RaceDetector | null;
  readonly queries: OracleQueries;
  readonly environment: Environment;
  readonly addresses: Addresses;
  readonly madeAddresses: MadeAddresses | null;
  readonly inputValues: InputValues;
}

export class Accesses {
  readonly memory: Memory;
  exchanged = 0;
  /** The unwritten bits among the loaded neighbours of a bit-field: all of them, and the first 64 as two halves. */
  open = 0n;
  openLow = 0;
  openHigh = 0;

  readonly races: RaceDetector | null;
  readonly queries: OracleQueries;
  readonly environment: Environment;
  readonly addresses: Addresses;
  readonly madeAddresses: MadeAddresses | null;
  readonly inputValues: InputValues;

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    parts: AccessParts,
  ) {
    this.memory = run.memory;
    this.races = parts.races;
    this.queries = parts.queries;
    this.environment = parts.environment;
    this.addresses = parts.addresses;
    this.madeAddresses = parts.madeAddresses;
    this.inputValues = parts.inputValues;
  }

  /** Would another thread notice this access? Wild addresses count: the error is a step of its own. */
  isStep(low: number, high: number, read: boolean): boolean {
    const o = this.memory.objectAt(low, high);
    return o === null || !o.live || !(o.isPrivate || (read && o.constant));
  }

  /** `changes`: false for an update that writes the value it has read, which no thread notices (races aside). */
  #shared(
    t: Thread,
    k: number,
    kind: AccessKind,
    offset: number,
    size: number,
    low: number,
    high: number,
    changes = kind !== "read",
  ): void {
    const o = this.memory.object;
    if (o.isPrivate) return;
    if (o.constant) {
      if (kind === "read") return;
      throw new Fault("write-to-constant", `write to ${describeObject(o)}, which is constant`, null, o);
    }
    const { run, step, races } = this;
    if (step.go > 0) step.go--;
    step.stepAt(t, k);
    step.footprint?.add(o.address + offset - o.start, size, kind !== "read", kind);
    if (step.probing) return;
    run.sharedAccesses++;
    if (changes) run.version++;
    if (races === null && step.recorder === null) return;
    const order = this.#orderOf(t, k, kind);
    if (races !== null && o.kind !== "internal" && !(o.library && o.kind === "global")) {
      const continues = kind === "write" && t.accessAs?.continues === true && t.sectionDepth > 0;
      const other = races.access(t, o, offset, size, continues ? "update" : kind, order, k);
      if (other !== null) noteRace(run, t, k, o, races.contested, kind, order, other);
    }
    step.recorder?.access({ kind, object: o, offset: offset - o.start, size, low, high, order });
  }

  #orderOf(t: Thread, k: number, kind: AccessKind): MemoryOrder | null {
    if (t.sectionDepth > 0) return t.userSection ? "seq_cst" : t.accessAs === null ? "relaxed" : t.accessAs.order;
    const order = t.fn.orders[k] as MemoryOrder | null;
    if (order === null || kind !== "read") return order;
    const operation = t.fn.operations[k] as Operation;
    return operation.op === "compare-exchange" ? operation.failure : order;
  }

  load(t: Thread, k: number, low: number, high: number, size: number): number {
    const mem = this.memory;
    const offset = mem.check(low, high, size);
    let value = mem.read(size, offset);
    let top = mem.high;
    if (mem.sawUnwritten) {
      if (isIdle(t.fn.operations[k] as Load)) mem.sawUnwritten = false;
      else {
        value = this.readUnwritten(t, k, low, high, size);
        top = mem.high;
      }
    }
    this.#shared(t, k, "read", offset, size, value, top);
    mem.high = top;
    return value;
  }

  store(t: Thread, k: number, low: number, high: number, size: number, valueLow: number, valueHigh: number): void {
    const offset = this.memory.check(low, high, size);
    this.#shared(t, k, "write", offset, size, valueLow, valueHigh);
    this.memory.write(size, offset, valueLow, valueHigh);
  }

  update(t: Thread, k: number, low: number, high: number, size: number, valueLow: number, valueHigh: number): number {
    const mem = this.memory;
    const offset = mem.check(low, high, size);
    let old = mem.read(size, offset);
    if (mem.sawUnwritten) old = this.readUnwritten(t, k, low, high, size);
    const oldHigh = size > 4 ? mem.high : 0;
    const operation = t.fn.operations[k] as Operation & { op: "update" };
    const value = combine(operation.operator, operation.type.bits, old, oldHigh, valueLow, valueHigh);
    const { pointerBits } = this.run.program;
    if (8 * size >= pointerBits && !t.fn.library) {
      const { addresses } = this;
      if (8 * size === pointerBits) addresses.update(operation.operator, old, oldHigh, valueLow, valueHigh);
      else addresses.updateBig(operation.operator, runtime.big64(old, oldHigh), runtime.big64(valueLow, valueHigh));
    }
    const mask = size < 4 ? 2 ** (8 * size) - 1 : -1;
    const changes = (value & mask) !== (old & mask) || (size > 4 && runtime.high !== oldHigh);
    this.#shared(t, k, "update", offset, size, value, runtime.high, changes);
    const valueTop = runtime.high;
    mem.write(size, offset, value, valueTop);
    if (this.madeAddresses !== null) {
      const sources = operation.operator === "xchg" ? null : [runtime.big64(old, oldHigh), runtime.big64(valueLow, valueHigh)];
      this.#noteUpdate(t, k, low, high, sources, runtime.big64(value, valueTop));
    }
    mem.high = oldHigh;
    return old;
  }

  compareExchange(
    t: Thread,
    k: number,
    low: number,
    high: number,
    size: number,
    expectedLow: number,
    expectedHigh: number,
    valueLow: number,
    valueHigh: number,
  ): number {
    const mem = this.memory;
    const offset = mem.check(low, high, size);
    let old = mem.read(size, offset);
    if (mem.sawUnwritten) old = this.readUnwritten(t, k, low, high, size);
    const oldHigh = size > 4 ? mem.high : 0;
    const mask = size < 4 ? 2 ** (8 * size) - 1 : -1;
    const isSame = (old & mask) === (expectedLow & mask) && (size <= 4 || oldHigh === expectedHigh);
    const { pointerBits } = this.run.program;
    if (!isSame && 8 * size >= pointerBits && !t.fn.library) {
      const { addresses } = this;
      if (8 * size > pointerBits) addresses.differBig(runtime.big64(old, oldHigh), runtime.big64(expectedLow, expectedHigh));
      else if (addresses.near(old, oldHigh) && addresses.near(expectedLow, expectedHigh))
        addresses.differ(old, oldHigh, expectedLow, expectedHigh);
    }
    const equal = isSame && !this.#failsSpuriously(t, k);
    this.#shared(t, k, equal ? "update" : "read", offset, size, equal ? valueLow : old, equal ? valueHigh : oldHigh);
    if (equal) {
      mem.write(size, offset, valueLow, valueHigh);
      this.#noteUpdate(t, k, low, high, null, 0n);
    }
    this.exchanged = equal ? 1 : 0;
    mem.high = oldHigh;
    return old;
  }

  /** An atomic access has written a word: a copy of its operand, or (`sources`) computed from these. */
  #noteUpdate(t: Thread, k: number, low: number, high: number, sources: readonly bigint[] | null, value: bigint): void {
    const { madeAddresses } = this;
    if (madeAddresses === null) return;
    const { type } = t.fn.operations[k] as Operation & { op: "update" | "compare-exchange" };
    if (sources !== null && type.bits >= this.run.program.pointerBits) {
      madeAddresses.begin();
      if (type.kind === "int") for (const source of sources) madeAddresses.fromBig(source);
      madeAddresses.madeBig(t, k, value);
    }
    madeAddresses.wrote(t, k, low, high, storeSize(type), strideOf(type, this.run.program.pointerBits));
  }

  // ---- 128 bits

  #readBig(t: Thread, k: number, low: number, high: number, size: number): { offset: number; value: bigint } {
    const offset = this.memory.check(low, high, size);
    const load = t.fn.operations[k] as Load;
    if (!isIdle(load) && this.memory.isUnwritten(offset, size)) {
      this.#settle(t, k, low, high, size);
      this.memory.check(low, high, size);
      if (load.field !== undefined && load.field.open !== null) this.#findOpen(offset, size, load.field);
    }
    const { bytes } = this.memory.readRange(offset, size);
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i] as number);
    return { offset, value };
  }

  #sharedBig(t: Thread, k: number, kind: AccessKind, offset: number, size: number, value: bigint): void {
    this.#shared(t, k, kind, offset, size, Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n)));
  }

  #writeBig(low: number, high: number, size: number, value: bigint): void {
    const offset = this.memory.check(low, high, size);
    this.memory.writeRange(offset, allWritten(Uint8Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn))));
  }

  loadBig(t: Thread, k: number, low: number, high: number, size: number): bigint {
    const { offset, value } = this.#readBig(t, k, low, high, size);
    this.#sharedBig(t, k, "read", offset, size, value);
    return value;
  }

  storeBig(t: Thread, k: number, low: number, high: number, size: number, value: bigint): void {
    this.#sharedBig(t, k, "write", this.memory.check(low, high, size), size, value);
    this.#writeBig(low, high, size, value);
  }

  updateBig(t: Thread, k: number, low: number, high: number, size: number, operand: bigint): bigint {
    const { offset, value: old } = this.#readBig(t, k, low, high, size);
    const operation = t.fn.operations[k] as Operation & { op: "update" };
    const value = BigInt.asUintN(8 * size, combineBig(operation.operator, 8 * size, old, operand));
    this.addresses.updateBig(operation.operator, old, operand);
    this.#sharedBig(t, k, "update", offset, size, value);
    this.#writeBig(low, high, size, value);
    this.#noteUpdate(t, k, low, high, operation.operator === "xchg" ? null : [old, operand], value);
    return old;
  }

  compareExchangeBig(t: Thread, k: number, low: number, high: number, size: number, expected: bigint, replacement: bigint): bigint {
    const { offset, value: old } = this.#readBig(t, k, low, high, size);
    if (old !== expected) this.addresses.differBig(old, expected);
    const equal = old === expected && !this.#failsSpuriously(t, k);
    this.#sharedBig(t, k, equal ? "update" : "read", offset, size, equal ? replacement : old);
    if (equal) {
      this.#writeBig(low, high, size, replacement);
      this.#noteUpdate(t, k, low, high, null, 0n);
    }
    this.exchanged = equal ? 1 : 0;
    return old;
  }

  #failsSpuriously(t: Thread, k: number): boolean {
    const operation = t.fn.operations[k] as Operation & { op: "compare-exchange" };
    return operation.weak && this.environment.isFree("spurious") && this.queries.chooseFor(t, 2, "spurious failure") === 1;
  }

  copyIn(t: Thread, k: number, low: number, high: number, size: number): void {
    if (size === 0) {
      t.transfer = nothingCopied;
      return;
    }
    if (size >= largeBlock) this.run.tick();
    const offset = this.memory.check(low, high, size);
    if (this.queries.saysUnwritten) this.memory.carry(offset, size);
    if (this.addresses.forgets) this.addresses.carry(low, size);
    t.transfer = this.memory.readRange(offset, size);
    this.#shared(t, k, "read", offset, size, 0, 0);
  }

  copyOut(t: Thread, k: number, low: number, high: number, size: number): void {
    if (size === 0) return;
    if (size >= largeBlock) this.run.tick();
    const offset = this.memory.check(low, high, size);
    this.#shared(t, k, "write", offset, size, 0, 0);
    this.memory.writeRange(offset, t.transfer);
    this.madeAddresses?.wrote(t, k, low, high, size, 1);
  }

  fillBytes(t: Thread, k: number, low: number, high: number, size: number, byte: number): void {
    if (size === 0) return;
    if (size >= largeBlock) this.run.tick();
    const offset = this.memory.check(low, high, size);
    this.#shared(t, k, "write", offset, size, byte, 0);
    this.memory.fillRange(offset, size, byte);
    this.madeAddresses?.wrote(t, k, low, high, size, 0);
  }

  clear(t: Thread, k: number, low: number, high: number, size: number): void {
    if (size === 0) return;
    if (size >= largeBlock) this.run.tick();
    const offset = this.memory.check(low, high, size);
    this.memory.fillRange(offset, size, 0);
    this.madeAddresses?.wrote(t, k, low, high, size, 0);
  }

  /**
   * Some of the bytes that were read are unwritten: notes that, asks the oracle what they hold, and reads again. The assignment of a bit-field
   * notes nothing: memory records which bits of its neighbours are unwritten.
   */
  readUnwritten(t: Thread, k: number, low: number, high: number, size: number): number {
    const { memory } = this;
    const { field } = t.fn.operations[k] as Partial<Load>;
    this.#settle(t, k, low, high, size);
    const offset = memory.check(low, high, size);
    const value = memory.read(size, offset);
    memory.sawUnwritten = false;
    if (field !== undefined && field.open !== null) this.#findOpen(offset, size, field);
    return value;
  }

  #findOpen(offset: number, size: number, { bits }: FieldLoad): void {
    this.open = this.memory.openBits(offset, size) & bits;
    this.openLow = Number(BigInt.asIntN(32, this.open));
    this.openHigh = Number(BigInt.asIntN(32, this.open >> 32n));
  }

  /** Is loading these bytes a use of unwritten memory? */
  #isUse({ coercion = false, padding = null, field }: Partial<Load>, offset: number, size: number, written: Uint8Array | null): boolean {
    if (field !== undefined) return field.open === null && (this.memory.openBits(offset, size) & field.bits) !== 0n;
    return !coercion || (written?.some((mark, i) => mark !== 1 && (((padding ?? 0) >>> i) & 1) === 0) ?? false);
  }

  #settle(t: Thread, k: number, low: number, high: number, size: number): void {
    const { memory } = this;
    memory.sawUnwritten = false;
    this.run.hasReadUnwritten = true;
    if (this.step.probing) {
      this.#probeUnwritten(t, k, low, high, size);
      return;
    }
    const offset = memory.check(low, high, size);
    const { bytes, written } = memory.readRange(offset, size);
    const o = t.fn.operations[k] as Partial<Load>;
    const { run, queries } = this;
    // What an unknown function returns is filled by that function, with unknown contents.
    const isExcused = o.coercion || (memory.objectAt(low, high)?.isUnknown ?? false);
    const isUse = this.#isUse(o, offset, size, written);
    const isSettled = written === null || !written.some(isOpenMark);
    const isCarried = written?.includes(carriedMark) === true;
    // What the oracle has said before was noted then, also if it was only moved.
    const isCovered = !queries.coversUnwritten
      ? null
      : isSettled
        ? written?.includes(guessedMark) !== true
        : this.#isCovered(t, k, isUse, isCarried);
    // Padding is moved as well: it may never be used. The neighbours of a bit-field are no longer marked after it.
    const isGuess = isCovered === false && !isUse && o.field === undefined;
    if (isUse || (isCovered === false && !isGuess))
      noteUnwritten(run, this.inputValues, t, k, { isExcused: isExcused || !isUse, isCovered });
    if (written === null || written.every((mark) => mark === 1 || mark === partMark)) return;
    let now = 0n;
    for (let i = size - 1; i >= 0; i--) now = (now << 8n) | BigInt(bytes[i] as number);
    const said = isCarried ? memory.carried.saidOf(memory.region, offset, size) : nothingSaid;
    const name = (): string => nameBytes(memory, low, high, size);
    const value = queries.unwritten(t, 8 * size, { settled: isSettled ? now : null, said, isCovered: isCovered === true, name });
    if (value === null || isSettled) return;
    memory.check(low, high, size);
    memory.settle(offset, size, value, isGuess ? guessedMark : settledMark);
    const { object } = memory;
    if (object.isPrivate) return;
    // Other threads will read what was said.
    run.version++;
    this.step.footprint?.add(object.address + offset - object.start, size, true);
  }

  /** Whether a section waits may depend on memory that the oracle has said nothing of. */
  #probeUnwritten(t: Thread, k: number, low: number, high: number, size: number): void {
    const { oracle } = this.queries;
    if (oracle.meetUnwritten === undefined || !t.userSection) return;
    const { memory } = this;
    const { written } = memory.readRange(memory.check(low, high, size), size);
    if (written?.some(isOpenMark) === true && mayMatter(this.inputValues, t, k)) oracle.meetUnwritten();
  }

  /** Whether the oracle gives all values in turn that bytes may hold which it has said nothing of. */
  #isCovered(t: Thread, k: number, isUse: boolean, isCarried: boolean): boolean {
    if (isCarried || !isUse) return !isCarried;
    const o = t.fn.operations[k] as Operation;
    return this.queries.oracle.coversUnwritten?.(t.fn.id, o, t.sectionDepth > 0) === true || !mayMatter(this.inputValues, t, k);
  }
}

type Load = Operation & { op: "load" };

/** No behaviour depends on the loaded value. */
const isIdle = ({ coercion, padding }: Load): boolean => coercion && padding === null;
