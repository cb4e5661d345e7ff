// The bytes of one object as one thread sees them: a map from offsets to terms. A cell has the size of the last write there; a read across
// cells concatenates them. Copying, when a path forks, and merging, when paths meet, cost no more than what has changed.

import type { Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { VersionedMap } from "./versioned-map.ts";

interface Cell {
  readonly size: number;
  readonly value: Term;
}

export class Bytes {
  readonly #cells: VersionedMap<Cell>;

  constructor(
    readonly terms: Terms,
    readonly size: number,
    /** The content before the first write. */
    readonly initial: (offset: number, size: number) => Term,
    /** Whether the object is alive. */
    public live: Term,
    cells = new VersionedMap<Cell>(),
  ) {
    this.#cells = cells;
  }

  clone(): Bytes {
    return new Bytes(this.terms, this.size, this.initial, this.live, this.#cells.copy());
  }

  /** Whether the bytes are the same terms, cell by cell. */
  equals(other: Bytes): boolean {
    return this.live === other.live && !this.#cells.differs(other.#cells, (_, mine, theirs) => !isSame(mine, theirs));
  }

  /** When the values of the bytes are equal. Both must be states of one object. */
  isEqual(other: Bytes): Term {
    const { terms } = this;
    const equal = [terms.eq(this.live, other.live)];
    this.#cells.differs(other.#cells, (offset, mine, theirs) => {
      for (const size of new Set([mine, theirs].flatMap((c) => (c === undefined ? [] : [c.size]))))
        equal.push(terms.eq(this.read(offset, size), other.read(offset, size)));
      return false;
    });
    return terms.all(equal);
  }

  read(offset: number, size: number): Term {
    const cell = this.#cells.get(offset);
    if (cell?.size === size) return cell.value;
    if (!this.#touches(offset, size)) return this.initial(offset, size);
    let value: Term | null = null;
    for (let i = 0; i < size; ) {
      const [part, length] = this.#piece(offset + i, size - i);
      value = value === null ? part : this.terms.concat(part, value);
      i += length;
    }
    return value as Term;
  }

  write(offset: number, size: number, value: Term): void {
    if (this.#cells.get(offset)?.size !== size) this.#clear(offset, size);
    this.#cells.set(offset, { size, value });
  }

  /** The state where two paths meet: this one under the condition, otherwise the other. Cells that are the same on both sides are not visited. */
  merge(condition: Term, other: Bytes, tick: Tick): Bytes {
    const { terms } = this;
    const merged = new Bytes(terms, this.size, this.initial, terms.ite(condition, this.live, other.live), this.#cells.copy());
    const put = (at: number, size: number): void => {
      const mine = this.read(at, size);
      const theirs = other.read(at, size);
      merged.#cells.set(at, { size, value: mine === theirs ? mine : terms.ite(condition, mine, theirs) });
    };
    const odd: [number, number][] = [];
    this.#cells.differs(other.#cells, (offset, mine, theirs) => {
      tick();
      if (isSame(mine, theirs)) return false;
      const cell = mine ?? theirs;
      if (cell !== undefined && this.#agrees(offset, cell.size, other)) put(offset, cell.size);
      else for (const c of [mine, theirs]) if (c !== undefined) odd.push([offset, c.size]);
      return false;
    });
    // Ranges that the two sides cut differently are cut into bytes. A cell that overlaps such a range is in the list itself.
    for (const [offset, size] of odd) for (let at = offset; at < offset + size; at++) merged.#cells.delete(at);
    for (const [offset, size] of odd) for (let at = offset; at < offset + size; at++) if (merged.#cells.get(at) === undefined) put(at, 1);
    return merged;
  }

  /** Whether neither side has cells that cut this range differently. */
  #agrees(offset: number, size: number, other: Bytes): boolean {
    const fits = (b: Bytes): boolean => b.#cells.get(offset)?.size === size || !b.#touches(offset, size);
    return fits(this) && fits(other);
  }

  /** Where a later state of the object differs, and what it has there. Ranges may overlap. */
  changesTo(later: Bytes): { readonly at: number; readonly size: number; readonly value: Term }[] {
    const changes: { at: number; size: number; value: Term }[] = [];
    this.#cells.differs(later.#cells, (at, mine, theirs) => {
      for (const c of isSame(mine, theirs) ? [] : [mine, theirs])
        if (c !== undefined) changes.push({ at, size: c.size, value: later.read(at, c.size) });
      return false;
    });
    return changes;
  }

  #touches(offset: number, size: number): boolean {
    for (let at = offset - 15; at < offset + size; at++) {
      const cell = this.#cells.get(at);
      if (cell !== undefined && at + cell.size > offset) return true;
    }
    return false;
  }

  /** The value that was written in one piece, if the range is a proper part of it; otherwise null. */
  wholeAround(offset: number, size: number): Term | null {
    for (let at = offset; at > offset - 16; at--) {
      const cell = this.#cells.get(at);
      if (cell !== undefined) return cell.size > size && at + cell.size >= offset + size ? cell.value : null;
    }
    return null;
  }

  /** The longest piece, of at most `maxLength` bytes, that starts here and lies in one cell; and its length. */
  #piece(offset: number, maxLength: number): [Term, number] {
    for (let at = offset; at > offset - 16; at--) {
      const cell = this.#cells.get(at);
      if (cell === undefined) continue;
      if (at + cell.size <= offset) break;
      const from = offset - at;
      const length = Math.min(maxLength, cell.size - from);
      return [this.terms.extract(cell.value, 8 * (from + length) - 1, 8 * from), length];
    }
    return [this.initial(offset, 1), 1];
  }

  /** Clears a range: cells that reach into it keep only their bytes outside it. */
  #clear(offset: number, size: number): void {
    for (let at = offset - 15; at < offset + size; at++) {
      const cell = this.#cells.get(at);
      if (cell === undefined || at + cell.size <= offset) continue;
      this.#cells.delete(at);
      for (let i = 0; i < cell.size; i++) {
        if (at + i >= offset && at + i < offset + size) continue;
        this.#cells.set(at + i, { size: 1, value: this.terms.extract(cell.value, 8 * i + 7, 8 * i) });
      }
    }
  }
}

const isSame = (a: Cell | undefined, b: Cell | undefined): boolean =>
  a === b || (a !== undefined && a.size === b?.size && a.value === b.value);
