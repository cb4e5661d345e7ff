// Counts of symex: those of the papers' examples, as docs/adr/0046 reads them. "States" of PDPOR's tables are states that were explored and those that were not, because a
// formula holds.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import type { Pruning, SymexReduction } from "../../../../src/engines/symex/options.ts";
import type { EngineStats } from "../../../../src/reports/report.ts";
import { compileText, engineTask } from "../../../run.ts";

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;

const program = (globals: string, threads: readonly string[], end = ""): string => `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
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

async function count(
  text: string,
  prune: Pruning,
  reduce: SymexReduction = "none",
): Promise<EngineStats & { readonly verdict: string | undefined }> {
  const { findings, stats } = await symex.run(engineTask(await compileText(text), ["assert"], { prune, reduce }));
  return { ...stats, verdict: findings.get("assert")?.kind };
}

/** The first thread reads what the second one writes, k times, with an assertion after each read. */
const figure3 = (k: number): string =>
  program(`static atomic_int ${times(k, (i) => `x${i}`).join(", ")};`, [
    times(k, (i) => `int a${i} = x${i}; assert(a${i} <= 1);`).join(" "),
    times(k, (i) => `x${i} = 1;`).join(" "),
  ]);

/** Every thread adds its number. */
const sum = (n: number): string =>
  program(
    "static int sum;",
    times(n, (i) => section(`sum += ${i + 1};`)),
    `assert(sum == ${(n * (n + 1)) / 2});`,
  );

/** 2n producers: a store to a variable of its own, then one half adds and the other doubles; a consumer copies. */
const producers = (n: number): string =>
  program(
    `static atomic_int ${times(2 * n, (i) => `o${i}`).join(", ")}; static int x, copy;`,
    [...times(2 * n, (i) => `o${i} = 1; ${section(i < n ? "x += 1;" : "x *= 2;")}`), section("copy = x;")],
    `assert(copy <= ${n * 2 ** n});`,
  );

const example1 = program(
  "static int x;",
  ["x += 1;", "x *= 2;"].map((code) => `${section(`${code} assert(x <= 8);`)} ${section(`${code} assert(x <= 8);`)}`),
);

/** Two threads with so many sections each, on different variables. */
const grid = (n: number): string =>
  program(
    "static int a, b;",
    ["a += 1;", "b += 5;"].map((code) => times(n, () => section(code)).join(" ")),
    `assert(a == ${n}); assert(b == ${5 * n});`,
  );

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

describe("AGSE, figure 3", () => {
  test.each([1, 2, 3, 4])("k = %i: all orders, and one run with k² that are left out", async (k) => {
    expect(await count(figure3(k), "none")).toMatchObject({ verdict: "covered", runs: choose(2 * k, k) });
    expect(await count(figure3(k), "summaries")).toMatchObject({ verdict: "covered", runs: 1, partialRuns: k * k });
    expect(await count(figure3(k), "none", "dpor")).toMatchObject({ verdict: "covered", runs: 2 ** k });
  });
});

describe("PDPOR", () => {
  test("example 1: 19 states and 6 runs; with interpolants 9 and 4", async () => {
    expect(await count(example1, "none")).toMatchObject({ verdict: "covered", runs: 6, states: 19 });
    expect(await count(example1, "interpolants")).toMatchObject({ verdict: "covered", states: 9, subsumed: 4 });
    expect(await count(example1, "none", "dpor")).toMatchObject({ verdict: "covered", runs: 6 });
  });

  test.each([3, 4, 6])("sum of %i threads: N·2^(N−1) + 1 states", async (n) => {
    const { states, subsumed, verdict } = await count(sum(n), "interpolants");
    expect(verdict).toBe("covered");
    expect((states ?? 0) + (subsumed ?? 0)).toBe(n * 2 ** (n - 1) + 1);
  });

  test("producers and a consumer: 8N·3^(2N−1) + 3^(2N) + 1 states for N = 2", async () => {
    const { states, subsumed, verdict } = await count(producers(2), "interpolants");
    expect(verdict).toBe("covered");
    expect((states ?? 0) + (subsumed ?? 0)).toBe(514);
  });

  test("20 sections each: 841 states", async () => {
    const { states, subsumed, verdict } = await count(grid(20), "interpolants");
    expect(verdict).toBe("covered");
    expect((states ?? 0) + (subsumed ?? 0)).toBe(841);
  });
});
