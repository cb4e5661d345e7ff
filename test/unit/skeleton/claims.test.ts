// Cells that are claimed once are found by how they are used; with or without them, verdicts equal those of exploration.

import { describe, expect, test } from "vitest";
import { exhaust } from "../../../src/engines/explore/explore.ts";
import { runStaged } from "../../../src/engines/staged/staged.ts";
import type { AnyEngine } from "../../../src/engines/table.ts";
import { findClaimedCells } from "../../../src/skeleton/claims.ts";
import { findVisibleWrites } from "../../../src/skeleton/may-copy.ts";
import { unrollProgram } from "../../../src/skeleton/rounds.ts";
import { machineOptions } from "../../run.ts";
import { type Case, CaseFile } from "../engines/staged/programs.ts";

interface Shape extends Case {
  /** Claimed cells among @x. */
  readonly cells: number;
}

const claim = (value: string, free = "0"): string => `int was = ${free}; int mine = atomic_compare_exchange_strong(&@x, &was, ${value});`;
const globals = "static atomic_int @x, @won; static int @data;";
const weak = (order: string): string =>
  `int was = 0; atomic_compare_exchange_strong_explicit(&@x, &was, 1, memory_order_${order}, memory_order_relaxed);`;
/** Another thread that claims it: a cell that only one thread writes needs no analysis. */
const third = `THREAD(@c) { ${claim("2")} return arg; }`;
const three = "START(s, @a); START(t, @b); START(u, @c); END(s); END(t); END(u);";
const two = "START(s, @a); START(t, @b); END(s); END(t);";

const shapes: readonly Shape[] = [
  {
    name: "the thread that comes first",
    code: `${globals} THREAD(@a) { ${claim("1")} if (mine) @won++; else assert(was == 2); return arg; } THREAD(@b) { ${claim("2")} if (mine) @won++; else assert(was == 1); return arg; }`,
    main: `${two} assert(@won == 1 && @x != 0);`,
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
    cells: 1,
  },
  {
    name: "the second does not come first",
    code: `${globals} THREAD(@a) { ${claim("1")} assert(mine); return arg; } THREAD(@b) { ${claim("2")} @won = mine; return arg; }`,
    main: two,
    expect: { assert: "unsafe" },
    cells: 1,
  },
  {
    name: "also read by other threads",
    code: `${globals} THREAD(@a) { ${claim("1")} ${claim("3").replaceAll("int ", "")} return arg; } THREAD(@b) { int p = @x, q = @x; assert(p == 0 || p == q); assert(q != 3); return arg; } ${third}`,
    main: three,
    expect: { assert: "safe" },
    cells: 1,
  },
  {
    name: "one read before the claim and one after it",
    code: `${globals} THREAD(@a) { ${claim("1")} @won = mine; return arg; } THREAD(@b) { int p = @x, q = @x; assert(p == q); return arg; } ${third}`,
    main: three,
    expect: { assert: "unsafe" },
    cells: 1,
  },
  {
    name: "what was written before the claim is seen after it",
    code: `${globals} THREAD(@a) { @data = 5; ${claim("1")} @won = mine; return arg; } THREAD(@b) { if (@x == 1) assert(@data == 5); return arg; } ${third}`,
    main: three,
    expect: { assert: "safe", race: "safe" },
    cells: 1,
  },
  {
    name: "what is written after the claim races",
    code: `${globals} THREAD(@a) { ${claim("1")} @data = 5; @won = mine; return arg; } THREAD(@b) { if (@x == 1) assert(@data == 5); return arg; } ${third}`,
    main: three,
    expect: { assert: "unsafe", race: "unsafe" },
    cells: 1,
  },
  {
    name: "free is what was stored before the threads",
    code: `${globals} THREAD(@a) { ${claim("1", "7")} assert(mine || was == 2); return arg; } THREAD(@b) { ${claim("2", "7")} assert(mine || was == 1); return arg; }`,
    main: `@x = 3; @x = 7; ${two} assert(@x == 1 || @x == 2);`,
    expect: { assert: "safe" },
    cells: 1,
  },
  {
    name: "perhaps stored before the threads",
    code: `${globals} THREAD(@a) { ${claim("1")} assert(mine || was == 2); return arg; } THREAD(@b) { ${claim("2")} assert(mine || was == 1); return arg; }`,
    main: `if (__VERIFIER_nondet_int() == 1) @x = 7; ${two}`,
    expect: { assert: "unsafe" },
    cells: 0,
  },
  {
    name: "made free again",
    code: `${globals} THREAD(@a) { ${claim("1")} if (mine) { @won++; @x = 0; } return arg; } THREAD(@b) { ${claim("2")} if (mine) @won++; return arg; }`,
    main: `${two} assert(@won == 1);`,
    expect: { assert: "unsafe" },
    cells: 0,
  },
  {
    name: "claimed by leaving it as it was",
    code: `${globals} THREAD(@a) { ${claim("0")} if (mine) @won++; return arg; } THREAD(@b) { ${claim("2")} if (mine) @won++; return arg; }`,
    main: `${two} assert(@won == 1);`,
    expect: { assert: "unsafe" },
    cells: 0,
  },
  {
    name: "perhaps claimed by leaving it as it was",
    code: `${globals} THREAD(@a) { ${claim("__VERIFIER_nondet_uchar() % 2")} if (mine) @won++; return arg; } THREAD(@b) { ${claim("2")} if (mine) @won++; return arg; }`,
    main: `${two} assert(@won == 1);`,
    expect: { assert: "unsafe" },
    cells: 0,
  },
  {
    name: "all leave the same",
    code: `${globals} THREAD(@a) { ${claim("1")} if (mine) @won++; return arg; } THREAD(@b) { ${claim("1")} if (mine) @won++; return arg; }`,
    main: `${two} assert(@won == 1);`,
    expect: { assert: "safe" },
    cells: 1,
  },
  {
    name: "a claim that publishes",
    code: `${globals} THREAD(@a) { @data = 5; ${weak("release")} return arg; } THREAD(@b) { if (atomic_load_explicit(&@x, memory_order_acquire) == 1) assert(@data == 5); return arg; } ${third}`,
    main: three,
    expect: { assert: "safe", race: "safe" },
    cells: 1,
  },
  {
    name: "a claim that does not publish",
    code: `${globals} THREAD(@a) { @data = 5; ${weak("relaxed")} return arg; } THREAD(@b) { if (atomic_load_explicit(&@x, memory_order_acquire) == 1) assert(@data == 5); return arg; } ${third}`,
    main: three,
    expect: { race: "unsafe" },
    cells: 1,
  },
  {
    name: "claimed from another value",
    code: `${globals} THREAD(@a) { ${claim("1", "2")} if (mine) @won++; return arg; } THREAD(@b) { ${claim("2")} if (mine) @won++; return arg; }`,
    main: `${two} assert(@won == 1);`,
    expect: { assert: "unsafe" },
    cells: 0,
  },
  {
    name: "stored without a read",
    code: `${globals} THREAD(@a) { ${claim("1")} if (mine) @won++; return arg; } THREAD(@b) { @x = 2; return arg; }`,
    main: `${two} assert(@x == 2 || @won == 0);`,
    expect: { assert: "safe" },
    cells: 0,
  },
  {
    name: "a read that is not part of the step",
    code: `${globals} THREAD(@a) { ${claim("1")} if (mine) @won++; return arg; } THREAD(@b) { if (@x == 0) { @x = 2; @won++; } return arg; }`,
    main: `${two} assert(@won == 1);`,
    expect: { assert: "unsafe" },
    cells: 0,
  },
  {
    name: "entries of a table",
    code: `static atomic_int @x[4], @won; static void @put(int w) { for (int h = w % 4; h < 4; h++) { int was = 0; if (atomic_compare_exchange_strong(&@x[h], &was, w)) { @won++; return; } } }
THREAD(@a) { @put(1); @put(5); return arg; } THREAD(@b) { @put(9); return arg; }`,
    main: `${two} assert(@won == 3 && @x[1] + @x[2] + @x[3] == 15);`,
    expect: { assert: "safe" },
    cells: 3,
  },
  {
    name: "waited for",
    code: `${globals} THREAD(@a) { @data = 1; ${claim("1")} return arg; } THREAD(@b) { while (@x == 0) ; if (@x == 1) assert(@data == 1); return arg; } ${third}`,
    main: three,
    expect: { assert: "safe", race: "safe", deadlock: "safe" },
    cells: 1,
  },
  {
    name: "claimed in a section",
    code: `static int @x, @won; static void @claim(int v) { __VERIFIER_atomic_begin(); if (@x == 0) { @x = v; @won++; } __VERIFIER_atomic_end(); } THREAD(@a) { @claim(1); return arg; } THREAD(@b) { @claim(2); return arg; }`,
    main: `${two} assert(@won == 1 && @x != 0);`,
    expect: { assert: "safe" },
    cells: 1,
  },
];

const file = new CaseFile(shapes);

describe("claimed cells", () => {
  for (const { name, cells } of shapes)
    test(name, async () => {
      const options = {
        machine: machineOptions([]),
        boundOf: () => 4,
        interrupted: () => false,
        overflow: false,
        maxOperations: 1e6,
        locks: true,
      };
      const { skeleton, terms } = unrollProgram(await file.program(name), options);
      const found = findClaimedCells(terms, skeleton, findVisibleWrites(terms, skeleton, true), () => undefined);
      expect(found.filter((c) => c.claims[0]?.cell.object.name.endsWith("_x")).length).toBe(cells);
    });
});

describe("verdicts", () => {
  const kinds = { candidate: "unsafe", covered: "safe", unknown: "unknown" } as const;
  for (const { name, expect: expected } of shapes)
    test(name, async () => {
      const properties = Object.keys(expected) as (keyof typeof expected)[];
      const verdicts = async (more: Parameters<CaseFile["task"]>[2], engine: AnyEngine["run"] = runStaged): Promise<unknown> => {
        const { findings } = await engine(await file.task(name, properties, more));
        return Object.fromEntries(properties.map((p) => [p, kinds[findings.get(p)?.kind ?? "unknown"]]));
      };
      expect(await verdicts({})).toEqual(expected);
      expect(await verdicts({ without: ["claims"] })).toEqual(expected);
      expect(await verdicts({ reduction: "optimal" }, exhaust)).toEqual(expected);
    });
});
