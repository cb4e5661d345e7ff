// Places that the program has forgotten. In: a local that is about to begin, in a search that compares states. Out: a dead local of the same declaration to whose
// place nothing leads any more, so that the new one may begin there; or none.
//
// A local that others may know begins where nothing was, so that stale pointers are told from others. In a loop without end that makes a new state of every
// iteration. Where no living object and no register that matters holds an address in a dead local, no run can tell whether its place is used again: it cannot be
// accessed, nor compared. A number made of an address could hide one; a program that makes such numbers (`placement`) keeps all places. A tag in the upper bits, and
// an address at an odd place in memory, are seen.
//
// Only states are searched so: other reductions would have to know that a step looks at all of memory.

import { findLiveRegisters, type Liveness } from "../analysis/liveness.ts";
import type { Register, Scalar } from "../program/operations.ts";
import type { CompiledFunction } from "./compile/function.ts";
import type { Machine } from "./machine.ts";
import type { MemoryObject, NewObject } from "./memory.ts";
import type { Thread } from "./thread.ts";

/** Where more is alive, looking through all of it costs more than it may be worth. */
const maxLiveBytes = 1 << 16;

/** Takes one word that may be an address. */
type Visit = (low: number, high: number) => void;

export class ForgottenPlaces {
  /** By the function's id. */
  readonly #live: (Liveness | undefined)[] = [];
  readonly #wide: boolean;

  constructor(readonly machine: Machine) {
    this.#wide = machine.memory.wide;
  }

  /** `operation`: where the thread stands. */
  find(t: Thread, operation: number, made: NewObject): MemoryObject | null {
    const { machine } = this;
    const { memory, met, freedoms } = machine;
    if (freedoms.has("reuse") || met.has("placement") || machine.addresses.order.chosen.length > 0) return null;
    if (memory.gaps > 0 || memory.alternates) return null;
    const { objects, owner } = t.shared;
    const forgotten = new Set(
      objects.filter(
        (o, i) =>
          !o.live &&
          o.kind === "stack" &&
          o.allocatedAt === made.at &&
          o.size === made.size &&
          o.thread === t.index &&
          owner[o.start >> 4] === i + 1,
      ),
    );
    if (forgotten.size === 0) return null;
    const visit: Visit = (low, high) => {
      const o = memory.objectAt(low, this.#wide ? high & 0xffff : 0);
      if (o !== null && !o.live) forgotten.delete(o);
    };
    if (!this.#visitMemory(visit)) return null;
    for (const other of machine.threads) if (other.status !== "finished") this.#visitThread(other, other === t ? operation : null, visit);
    let first: MemoryObject | null = null;
    for (const o of forgotten) if (first === null || o.start < first.start) first = o;
    return first;
  }

  /** Every word of every living object, wherever it begins. False: too much. */
  #visitMemory(visit: Visit): boolean {
    let bytes = 0;
    for (const r of this.machine.memory.opened) {
      const view = new DataView(r.bytes.buffer);
      for (const o of r.objects) {
        if (!o.live || o.constant) continue;
        bytes += o.size;
        if (bytes > maxLiveBytes) return false;
        this.#visitBytes(view, o.start, o.start + o.size, visit);
      }
    }
    return true;
  }

  #visitBytes(view: DataView, start: number, end: number, visit: Visit): void {
    const size = this.#wide ? 6 : 4; // of a wide address the upper two bytes may be a tag
    for (let at = start; at + size <= end; at++) {
      const low = view.getInt32(at, true);
      const high = this.#wide ? view.getUint16(at + 4, true) : 0;
      if (this.machine.addresses.near(low, high)) visit(low, high);
    }
  }

  /** `operation`: where its current function stands; null: at its next step. */
  #visitThread(t: Thread, operation: number | null, visit: Visit): void {
    const { code } = this.machine;
    this.#visitFrame(t, t.fn, t.base, operation ?? t.fn.operationAt[t.pc], false, visit);
    for (let level = 0; level < t.depth; level++) {
      const fn = code[t.functionAt(level)] as CompiledFunction;
      this.#visitFrame(t, fn, t.baseAt(level), fn.operationAt[t.returnPoint(level)], true, visit);
    }
    if (operation !== null || this.machine.pending(t) !== "copy-out") return;
    const { bytes } = t.transfer;
    this.#visitBytes(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length, visit);
  }

  #visitFrame(t: Thread, fn: CompiledFunction, base: number, operation: number | undefined, isCalling: boolean, visit: Visit): void {
    for (const r of this.#registersAt(fn, operation, isCalling)) {
      const slot = fn.slots[r] as number;
      const { bits } = fn.body.registers[r] as Scalar;
      if (slot < 0) continue; // lives within one stretch of code: never across the begin of a local
      for (let lane = 0; lane < bits; lane += this.#wide ? 64 : 32) {
        const at = base + slot + lane / 32;
        visit(t.registers[at] as number, this.#wide && bits > 32 ? (t.registers[at + 1] as number) : 0);
      }
    }
  }

  #registersAt(fn: CompiledFunction, operation: number | undefined, isCalling: boolean): readonly Register[] {
    if (operation === undefined) return [...fn.body.registers.keys()];
    let live = this.#live[fn.id];
    if (live === undefined) {
      live = findLiveRegisters(fn.body, this.machine.options.properties.has("overflow"));
      this.#live[fn.id] = live;
    }
    return isCalling ? live.behind(operation) : live.before(operation);
  }
}
