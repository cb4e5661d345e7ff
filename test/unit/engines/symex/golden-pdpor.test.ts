// Counts of PDPOR's examples and tables (HVC 2014), up to the sizes that take about a second; `npm run bench -- symex` has the larger ones. "States" are those explored and
// those subsumed. A failure means that symex explores more than the paper, or that it leaves out what it must not: the closed forms are exact.

import { describe, expect, test } from "vitest";
import { reductions } from "../../../../src/engines/symex/options.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { count } from "./golden.ts";

const columns = {
  POR: ["none", "por"],
  SI: ["interpolants", "none"],
  "POR+SI": ["interpolants", "por"],
  "PDPOR+SI": ["interpolants", "pdpor"],
} as const;

interface Row {
  readonly name: string;
  readonly column: keyof typeof columns;
  readonly file: string;
  readonly flags: readonly string[];
  readonly states: number;
  /** The paper's count is an upper bound: our persistent sets, or our reading, may give less. */
  readonly isBound: boolean;
  readonly runs: number | null;
}

const rows: Row[] = [];
const add = (
  column: Row["column"],
  name: string,
  file: string,
  size: number,
  states: number,
  { flags = [], isBound = false, runs = null }: { flags?: readonly string[]; isBound?: boolean; runs?: number | null } = {},
): void => {
  rows.push({ name, column, file, flags: [`-DN=${size}`, ...flags], states, isBound, runs });
};

/** Σ over k ≤ m of m!/(m−k)!, by hand: 1 + m + m(m−1) + … + m!. */
const arrangements = (m: number): number => (m === 0 ? 1 : 1 + m * arrangements(m - 1));

// 2N producers and a consumer. 8N·3^(2N−1) + 3^(2N) + 1: a producer has not begun, has stored, or has updated; the consumer has or has not.
for (const n of [2]) add("POR", `p/c-${n}`, "producers", n, arrangements(2 * n + 1) + 2 * n);
for (const n of [2, 3]) add("SI", `p/c-${n}`, "producers", n, 8 * n * 3 ** (2 * n - 1) + 3 ** (2 * n) + 1);
for (const n of [2, 3, 4]) add("POR+SI", `p/c-${n}`, "producers", n, (2 * n + 1) * 4 ** n + 2 * n + 1);
for (const n of [2, 4, 7]) add("PDPOR+SI", `p/c-${n} as resource use`, "producers", n, 4 * n + 1, { flags: ["-DRESOURCE"], runs: 1 });

// Philosophers, forks unknown. Two of them: each takes fork 0 first, so that while one of them is at steps 1 to 4 the other is at its beginning or its end: 20 steps from 20 states, and the first.
for (const [i, states] of [21, 153, 1001].entries()) add("SI", `din-${i + 2}a`, "philosophers", i + 2, states);
for (const [i, states] of [22, 646].entries()) add("POR", `din-${i + 2}a`, "philosophers", i + 2, states, { isBound: true });
for (const [i, states] of [21, 125, 647].entries()) add("POR+SI", `din-${i + 2}a`, "philosophers", i + 2, states, { isBound: true });

// The bakery, one passage each, with the number, the wait and the end as one step each: fewer than the paper's.
for (const [i, states] of [38, 264, 1924].entries()) add("SI", `bak-${i + 2}`, "bakery", i + 2, states, { isBound: true });
for (const [i, states] of [48, 1003].entries()) add("POR", `bak-${i + 2}`, "bakery", i + 2, states, { isBound: true });
for (const [i, states] of [31, 227, 1678].entries()) add("POR+SI", `bak-${i + 2}`, "bakery", i + 2, states, { isBound: true });

// Sums: every subset of threads is a state, from which each of the others is a step. All steps conflict, so that persistent sets leave out none.
for (const n of [6, 8]) add("SI", `sum-${n}`, "sum", n, n * 2 ** (n - 1) + 1);
for (const n of [6, 8]) add("POR+SI", `sum-${n}`, "sum", n, n * 2 ** (n - 1) + 1);
// To 64 threads with a function each: pdpor.test.ts.
for (const n of [6, 24]) add("PDPOR+SI", `sum-${n}`, "sum", n, n + 1, { runs: 1 });

// Two threads of n steps: a grid of (n + 1)² states with 2n(n + 1) steps.
add("SI", "micro_2", "additions", 100, 20201);
add("PDPOR+SI", "micro_2", "additions", 100, 201, { runs: 1 });
add("SI", "stateful20", "two-sums", 20, 841);
add("PDPOR+SI", "stateful20", "two-sums", 20, 41, { runs: 1 });
// s sections of two steps, of which only one thread may be inside: 4s(s + 1) steps, and the first state: (2s + 1)².
add("SI", "stack", "locked-stack", 5, 529);
add("PDPOR+SI", "stack", "locked-stack", 5, 529, { isBound: true });
add("SI", "circular_buffer", "handshake", 7, 29, { runs: 1 });
add("PDPOR+SI", "circular_buffer", "handshake", 7, 29, { runs: 1 });
for (const n of [2, 4, 8]) add("PDPOR+SI", `commit-${n}`, "commit", n, 2 * n + 1, { isBound: true });

describe("PDPOR's tables", () => {
  test.each(rows)("$name, $column: $states states", async ({ column, file, flags, states, isBound, runs }) => {
    const [prune, reduce] = columns[column];
    const counted = await count(file, flags, prune, reduce);
    expect(counted.verdict).toBe("covered");
    if (isBound) expect(counted.allStates).toBeLessThanOrEqual(states);
    else expect(counted.allStates).toBe(states);
    if (runs !== null) expect(counted.runs).toBe(runs);
  });

  test("bak-2, SI: 21 states, by hand", async () => {
    // Places: 0 before it draws a number, 1 with one, 2 inside, 3 behind. 16 states: (0,0); 3 with one thread at 0, twice; (1,1) twice, by who drew first; (2,1), (3,1), (3,2), and the same with
    // the threads exchanged; (3,3). 20 steps: 2 from (0,0), (1,0), (2,0), (0,1) and (0,2); 1 from each of the others but the last, since of two threads with numbers one waits.
    expect(await count("bakery", ["-DN=2"], "interpolants")).toMatchObject({ verdict: "covered", states: 16, allStates: 21 });
  });

  test.each([2, 4, 7])("din-%ib: all have eaten in the first run", async (n) => {
    expect(await count("philosophers", [`-DN=${n}`, "-DALL_EAT"], "interpolants")).toMatchObject({ verdict: "candidate", runs: 1 });
  });
});

describe("unsafe twins of PDPOR's programs", () => {
  const twins = ["producers", "philosophers", "bakery", "sum", "additions", "locked-stack", "handshake", "two-sums", "commit", "example1"];
  test.each(twins.flatMap((file) => reductions.map((reduce) => [file, reduce] as const)))("%s, %s", async (file, reduce) => {
    expect((await count(file, ["-DBAD"], "interpolants", reduce)).verdict).toBe("candidate");
  });

  test("more resources than the bound", async () => {
    expect((await count("producers", ["-DN=3", "-DRESOURCE", "-DBAD"], "interpolants", "pdpor")).verdict).toBe("candidate");
  });
});

describe("PDPOR's examples 1 and 2", () => {
  test("19 states and 6 runs; 9 states and 4 subsumed with interpolants", async () => {
    expect(await count("example1", [], "none")).toMatchObject({ verdict: "covered", runs: 6, states: 19 });
    expect(await count("example1", [], "none", "dpor")).toMatchObject({ verdict: "covered", runs: 6 });
    expect(await count("example1", [], "interpolants")).toMatchObject({ verdict: "covered", states: 9, allStates: 13 });
  });

  test("persistent sets leave out none", async () => {
    expect(await count("example1", [], "none", "por")).toMatchObject({ verdict: "covered", runs: 6, states: 19 });
  });

  test("one run and 5 states with resource bounds", async () => {
    expect(await count("example1", [], "interpolants", "pdpor")).toMatchObject({ verdict: "covered", runs: 1, allStates: 5 });
  });
});

describe("PDPOR's race pattern", () => {
  const race: Property = "race";

  test.each([2])("lockset-%i: one access outside the lock is found", async (n) => {
    expect((await count("lockset", [`-DN=${n}`, "-DK=1"], "interpolants", "pdpor", race)).verdict).toBe("covered");
    expect((await count("lockset", [`-DN=${n}`, "-DBAD"], "interpolants", "pdpor", race)).verdict).toBe("candidate");
  });

  test("a search without pruning agrees", async () => {
    expect((await count("lockset", ["-DN=2", "-DK=1"], "none", "none", race)).verdict).toBe("covered");
    expect((await count("lockset", ["-DN=2", "-DK=1", "-DBAD"], "none", "none", race)).verdict).toBe("candidate");
  });
});
