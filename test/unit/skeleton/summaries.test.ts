// Functions that only compute are unrolled once and used again; the result equals that of inlining.

import { describe, expect, test } from "vitest";
import { runStaged } from "../../../src/engines/staged/staged.ts";
import { unrollProgram } from "../../../src/skeleton/rounds.ts";
import { machineOptions } from "../../run.ts";
import { type Case, CaseFile } from "../engines/staged/programs.ts";

const mix = `static unsigned @step(unsigned h, unsigned v) { h ^= v * 2654435761u; h ^= h >> 15; h *= 2246822519u; return h ^ (h >> 13); }
static unsigned @mix(unsigned h) { for (unsigned i = 0; i < 12; i++) h = @step(h, i); return h; }`;
const cases: readonly Case[] = [
  {
    name: "hashes",
    code: `${mix} static atomic_uint @x; static unsigned @r[4]; THREAD(@a) { for (int i = 0; i < 4; i++) @r[i] = @mix(@x + i); return arg; } THREAD(@b) { @x = 7; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t); assert(@r[0] == @mix(0) || @r[0] == @mix(7));",
    expect: { assert: "safe" },
  },
  {
    name: "branches and a loop in a function",
    code: `static int @cut(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
static int @steps(int v) { int n = 0; for (int i = 0; i < 4; i++) if (v & (1 << i)) n += i; return n; }
static atomic_int @x; static int @p, @q, @r; THREAD(@a) { int v = @x; @p = @cut(v, 1, 5); @q = @cut(v + 1, 1, 5); @r = @steps(v) + @steps(v + 8); return arg; } THREAD(@b) { @x = 9; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t); assert((@p == 1 && @q == 1 && @r == 3) || (@p == 5 && @q == 5 && @r == 3));",
    expect: { assert: "safe", overflow: "safe" },
  },
  {
    name: "an overflow in a function, at the second call",
    code: `static int @twice(int v) { return v + v; } static atomic_int @x; static int @p, @q; THREAD(@a) { int v = @x; @p = @twice(v); @q = @twice(@twice(v)); return arg; } THREAD(@b) { @x = 600000000; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { overflow: "unsafe", assert: "safe" },
  },
  {
    name: "a division by zero in a function, at the third call",
    code: `static int @share(int v, int n) { return v / n; } static atomic_int @x; static int @p; THREAD(@a) { int v = @x; @p = @share(8, v + 1); @p += @share(8, v + 2); @p += @share(8, v - 1); return arg; } THREAD(@b) { @x = 1; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t);",
    expect: { memory: "safe", overflow: "unsafe" },
  },
  {
    name: "a loop in a function that runs for very long",
    code: `static int @log(unsigned v) { int n = 0; while (v > 1) { v >>= 1; n++; } return n; } static atomic_uint @x; static int @p, @q; THREAD(@a) { unsigned v = @x; @p = @log(v); @q = @log(v + 1); return arg; } THREAD(@b) { @x = 31; return arg; }`,
    main: "START(s, @a); START(t, @b); END(s); END(t); assert(@q == 0 || (@p == 4 && @q == 5));",
    expect: { assert: "safe" },
  },
];

const file = new CaseFile(cases);

describe("summaries", () => {
  for (const { name, expect: expected } of cases)
    test(name, async () => {
      const properties = Object.keys(expected) as (keyof typeof expected)[];
      for (const encoding of ["staged", "cssa"] as const) {
        const { findings } = await runStaged(await file.task(name, properties, { encoding }));
        for (const p of properties)
          expect([encoding, p, findings.get(p)?.kind]).toEqual([encoding, p, expected[p] === "safe" ? "covered" : "candidate"]);
      }
    });

  test("save work", async () => {
    const program = await file.program("hashes");
    const operations = (equations: boolean): number =>
      unrollProgram(program, {
        machine: machineOptions([]),
        boundOf: () => 2,
        interrupted: () => false,
        overflow: false,
        maxOperations: 1e7,
        equations,
      }).skeleton.operations;
    expect(operations(false)).toBeLessThan(0.7 * operations(true)); // equations: without summaries
  });
});
