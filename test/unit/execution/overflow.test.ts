// Signed overflow, by expression: the executor and the symbolic engine, both data models, and both compilers say the same. A failure means that the mark of
// a signed operation is lost on the way, or that a condition is wrong at its edge.

import { describe, expect, test } from "vitest";
import { engines } from "../../../src/engines/table.ts";
import { load } from "../../../src/frontend/load.ts";
import type { DataModel, Program } from "../../../src/program/program.ts";
import { fileOfText } from "../../ir-cache.ts";
import { compileText, engineTask, loadRequest } from "../../run.ts";
import { needs } from "../../tools.ts";

const fine = [
  "u << 31",
  "(unsigned)i(-1) << 4",
  "i(1) << 30",
  "i(0) << 31",
  "(long long)i(5) << 60",
  "i(-8) >> 31",
  "c(3) << 4",
  "uc(255) << 23",
  "us(1) << 30",
  "1LL << i(62)",
  "(unsigned long)i(-1) << i(63 % (8 * sizeof(long)))",
  "(__int128)i(1) << 126",
  "1u << 31",
  "1 << 30",
  "(int)4000000000u",
  "(signed char)i(200)",
  "f.y <<= i(2)",
  "f.x = i(31)",
  "sc++",
  "sh += 1",
  "u + 1",
  "~0u << i(3)",
  "i(INT_MIN) / 2",
  "i(INT_MIN) % 2",
  "-i(INT_MAX)",
  "abs(i(-INT_MAX))",
  "llabs(-LLONG_MAX)",
  "div(i(INT_MIN), 2).quot",
  "i(1) ? i(1) << i(4) : 0",
  "i(1) && (i(3) << 4)",
  "((i(1) << 4) << 4) << i(8)",
] as const;

const overflows = [
  "i(-1) << 1",
  "i(-1) << 0",
  "i(1) << 31",
  "1 << 31",
  "-1 << 3",
  "i(3) << i(30)",
  "1L << i(8 * sizeof(long) - 1)",
  "1LL << i(63)",
  "(long long)i(-1) << i(40)",
  "(__int128)i(1) << 127",
  "n <<= i(31)",
  "uc(255) << 24",
  "us(0x8000) << i(16)",
  "f.x <<= i(1)",
  "((i(1) << 15) << 15) << i(1)",
  "i(1) ? i(1) << i(31) : 0",
  "i(1) && (i(1) << 31)",
  "i(INT_MIN) / i(-1)",
  "i(INT_MIN) % i(-1)",
  "-i(INT_MIN)",
  "k++",
  "k += 1",
  "j--",
  "i(INT_MAX) * i(2)",
  "((__int128)i(-1) - ((((__int128)1 << 126) - 1) * 2 + 1)) / i(-1)",
  "abs(i(INT_MIN))",
  "labs(i(0) + LONG_MIN)",
  "llabs(i(0) + LLONG_MIN)",
  "imaxabs(i(0) + INTMAX_MIN)",
  "div(i(INT_MIN), -1).rem",
  "ldiv(i(0) + LONG_MIN, -1).quot",
  "lldiv(i(0) + LLONG_MIN, -1).quot",
  "imaxdiv(i(0) + INTMAX_MIN, -1).rem",
] as const;

/** Without 128 bits, which ilp32 does not have. */
const of = (model: DataModel, list: readonly string[]): readonly string[] =>
  list.filter((e) => model === "lp64" || !e.includes("__int128"));

const source = (expressions: readonly string[]): string => `#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static struct { int x : 6; unsigned y : 3; } f = {-3, 7};
static unsigned u = UINT_MAX;
static int n = 1, k = INT_MAX, j = INT_MIN;
static signed char sc = SCHAR_MAX;
static short sh = SHRT_MAX;
static int i(int x) { return x; }
static signed char c(int x) { return (signed char)x; }
static unsigned char uc(int x) { return (unsigned char)x; }
static unsigned short us(int x) { return (unsigned short)x; }
int main(void) {
  (void)i, (void)c, (void)uc, (void)us, (void)f, (void)u, (void)n, (void)k, (void)j, (void)sc, (void)sh;
  switch (__VERIFIER_nondet_uchar()) {
${expressions.map((e, at) => `    case ${at}: (void)(${e}); break;`).join("\n")}
  }
  return 0;
}
`;

async function answer(program: Program, engine: "explore" | "staged", input: number | null): Promise<string | undefined> {
  const task = engineTask(program, ["overflow"], {
    strategy: engine === "explore" ? "dfs" : null,
    inputs: input === null ? null : [BigInt(input)],
  });
  return (await engines.find((e) => e.name === engine)?.run(task))?.findings.get("overflow")?.kind;
}

const set: readonly (readonly [DataModel, "embedded" | "system"])[] = [
  ["lp64", "embedded"],
  ["ilp32", "embedded"],
  ...(needs("clang", "signed shifts as the machine's clang marks them") ? ([["lp64", "system"]] as const) : []),
];

describe.each(set)("%s, %s clang", (model, clang) => {
  test("the executor reports exactly the expressions that overflow", async () => {
    const all = [...of(model, fine), ...of(model, overflows)];
    const program = await compileText(source(all), model, clang);
    const found: string[] = [];
    for (const [at, e] of all.entries()) if ((await answer(program, "explore", at)) === "candidate") found.push(e);
    expect(found).toEqual(of(model, overflows));
  });

  test("the staged engine shows the others safe", async () => {
    expect(await answer(await compileText(source(of(model, fine)), model, clang), "staged", null)).toBe("covered");
  });
});

test.each(overflows)("the staged engine finds %s", async (expression) => {
  expect(await answer(await compileText(source([expression]), "lp64", "embedded"), "staged", null)).toBe("candidate");
});

test.each([
  ["x << 3", "x >= 0 && x < 268435456", "covered"],
  ["x << 3", "x >= 0 && x <= 268435456", "candidate"],
  ["1 << x", "x >= 0 && x < 31", "covered"],
  ["1 << x", "x >= 0 && x < 32", "candidate"],
  ["abs(x)", "x != INT_MIN", "covered"],
  ["abs(x)", "x <= 0", "candidate"],
])("the staged engine with an input: %s where %s", async (expression, condition, expected) => {
  const text = `#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (${condition}) (void)(${expression}); return 0; }
`;
  expect(await answer(await compileText(text, "lp64", "embedded"), "staged", null)).toBe(expected);
});

test("with -fwrapv nothing overflows", async () => {
  const file = fileOfText(source(["i(1) << 31", "k++"]));
  const { program } = await load({ ...loadRequest(file), flags: ["-fwrapv"] });
  expect(await answer(program, "staged", null)).toBe("covered");
});
