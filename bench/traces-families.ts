// The programs of the trace engines' tables, with the figures of FUSION (Table 1, Fig. 6) beside them.

import type { Property } from "../src/execution/errors.ts";

/** A row of FUSION's Table 1. */
export interface PaperRow {
  readonly size: number;
  readonly threads: number;
  readonly accesses: number;
  /** Runs and seconds of Fusion, and runs of DPOR (null: more than an hour). */
  readonly fusion: readonly [runs: number, seconds: number];
  readonly dpor: number | null;
}

export interface TableFamily {
  /** Ours, and the paper's. */
  readonly name: string;
  readonly paper: string;
  readonly file: string;
  readonly isSafe: boolean;
  /** What shows the violation, by size: the check of a run, or a run itself. */
  readonly found: (size: number) => "by check" | "by running" | null;
  readonly rows: readonly PaperRow[];
  /** A size at which each part of fusion is left out once. */
  readonly parts: number;
  /** Twice the largest size of the paper. */
  readonly double: number;
}

const row = (size: number, threads: number, accesses: number, runs: number, seconds: number, dpor: number | null): PaperRow => ({
  size,
  threads,
  accesses,
  fusion: [runs, seconds],
  dpor,
});

export const tableFamilies: readonly TableFamily[] = [
  {
    name: "audit",
    paper: "fa02",
    file: "audit.c",
    isSafe: false,
    found: () => "by check",
    rows: [row(1, 2, 21, 1, 0.2, 34), row(5, 2, 73, 1, 0.8, 190), row(10, 2, 138, 1, 1.4, 390)],
    parts: 1,
    double: 20,
  },
  {
    name: "batch",
    paper: "pBch4",
    file: "batch.c",
    isSafe: false,
    found: () => "by running",
    rows: [row(5, 2, 28, 2, 0.5, 64), row(10, 2, 48, 2, 0.6, 274), row(20, 2, 88, 2, 1.3, 1144)],
    parts: 5,
    double: 40,
  },
  {
    name: "rounds",
    paper: "pBch4ok",
    file: "rounds.c",
    isSafe: true,
    found: () => null,
    rows: [row(1, 2, 12, 4, 1.9, 5), row(3, 2, 28, 11, 6.9, 152), row(4, 2, 36, 18, 19.6, 1164), row(5, 2, 44, 27, 40.1, null)],
    parts: 1,
    double: 10,
  },
  {
    name: "relay",
    paper: "dynRec",
    file: "relay.c",
    isSafe: false,
    found: (size) => (size === 0 ? "by check" : "by running"),
    rows: [
      row(0, 2, 18, 1, 3.1, 3),
      row(1, 3, 36, 3, 3.3, 788),
      row(2, 4, 54, 5, 7.9, null),
      row(3, 5, 72, 7, 17.2, null),
      row(4, 6, 90, 9, 35.3, null),
      row(5, 7, 108, 11, 71.5, null),
      row(6, 8, 126, 13, 106.4, null),
    ],
    parts: 1,
    double: 12,
  },
];

/** A program that `guided` closes, and the maximum number of runs it may take. */
export interface ClosedProgram {
  readonly name: string;
  readonly file: string;
  readonly size: number;
  readonly property: Property;
  readonly runs: number;
}

const closed = (folder: string, name: string, size: number, runs: number, property: Property = "assert"): ClosedProgram => ({
  name,
  file: `${folder}/${name}.c`,
  size,
  property,
  runs,
});

export const closedPrograms: readonly ClosedProgram[] = [
  ...[12, 14, 16, 18, 20].map((n) => closed("explore", "indexer", n, 3 * (n - 11) + 1)),
  closed("explore", "readers-writers", 3, 1),
  closed("explore", "ticket-lock", 3, 5),
  ...[3, 5].map((n) => closed("staged", "fib", n, 1)),
  closed("staged", "stack", 5, 6),
  closed("staged", "ring", 7, 8),
  closed("staged", "buffer", 3, 5),
  closed("staged", "two-stage", 10, 2),
  closed("staged", "account", 11, 6, "race"),
];

/** With -DBAD, found by the check of the first run. */
export const brokenPrograms: readonly Omit<ClosedProgram, "runs">[] = [
  closed("staged", "stack", 3, 1),
  closed("staged", "ring", 5, 1),
  closed("staged", "buffer", 3, 1),
  closed("staged", "two-stage", 4, 1),
  closed("staged", "fib", 5, 1),
  closed("staged", "account", 5, 1, "race"),
  closed("staged", "ticket-lock", 3, 1),
  closed("staged", "indexer", 13, 1),
];
