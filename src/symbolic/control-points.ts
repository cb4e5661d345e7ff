// Where threads stand, as numbers. In: a machine and a thread, or a region of memory. Out: a number; equal numbers mean that all that formulas do not speak of is equal.
//
// Searches ask for every thread in every state. Texts of what is compared would take more time than a step does.

import { findJumpTargets } from "../analysis/jumps.ts";
import type { Machine } from "../execution/machine.ts";
import { writeObject } from "../execution/object-fields.ts";
import { partMark, type Region } from "../execution/region.ts";
import type { Thread } from "../execution/thread.ts";
import { IntVector, VectorTable } from "../support/vector-table.ts";
import { Unsupported } from "./unsupported.ts";

/** Kinds of vectors. */
const [pointKind, regionKind, globalKind] = [1, 2, 3];
/** More bytes of a region than this would have to be looked at in every state. */
const maxBytes = 1 << 18;

export class ControlPoints {
  readonly #table = new VectorTable(Number.POSITIVE_INFINITY);
  readonly #vector = new IntVector();

  /**
   * Where a thread stands: its frames, what is open in it, its own objects, and where its next ones begin. Equal numbers mean that its next step is the same code on the same
   * places, as far as decisions agree.
   */
  of(machine: Machine, t: Thread): number {
    const v = this.#begin();
    v.push(t.index);
    v.push(t.selfLow);
    v.push(t.selfHigh);
    v.push(machine.threads.length);
    v.push(t.sectionDepth);
    v.push(t.transfer.bytes.length);
    if (t.transfer.written !== null) this.#pushMarks(t.transfer, 0, t.transfer.bytes.length);
    v.push(-1);
    v.push(t.jumpValue);
    v.push(t.objectCount & 1);
    v.push(t.pendingFault === null ? 0 : 1);
    v.push(t.depth);
    const targets = findJumpTargets(machine.program);
    // Buffers name the frames of these functions by numbers, and those that are yet to come.
    if (targets.size > 0) v.push(t.nextSerial);
    for (let level = 0; level <= t.depth; level++) {
      const f = t.frameAt(level);
      v.push(f.function);
      v.push(f.pc);
      v.push(f.stackMark);
      v.push(f.variadicLow);
      v.push(f.variadicHigh);
      if (targets.has(f.function)) v.push(f.serial);
    }
    v.push(t.stack.length);
    for (const o of t.stack) {
      this.#pushAddress(o.address);
      writeObject(o, v);
    }
    v.push(t.locals.length);
    for (const address of t.locals) this.#pushAddress(address);
    this.#pushRegion(t.shared);
    this.#pushRegion(t.hidden);
    for (const r of t.otherRegions) this.#pushRegion(r);
    return this.#table.intern(pointKind, v.data, v.length);
  }

  /**
   * The objects of a region, and which bytes of those that live were ever written: reading others may be an error. Where one has ended, a stray pointer meets something else than where none was.
   * 0: there are none.
   */
  objectsOf(r: Region): number {
    const v = this.#begin();
    v.push(r.index);
    let bytes = 0;
    for (const o of r.objects) {
      this.#pushAddress(o.address);
      writeObject(o, v);
      if (!o.live) continue;
      bytes += o.size;
      if (bytes > maxBytes) throw new Unsupported("so much memory");
      if (r.written !== null) this.#pushMarks(r, o.start, o.size);
      v.push(-1);
    }
    return v.length === 1 ? 0 : this.#table.intern(regionKind, v.data, v.length);
  }

  #begin(): IntVector {
    this.#vector.length = 0;
    return this.#vector;
  }

  #pushAddress(address: number): void {
    this.#vector.push(address | 0);
    this.#vector.push(Math.floor(address / 2 ** 32));
  }

  #pushRegion(r: Region): void {
    this.#vector.push(r.index);
    this.#pushAddress(r.next);
  }

  /** Which bytes of globals are unwritten: copies of such bytes. 0: none. */
  globalsOf(r: Region): number {
    if (r.written === null) return 0;
    const v = this.#begin();
    this.#pushMarks(r, 0, r.next);
    return v.length === 0 ? 0 : this.#table.intern(globalKind, v.data, v.length);
  }

  /** The marks of the bytes, as runs of equal ones, and the unwritten bits of those that are written in part; nothing: all are written. */
  #pushMarks({ written, holes }: Pick<Region, "written" | "holes">, start: number, size: number): void {
    if (written === null) return;
    const end = start + size;
    for (let i = start; i < end; ) {
      const mark = written[i] as number;
      let next = i + 1;
      while (next < end && written[next] === mark) next++;
      if (mark !== 1) {
        this.#vector.push(i - start);
        this.#vector.push(next - start);
        this.#vector.push(mark);
        for (let at = i; mark === partMark && at < next; at++) this.#vector.push(holes?.[at] ?? 0);
      }
      i = next;
    }
  }
}
