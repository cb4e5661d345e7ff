// The cells of which TRACE's encoding keeps a copy per step. In: a skeleton. Out: the cells that some read may see, and per event which of them it
// reads and writes, each under a condition. A cell that nothing reads needs no copies.

import { type CellAccess, cutIntoCells } from "../../skeleton/cells.ts";
import { hasInitial, initialContent } from "../../skeleton/may-copy.ts";
import type { SharedObject, Skeleton, SkeletonEvent } from "../../skeleton/skeleton.ts";
import { LimitReached, type Tick } from "../../support/limits.ts";
import type { Term } from "../../terms/term.ts";
import type { Bounds, Terms } from "../../terms/terms.ts";

/** More cells than this would make copies that no solver can follow. */
const maxCells = 20_000;

export interface Cell {
  readonly name: string;
  readonly object: SharedObject;
  readonly at: number;
  readonly size: number;
  readonly initial: Term;
  /** Between which numbers its content lies, as far as its writes show. */
  bounds: Bounds | undefined;
  /** Some write leaves bytes as if never written: a bit per byte says so, beside the content. */
  mayBeUndefined: boolean;
  /** Which write it holds is copied as well: an atomic read may synchronise with it. */
  hasSource: boolean;
}

/** An access to one cell, or to one of several. */
export interface CellUse {
  readonly access: CellAccess;
  readonly content: Term;
  /** Of a write: its number, from 1 on; of a read: 0. */
  readonly number: number;
  /** Of a write: one bit per byte, whether it is as if never written. */
  readonly undefined: Term;
  readonly places: readonly { readonly cell: Cell; readonly when: Term }[];
}

export interface EventUses {
  readonly reads: readonly CellUse[];
  readonly writes: readonly CellUse[];
}

const nothing: EventUses = { reads: [], writes: [] };

export class CopiedCells {
  readonly cells: Cell[] = [];
  /** How many writes there are. */
  writes = 0;
  readonly #byKey = new Map<string, Cell>();
  readonly #uses = new Map<SkeletonEvent, { reads: CellUse[]; writes: CellUse[] }>();

  constructor(
    readonly terms: Terms,
    readonly skeleton: Skeleton,
    readonly tick: Tick,
  ) {
    for (const { reads, writes } of cutIntoCells(terms, skeleton.events)) {
      for (const r of reads) {
        const use = this.#use(r, true);
        if (use !== null) this.#usesOf(r.event).reads.push(use);
      }
      for (const w of writes) {
        const use = this.#use(w, false);
        if (use !== null) this.#usesOf(w.event).writes.push(use);
      }
    }
    this.#describe();
  }

  usesOf(e: SkeletonEvent): EventUses {
    return this.#uses.get(e) ?? nothing;
  }

  /** Copies which write a cell holds, wherever an atomic read may see an atomic write. */
  trackSources(): void {
    const read = new Set<Cell>();
    const isAtomic = (use: CellUse): boolean => use.access.access.atomic;
    for (const { reads } of this.#uses.values()) for (const r of reads.filter(isAtomic)) for (const { cell } of r.places) read.add(cell);
    for (const { writes } of this.#uses.values())
      for (const w of writes.filter(isAtomic)) for (const { cell } of w.places) cell.hasSource = read.has(cell);
  }

  #usesOf(e: SkeletonEvent): { reads: CellUse[]; writes: CellUse[] } {
    let uses = this.#uses.get(e);
    if (uses === undefined) {
      uses = { reads: [], writes: [] };
      this.#uses.set(e, uses);
    }
    return uses;
  }

  /** Null: it goes to no cell that is copied. */
  #use(access: CellAccess, isRead: boolean): CellUse | null {
    const { terms } = this;
    const { at, size, places, when } = access;
    const found: { cell: Cell; when: Term }[] = [];
    for (let here = places.low; here <= places.high; here += Math.max(places.stride, 1)) {
      this.tick();
      if (typeof at !== "number" && here % size !== 0) continue;
      const cell = this.#cellAt(access, here, isRead);
      const isHere = typeof at === "number" ? when : terms.and(when, terms.eq(at, terms.constant(BigInt(here), at.width)));
      if (cell !== null && isHere !== terms.false) found.push({ cell, when: isHere });
      if (places.stride === 0) break;
    }
    if (found.length === 0) return null;
    const content = access.access.content(access.from, size);
    const marks = isRead ? terms.constant(0n, size) : this.#marksOf(access, content);
    return { access, content, number: isRead ? 0 : ++this.writes, undefined: marks, places: found };
  }

  #marksOf({ access, size }: CellAccess, content: Term): Term {
    const { terms, skeleton } = this;
    let marks: Term | null = null;
    for (let i = 0; i < size; i++) {
      const mark = access.undefined ? terms.true : skeleton.undefinedWhen(content, i, 1);
      marks = marks === null ? mark : terms.concat(mark, marks);
    }
    return marks as Term;
  }

  #cellAt(access: CellAccess, at: number, isRead: boolean): Cell | null {
    const { object, size } = access;
    const key = `${object.id}+${at}:${size}`;
    const known = this.#byKey.get(key);
    if (known !== undefined || !isRead) return known ?? null;
    if (this.cells.length >= maxCells) throw new LimitReached("size");
    const here = { ...access, at };
    // An object without initial content is not read before it is allocated.
    const initial = hasInitial(here) ? initialContent(this.terms, here) : this.terms.constant(0n, 8 * size);
    const name = `${object.name}.${key}`;
    const cell: Cell = { name, object, at, size, initial, bounds: undefined, mayBeUndefined: false, hasSource: false };
    this.#byKey.set(key, cell);
    this.cells.push(cell);
    return cell;
  }

  /** What all writes together say of a cell's content. */
  #describe(): void {
    const { terms } = this;
    const ranges = new Map(this.cells.map((c) => [c, rangeOf(terms, c.initial)]));
    for (const { writes } of this.#uses.values())
      for (const { content, undefined: marks, places } of writes)
        for (const { cell } of places) {
          this.tick();
          if (marks.op !== "constant" || marks.value !== 0n) cell.mayBeUndefined = true;
          const [low, high] = rangeOf(terms, content);
          const range = ranges.get(cell) as [number, number];
          range[0] = Math.min(range[0], low);
          range[1] = Math.max(range[1], high);
        }
    for (const [cell, [low, high]] of ranges)
      if (8 * cell.size <= 64 && Number.isSafeInteger(low) && Number.isSafeInteger(high) && high - low < 2 ** (8 * cell.size - 1))
        cell.bounds = { low: BigInt(low), high: BigInt(high) };
  }
}

const rangeOf = (terms: Terms, t: Term): [number, number] => [terms.signedLow(t), terms.signedHigh(t)];
