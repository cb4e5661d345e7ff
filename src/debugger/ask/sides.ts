// Keeps a search within the branches that a run took: its reorderings. In: per thread, the blocks of the program's own code that the run entered, in order. Out: a tracker that ends runs in which a
// thread enters another block.
//
// Inside the library every branch is allowed, so that locks and waits are exact. A block from which everything fails is also allowed: it is the other side of an assertion, and a run without it would
// have nothing to ask about. What a thread has entered so far is a number of its blocks; these numbers are part of a state.

import { FailingBlocks } from "../../analysis/failing-blocks.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Tracker } from "./search.ts";

/** Per thread, by its name: function and block, in the order in which the run entered them. */
export type Sides = ReadonlyMap<string, readonly number[]>;

/** Blocks of a function have smaller numbers than this. */
const maxBlocks = 2 ** 20;

/** Collects the sides of a run: to be called after the start and after each move. */
export class SidesRecorder {
  readonly #sides = new Map<string, number[]>();
  /** Per call: the threads that have entered a block, once for each. */
  readonly #entered: string[][] = [];

  constructor(readonly machine: Machine) {}

  note(): void {
    const entered: string[] = [];
    for (const { name, block } of enteredIn(this.machine)) {
      const list = this.#sides.get(name) ?? [];
      list.push(block);
      this.#sides.set(name, list);
      entered.push(name);
    }
    this.#entered.push(entered);
  }

  get sides(): Sides {
    return this.#sides;
  }

  /** How many blocks each thread has entered after so many moves. */
  enteredAfter(moves: number): Progress {
    const counts = new Map<string, number>();
    for (const names of this.#entered.slice(0, moves + 1)) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }
}

function* enteredIn({ context, program, threads }: Machine): Iterable<{ name: string; block: number }> {
  const { blocks } = context;
  for (let i = 0; i < (blocks?.length ?? 0); i++) {
    const entry = blocks?.at(i);
    const name = threads[entry?.thread ?? -1]?.name;
    if (entry === undefined || name === undefined || program.functions[entry.function]?.library !== false) continue;
    yield { name, block: entry.function * maxBlocks + entry.block };
  }
}

/** How many of its blocks each thread has entered, as a text; `F`: it is bound to fail. */
type Progress = ReadonlyMap<string, number>;
const failing = -1;

export function withinSides(machine: Machine, sides: Sides, entered: Progress): Tracker {
  const progresses: Progress[] = [];
  const numbers = new Map<string, number>();
  const failingBlocks = new FailingBlocks(machine.program);
  const numberOf = (progress: Progress): number => {
    const key = [...progress]
      .map(([name, n]) => `${name}=${n}`)
      .sort()
      .join(" ");
    const known = numbers.get(key) ?? progresses.push(progress) - 1;
    numbers.set(key, known);
    return known;
  };
  const fails = (block: number): boolean => {
    const body = machine.program.functions[Math.floor(block / maxBlocks)]?.body();
    return body !== undefined && (failingBlocks.of(body)[block % maxBlocks] ?? false);
  };
  return {
    initial: numberOf(entered),
    after: (kept) => {
      let progress: Map<string, number> | null = null;
      for (const { name, block } of enteredIn(machine)) {
        progress ??= new Map(progresses[kept]);
        const n = progress.get(name) ?? 0;
        if (n === failing) continue;
        if (sides.get(name)?.[n] === block) progress.set(name, n + 1);
        else if (fails(block)) progress.set(name, failing);
        else return null;
      }
      return progress === null ? kept : numberOf(progress);
    },
  };
}
