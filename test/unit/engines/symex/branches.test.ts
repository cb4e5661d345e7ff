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
