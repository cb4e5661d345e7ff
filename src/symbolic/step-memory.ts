// Memory as one step sees it. In: addresses, which the state at hand decides. Out: values as terms over the state before the step, and what the step changes.

import { Fault, faultOf } from "../execution/fault.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import { carriedMark, guessedMark, isOpenMark, partMark, settledMark } from "../execution/region.ts";
import { type Operand, type Operation, storeSize } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import { addressPartsOf } from "./address-parts.ts";
import { Bytes } from "./bytes.ts";
import type { Followed, Following } from "./following.ts";
import type { AccessHost, AccessMode, Content, MemoryHost } from "./host.ts";
import { withHoles } from "./machine-state.ts";
import { readCell } from "./state-variables.ts";
import { Unsupported } from "./unsupported.ts";
import type { CellUpdate } from "./way.ts";

/** The bytes of an object from an offset on; `isOff`: the access is not made. */
export interface Place {
  readonly object: MemoryObject;
  readonly offset: number;
  readonly isOff: boolean;
}

/** An object that the step uses. */
interface OpenObject {
  readonly first: Bytes;
  now: Bytes;
}

/** What objects hold at a point of the step. */
export type SavedMemory = ReadonlyMap<MemoryObject, Bytes>;

export class StepMemory implements MemoryHost<Followed, Place>, AccessHost<Followed, Place> {
  readonly #bytes = new Map<MemoryObject, OpenObject>();
  /** Objects that begin in this step. */
  readonly begun: MemoryObject[] = [];
  readonly #ended = new Set<MemoryObject>();
  /** Objects of the state before the step, by addresses that were asked for. */
  readonly #found = new Map<number, MemoryObject | null>();

  constructor(readonly step: Following) {}

  // ---- objects

  get ended(): MemoryObject[] {
    return [...this.#ended];
  }

  begin(o: MemoryObject): void {
    this.renew(o);
    if (!o.isPrivate && o.kind !== "internal") this.step.touch(o.address, Math.max(o.size, 1), true);
  }

  end(o: MemoryObject): void {
    this.#ended.add(o);
    this.step.state.end(this.step.current, o);
    if (o.isPrivate) return;
    const touch = { address: o.address, size: Math.max(o.size, 1), writes: true };
    this.step.touch(touch.address, touch.size, true);
    this.step.sync.plain.push(touch);
  }

  isLive(o: MemoryObject): boolean {
    return !this.#ended.has(o) && (this.begun.includes(o) || this.step.state.isLive(o));
  }

  /** The object at an address, or before it: live or dead. */
  objectAt(address: number): MemoryObject | null {
    const own = this.begun.findLast((o) => o.address <= address && address < o.address + (o.end - o.start));
    if (own !== undefined) return own;
    const known = this.#found.get(address);
    if (known !== undefined) return known;
    const found = this.step.state.objectAt(address);
    this.#found.set(address, found);
    this.step.noteObject(address, found);
    return found;
  }

  // ---- addresses

  locate(_: Following, address: Term, base: Term | null, size: number): Place {
    const { step } = this;
    const at = Number(step.pin(address));
    if (base !== null) this.#checkBase(Number(step.pin(base)), at);
    const object = this.objectAt(at);
    const offset = object === null ? 0 : at - object.address;
    if (object !== null && this.isLive(object) && offset >= 0 && offset + size <= object.size) return { object, offset, isOff: false };
    if (object !== null && !this.isLive(object)) step.touch(object.address, Math.max(object.size, 1), false);
    throw this.#explain(object, at, size);
  }

  #explain(o: MemoryObject | null, at: number, size: number): Fault {
    const [low, high] = [at | 0, Math.floor(at / 2 ** 32)];
    // Whether the object lives is said by the step, not by the state before it.
    const isLive = o !== null && this.isLive(o);
    const seen = o === null || o.live === isLive ? o : Object.assign(Object.create(o), { live: isLive });
    return faultOf(seen as MemoryObject | null, low, high, size, String);
  }

  #checkBase(base: number, at: number): void {
    const o = this.objectAt(base);
    if (o === null || base > o.address + o.size || o === this.objectAt(at)) return;
    if (!this.isLive(o)) throw this.#explain(o, base, 1);
    throw new Fault("out-of-bounds", "");
  }

  locateAccess(at: Followed, o: { readonly address: Operand; readonly base: Operand | null }, size: number, writes: boolean): Place {
    const place = this.locate(at.path, at.operand(o.address), o.base === null ? null : at.operand(o.base), size);
    if (writes && place.object.constant) throw new Fault("write-to-constant", "");
    return place;
  }

  // ---- sides of a branch

  /** What memory holds now. */
  save(): SavedMemory {
    return new Map([...this.#bytes].map(([o, { now }]) => [o, now.clone()]));
  }

  restore(saved: SavedMemory): void {
    for (const [o, entry] of this.#bytes) entry.now = (saved.get(o) ?? entry.first).clone();
  }

  /** Where the condition holds, memory is as it was saved; otherwise it stays as it is. */
  merge(condition: Term, saved: SavedMemory): void {
    for (const [o, entry] of this.#bytes) entry.now = (saved.get(o) ?? entry.first).merge(condition, entry.now, () => {});
  }

  /** Throws unless the access is to bytes of the thread's own that were written before: then it has no other effect, and memory is written in the same places whether it is made or not. */
  requireOwn(at: Followed, o: Operation & { op: "load" | "store" }): void {
    const size = storeSize(o.type);
    const { object, offset } = this.locateAccess(at, o, size, o.op === "store");
    const from = object.address + offset;
    const known = Array.from({ length: size }, (_, i) => this.#marks.get(from + i)).filter((mark) => mark !== undefined);
    if (known.length === size && known.every((mark) => mark === 1)) return;
    // Of bytes that the step has not written itself, the state says so, and no formula.
    const areWritten = known.length === 0 && this.#marksOf(object, offset, size).every((mark) => mark === 1);
    if (!areWritten || (o.op === "store" && o.open !== undefined && this.step.fixedValue(at.operand(o.open)) !== 0n))
      throw new Unsupported("an access in a side that is merged");
  }

  where(place: Place, condition: Term): Place {
    return this.step.decide(condition) ? place : { ...place, isOff: true };
  }

  moved(place: Place, by: number): Place {
    return { ...place, offset: place.offset + by };
  }

  offsetOf({ offset }: Place): number {
    return offset;
  }

  isOwn(): boolean {
    return true;
  }

  wholeOf(): null {
    return null;
  }

  // ---- accesses

  read(_: Following, { object, offset }: Place, size: number, mode: AccessMode & { readonly tolerant: boolean }): Term {
    this.#note(object, offset, size, false, mode);
    const { now } = this.#bytes.get(object) ?? this.#open(object);
    if (mode.tolerant) this.step.state.noteTolerantRead(object.address + offset, size);
    if (this.step.performed?.op === "copy-in") this.#carry(object, offset, size);
    else if (!mode.tolerant) this.#settle(object, offset, size, now);
    this.#last = { object, offset, size };
    return now.read(offset, size);
  }

  write(_: Following, { object, offset, isOff }: Place, size: number, content: Content, mode: AccessMode): void {
    if (isOff) return;
    if (mode.isFresh !== true) this.#note(object, offset, size, true, mode);
    const { now } = this.#bytes.get(object) ?? this.#open(object);
    const step = size > 16 ? 8 : size;
    for (let from = 0; from < size; from += step) {
      const length = Math.min(step, size - from);
      now.write(offset + from, length, content(from, length));
    }
    const copied = this.step.performed?.op === "copy-out" ? this.copiedMarks : null;
    for (let i = 0; i < size; i++) this.#marks.set(object.address + offset + i, copied?.[this.#copiedOut + i] ?? 1);
    this.#copiedOut += size;
    this.#last = { object, offset, size };
  }

  /** What bytes hold, without an access of the program. */
  peek(object: MemoryObject, offset: number, size: number): Term {
    return (this.#bytes.get(object) ?? this.#open(object)).now.read(offset, size);
  }

  /** Sets bytes without an access of the program. */
  put(object: MemoryObject, offset: number, size: number, value: Term): void {
    (this.#bytes.get(object) ?? this.#open(object)).now.write(offset, size, value);
    for (let i = 0; i < size; i++) this.#marks.set(object.address + offset + i, 1);
  }

  /** The object is unwritten, whatever the step has done with it before, or with an ended one at its address. */
  renew(object: MemoryObject): void {
    this.begun.push(object);
    this.#bytes.delete(object);
    for (const at of this.#marks.keys()) {
      if (object.address <= at && at < object.address + object.size) this.#marks.delete(at);
    }
  }

  // ---- bytes that were never written: as the executor treats them (execution/accesses.ts)

  /** Marks of bytes that the step has changed. */
  readonly #marks = new Map<number, number>();
  /** The bytes that were accessed last. */
  #last: { readonly object: MemoryObject; readonly offset: number; readonly size: number } | null = null;
  /** Marks of what was copied in and not yet out; null: all of it was written. */
  copiedMarks: number[] | null = null;
  /** Bytes are read or copied that are not written. */
  readsUnwritten = false;
  /** How many bytes of it are copied out. */
  #copiedOut = 0;

  /** Which bytes the step has written, or otherwise marked, by address. */
  get marks(): ReadonlyMap<number, number> {
    return this.#marks;
  }

  /** A copy begins. */
  beginCopy(isIn: boolean): void {
    if (isIn) this.copiedMarks = [];
    this.#copiedOut = 0;
  }

  /** Which bytes are written decides the way: formulas do not say it. */
  #marksOf(object: MemoryObject, offset: number, size: number): number[] {
    const isNew = this.begun.includes(object);
    const before = Array.from({ length: size }, (_, i) => (isNew ? 0 : this.step.state.markOf(object, offset + i)));
    const now = before.map((mark, i) => this.#marks.get(object.address + offset + i) ?? mark);
    for (const [i, mark] of now.entries()) if (isOpenMark(mark)) this.#noteOpen(object.address + offset + i);
    const isAsked = !isNew && before.some((_, i) => !this.#marks.has(object.address + offset + i));
    if (isAsked && !(object.kind === "global" && object.constant)) this.step.noteMarks(object.address + offset, size, before);
    return now;
  }

  #noteOpen(address: number): void {
    this.readsUnwritten = true;
    this.step.state.noteUnwritten(address);
  }

  /** Bytes that are read must hold something: either any value, as an input does, or what they hold is said now. */
  #settle(object: MemoryObject, offset: number, size: number, now: Bytes): void {
    const { step } = this;
    const marks = this.#marksOf(object, offset, size);
    const open = marks.map(isOpenMark);
    if (!open.includes(true)) return;
    const thread = step.current.index;
    const n = step.control.inputsTaken.get(thread) ?? 0;
    const said = step.state.takeUnwritten(thread, n, 8 * size);
    if (said === null) return;
    step.control.inputsTaken.set(thread, n + 1);
    const value = said === "all" ? step.variables.input(thread, n, 8 * size) : null;
    const o = step.performed;
    const isPadding = (i: number): boolean => o?.op === "load" && (((o.padding ?? 0) >>> i) & 1) === 1;
    const isMove = o?.op === "load" && o.coercion && o.field === undefined && marks.every((mark, i) => mark === 1 || isPadding(i));
    for (const [i, isOpen] of open.entries()) {
      if (!isOpen) continue;
      if (value !== null) now.write(offset + i, 1, step.terms.extract(value, 8 * i + 7, 8 * i));
      this.#marks.set(object.address + offset + i, said === "fill" && isMove ? guessedMark : settledMark);
    }
    if (!object.isPrivate) step.touch(object.address + offset, size, true);
  }

  #carry(object: MemoryObject, offset: number, size: number): void {
    const marks = this.#marksOf(object, offset, size);
    for (const [i, mark] of marks.entries()) {
      const carried = mark === 0 && this.step.state.carriesUnwritten ? carriedMark : mark;
      if (carried !== mark) this.#marks.set(object.address + offset + i, carried);
      this.copiedMarks?.push(carried);
    }
  }

  /** Of the word that was read last: which bits are unwritten. */
  openBits(): bigint {
    const { object, offset, size } = this.#last as { object: MemoryObject; offset: number; size: number };
    const holes = (mark: number): number => (mark === 1 ? 0 : (mark & 0xff) === partMark ? mark >> 8 : 0xff);
    return this.#marksOf(object, offset, size).reduceRight((bits, mark) => (bits << 8n) | BigInt(holes(mark)), 0n);
  }

  /** Of the word that was written last, these bits are unwritten. */
  reopen(open: bigint): void {
    const { object, offset, size } = this.#last as { object: MemoryObject; offset: number; size: number };
    for (let i = 0; i < size; i++) {
      const bits = Number((open >> BigInt(8 * i)) & 0xffn);
      if (bits !== 0) this.#marks.set(object.address + offset + i, withHoles(bits));
    }
  }

  #open(object: MemoryObject): OpenObject {
    const { terms, variables, machine } = this.step;
    const isNew = this.begun.includes(object);
    const fill = (size: number): bigint => {
      let value = 0n;
      for (let i = 0; i < size; i++) value = (value << 8n) | BigInt(machine.memory.fill & 0xff);
      return value;
    };
    // Constants hold the same in every state.
    const isFixed = object.kind === "global" && object.constant;
    const initial = (offset: number, size: number): Term =>
      isFixed
        ? terms.constant(readCell(machine, object.address + offset, size), 8 * size)
        : isNew
          ? terms.constant(fill(size), 8 * size)
          : variables.cell(object.address + offset, size);
    const first = new Bytes(terms, object.size, initial, terms.true);
    const entry = { first, now: first.clone() };
    this.#bytes.set(object, entry);
    return entry;
  }

  #note(object: MemoryObject, offset: number, size: number, writes: boolean, { atomic }: AccessMode): void {
    if (object.isPrivate || (object.constant && !writes)) return;
    this.step.useGrant();
    const address = object.address + offset;
    this.step.touch(address, size, writes);
    this.step.sync.note({ address, size, writes }, atomic, this.step.current.sectionDepth > 0);
  }

  /** What the step has changed in memory. */
  changes(): CellUpdate[] {
    return [...this.#bytes].flatMap(([object, { first, now }]) =>
      first.changesTo(now).map(({ at, size, value }) => ({ address: object.address + at, size, value })),
    );
  }

  // ---- what an access notes beside its value

  noteWeak(): void {
    this.step.sync.isWeak = true;
  }

  notePart({ frame }: Followed, o: Operation): void {
    const { machine, program, state } = this.step;
    if (o.op === "load" && addressPartsOf(program).mayRead(frame.function, o, () => machine.tick())) state.noteAddress();
  }

  mayFail(_: Following, equal: Term): Term {
    const { step } = this;
    if (!step.machine.freedoms.has("spurious")) {
      step.state.noteFreedom();
      return equal;
    }
    if (!step.decide(equal)) return equal;
    return step.takeChoice(2) === 0 ? equal : step.terms.false;
  }

  settleOrder(): void {}
}
