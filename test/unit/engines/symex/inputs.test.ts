// Inputs of symex: all of them are covered, by a shadow of terms and a solver. A failure means that inputs were missed, or covered twice.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { type Pruning, prunings, reductions, type SymexReduction } from "../../../../src/engines/symex/options.ts";
import type { EngineStats } from "../../../../src/reports/report.ts";
import { compileText, engineTask } from "../../../run.ts";

const head = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
`;

const program = (globals: string, threads: readonly string[], end = "", start = ""): string => `${head}
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  ${start}
  pthread_t t[${threads.length}];
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  ${end}
  return 0;
}`;

async function check(
  text: string,
  prune: Pruning,
  reduce: SymexReduction = "none",
): Promise<EngineStats & { readonly verdict: string | undefined }> {
  const { findings, stats } = await symex.run(
    engineTask(await compileText(text), ["assert"], { prune, reduce, slice: false, branches: "fork" }),
  );
  return { ...stats, verdict: findings.get("assert")?.kind };
}

async function verdicts(text: string): Promise<(string | undefined)[]> {
  const all: (string | undefined)[] = [];
  for (const prune of prunings) for (const reduce of reductions) all.push((await check(text, prune, reduce)).verdict);
  return all;
}

const everywhere = (kind: string): string[] => prunings.flatMap(() => reductions.map(() => kind));
const unsafe = everywhere("candidate");
const safe = everywhere("covered");

test("one input of a thread that is asked for in two widths", async () => {
  const text = `#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern int __VERIFIER_nondet_int(void);
int y, z;
int main(void) {
  int k = __VERIFIER_nondet_bool();
  long l;
  if (k) l = __VERIFIER_nondet_uchar(); else l = __VERIFIER_nondet_int();
  if (l == -77) y = 1;
  if (l == 200) z = 1;
  assert(!(y && k));
  assert(!(z && !k));
  return 0;
}`;
  const { findings, stats } = await symex.run(engineTask(await compileText(text), ["assert"]));
  expect(findings.get("assert")?.kind).toBe("candidate");
  expect(stats.runs).toBeLessThan(10);
});

describe("AGSE, figure 2", () => {
  const figure2 = (bound: number): string =>
    program(
      "atomic_int x;",
      ["x = 5; x = 10;", "int a = x; int b = x; assert(a <= b);"],
      "",
      `x = __VERIFIER_nondet_int(); if (x > ${bound}) return 0;`,
    );

  test("six runs, and one in which main returns early", async () => {
    expect(await check(figure2(5), "none")).toMatchObject({ verdict: "covered", runs: 7 });
  });

  test.each(["summaries", "interpolants"] as const)("with %s one of them, and four that are left out", async (prune) => {
    expect(await check(figure2(5), prune)).toMatchObject({ verdict: "covered", runs: 2, partialRuns: 4 });
  });

  test("with another test it fails", async () => {
    expect(await verdicts(figure2(10))).toEqual(unsafe);
  });
});

describe("where inputs are asked for", () => {
  test.each([
    [
      "before the first step",
      program(
        "int y;",
        ["__VERIFIER_atomic_begin(); y = y + 1; __VERIFIER_atomic_end();"],
        "assert(n + y != 43);",
        "int n = __VERIFIER_nondet_int();",
      ),
      unsafe,
    ],
    [
      "before the first step, and all values are excluded",
      program(
        "int y;",
        ["__VERIFIER_atomic_begin(); y = y + 1; __VERIFIER_atomic_end();"],
        "assert(n + y != 43);",
        "int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n < 42);",
      ),
      safe,
    ],
    [
      "in two threads",
      program(
        "atomic_int a, b;",
        ["a = __VERIFIER_nondet_int();", "b = __VERIFIER_nondet_int();"],
        "int x = a, y = b; assert(x + y != 7 || x - y != 100001);",
      ),
      unsafe,
    ],
    [
      "in a thread, before its first step",
      program("atomic_int a;", ["int n = __VERIFIER_nondet_int(); if (n * 3 == 21) a = 1;", "a = 0;"], "assert(a == 0);"),
      unsafe,
    ],
    [
      "twice in one thread",
      program("atomic_int a;", [
        "int n = __VERIFIER_nondet_int(); a = n; int k = __VERIFIER_nondet_int(); if (k == n + 5 && a == 17) assert(0);",
        "a = 3;",
      ]),
      unsafe,
    ],
    [
      "inside a section that waits for some of them",
      program(
        "int a;",
        [
          "__VERIFIER_atomic_begin(); int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n == 12345 && a); a = n; __VERIFIER_atomic_end();",
          "__VERIFIER_atomic_begin(); a = 1; __VERIFIER_atomic_end();",
        ],
        "assert(a != 12345);",
      ),
      unsafe,
    ],
    [
      "as an index",
      program("atomic_int a[4];", ["unsigned char n = __VERIFIER_nondet_uchar(); if (n < 4) a[n] = 1;", "a[2] = 0;"], "assert(a[2] == 0);"),
      unsafe,
    ],
    [
      "as an index that is never the last",
      program("atomic_int a[4];", ["unsigned char n = __VERIFIER_nondet_uchar(); if (n < 3) a[n] = 1;", "a[2] = 0;"], "assert(a[3] == 0);"),
      safe,
    ],
    [
      "and copied in a struct",
      program(
        "struct s { int a, b; } g, h;",
        ["struct s l; l.a = __VERIFIER_nondet_int(); l.b = 1; __VERIFIER_atomic_begin(); g = l; __VERIFIER_atomic_end();"],
        "h = g; assert(h.a != 99);",
      ),
      unsafe,
    ],
  ])("%s", async (_, text, expected) => {
    expect(await verdicts(text)).toEqual(expected);
  });
});

describe("what a formula says of inputs", () => {
  test("inputs that are yet to come are any, although the first run has zeros", async () => {
    const text = program("atomic_int x, y;", ["int a = x; int n = __VERIFIER_nondet_int(); if (n == 5) assert(a != 1);", "x = 1; y = 1;"]);
    expect(await verdicts(text)).toEqual(unsafe);
  });

  test("a state is left out only if the formula holds for all inputs of the path", async () => {
    const text = program(
      "atomic_int x, y;",
      ["y = 1; int a = x; if (y == 2) assert(a != 77);", "y = 2;"],
      "",
      "int n = __VERIFIER_nondet_int(); x = n;",
    );
    expect(await verdicts(text)).toEqual(unsafe);
  });

  // The inputs at hand are those of the last run, in which x is 5. Both orders of the other threads lead to the same control; the first one is good for all inputs.
  const orders = [
    "__VERIFIER_atomic_begin(); y = y * 2 + 1; __VERIFIER_atomic_end();",
    "__VERIFIER_atomic_begin(); y = y * 3 + 4; __VERIFIER_atomic_end();",
  ];

  test("a formula holds for the inputs of the last run, and not for others", async () => {
    const first = "int n = __VERIFIER_nondet_int(); __VERIFIER_atomic_begin(); x = n; __VERIFIER_atomic_end();";
    expect(await verdicts(program("int x, y, z;", [first, ...orders], "if (x == 5) z = 1; assert(!(x == 42 && y == 9));"))).toEqual(unsafe);
  });

  test("of two formulas each holds for some inputs, and none for others", async () => {
    const text = program(
      "int n, x, z;",
      ["x = n;", "x = 1;", "x = 2;"],
      "if (x == 1) z = 1; else if (x == 2) z = 2; assert(x != 42);",
      "n = 1 ^ __VERIFIER_nondet_int();",
    );
    expect(await verdicts(text)).toEqual(unsafe);
    const oneOfTwo = text.replace("1 ^ __VERIFIER_nondet_int()", "1 + (__VERIFIER_nondet_int() & 1)");
    expect(await verdicts(oneOfTwo)).toEqual(safe);
    // Together they hold for all inputs: nothing more is explored there.
    const { runs = 0 } = await check(oneOfTwo, "summaries");
    expect(runs).toBeLessThan((await check(oneOfTwo, "interpolants")).runs ?? 0);
  });

  test("a formula speaks of the second input to come, and a condition on the first holds", async () => {
    const first = `int k; __VERIFIER_atomic_begin(); k = y; __VERIFIER_atomic_end(); int a = __VERIFIER_nondet_int(); __VERIFIER_assume(a != 7);
      __VERIFIER_atomic_begin(); x = a; __VERIFIER_atomic_end(); int b = __VERIFIER_nondet_int(); if (b == 7) assert(k != 9);`;
    expect(await verdicts(program("int x, y;", [first, ...orders]))).toEqual(unsafe);
  });

  test("a lock that is taken for some inputs only", async () => {
    const text = program(
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int n, c; int z;",
      [
        "if (n > 3) pthread_mutex_lock(&m); int l = c; c = l + 1; if (n > 3) pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&m); int l = c; c = l + 1; pthread_mutex_unlock(&m);",
      ],
      "assert(c == 2);",
      "n = __VERIFIER_nondet_int();",
    );
    expect(await verdicts(text)).toEqual(unsafe);
    expect(await verdicts(text.replace("n = __VERIFIER_nondet_int();", "n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 3);"))).toEqual(
      safe,
    );
  });

  test("a thread that main joins only for some inputs, and ends the process otherwise", async () => {
    const text = `${head} atomic_int x, n;
static void *t(void *a) { x = 1; assert(n != 9); return a; }
int main(void) { n = __VERIFIER_nondet_int(); pthread_t p; pthread_create(&p, 0, t, 0); if (n > 10) return 0; pthread_join(p, 0); return 0; }`;
    expect(await verdicts(text)).toEqual(unsafe);
    expect(await verdicts(text.replace("n != 9", "n != 9 || x"))).toEqual(safe);
  });
});

// An iteration is idle for the inputs at hand, zeros, and changes something for others.
describe("busy waits whose state depends on inputs", () => {
  const waiting = (globals: string, other: string, loop: string, end: string): string =>
    program(`atomic_int flag, x; ${globals}`, [`int z = __VERIFIER_nondet_uchar() & 1, acc = 0; ${loop} ${end}`, `${other} flag = 1;`]);
  test.each([
    ["a register that holds one", waiting("", "", "while (!flag) acc |= z;", "assert(acc == 0);"), unsafe],
    ["shared memory that one changes", waiting("", "", "while (!flag) atomic_fetch_or(&x, z);", "assert(x == 0);"), unsafe],
    [
      "an input of another thread",
      waiting("", "x = __VERIFIER_nondet_uchar() & 1;", "while (!flag) acc |= x;", "assert(acc == 0);"),
      unsafe,
    ],
    ["an array of the thread's own", waiting("", "", "int a[2] = {0, 0}; while (!flag) a[x] |= z;", "assert(a[0] == 0);"), unsafe],
    ["two steps in an iteration", waiting("", "", "while (!flag) if (x) acc = 2; else acc |= z;", "assert(acc == 0);"), unsafe],
    ["another input after it", waiting("", "", "while (!flag) acc |= z;", "if (__VERIFIER_nondet_uchar() == 7) assert(acc == 0);"), unsafe],
    ["it settles after one iteration", waiting("", "", "while (!flag) acc |= z;", "assert(acc == 0 || z);"), safe],
    ["it never changes", waiting("", "", "acc = z; while (!flag) acc |= z;", "assert(acc == z);"), safe],
  ])("%s", async (_, text, expected) => {
    expect(await verdicts(text)).toEqual(expected);
  });
});
