// The programs of the staged engine's tables, by family: the sizes of STAGED Fig. 3 with the times of the paper, and those of the growth table.

import type { Property } from "../src/execution/errors.ts";

export interface StagedFamily {
  readonly name: string;
  readonly file: string;
  readonly property: Property;
  readonly sizes: readonly number[];
  /** The sizes with --quick. */
  readonly quick: readonly number[];
}

export interface PaperFamily extends StagedFamily {
  /** The bound of loops, as in the paper; without it the verdict must be complete. */
  readonly unwind?: number;
  /** Per size, in seconds: +S+O, Old(+O), +S-O; null: more than 1800. */
  readonly paper: Readonly<Record<number, readonly [number | null, number | null, number | null]>>;
}

export const paperFamilies: readonly PaperFamily[] = [
  {
    name: "SynchBench",
    file: "synch.c",
    property: "race",
    sizes: [2, 13],
    quick: [2, 4],
    paper: { 2: [1, 1, 1], 13: [3, 9, 711] },
  },
  {
    name: "indexer",
    file: "indexer.c",
    property: "assert",
    unwind: 4,
    sizes: [20, 27, 28, 29, 30, 31, 32],
    quick: [12, 14],
    paper: {
      20: [0.1, 0.1, 355],
      27: [0.3, 23, null],
      28: [4, 97, null],
      29: [6, 129, null],
      30: [7, 517, null],
      31: [13, null, null],
      32: [104, null, null],
    },
  },
  {
    name: "account",
    file: "account.c",
    property: "race",
    sizes: [11, 21],
    quick: [3, 5],
    paper: { 11: [1, 1, 121], 21: [10, 25, null] },
  },
];

/** `aim`: the maximum seconds of solving, by size, for the safe variant. */
export const growthFamilies: readonly (StagedFamily & { readonly aim?: Readonly<Record<number, number>> })[] = [
  { name: "fib-like 2×", file: "fib.c", property: "assert", sizes: [5, 6, 11], quick: [3], aim: { 5: 1, 11: 15 } },
  { name: "ticket lock, threads", file: "ticket-lock.c", property: "assert", sizes: [2, 3, 4, 5, 6], quick: [2, 3] },
  { name: "stack under a lock, values", file: "stack.c", property: "assert", sizes: [3, 5], quick: [3], aim: { 5: 2 } },
  { name: "ring buffer of 20 slots, items", file: "ring.c", property: "assert", sizes: [3, 5, 7], quick: [3], aim: { 7: 2 } },
  { name: "bounded buffer, items", file: "buffer.c", property: "assert", sizes: [3, 4, 5, 6, 7, 8], quick: [3] },
  { name: "two-stage locking, threads", file: "two-stage.c", property: "assert", sizes: [3, 4, 5, 6, 7, 8, 9, 10], quick: [3, 4] },
];
