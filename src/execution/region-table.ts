// The regions of the address space, and the object at an address. In: an address as two halves. Out: its region and the object that owns it.

import { type AddressSpace, addressSpaces } from "../program/address-space.ts";
import type { DataModel } from "../program/program.ts";
import { failTooLarge } from "../support/diagnostics.ts";
import type { MemoryObject } from "./memory-object.ts";
import { Region } from "./region.ts";

/** Regions in a plain array: those below this number (globals), and as many of the first threads. */
const lowRegions = 128;
const nearRegions = 256;

export class RegionTable {
  readonly space: AddressSpace;
  readonly wide: boolean;
  readonly globals: Region;
  /** The regions of nearly all accesses; then all others. */
  readonly #near: (Region | null)[] = new Array<Region | null>(nearRegions).fill(null);
  readonly #far = new Map<number, Region>();
  readonly #spares = new Map<string, Region>();
  readonly #opened: Region[] = [];
  #nextSpare: number;

  constructor(readonly dataModel: DataModel) {
    this.space = addressSpaces[dataModel];
    this.wide = dataModel === "lp64";
    this.#nextSpare = this.space.firstSpareRegion;
    const globals = new Region(
      this.space.globalsBase / 2 ** this.space.shift,
      this.space.globalsBase,
      this.space.globalsLimit - this.space.globalsBase,
      false,
      1 << 12,
    );
    for (let a = this.space.globalsBase; a < this.space.globalsLimit; a += 2 ** this.space.shift)
      this.#place(a / 2 ** this.space.shift, globals);
    this.#opened.push(globals);
    this.globals = globals;
  }

  /**
   * The region with this number, or (index -1) a spare run of regions, large enough for `size` bytes, under this name.
   * Regions outlive undo: the same name gives the same region again.
   */
  openRegion(index: number, name: string, size: number): Region {
    const known = index >= 0 ? this.regionNumber(index) : this.#spares.get(name);
    if (known) return known;
    const unit = 2 ** this.space.shift;
    const span = index >= 0 ? 1 : Math.max(1, Math.ceil((size + 4096) / unit));
    const first = index >= 0 ? index : this.#nextSpare;
    if (index < 0) {
      this.#nextSpare += span;
      if (this.#nextSpare > this.space.regionCount) failTooLarge("room", "the program's objects do not fit into the address space");
    }
    const region = new Region(first, first * unit, span * unit, true, 1 << 10);
    this.#opened.push(region);
    for (let k = 0; k < span; k++) this.#place(first + k, region);
    if (index < 0) this.#spares.set(name, region);
    return region;
  }

  regionOf(low: number, high: number): Region | null {
    if (this.wide && high >>> 0 >= 0x8000) return null;
    return this.regionNumber(this.wide ? (high << 2) | (low >>> 30) : low >>> 22);
  }

  regionNumber(index: number): Region | null {
    const near = this.#nearby(index);
    return near < nearRegions ? (this.#near[near] as Region | null) : (this.#far.get(index) ?? null);
  }

  /** Index of a region in the plain array; `nearRegions` or more: it is not there. */
  #nearby(index: number): number {
    if (index < lowRegions) return index;
    const behind = index - this.space.firstThreadRegion;
    return behind < 0 ? nearRegions : behind + lowRegions;
  }

  #place(index: number, region: Region): void {
    const near = this.#nearby(index);
    if (near < nearRegions) this.#near[near] = region;
    else this.#far.set(index, region);
  }

  /** Every region once. */
  get opened(): readonly Region[] {
    return this.#opened;
  }

  /** The object whose bytes or trailing gap contain the address, live or dead. */
  objectAt(low: number, high: number): MemoryObject | null {
    const r = this.regionOf(low, high);
    if (r === null) return null;
    const offset = (low - r.baseLow) >>> 0;
    if (offset >= r.next) return null;
    return r.objects[(r.owner[offset >>> 4] as number) - 1] ?? null;
  }
}
