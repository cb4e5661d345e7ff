// The values that bytes of memory may hold in a step graph. In: the values of writes. Out: the values that a read of any bytes may see.
//
// Memory that other threads see has one set of writes for all times (a write never ends another one); a thread's own memory is part of its control point, and a
// write replaces what was there.

import { maxValues, noValues, unite } from "./graph-values.ts";
import type { ValueSet } from "./host.ts";

export interface Cell {
  readonly address: number;
  readonly size: number;
  readonly values: ValueSet;
}

/** Bytes `from` … `from + size - 1` of each value. */
function slice(values: ValueSet, from: number, size: number): ValueSet {
  if (values === null) return null;
  return new Set([...values].map((v) => BigInt.asUintN(8 * size, v >> BigInt(8 * from))));
}

const covers = (c: Cell, address: number, size: number): boolean => c.address <= address && address + size <= c.address + c.size;
const overlaps = (c: Cell, address: number, size: number): boolean => c.address < address + size && address < c.address + c.size;
const part = (c: Cell, address: number, size: number): ValueSet => slice(c.values, address - c.address, size);

/** The values of bytes that lie in several pieces, the lowest first. */
function concatenate(pieces: readonly { readonly size: number; readonly values: ValueSet }[]): ValueSet {
  let all: Set<bigint> = new Set([0n]);
  let at = 0n;
  for (const { size, values } of pieces) {
    if (values === null) return null;
    const next = new Set<bigint>();
    for (const low of all) for (const v of values) next.add(low | (v << at));
    if (next.size > maxValues) return null;
    all = next;
    at += BigInt(8 * size);
  }
  return all;
}

/** The range, cut where cells begin and end. */
function cut(cells: readonly Cell[], address: number, size: number): { readonly address: number; readonly size: number }[] {
  const ends = new Set([address + size]);
  for (const c of cells) for (const at of [c.address, c.address + c.size]) if (at > address && at < address + size) ends.add(at);
  const out: { address: number; size: number }[] = [];
  let from = address;
  for (const to of [...ends].sort((a, b) => a - b)) {
    out.push({ address: from, size: to - from });
    from = to;
  }
  return out;
}

const granule = 16;

interface Granule<R> {
  readonly cells: Map<string, Cell>;
  readonly readers: Set<R>;
}

/** Memory that several threads see. `R`: what reads it, and is told if more values are there. */
export class SharedCells<R> {
  readonly #granules = new Map<number, Granule<R>>();

  constructor(
    /** What bytes hold before all writes; none: an object that begins later. */
    readonly initial: (address: number, size: number) => ValueSet,
    readonly onChange: (readers: ReadonlySet<R>) => void,
  ) {}

  #granulesOf(address: number, size: number): Granule<R>[] {
    const out: Granule<R>[] = [];
    for (let g = Math.floor(address / granule); g * granule < address + size; g++) {
      const known = this.#granules.get(g) ?? { cells: new Map(), readers: new Set() };
      this.#granules.set(g, known);
      out.push(known);
    }
    return out;
  }

  write(address: number, size: number, values: ValueSet): void {
    const key = `${address}:${size}`;
    const at = this.#granulesOf(address, size);
    const before = at[0]?.cells.get(key);
    const after = before === undefined ? values : unite(before.values, values);
    if (before !== undefined && (after === before.values || after?.size === before.values?.size)) return;
    for (const g of at) g.cells.set(key, { address, size, values: after });
    for (const g of at) this.onChange(g.readers);
  }

  read(address: number, size: number, reader: R): ValueSet {
    const cells: Cell[] = [];
    for (const g of this.#granulesOf(address, size)) {
      g.readers.add(reader);
      for (const c of g.cells.values()) if (overlaps(c, address, size) && !cells.includes(c)) cells.push(c);
    }
    const unitedOver = (from: number, length: number): ValueSet =>
      cells.reduce<ValueSet>((all, c) => (covers(c, from, length) ? unite(all, part(c, from, length)) : all), this.initial(from, length));
    if (cells.every((c) => covers(c, address, size))) return unitedOver(address, size);
    return concatenate(cut(cells, address, size).map((p) => ({ size: p.size, values: unitedOver(p.address, p.size) })));
  }

  /** What is read of these bytes has changed in another way. */
  touch(address: number, size: number): void {
    for (const g of this.#granulesOf(address, size)) this.onChange(g.readers);
  }
}

/** Memory of one thread, at one control point: cells that do not overlap. Bytes without a cell hold the fill. Neighbouring control points share most chunks, so that joining them takes time for what differs. */
export class OwnCells {
  constructor(
    readonly fill: number,
    /** Cells by the chunk in which they begin. */
    readonly chunks: ReadonlyMap<number, readonly Cell[]> = new Map(),
  ) {}

  get cells(): Cell[] {
    return [...this.chunks.values()].flat();
  }

  read(address: number, size: number): ValueSet {
    const cells = this.#overlapping(address, size);
    const [exact] = cells;
    if (exact?.address === address && exact.size === size) return exact.values;
    return concatenate(
      cut(cells, address, size).map((p) => {
        const c = cells.find((x) => covers(x, p.address, p.size));
        return { size: p.size, values: c === undefined ? this.#filled(p.size) : part(c, p.address, p.size) };
      }),
    );
  }

  #filled(size: number): ValueSet {
    let value = 0n;
    for (let i = 0; i < size; i++) value = (value << 8n) | BigInt(this.fill);
    return new Set([value]);
  }

  #overlapping(address: number, size: number): Cell[] {
    const out: Cell[] = [];
    for (let n = chunkOf(address - maxCell + 1); n <= chunkOf(address + size - 1); n++)
      for (const c of this.chunks.get(n) ?? []) if (overlaps(c, address, size)) out.push(c);
    return out;
  }

  /** With other values in these ranges; null: the fill. */
  with(changes: readonly { readonly address: number; readonly size: number; readonly values: ValueSet | "fill" }[]): OwnCells {
    if (changes.length === 0) return this;
    const chunks = new Map(this.chunks);
    const next = new OwnCells(this.fill, chunks);
    const replace = (n: number, keep: (c: Cell) => boolean, added: readonly Cell[]): void => {
      chunks.set(n, [...(chunks.get(n) ?? []).filter(keep), ...added]);
    };
    for (const { address, size, values } of changes) {
      const written = { address, size, values: null };
      for (const c of next.#overlapping(address, size)) {
        const left = cut([written], c.address, c.size).filter((p) => !overlaps(written, p.address, p.size));
        replace(chunkOf(c.address), (x) => x !== c, []);
        for (const p of left) replace(chunkOf(p.address), () => true, [{ ...p, values: part(c, p.address, p.size) }]);
      }
      if (values !== "fill") replace(chunkOf(address), () => true, [{ address, size, values }]);
    }
    return next;
  }

  /** What may hold at a control point to which both lead. Returns this if the other adds nothing. */
  join(other: OwnCells): OwnCells {
    const changes: Cell[] = [];
    const add = (address: number, size: number): void => {
      const mine = this.read(address, size);
      const values = unite(mine, other.read(address, size));
      if (values !== mine && values?.size !== mine?.size) changes.push({ address, size, values });
    };
    // Cells that both have are not looked at: no other cell lies there.
    for (const [n, cells] of this.chunks) if (other.chunks.get(n) !== cells) for (const c of cells) add(c.address, c.size);
    for (const [n, cells] of other.chunks) {
      if (this.chunks.get(n) === cells) continue;
      for (const c of cells) {
        const mine = this.#overlapping(c.address, c.size);
        if (mine.some((m) => m.address === c.address && m.size === c.size)) continue;
        for (const p of cut(mine, c.address, c.size)) if (!mine.some((m) => overlaps(m, p.address, p.size))) add(p.address, p.size);
      }
    }
    return this.with(changes);
  }
}

/** No access is larger. */
const maxCell = 16;
const chunkBytes = 64;
const chunkOf = (address: number): number => Math.floor(address / chunkBytes);

export { noValues };
