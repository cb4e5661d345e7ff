// Tables of what is touched after a state, played where it is left out. The first programs are wrongly called safe if an entry is taken for more certain than it is; the others need more runs than
// without pruning if what comes first is forgotten.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import type { SymexOptions } from "../../../../src/engines/symex/options.ts";
import { compileText, engineTask } from "../../../run.ts";

const head = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x0, x1;
static atomic_int cells[4];
static int h0, h1, h2, x, y;
`;

/** What threads have read, and shared variables, as one number. */
const end = (hash: string, excluded: number): string => `unsigned h = ${hash}; assert((h * 25 + x0 * 5 + x1) % 41 != ${excluded});`;
const [two, three] = ["h0 * 7 + h1", "(h0 * 7 + h1) * 7 + h2"];

const program = (threads: readonly string[], end: string): string => `${head}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${threads.length}];
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  ${end}
  return 0;
}`;

const locked = (lock: string, code: string): string => `pthread_mutex_lock(&${lock}); ${code} pthread_mutex_unlock(&${lock});`;
const exchanged = (place: string, from: number, to: number, then: string): string =>
  `{ int e = ${from}; if (atomic_compare_exchange_strong(&${place}, &e, ${to})) { ${then} } }`;

async function check(text: string, options: SymexOptions): Promise<{ readonly kind: string | undefined; readonly runs: number }> {
  const { findings, stats } = await symex.run(engineTask(await compileText(text), ["assert"], options));
  return { kind: findings.get("assert")?.kind, runs: (stats.runs ?? 0) + (stats.partialRuns ?? 0) };
}

describe("entries that hold of some runs only", () => {
  test.each([
    [
      "a thread that takes a step before, in some runs",
      program(
        [
          `${locked("m0", "h0 = x1;")} x1++;`,
          `${locked("m1", "x0 = 2;")} ${locked("m1", "x1++;")} ${exchanged("x1", 1, 3, "h1 = 1;")}`,
          "h2 = x1; x1++;",
        ],
        end(three, 29),
      ),
    ],
    [
      "a thread that reads what another one writes before, in some runs",
      program(
        [
          `${locked("m1", "x1 = 1;")} h0 = x0; ${locked("m1", "x1 = x1 + 1;")} x0 += 2;`,
          `${locked("m0", exchanged("x0", 0, 1, "h1 = 1;"))} ${locked("m0", `${exchanged("x1", 0, 2, "h1 = h1 * 3 + 1;")} x1 = 1;`)} if (x1 == 2) x1 = x1 + 1;`,
        ],
        end(two, 1),
      ),
    ],
  ])("%s", async (_name, text) => {
    for (const prune of ["summaries", "interpolants"] as const)
      expect((await check(text, { prune, reduce: "dpor" })).kind).toBe("candidate");
  });
});

/** One thread writes elements one by one; another copies all of them, two in a step. */
const copied = (size: number, written: readonly number[], assertion: string): string => `
#include <assert.h>
#include <pthread.h>
#include <string.h>
static int s[${size}], d[${size}];
static void *one(void *u) { ${written.map((i) => `s[${i}] = 1;`).join(" ")} return u; }
static void *two(void *u) { memcpy(d, s, sizeof d); return u; }
int main(void) {
  pthread_t t, v;
  pthread_create(&t, 0, one, 0); pthread_create(&v, 0, two, 0);
  pthread_join(t, 0); pthread_join(v, 0);
  assert(${assertion});
  return 0;
}`;

// In a state before, with summaries, the formula once said that any formula of the control after the step suffices; the threads that the others need before them were not tried.
describe("where only another formula of the control holds", () => {
  test.each([
    ["nothing is written yet", copied(4, [0, 2], "d[0] + d[2] != 0")],
    ["all is written or nothing", copied(4, [0, 1, 2, 3], "d[0] + d[1] * 2 + d[2] * 4 + d[3] * 8 != 0")],
    ["half of it is written", copied(4, [0, 1, 2, 3], "d[0] + d[1] * 2 + d[2] * 4 + d[3] * 8 != 3")],
    ["the second half only", copied(4, [2, 3], "d[2] + d[3] * 2 != 0")],
  ])("%s", async (_name, text) => {
    for (const prune of ["summaries", "interpolants"] as const)
      for (const branches of ["merge", "fork"] as const)
        expect((await check(text, { prune, reduce: "dpor", branches })).kind).toBe("candidate");
  });
});

/** Takes the first cell that is free; it stays its own. */
const take = (id: number): string =>
  `int p = 0, e = 0; while (!atomic_compare_exchange_strong(&cells[p], &e, ${id})) { p++; e = 0; } assert(cells[p] == ${id});`;

test("a table says what is touched where its formula holds, not after other states of the control", async () => {
  const text = program([take(1), take(2), take(3)], "");
  const plain = await check(text, { prune: "none", reduce: "dpor", sleeps: false });
  const pruned = await check(text, { prune: "summaries", reduce: "dpor" });
  expect([plain, pruned].map((o) => o.kind)).toEqual(["covered", "covered"]);
  expect([plain.runs, pruned.runs]).toEqual([9, 9]);
});

describe("what was done under a lock is not reversed with what will be", () => {
  test.each([
    [
      "two locks",
      program(
        [`${locked("m0", "x++;")} ${locked("m1", "y++;")}`, `${locked("m0", "x += 5;")} ${locked("m1", "y -= 6;")}`],
        "assert(x == 6 && y == -5);",
      ),
      [18, 11],
    ],
    [
      "a lock that is taken after a read of something else",
      program(
        [
          "h0 = x0; int r; pthread_mutex_lock(&m0); r = x; x = r + 1; pthread_mutex_unlock(&m0);",
          locked("m0", "x++;"),
          locked("m0", "x++;"),
        ],
        "assert(x == 3);",
      ),
      [6, 6],
    ],
  ] as const)("%s: pruning needs no more runs", async (_name, text, runs) => {
    const plain = await check(text, { prune: "none", reduce: "dpor", sleeps: false });
    const pruned = await check(text, { prune: "summaries", reduce: "dpor" });
    expect([plain.kind, pruned.kind]).toEqual(["covered", "covered"]);
    expect([plain.runs, pruned.runs]).toEqual(runs);
  });
});

test("a thread that another one joins before, in some runs: then its end comes first, which no other order changes", async () => {
  const threads = ["a = 1;", "a = 2;", "y = 1;", "f = 1;", "if (f) pthread_join(t[2], 0); r = y;"];
  const each = (code: (i: number) => string): string => threads.map((_, i) => code(i)).join(" ");
  const text = `${head} static atomic_int a, f, y; static int r = 9; static pthread_t t[5];
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  ${each((i) => `pthread_create(&t[${i}], 0, t${i}, 0);`)}
  ${each((i) => (i === 2 ? "" : `pthread_join(t[${i}], 0);`))}
  assert(!((a == 1) & (r == 0)));
  return 0;
}`.replace("static int h0, h1, h2, x, y;", "");
  for (const prune of ["summaries", "interpolants"] as const)
    expect([prune, (await check(text, { reduce: "dpor", prune })).kind]).toEqual([prune, "candidate"]);
});
