// What `--explain` says of symex: the formulas at the papers' nodes, in C, and how useful they were. A failure means that a formula has changed, or that its text is no longer the
// paper's.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import type { Explanation } from "../../../../src/reports/report.ts";
import { compileText, engineTask, type TaskChanges } from "../../../run.ts";

const head = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
`;

async function explained(text: string, changes: TaskChanges): Promise<Explanation[]> {
  const entries: Explanation[] = [];
  await symex.run(
    engineTask(await compileText(text), ["assert"], { slice: false, branches: "fork", ...changes, explain: (e) => entries.push(e) }),
  );
  return entries;
}

/** The formulas, by the lines of the threads other than main, in the order of lines. */
function formulas(entries: readonly Explanation[]): string[] {
  return entries
    .flatMap(({ text }) => {
      const [, where, formula] = /^Node n\d+, (.*): (?:PS\[n\d+\]|Ψ) is (.*?)\. (?:Not used|Pruned|Subsumed)/.exec(text) ?? [];
      const lines = where?.replaceAll(/main at line \d+(?:, | and )?/g, "");
      return lines === undefined || lines === "" || lines.includes("end") ? [] : [`${lines}: ${formula}`];
    })
    .sort();
}

describe("AGSE", () => {
  // A test belongs to the step before it: the store to y stands between, so that the nodes after the loads are the paper's.
  const figure2 = `${head}atomic_int x, y;
static void *t1(void *arg) {
  x = 5;
  x = 10;
  return arg;
}
static void *t2(void *arg) {
  int a = x;
  int b = x;
  y = 1;
  assert(a <= b);
  return arg;
}
int main(void) {
  x = __VERIFIER_nondet_int();
  if (x > 5) return 0;
  pthread_t t[2];
  pthread_create(&t[0], 0, t1, 0);
  pthread_create(&t[1], 0, t2, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}`;

  test("figure 2: PS of n9 and n8 is a <= b, of n7 a <= x, of n5 a <= 10 && a <= x", async () => {
    const told = formulas(await explained(figure2, { prune: "summaries" }));
    expect(told).toContain("T2 at line 15: a <= b"); // n9
    expect(told).toContain("T1 at line 9 and T2 at line 15: a <= b"); // n8
    expect(told).toContain("T2 at line 14: a <= x"); // n7
    expect(told).toContain("T1 at line 9 and T2 at line 14: a <= 10 && a <= x"); // n5
  });

  test("section 4: the preconditions of a path of three tests and three assignments", async () => {
    const path = `${head}atomic_bool a = 1, b = 1, c = 1;
atomic_int res;
static void *t(void *arg) {
  if (a)
    res = 1;
  if (b)
    res = 2;
  if (c)
    res = 3;
  res = 4;
  return arg;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t, 0);
  pthread_join(p, 0);
  return 0;
}`;
    expect(formulas(await explained(path, { prune: "summaries" }))).toEqual([
      "T1 at line 10: b && c",
      "T1 at line 11: b && c",
      "T1 at line 12: c",
      "T1 at line 13: c",
      "T1 at line 14: true",
      "T1 at line 15: true",
      "T1 at line 9: a && b && c",
    ]);
  });
});

describe("names", () => {
  const locked = `${head}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
static void *add(void *arg) {
  int own = *(int *)arg;
  pthread_mutex_lock(&m);
  n = n + own;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t[2];
  int one = 1, two = 2;
  pthread_create(&t[0], 0, add, &one);
  pthread_create(&t[1], 0, add, &two);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(n == 3);
  return 0;
}`;

  test("locals of two threads that have one name, who holds a mutex, a value that was read", async () => {
    const told = formulas(await explained(locked, { prune: "interpolants" }));
    expect(told).toContain("T1 at line 10 and T2 at line 10: T1's own + n + T2's own == 3 && m is free");
    expect(told).toContain("T1 at line 11 and T2 at line 10: T1's own + n + T2's own == 3 && m is held by T1");
    expect(told).toContain("T2 at line 11: (T2's value of n + own) == 3 && m is held by T2");
  });

  test("inputs that are yet to come", async () => {
    const text = `${head}atomic_int x, y;
static void *t(void *arg) {
  int a = x;
  y = 1;
  assert(__VERIFIER_nondet_int() != a || a < 100);
  return arg;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t, 0);
  pthread_join(p, 0);
  return 0;
}`;
    const told = formulas(await explained(text, { prune: "summaries" }));
    expect(told).toContain("T1 at line 9: a != input 1 of T1 || a <= 99");
  });
});

describe("the account", () => {
  const small = `${head}atomic_int x, y;
static void *t1(void *arg) { x = 1; return arg; }
static void *t2(void *arg) { y = 1; return arg; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, t1, 0);
  pthread_create(&t[1], 0, t2, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(x == 1 && y == 1);
  return 0;
}`;

  test("begins with what the search was, and says what was saved", async () => {
    const [search, first] = await explained(small, { prune: "summaries" });
    expect(search).toMatchObject({ what: "search", location: null });
    expect(search?.text).toMatch(/^Search for a violation of assert, reduction none: \d+ steps, 1 run to the end\. Generalised /);
    expect(search?.text).toMatch(/ 1 state was pruned by predicate summaries \(PS\), which saved \d+ steps\.$/);
    expect(first).toMatchObject({ what: "summary" });
    expect(first?.text).toMatch(/ Pruned 1 state, saved \d+ steps\./);
  });

  test("a persistent set says why other threads may wait", async () => {
    const entries = await explained(small, { prune: "interpolants", reduce: "por" });
    const sets = entries.filter((e) => e.what === "commutes" || e.what === "trace-interpolant").map((e) => e.text);
    expect(sets[0]).toMatch(/\{T1\} is a persistent set: no step that others may still take conflicts with its next steps/);
  });

  test("a pair of steps says why it was taken to commute", async () => {
    const text = (t1: string, t2: string): string => `${head}extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, y, z;
static void *t1(void *arg) {
  ${t1}
  return arg;
}
static void *t2(void *arg) {
  ${t2}
  return arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, t1, 0);
  pthread_create(&t[1], 0, t2, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(x <= 40);
  return 0;
}`;
    const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;
    const pairs = async (t1: string, t2: string, reduce: "por" | "pdpor"): Promise<string[]> =>
      (await explained(text(t1, t2), { prune: "interpolants", reduce })).map((e) => e.text).filter((t) => /^The steps of/.test(t));
    expect(await pairs("y = 1;", "z = 1;", "por")).toContainEqual(
      expect.stringMatching(/^The steps of T1 at line 9 and of T2 at line 13 commute: neither writes what the other touches\./),
    );
    expect(await pairs(section("x += 1;"), section("x += 2;"), "pdpor")).toContainEqual(
      expect.stringMatching(/^The steps of T\d at line \d+ and of T\d at line \d+ semi-commute: both orders lead to the same state\./),
    );
    expect(await pairs(section("x += 1;"), section("x *= 2;"), "pdpor")).toContainEqual(
      expect.stringMatching(
        /^The steps of T\d at line \d+ and of T\d at line \d+ semi-commute: one order uses .* while x .*trace interpolant/,
      ),
    );
  });

  test("without pruning there are no formulas", async () => {
    const entries = await explained(small, { prune: "none" });
    expect(entries.map((e) => e.what)).toEqual(["search"]);
    expect(entries[0]?.text).toMatch(/Nothing was pruned\.$/);
  });

  test("a search that is explained makes the same steps", async () => {
    const task = engineTask(await compileText(small), ["assert"], { prune: "interpolants" });
    const { stats } = await symex.run(task);
    const watched = await symex.run({ ...task, explain: () => {} });
    expect({ ...watched.stats, solveMs: 0 }).toEqual({ ...stats, solveMs: 0 });
  });
});
