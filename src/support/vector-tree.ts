// Identifies a long vector of numbers, of which few change at a time, by one number. A table numbers groups of eight, then groups of eight
// groups, up to a root (tree compression: Laarman, van de Pol, Weber, SPIN 2011). Two vectors are equal exactly if their roots are. A change
// costs the path to the root, and equal parts are stored once. Every element is 0 by default, at any index, so the vector may grow without
// changing the roots of earlier ones. Changes can be undone.

import { IntVector, type VectorTable } from "./vector-table.ts";

const fan = 8;
const fanBits = 3;

export class VectorTree {
  /** `levels[0]` are the elements; a number of the next level stands for eight of the one below. */
  readonly #levels: Int32Array[] = [new Int32Array(64), new Int32Array(8)];
  readonly #dirty: number[][] = [[], []];
  readonly #group = new IntVector();
  /** Undone from the end: level, index, old value. */
  readonly #log = new IntVector();

  /** The tree uses the kinds of the table from `firstKind` on. */
  constructor(
    readonly table: VectorTable,
    readonly firstKind: number,
  ) {}

  get(place: number): number {
    return (this.#levels[0] as Int32Array)[place] ?? 0;
  }

  set(place: number, value: number): void {
    if (this.get(place) === value) return;
    this.#put(0, place, value);
  }

  mark(): number {
    return this.#log.length;
  }

  undoTo(mark: number): void {
    const log = this.#log;
    while (log.length > mark) {
      log.length -= 3;
      (this.#levels[log.data[log.length] as number] as Int32Array)[log.data[log.length + 1] as number] = log.data[log.length + 2] as number;
    }
  }

  /** The number of the whole vector. */
  root(): number {
    for (let level = 0; level + 1 < this.#levels.length; level++) {
      const dirty = this.#dirty[level] as number[];
      for (const group of dirty) {
        const id = this.#number(level, group);
        if ((this.#levels[level + 1] as Int32Array)[group] !== id) this.#put(level + 1, group, id);
      }
      dirty.length = 0;
    }
    // The lowest level whose first group holds everything, so that roots do not depend on the present length of the vector.
    let top = this.#levels.length - 1;
    while (top > 1 && this.#onlyFirst(top - 1)) top--;
    return (this.#levels[top] as Int32Array)[0] as number;
  }

  #put(level: number, index: number, value: number): void {
    let values = this.#levels[level] as Int32Array;
    if (index >= values.length) {
      const larger = new Int32Array(Math.max(values.length * 2, (index | (fan - 1)) + 1));
      larger.set(values);
      this.#levels[level] = larger;
      values = larger;
    }
    this.#log.push(level);
    this.#log.push(index);
    this.#log.push(values[index] as number);
    values[index] = value;
    if (level === this.#levels.length - 1) {
      if (index === 0) return;
      this.#levels.push(new Int32Array(8));
      this.#dirty.push([]);
      if ((this.#levels[level] as Int32Array)[0] !== 0) (this.#dirty[level] as number[]).push(0); // the group that was the root
    }
    const dirty = this.#dirty[level] as number[];
    const group = index >> fanBits;
    if (!dirty.includes(group)) dirty.push(group);
  }

  /** The number of a group; 0 if all its elements are 0. */
  #number(level: number, group: number): number {
    const values = this.#levels[level] as Int32Array;
    const vector = this.#group;
    let length = 0;
    for (let i = 0; i < fan; i++) {
      const value = values[group * fan + i] ?? 0;
      vector.data[i] = value;
      if (value !== 0) length = i + 1;
    }
    return length === 0 ? 0 : this.table.intern(this.firstKind + level, vector.data, length);
  }

  #onlyFirst(level: number): boolean {
    const values = this.#levels[level] as Int32Array;
    for (let i = 1; i < values.length; i++) if (values[i] !== 0) return false;
    return true;
  }
}
