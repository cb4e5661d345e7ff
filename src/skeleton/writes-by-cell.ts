// The writes to an object by their cells, so that a read at a fixed offset meets only those that may be to its cell. In: the writes of an
// object. Out: per read those to look at, in the order of events, and what each leaves in its cell.

import type { Term } from "../terms/term.ts";
import type { CellAccess } from "./cells.ts";

/** A write, and when it is made. */
export interface MadeWrite {
  readonly write: CellAccess;
  readonly when: Term;
}

export const whenMade = (write: CellAccess): MadeWrite => ({ write, when: write.made });

export class WritesByCell {
  readonly #all: readonly MadeWrite[];
  /** Those at a fixed offset, and all that are at a symbolic one. */
  readonly #byOffset = new Map<number, MadeWrite[]>();
  readonly #symbolic: MadeWrite[] = [];
  readonly #contents = new Map<CellAccess, Term>();

  constructor(writes: readonly CellAccess[]) {
    this.#all = writes.map(whenMade);
    for (const w of this.#all) {
      const { at } = w.write;
      if (typeof at !== "number") {
        for (const list of this.#byOffset.values()) list.push(w);
        this.#symbolic.push(w);
      } else {
        const list = this.#byOffset.get(at);
        if (list === undefined) this.#byOffset.set(at, [...this.#symbolic, w]);
        else list.push(w);
      }
    }
  }

  /** All writes that may be to the cell, and perhaps others. */
  near({ at }: CellAccess): readonly MadeWrite[] {
    return typeof at === "number" ? (this.#byOffset.get(at) ?? this.#symbolic) : this.#all;
  }

  /** What the write leaves in its cell. */
  contentOf(write: CellAccess): Term {
    let content = this.#contents.get(write);
    if (content === undefined) {
      content = write.access.content(write.from, write.size);
      this.#contents.set(write, content);
    }
    return content;
  }
}
