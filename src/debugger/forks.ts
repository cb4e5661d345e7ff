// The forks of a session: paths that share their beginning. In: paths as they are walked. Out: where they part, which one to reuse, and their names.
//
// Forks share their moves as objects: two paths are the same up to a move exactly if the same objects are there.

import { fail } from "../support/diagnostics.ts";
import type { ForkView, Place } from "./contract.ts";
import type { Move, Start } from "./moves.ts";
import type { Passage } from "./passage.ts";

/** A move with what was seen when it was first made. */
export interface SeenMove extends Move {
  readonly passage: Passage;
}

export class Fork {
  /** How its run ends, in words; empty: it has not been seen to end. */
  end = "";

  constructor(
    readonly id: number,
    public name: string,
    public parent: Place | null,
    readonly start: Start,
    readonly moves: SeenMove[],
  ) {}
}

export class Forks {
  readonly #forks = new Map<number, Fork>();
  #next = 0;

  add(parent: Place | null, start: Start, moves: SeenMove[], name = ""): Fork {
    const id = this.#next++;
    const fork = new Fork(id, name === "" ? (id === 0 ? "run" : `fork ${id}`) : name, parent, start, moves);
    this.#forks.set(id, fork);
    return fork;
  }

  get(id: number): Fork {
    const fork = this.#forks.get(id);
    return fork ?? fail("RVL601", `there is no fork ${id}`);
  }

  rename(id: number, name: string): void {
    this.get(id).name = name.trim() === "" ? `fork ${id}` : name.trim();
  }

  /** Its own forks then leave the fork that it left. */
  remove(id: number): void {
    const { parent } = this.get(id);
    this.#forks.delete(id);
    for (const f of this.#forks.values())
      if (f.parent?.fork === id) f.parent = parent === null ? null : { fork: parent.fork, move: Math.min(parent.move, f.parent.move) };
  }

  /** A fork with these first moves in which this thread comes next. */
  continuing(start: Start, moves: readonly SeenMove[], length: number, thread: number): Fork | null {
    for (const f of this.#forks.values())
      if (f.start === start && f.moves.length > length && f.moves[length]?.thread === thread && sharedMoves(f.moves, moves) >= length)
        return f;
    return null;
  }

  get size(): number {
    return this.#forks.size;
  }

  views(): ForkView[] {
    return [...this.#forks.values()].map(({ id, name, parent, moves, end }) => ({ id, name, parent, length: moves.length, end }));
  }
}

/** How many first moves two paths share. */
export function sharedMoves(a: readonly SeenMove[], b: readonly SeenMove[]): number {
  let n = Math.min(a.length, b.length);
  // Forks of one path mostly share all of the shorter one, or part late.
  if (n === 0 || a[n - 1] === b[n - 1]) return n;
  let low = 0;
  while (low < n) {
    const middle = (low + n) >> 1;
    if (a[middle] === b[middle]) low = middle + 1;
    else n = middle;
  }
  return low;
}
