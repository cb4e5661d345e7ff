// Exhaustive exploration: exact numbers of runs on shapes whose traces can be counted by hand, and agreement with the search
// without reduction.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { none } from "../../../src/reduction/none.ts";
import { sourceSets } from "../../../src/reduction/source-sets.ts";
import { Rng } from "../../../src/support/rng.ts";
import { disagreement, exploreWith } from "../../differential/concurrent/compare.ts";
import { generateConcurrent } from "../../differential/concurrent/generate.ts";
import { compile } from "../../run.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-explore-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of threads with these bodies over `int x, y, v[8]` (atomics: plain accesses would race, which changes no count). */
async function traces(threads: readonly string[]): Promise<number> {
  const source = `#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x, y, v[8];
static int r[8];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
${threads.map((body, k) => `static void *t${k}(void *arg) { ${body} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${threads.length}];
  (void)r; (void)m; (void)n; (void)x; (void)y; (void)v;
${threads.map((_, k) => `  pthread_create(&t[${k}], NULL, t${k}, NULL);`).join("\n")}
${threads.map((_, k) => `  pthread_join(t[${k}], NULL);`).join("\n")}
  return 0;
}
`;
  const file = join(folder, `p${Math.abs(hash(source))}.c`);
  writeFileSync(file, source);
  const result = await exploreWith(await compile(file), sourceSets, 100_000);
  expect(result.decided).toBe(true);
  expect(result.asleep).toBe(0);
  return result.runs;
}

const hash = (text: string): number => [...text].reduce((h, c) => (Math.imul(h, 31) + c.charCodeAt(0)) | 0, 7);
const times = (n: number, f: (k: number) => string): string[] => Array.from({ length: n }, (_, k) => f(k));

describe("dpor counts one run per trace", () => {
  for (const n of [1, 2, 3, 4])
    test(`${n} independent writers: 1`, async () => expect(await traces(times(n, (k) => `v[${k}] = 1;`))).toBe(1));
  for (const [n, count] of [
    [2, 2],
    [3, 6],
    [4, 24],
  ] as const)
    test(`${n} writers of one variable: ${count}`, async () => expect(await traces(times(n, (k) => `x = ${k};`))).toBe(count));
  for (const n of [1, 2, 3])
    test(`a writer and ${n} readers: ${2 ** n}`, async () =>
      expect(await traces(["x = 1;", ...times(n, (k) => `r[${k}] = x;`)])).toBe(2 ** n));
  for (const n of [1, 2, 3, 5])
    test(`a writer and ${n} reads by one thread: ${n + 1}`, async () =>
      expect(await traces(["x = 1;", times(n, (k) => `r[${k}] = x;`).join(" ")])).toBe(n + 1));
  test("store buffering: 3", async () => expect(await traces(["x = 1; r[0] = y;", "y = 1; r[1] = x;"])).toBe(3));
  test("message passing: 3", async () => expect(await traces(["x = 1; y = 1;", "r[0] = y; r[1] = x;"])).toBe(3));
  test("load buffering: 3", async () => expect(await traces(["r[0] = x; y = 1;", "r[1] = y; x = 1;"])).toBe(3));
  test("2+2W: 3", async () => expect(await traces(["x = 1; y = 2;", "y = 1; x = 2;"])).toBe(3));
  test("IRIW: 15", async () => expect(await traces(["x = 1;", "y = 1;", "r[0] = x; r[1] = y;", "r[2] = y; r[3] = x;"])).toBe(15));
  const section = (lock: string, body: string): string => `pthread_mutex_lock(&${lock}); ${body} pthread_mutex_unlock(&${lock});`;
  for (const [n, count] of [
    [2, 2],
    [3, 6],
  ] as const)
    test(`${n} critical sections of one lock: ${count}`, async () =>
      expect(await traces(times(n, () => section("m", "r[0]++;")))).toBe(count));
  test("critical sections of two locks: 1", async () => expect(await traces([section("m", "r[0]++;"), section("n", "r[1]++;")])).toBe(1));
  test("locks in opposite order: 2 orders and the deadlock", async () =>
    expect(await traces([section("m", section("n", "")), section("n", section("m", ""))])).toBe(3));
});

describe("dpor agrees with no reduction", () => {
  test("on threads created by threads that lock", async () => {
    const file = join(folder, "nested.c");
    writeFileSync(
      file,
      `#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *inner(void *arg) { pthread_mutex_lock(&m); x = x * 2; pthread_mutex_unlock(&m); return arg; }
static void *outer(void *arg) { pthread_t t; pthread_create(&t, NULL, inner, NULL); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_join(t, NULL); return arg; }
int main(void) { pthread_t t; pthread_create(&t, NULL, outer, NULL); pthread_mutex_lock(&m); x += 3; pthread_mutex_unlock(&m); pthread_join(t, NULL); assert(x != 5); return 0; }
`,
    );
    const program = await compile(file);
    const all = await exploreWith(program, none, 100_000);
    const some = await exploreWith(program, sourceSets, 100_000);
    expect([all.decided, some.decided]).toEqual([true, true]);
    expect(disagreement(all, some)).toBeNull();
    expect(some.runs).toBeLessThan(all.runs);
  });

  const seeds = Array.from({ length: 40 }, (_, k) => 1 + k);
  test(`on ${seeds.length} generated programs`, async () => {
    let compared = 0;
    for (const seed of seeds) {
      const file = join(folder, `g${seed}.c`);
      writeFileSync(file, generateConcurrent(new Rng(seed)).source);
      const program = await compile(file);
      const all = await exploreWith(program, none, 3000);
      if (!all.decided) continue;
      compared++;
      const some = await exploreWith(program, sourceSets, 3000);
      expect(some.decided, `seed ${seed}`).toBe(true);
      expect(disagreement(all, some), `seed ${seed}`).toBeNull();
    }
    expect(compared).toBeGreaterThanOrEqual(7);
  });
});
