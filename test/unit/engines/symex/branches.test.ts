// Branches that meet again inside a step (`--branches`): merged, they are one way; what may fail, wait, access memory or compute with addresses is decided. Each program of the second group has a wrong verdict if a side that the
// run does not take has an effect.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { branchings, prunings } from "../../../../src/engines/symex/options.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { compileText, engineTask } from "../../../run.ts";
import { program } from "./reduced-programs.ts";

async function verdicts(text: string, property: Property): Promise<(string | undefined)[]> {
  const kinds: (string | undefined)[] = [];
  for (const branches of branchings)
    for (const prune of prunings) {
      const task = engineTask(await compileText(text), [property], { branches, prune, slice: false });
      const { findings } = await symex.run(task);
      kinds.push(findings.get(property)?.kind);
    }
  return kinds;
}

const always = (kind: string): string[] => Array.from({ length: branchings.length * prunings.length }, () => kind);
const input = "int n = __VERIFIER_nondet_int();";

describe("branches", () => {
  const sides = `${input} int r = 0; if (n > 3) r = n; if (n > 10) r = 11; if (n == 77) r = 12; else r = r + 1; if (r > 5 && n < 100) r = 4; y = r;`;

  const memory = `${input} int a[3] = {0, 1, 2}; if (n > 3) a[1] = n; if (n > 10) a[1] = 11; else a[2] = a[1]; if (n == 77) a[0] = pick(n); y = a[0] + a[1] + a[2];`;

  test.each([
    ["merge", 4],
    ["fork", 16],
  ] as const)("%s: an input that decides what a thread's own memory holds takes %i runs with two orders", async (branches, runs) => {
    const text = program("atomic_int x, y; static int pick(int a) { return a > 4 ? a * 2 : 7; }", [memory, "x = y; assert(x != 1000);"]);
    const { findings, stats } = await symex.run(engineTask(await compileText(text), ["assert"], { branches, prune: "none", slice: false }));
    expect([findings.get("assert")?.kind, stats.runs]).toEqual(["covered", runs]);
  });

  test.each([
    ["merge", 4],
    ["fork", 24],
  ] as const)("%s: an input that four branches test takes %i runs with two orders", async (branches, runs) => {
    const text = program("atomic_int x, y;", [sides, "x = y; assert(x != 1000);"]);
    const { findings, stats } = await symex.run(engineTask(await compileText(text), ["assert"], { branches, prune: "none", slice: false }));
    expect([findings.get("assert")?.kind, stats.runs]).toEqual(["covered", runs]);
  });

  const read = "int v = x;";
  const programs: readonly (readonly [string, Property, string, string])[] = [
    [
      "a value of one side only",
      "assert",
      "candidate",
      program("atomic_int x, y;", [`${read} int r = 5; if (v == 1) r = 6; y = r; assert(y != 6);`, "x = 1;"]),
    ],
    [
      "no value that neither side has",
      "assert",
      "covered",
      program("atomic_int x, y;", [`${read} int r; if (v) r = 6; else r = 7; y = r; assert(y == 6 || y == 7);`, "x = 1;"]),
    ],
    [
      "a value that only one input gives",
      "assert",
      "candidate",
      program("atomic_int x, y;", [
        `${input} int r = n; if (n == 1234567) r = 1; else if (n < 3) r = 5; y = r; assert(!(y == 1 && n > 3));`,
        "x = 1;",
      ]),
    ],
    [
      "nested sides",
      "assert",
      "covered",
      program("atomic_int x, y;", [
        `${input} int r = 0; if (n > 0) { if (n > 5) r = 2; else r = 1; } y = r; assert((y == 0) == (n <= 0) && (y == 2) == (n > 5));`,
        "x = 1;",
      ]),
    ],
    [
      "a side that swaps",
      "assert",
      "covered",
      program("atomic_int x, y;", [
        `${read} int a = 1, b = 2; if (v) { int c = a; a = b; b = c; } y = a; assert(a + b == 3 && a != b);`,
        "x = 1;",
      ]),
    ],
    [
      "own memory of one side only",
      "assert",
      "candidate",
      program("atomic_int x, y;", [`${read} int a[2] = {5, 7}; if (v == 1) a[1] = 6; y = a[1]; assert(y != 6);`, "x = 1;"]),
    ],
    [
      "own memory that no side leaves so",
      "assert",
      "covered",
      program("atomic_int x, y;", [
        `${read} int a[2] = {5, 7}; if (v) a[0] = a[1]; else a[1] = a[0]; y = a[0]; assert(a[0] == a[1] && (y == 7) == (v != 0));`,
        "x = 1;",
      ]),
    ],
    [
      "bytes of own memory",
      "assert",
      "covered",
      program("atomic_int x, y;", [
        `${read} int a[2] = {0x01020304, 7}; if (v) ((char *)a)[1] = 9; else a[0] = 5; y = a[0]; assert(y == (v ? 0x01020904 : 5));`,
        "x = 1;",
      ]),
    ],
    [
      "own memory that only one side writes, and the other leaves unwritten",
      "assert",
      "covered",
      program("atomic_int x, y;", [`${read} int a[2]; if (v) a[1] = 3; if (v) y = a[1]; assert(y == 0 || y == 3);`, "x = 1;"]),
    ],
    [
      "own memory that is read although one order leaves it unwritten",
      "assert",
      "candidate",
      program("atomic_int x = 1, y;", [
        "__VERIFIER_atomic_begin(); x = x * 2; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); x = x + 1; __VERIFIER_atomic_end();",
        `${read} int a[2]; if (v != 4) a[1] = 3; y = a[1]; assert(y < 100);`,
      ]),
    ],
    [
      "an access out of bounds in the side that is not taken",
      "memory",
      "covered",
      program("atomic_int x, y;", [`${read} int a[2] = {1, 2}; if (v > 1) a[2] = 3; y = a[1];`, "x = 1;"]),
    ],
    [
      "an access out of bounds in a side",
      "memory",
      "candidate",
      program("atomic_int x, y;", [`${read} int a[2] = {1, 2}; if (v == 1) a[2] = 3; y = a[1];`, "x = 1;"]),
    ],
    [
      "a call in a side",
      "assert",
      "candidate",
      program("atomic_int x, y; static int pick(int a) { int r = 2; if (a > 0) r = a + 40; return r; }", [
        `${read} int r = 1; if (v) r = pick(v); y = r; assert(y != 41);`,
        "x = 1;",
      ]),
    ],
    [
      "a call in a side, whose arguments stay what they were",
      "assert",
      "covered",
      program("atomic_int x, y; static int next(int a) { a = a + 1; return a * 2; }", [
        `${read} int r = v + 1; if (v) r = next(v) + next(r); y = r; assert(y == (v ? 10 : 1));`,
        "x = 1;",
      ]),
    ],
    [
      "a call in a side that accesses what others see",
      "assert",
      "candidate",
      program(
        "atomic_int x, y; static int next(int a) { y = 9; return a; }",
        [`${read} int r = 1; if (v) r = next(v);`, "x = 1;"],
        "assert(y == 0);",
      ),
    ],
    [
      "a recursion in a side",
      "assert",
      "covered",
      program("atomic_int x, y; static int sum(int a) { return a > 0 ? a + sum(a - 1) : 0; }", [
        `${read} int r = 1; if (v) r = sum(v + 3); y = r; assert(y == 1 || y == 10);`,
        "x = 1;",
      ]),
    ],
    [
      "a division in the side that is not taken",
      "overflow",
      "covered",
      program("atomic_int x, y;", [`${read} int r = 1; if (v) r = 6 / v; y = r;`, "x = 1;"]),
    ],
    [
      "a division in the side that is not taken, which nothing checks",
      "assert",
      "candidate",
      program("atomic_int x, y;", [`${read} int r = 1; if (v) r = 6 / v; y = r; assert(y != 1);`, "x = 1;"]),
    ],
    [
      "a shift in the side that is not taken, which nothing checks",
      "assert",
      "candidate",
      program("atomic_int x, y;", [`${read} int r = 1; if (v == 0) r = 1 << (v * 40); y = r + v; assert(y != 2);`, "x = 1;"]),
    ],
    [
      "a division by zero in a side",
      "overflow",
      "candidate",
      program("atomic_int x, y;", [`${read} int r = 1; if (v < 1) r = 6 / v; y = r;`, "x = 1;"]),
    ],
    [
      "an overflow in the side that is not taken",
      "overflow",
      "covered",
      program("atomic_int x, y;", [`${read} int r = 2147483647; if (v > 1) r = r + v; y = r;`, "x = 1;"]),
    ],
    [
      "an overflow in a side",
      "overflow",
      "candidate",
      program("atomic_int x, y;", [`${read} int r = 2147483647; if (v == 1) r = r + v; y = r;`, "x = 1;"]),
    ],
    [
      "a shift in the side that is not taken",
      "overflow",
      "covered",
      program("atomic_int x, y;", [`${read} int r = 1; if (v < 2) r = 1 << (v * 20); y = r;`, "x = 1;"]),
    ],
    [
      "an access in a side",
      "memory",
      "candidate",
      program("int g; atomic_int x, y;", [`${read} int *p = &g; if (v) p = 0; *p = 1;`, "x = 1;"]),
    ],
    [
      "an index that sides choose",
      "memory",
      "candidate",
      program("atomic_int x, t[3];", [`${read} int k = 2; if (v) k = 3; t[k] = 1;`, "x = 1;"]),
    ],
    [
      "an index that is good on both sides",
      "memory",
      "covered",
      program("atomic_int x, t[3];", [`${read} int k = 2; if (v) k = 0; t[k] = 1;`, "x = 1;"]),
    ],
    [
      "an assumption in a side",
      "assert",
      "covered",
      program("atomic_int x, y;", [`${read} int r = 1; if (v) { __VERIFIER_assume(0); r = 2; } y = r; assert(y == 1);`, "x = 1;"]),
    ],
    [
      "an input in a side",
      "assert",
      "candidate",
      program("atomic_int x, y;", [`${read} int r = 1; if (v) r = __VERIFIER_nondet_int(); y = r; assert(y != 41);`, "x = 1;"]),
    ],
    [
      "a loop in a side",
      "assert",
      "covered",
      program("atomic_int x, y;", [`${read} int r = 0; if (v) while (r < 3) r++; y = r; assert(y == 0 || y == 3);`, "x = 1;"]),
    ],
    [
      "a narrow value in a side",
      "assert",
      "candidate",
      program("atomic_int x, y;", [`${read} unsigned char c = 255; if (v) c = c + 1; y = c; assert(y == 255);`, "x = 1;"]),
    ],
  ];

  test("an overflow in the side that is not taken does not hide what is safe", async () => {
    const text = program("atomic_int x, y, z, w;", [
      `z = 1; z = 4; ${read} int r = 2147483647; if (v > 1) r = r + v; y = r;`,
      "x = 1; w = 2; w = 3;",
    ]);
    const subsumed: (number | undefined)[] = [];
    for (const branches of branchings) {
      const { stats } = await symex.run(engineTask(await compileText(text), ["overflow"], { branches }));
      subsumed.push(stats.subsumed ?? undefined);
    }
    expect(subsumed[0]).toBe(subsumed[1]);
  });

  test.each(programs)("%s", async (_name, property, kind, text) => {
    expect(await verdicts(text, property)).toEqual(always(kind));
  });
});
