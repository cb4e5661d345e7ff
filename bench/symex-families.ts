// The programs of symex's tables, with the figures of PDPOR (Tables 1 to 3) and the names of AGSE (Table 2) beside them.

import type { SymexOptions, SymexReduction } from "../src/engines/symex/options.ts";
import type { Property } from "../src/execution/errors.ts";

/** A way to run symex. */
export interface SymexChoice {
  readonly prune: NonNullable<SymexOptions["prune"]>;
  readonly reduce: SymexReduction;
  readonly sleeps?: boolean;
  readonly slice?: boolean;
}

/** Columns of PDPOR's tables. */
export const pdporColumns = {
  POR: { prune: "none", reduce: "por" },
  SI: { prune: "interpolants", reduce: "none" },
  "POR+SI": { prune: "interpolants", reduce: "por" },
  "PDPOR+SI": { prune: "interpolants", reduce: "pdpor" },
} as const satisfies Record<string, SymexChoice>;

export type PdporColumn = keyof typeof pdporColumns;

/** What a column must show. */
export interface Aim {
  /** States and subsumed ones; null: any, in one run; undefined: there is no aim. */
  readonly count: (size: number) => number | null | undefined;
  /** The count is met exactly; otherwise it is an upper bound. */
  readonly isExact: boolean;
  /** Seconds in the paper, by size; "-": ten minutes were over. */
  readonly paperSeconds?: Readonly<Record<number, number | "-">>;
  /** Aims of our own, in CPU seconds by size. */
  readonly seconds?: Readonly<Record<number, number>>;
  /** Sizes for this column alone. */
  readonly sizes?: readonly number[];
}

export interface PdporFamily {
  readonly name: string;
  readonly file: string;
  readonly flags?: readonly string[];
  readonly property?: Property;
  readonly isSafe?: boolean;
  readonly sizes: readonly number[];
  readonly aims: Readonly<Partial<Record<PdporColumn, Aim>>>;
}

const exactly = (count: (n: number) => number, more: Omit<Aim, "count" | "isExact"> = {}): Aim => ({ count, isExact: true, ...more });
const atMost = (counts: Readonly<Record<number, number>>, more: Omit<Aim, "count" | "isExact"> = {}): Aim => ({
  count: (n) => counts[n],
  isExact: false,
  ...more,
});
const from = (first: number, counts: readonly number[]): Record<number, number> =>
  Object.fromEntries(counts.map((count, i) => [first + i, count]));

/** Σ over k ≤ m of m!/(m−k)!. */
function arrangements(m: number): number {
  let [sum, product] = [1, 1];
  for (let k = 0; k < m; k++) {
    product *= m - k;
    sum += product;
  }
  return sum;
}

export const pdporFamilies: readonly PdporFamily[] = [
  {
    name: "p/c",
    file: "producers.c",
    sizes: [2, 3, 4, 5, 6, 7, 8],
    aims: {
      POR: exactly((n) => arrangements(2 * n + 1) + 2 * n, { paperSeconds: { 2: 0.03, 3: 2.73, 4: 586, 5: "-" }, seconds: { 4: 30 } }),
      SI: exactly((n) => 8 * n * 3 ** (2 * n - 1) + 3 ** (2 * n) + 1, { paperSeconds: { 2: 0.17, 3: 2.43, 4: 37.53, 5: "-" } }),
      "POR+SI": exactly((n) => (2 * n + 1) * 4 ** n + 2 * n + 1, {
        paperSeconds: { 2: 0.03, 3: 0.19, 4: 1.07, 5: 5.76, 6: 34.5, 7: 315.42 },
        seconds: { 7: 120 },
      }),
    },
  },
  {
    name: "p/c as resource use",
    file: "producers.c",
    flags: ["-DRESOURCE"],
    sizes: [2, 4, 7, 14, 50],
    aims: { "PDPOR+SI": exactly((n) => 4 * n + 1, { paperSeconds: { 7: 0.01 }, seconds: { 50: 2 } }) },
  },
  {
    name: "din-a",
    file: "philosophers.c",
    sizes: [2, 3, 4, 5, 6, 7, 8],
    aims: {
      POR: atMost(from(2, [22, 646, 155037]), { paperSeconds: { 2: 0.01, 3: 0.05, 4: 19.48, 5: "-" } }),
      SI: {
        ...atMost(from(2, [21, 153, 1001, 6113, 35713, 202369]), {
          paperSeconds: { 2: 0.01, 3: 0.03, 4: 0.17, 5: 1.01, 6: 22.54, 7: 215.63 },
          seconds: { 7: 120 },
        }),
        isExact: true,
      },
      "POR+SI": atMost(from(2, [21, 125, 647, 4313, 24201, 133161]), {
        paperSeconds: { 2: 0.01, 3: 0.02, 4: 0.09, 5: 0.54, 6: 4.16, 7: 59.69 },
      }),
    },
  },
  {
    name: "din-b",
    file: "philosophers.c",
    flags: ["-DALL_EAT"],
    isSafe: false,
    sizes: [2, 4, 7, 14],
    aims: { SI: { count: () => null, isExact: false, paperSeconds: { 7: 0.01 } } },
  },
  {
    name: "bak",
    file: "bakery.c",
    sizes: [2, 3, 4, 5, 6, 7],
    aims: {
      POR: atMost(from(2, [48, 1003, 27582]), { paperSeconds: { 2: 0.03, 3: 1.85, 4: 145.78, 5: "-" } }),
      SI: atMost(from(2, [38, 264, 1924, 14235]), { paperSeconds: { 2: 0.03, 3: 0.42, 4: 5.88, 5: 73.69 } }),
      "POR+SI": atMost(from(2, [31, 227, 1678, 12722]), { paperSeconds: { 2: 0.02, 3: 0.35, 4: 4.95, 5: 63.6 } }),
    },
  },
  {
    name: "sum",
    file: "sum.c",
    sizes: [6, 8, 10, 12, 14, 16],
    aims: {
      "POR+SI": exactly((n) => n * 2 ** (n - 1) + 1, {
        paperSeconds: { 6: 0.05, 8: 0.27, 10: 1.52, 12: 8.8, 14: 67.7 },
        seconds: { 14: 30 },
      }),
      "PDPOR+SI": exactly((n) => n + 1, {
        paperSeconds: { 6: 0.01, 8: 0.01, 10: 0.01, 12: 0.01, 14: 0.01 },
        seconds: { 64: 2 },
        sizes: [6, 8, 10, 12, 14, 32, 64],
      }),
    },
  },
  {
    name: "micro_2",
    file: "additions.c",
    sizes: [100, 200],
    aims: {
      SI: exactly((n) => 2 * n * (n + 1) + 1, { paperSeconds: { 100: 10.88 }, seconds: { 100: 5 } }),
      "PDPOR+SI": exactly((n) => 2 * n + 1, { paperSeconds: { 100: 0.04 } }),
    },
  },
  {
    name: "stack",
    file: "locked-stack.c",
    sizes: [5, 10],
    aims: {
      // 2N + 1 sections of two steps each.
      SI: exactly((n) => (2 * (2 * n + 1) + 1) ** 2, { paperSeconds: { 5: 0.26 } }),
      "PDPOR+SI": { count: (n) => (2 * (2 * n + 1) + 1) ** 2, isExact: false, paperSeconds: { 5: 0.26 } },
    },
  },
  {
    name: "circular_buffer",
    file: "handshake.c",
    sizes: [7, 20],
    aims: {
      SI: exactly((n) => 4 * n + 1, { paperSeconds: { 7: 0.03 } }),
      "PDPOR+SI": exactly((n) => 4 * n + 1, { paperSeconds: { 7: 0.03 } }),
    },
  },
  {
    name: "stateful20",
    file: "two-sums.c",
    sizes: [20, 50],
    aims: {
      SI: exactly((n) => 2 * n * (n + 1) + 1, { paperSeconds: { 20: 1.13 } }),
      "PDPOR+SI": exactly((n) => 2 * n + 1, { paperSeconds: { 20: 0.01 } }),
    },
  },
  {
    name: "commit",
    file: "commit.c",
    sizes: [2, 4, 8, 16],
    aims: { "PDPOR+SI": { count: (n) => 2 * n + 1, isExact: false } },
  },
  {
    name: "lockset",
    file: "lockset.c",
    property: "race",
    sizes: [2, 3, 4],
    aims: { "PDPOR+SI": { count: () => null, isExact: false } },
  },
];

/** Table 3's programs for staged with the paper's context bound; null: without one. */
export const boundedPrograms: readonly {
  readonly name: string;
  readonly file: string;
  readonly size: number;
  readonly bound: number | null;
  readonly paper: number;
}[] = [
  { name: "micro_2", file: "additions.c", size: 100, bound: 17, paper: 1095 },
  { name: "stack", file: "locked-stack.c", size: 5, bound: 12, paper: 225 },
  { name: "circular_buffer", file: "handshake.c", size: 7, bound: null, paper: 477 },
  { name: "stateful20", file: "two-sums.c", size: 20, bound: 10, paper: 95 },
];

/** A row of AGSE's Table 2, by its name there: a program of our own of that kind. */
export interface AgseRow {
  readonly name: string;
  readonly file: string;
  readonly flags: readonly string[];
}

const agse = (name: string, file: string, ...flags: string[]): AgseRow => ({ name, file: `${file}.c`, flags });

export const agseRows: readonly AgseRow[] = [
  ...[1, 2, 3].map((n) => agse(`fibbench${n}`, "fibbench", `-DN=${n}`)),
  agse("indexer", "indexer", "-DN=12"),
  agse("lazy01", "lazy"),
  ...(
    [
      ["1a", 2, 1],
      ["1b", 3, 1],
      ["1c", 4, 1],
      ["2a", 2, 2],
      ["2b", 3, 2],
    ] as const
  ).map(([name, setters, checkers]) => agse(`reorder2-${name}`, "reorder", `-DSETTERS=${setters}`, `-DCHECKERS=${checkers}`)),
  ...[3, 4, 5].map((n, i) => agse(`sigma${i + 1}`, "sigma", `-DN=${n}`)),
  agse("singleton", "singleton", "-DN=3"),
  agse("stack", "stack", "-DN=3"),
  agse("stateful01", "stateful"),
  agse("twostage3", "twostage", "-DN=3"),
  agse("dekker", "dekker"),
  ...[1, 2].map((n) => agse(`peterson${n}`, "peterson", `-DN=${n}`)),
  ...[1, 2].map((n) => agse(`readwritelk${n}`, "readwritelk", `-DN=${n}`)),
  agse("timevarmutex", "timevarmutex"),
  agse("szymanski", "szymanski"),
  agse("unverif", "unverif", "-DN=2"),
  agse("bluetooth", "bluetooth", "-DN=2"),
  agse("art_example", "art-example", "-DN=4"),
  agse("fsbench", "fsbench", "-DN=3"),
  agse("ticket", "ticket", "-DN=3"),
  agse("account", "account"),
  ...[3, 5].map((n, i) => agse(`circularbuf${i + 1}`, "circularbuf", `-DN=${n}`)),
  agse("readreadwrite", "readreadwrite", "-DN=4"),
  agse("queue", "queue", "-DN=2"),
  agse("list (lock-free)", "lock-free-list", "-DLENGTH=2"),
  agse("skip list", "skip-list", "-DLENGTH=1"),
  agse("hash table", "hash-table", "-DLENGTH=1"),
  agse("allocator", "allocator", "-DLENGTH=3"),
  // Not of the paper: sliced, the safe one takes exactly one run (section 6.1).
  agse("no shared variable", "agse-one-run", "-DN=3"),
];

/** Columns of AGSE's Table 2. */
export const agseColumns = {
  none: { prune: "none", reduce: "none" },
  "dpor, sleep sets": { prune: "none", reduce: "dpor" },
  dpor: { prune: "none", reduce: "dpor", sleeps: false },
  "dpor + summaries": { prune: "summaries", reduce: "dpor", slice: false },
  "dpor + summaries, sliced": { prune: "summaries", reduce: "dpor", slice: true },
} as const satisfies Record<string, SymexChoice>;

export type AgseColumn = keyof typeof agseColumns;
