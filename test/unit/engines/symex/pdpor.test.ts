// Counts of symex with property-driven sets: those of PDPOR's examples and tables, as docs/adr/0048 reads them; and forms of the same programs, which lose nothing. Where a single thread is left,
// one more state is counted.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { compileText, engineTask } from "../../../run.ts";

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;

const program = (globals: string, threads: readonly string[], end = ""): string => `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${threads.length}];
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  ${end}
  return 0;
}`;

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

interface Counted {
  readonly verdict: string | undefined;
  readonly runs: number;
  /** States that were explored and those that were not, because a formula holds. */
  readonly states: number;
}

async function count(text: string): Promise<Counted> {
  const { findings, stats } = await symex.run(engineTask(await compileText(text), ["assert"], { prune: "interpolants", reduce: "pdpor" }));
  return { verdict: findings.get("assert")?.kind, runs: stats.runs ?? 0, states: (stats.states ?? 0) + (stats.subsumed ?? 0) };
}

const covered = (runs: number, states: number): Counted => ({ verdict: "covered", runs, states });

const sum = (n: number): string =>
  program(
    "static int sum;",
    times(n, (i) => section(`sum += ${i + 1};`)),
    `assert(sum == ${(n * (n + 1)) / 2});`,
  );

/** As resource use: 2n threads, each with a store of its own; then one half adds, and the other doubles. */
const producers = (n: number, type = "int"): string =>
  program(
    `static atomic_int ${times(2 * n, (i) => `o${i}`).join(", ")}; static ${type} x;`,
    times(2 * n, (i) => `o${i} = 1; ${section(`${i < n ? "x += 1;" : "x *= 2;"} assert(x <= ${BigInt(n) * 2n ** BigInt(n)}L);`)}`),
  );

const repeated = (n: number, ...codes: readonly string[]): string[] => codes.map((code) => times(n, () => section(code)).join(" "));

describe("PDPOR's examples and tables", () => {
  test("example 1: one run, five states", async () => {
    const twice = (code: string): string => times(2, () => section(`${code} assert(x <= 8);`)).join(" ");
    expect(await count(program("static int x;", [twice("x += 1;"), twice("x *= 2;")]))).toEqual(covered(1, 5));
  });

  test.each([2, 6, 64])("sum of %i threads: N + 1 states", async (n) => {
    expect(await count(sum(n))).toEqual(covered(1, n + 1));
  });

  test.each([2, 3, 7])("producers as resource use, N = %i: 4N + 1 states", async (n) => {
    expect(await count(producers(n))).toEqual(covered(1, 4 * n + 1));
  });

  test("producers with 64 bits", async () => {
    expect(await count(producers(5, "long"))).toEqual(covered(1, 21));
  });

  test("micro_2: 201 states", async () => {
    expect(await count(program("static int x;", repeated(100, "x += 1;", "x += 2;"), "assert(x == 300);"))).toEqual(covered(1, 201));
  });

  test("stateful20: 41 states", async () => {
    const text = program("static int a, b;", repeated(20, "a += 1; b += 5;", "a += 3; b += 2;"), "assert(a == 80); assert(b == 140);");
    expect(await count(text)).toEqual(covered(1, 41));
  });

  test.each([2, 4])("%i threads that commit: N runs, 2N + 1 states", async (n) => {
    const text = program(
      "static int x; static atomic_int flag;",
      times(n, (i) => `${section(`x = x * x + ${i};`)} flag = 1;`),
      "assert(flag);",
    );
    expect(await count(text)).toEqual(covered(n, 2 * n + 1));
  });

  test("circular_buffer: one order of 28 steps", async () => {
    const step = (from: number, to: number, code: string): string => section(`__VERIFIER_assume(s == ${from}); ${code} s = ${to};`);
    const put = step(0, 1, "") + step(1, 2, "b[n] = v++; n = (n + 1) % 5;");
    const get = step(2, 3, "") + step(3, 0, "assert(b[l] == w); w++; l = (l + 1) % 5;");
    const text = program("static int b[5], s, n, l;", [
      `int v = 1; ${times(7, () => put).join(" ")}`,
      `int w = 1; ${times(7, () => get).join(" ")}`,
    ]);
    expect(await count(text)).toEqual(covered(1, 29));
  });
});

test("steps that are not executed may depend on where objects lie: the verdict assumes that they do not", async () => {
  const text = `#include <stdlib.h>
${program("atomic_int x;", ["int *p = calloc(1, 4); free(p); int *q = calloc(1, 4); assert(p != q);", "x = 1; x = 2;"])}`;
  const found = (await symex.run(engineTask(await compileText(text), ["assert"], { reduce: "pdpor" }))).findings.get("assert");
  expect(found?.kind === "covered" ? found.scope.assumptions : found?.kind).toContain("no-reuse");
});

test("steps that are not executed, and compute with no address: the verdict assumes nothing", async () => {
  const numbers = "long n = (long)&x > 0; n = n * 3 + 1; if (n > 7) x = 3;";
  const rows: [what: string, thread: string, assumed: boolean][] = [
    ["a pointer that is compared with null", "int *p = malloc(4); if (p != 0) { *p = 1; free(p); }", false],
    ["an address that is a number", numbers, true],
    ["small numbers as wide as an address", "unsigned long n = 3; while (n > 0) n--; x = (int)n;", false],
  ];
  for (const [what, thread, assumed] of rows) {
    const text = `#include <stdlib.h>
${program("atomic_int x;", [thread, "x += 1; x += 2;"], "assert(x < 9);")}`;
    const found = (await symex.run(engineTask(await compileText(text), ["assert"], { reduce: "pdpor" }))).findings.get("assert");
    const assumptions = found?.kind === "covered" ? found.scope.assumptions : [found?.kind];
    expect([what, ...assumptions]).toEqual([what, ...(assumed ? ["no-reuse", "fixed-placement"] : [])]);
  }
});

test("a spurious failure in a step that is not executed", async () => {
  const text = program(
    "atomic_int x, y;",
    ["int e = 0; if (atomic_compare_exchange_weak(&x, &e, 1)) y = 1; else if (e == 0) y = 2;", "x = 0;"],
    "assert(y != 2);",
  );
  const found = (await symex.run(engineTask(await compileText(text), ["assert"], { reduce: "pdpor" }))).findings.get("assert");
  expect(found?.kind).toBe("candidate");
});
