// The memory of clauses with three or more literals, and of explanations of any length: one integer array that grows by half. A clause is
// named by the index of its header: [size, marks, literal, literal, …]. A deleted clause stays until `collect` (reduce.ts).

import type { Literal } from "../literal.ts";

export const headerSize = 2;

// The second word of the header: marks in the low byte, the glue (number of decision levels when learnt) above them.
export const redundantMark = 1; // learnt: may be deleted
export const garbageMark = 2; // to be collected
export const transientMark = 4; // the explanation of one literal or conflict; not watched
export const usedMarks = 24; // two bits: how recently the clause took part in a conflict
export const usedShift = 3;
export const triedMark = 32; // vivification has tried it
const glueShift = 8;

export class Arena {
  data = new Int32Array(1 << 12);
  /** Index 0 is not a clause: it means "none". */
  top = 1;
  /** Words of clauses marked as garbage, and of explanations, which are short-lived. */
  wasted = 0;

  allocate(literals: ArrayLike<Literal>, size: number, marks: number, glue: number): number {
    const reference = this.top;
    this.reserve(headerSize + size);
    const data = this.data;
    data[reference] = size;
    data[reference + 1] = marks | (glue << glueShift);
    for (let i = 0; i < size; i++) data[reference + headerSize + i] = literals[i];
    this.top = reference + headerSize + size;
    if ((marks & transientMark) !== 0) this.wasted += headerSize + size;
    return reference;
  }

  reserve(words: number): void {
    if (this.top + words <= this.data.length) return;
    const larger = new Int32Array(Math.max(this.top + words, this.data.length + (this.data.length >> 1)));
    larger.set(this.data.subarray(0, this.top));
    this.data = larger;
  }

  size(reference: number): number {
    return this.data[reference];
  }

  has(reference: number, marks: number): boolean {
    return (this.data[reference + 1] & marks) !== 0;
  }

  glue(reference: number): number {
    return this.data[reference + 1] >> glueShift;
  }

  setGlue(reference: number, glue: number): void {
    this.data[reference + 1] = (this.data[reference + 1] & ((1 << glueShift) - 1)) | (glue << glueShift);
  }

  used(reference: number): number {
    return (this.data[reference + 1] & usedMarks) >> usedShift;
  }

  setUsed(reference: number, used: number): void {
    this.data[reference + 1] = (this.data[reference + 1] & ~usedMarks) | (used << usedShift);
  }

  discard(reference: number): void {
    this.data[reference + 1] |= garbageMark;
    this.wasted += headerSize + this.data[reference];
  }

  literals(reference: number): Literal[] {
    return Array.from(this.data.subarray(reference + headerSize, reference + headerSize + this.data[reference]));
  }
}
