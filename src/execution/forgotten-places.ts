// Places that the program has forgotten. In: a local that is about to begin, in a search that compares states. Out: a dead local of the same declaration that
// no pointer leads to any more, so that the new one may begin in its place; or none.
//
// A shared local begins in a fresh place, so that stale pointers are recognised. In an endless loop every iteration is then a new state.
// If no live object and no live register holds an address in a dead local, no run can tell whether its place is reused: it can be neither
// accessed nor compared. A number computed from an address could hide one; a program that computes such numbers (`placement`) keeps all places, and so does
// one that reads parts of an address, which it may keep apart. Tags in the upper bits and unaligned addresses are recognised. A pointer outside every object may
// belong to any dead local (`a = v - 1`, to count from one): then all places are kept. It is in no other object, which would be an error (`checkProvenance`).
//
// Only the search by states does this: for other reductions such a step would read all of memory.

import { findLiveRegisters, type Liveness } from "../analysis/liveness.ts";
import type { Register, Scalar } from "../program/operations.ts";
import { toNumber } from "./address.ts";
import type { Addresses } from "./addresses.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import type { MemoryObject, NewObject } from "./memory-object.ts";
import type { Region } from "./region.ts";
import type { RunState } from "./run-state.ts";
import type { Thread } from "./thread.ts";

/** Maximum size of the live objects that are searched for pointers. */
const maxLiveBytes = 1 << 16;

/** Pointers that leave the region of their object are recognised up to this distance. */
const maxStrayBytes = 1 << 24;

/** Takes one word that may be an address. */
type Visit = (low: number, high: number) => void;

export class ForgottenPlaces {
  /** By the function's id. */
  readonly #live: (Liveness | undefined)[] = [];
  readonly #wide: boolean;

  constructor(
    readonly run: RunState,
    readonly addresses: Addresses,
  ) {
    this.#wide = run.memory.wide;
  }

  /** `operation`: where the thread stands. */
  find(t: Thread, operation: number, made: NewObject): MemoryObject | null {
    const { memory, met, freedoms } = this.run;
    if (this.addresses.isInPieces) return null;
    if (freedoms.has("reuse") || met.has("placement") || this.addresses.order.chosen.length > 0) return null;
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
    const { base, limit } = t.shared;
    const visit: Visit = (low, high) => {
      const upper = this.#wide ? high & 0xffff : 0;
      const address = toNumber(low, upper);
      const o = memory.objectAt(low, upper);
      if (o !== null && address >= o.address && address <= o.address + o.size) {
        if (!o.live) forgotten.delete(o);
      } else if (address > base - maxStrayBytes && address < base + limit + maxStrayBytes) forgotten.clear();
    };
    if (!this.#visitMemory(t.shared, visit)) return null;
    for (const other of this.run.threads)
      if (other.status !== "finished") this.#visitThread(other, other === t ? operation : null, t.shared, visit);
    let first: MemoryObject | null = null;
    for (const o of forgotten) if (first === null || o.start < first.start) first = o;
    if (first !== null) this.run.guards?.noteUsedAgain(first.address, first.size);
    return first;
  }

  /** Visits every word of every live object that is an address in the region, aligned or not. Returns false if there is too much. */
  #visitMemory(region: Region, visit: Visit): boolean {
    let size = 0;
    for (const r of this.run.memory.opened) {
      for (const o of r.objects) {
        if (!o.live || o.constant) continue;
        size += o.size;
        if (size > maxLiveBytes) return false;
        this.#visitBytes(r.bytes, o.start, o.start + o.size, region, visit);
      }
    }
    return true;
  }

  #visitBytes(bytes: Uint8Array, start: number, end: number, { base }: Region, visit: Visit): void {
    const byte = (i: number): number => bytes[i] as number;
    const low = (at: number): number => byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24);
    if (!this.#wide) {
      for (let at = start; at + 4 <= end; at++) visit(low(at), 0);
      return;
    }
    // All addresses of a region have one upper half, those just outside it one next to that; the upper two bytes may be a tag.
    const high = Math.floor(base / 2 ** 32);
    for (let at = start + 4; at + 2 <= end; at++) {
      const upper = byte(at) | (byte(at + 1) << 8);
      if (Math.abs(upper - high) <= 1) visit(low(at - 4), upper);
    }
  }

  /** `operation`: where its current function stands; null: at its next step. */
  #visitThread(t: Thread, operation: number | null, region: Region, visit: Visit): void {
    const { code } = this.run;
    this.#visitFrame(t, t.fn, t.base, operation ?? t.fn.operationAt[t.pc], false, visit);
    for (let level = 0; level < t.depth; level++) {
      const fn = code[t.functionAt(level)] as CompiledFunction;
      this.#visitFrame(t, fn, t.baseAt(level), fn.operationAt[t.returnPoint(level)], true, visit);
    }
    if (operation !== null || t.pendingOperation !== "copy-out") return;
    this.#visitBytes(t.transfer.bytes, 0, t.transfer.bytes.length, region, visit);
  }

  #visitFrame(t: Thread, fn: CompiledFunction, base: number, operation: number | undefined, isCalling: boolean, visit: Visit): void {
    for (const r of this.#registersAt(fn, operation, isCalling)) {
      const slot = fn.slots[r] as number;
      const { bits } = fn.body.registers[r] as Scalar;
      if (slot < 0) continue; // lives within one segment of code: never across the beginning of a local
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
      live = findLiveRegisters(fn.body, this.run.options.properties.has("overflow"));
      this.#live[fn.id] = live;
    }
    return isCalling ? live.after(operation) : live.before(operation);
  }
}
