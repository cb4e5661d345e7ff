// `--reduction rf` as the engine offers it: what it reports, when it uses finer classes or another search, and that it stops on request.

import { describe, expect, test } from "vitest";
import { exhaust } from "../../../../src/engines/explore/explore.ts";
import { ReadsFromSearch } from "../../../../src/engines/explore/reads-from-search.ts";
import { Unexpected } from "../../../../src/reduction/reads-from-options.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { taskFor } from "../../../differential/concurrent/compare.ts";
import { changed, compileText } from "../../../run.ts";
import { type Shape, ShapeFile } from "../../../verdicts/shapes.ts";

const times = (n: number, f: (k: number) => string): string[] => Array.from({ length: n }, (_, k) => f(k));

/** The thread to wake is chosen by its number, which depends on the order of creation: no thread reads the number, but it matters. */
const numbered = `#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int woken;
static void *wait(void *arg) {
  pthread_mutex_lock(&m); if (!woken) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return arg;
}
static void *create(void *arg) { pthread_t t; pthread_create(&t, 0, wait, 0); pthread_join(t, 0); return arg; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, create, 0);
  for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); woken = i; pthread_cond_signal(&c); pthread_mutex_unlock(&m); }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
`;

const shapes: readonly Shape[] = [
  { name: "six writers", threads: times(6, (k) => `x = ${k};`), after: "assert(x != 6);" },
  { name: "six writers, one wrong", threads: times(6, (k) => `x = ${k};`), after: "assert(x != 3);" },
  { name: "many", threads: times(4, () => "for (int i = 0; i < 4; i++) x++;") },
  { name: "fails beside inputs", threads: ["assert(x > 9);", "x = 1; x = 2; x = 3; x = 4; y = __VERIFIER_nondet_bool();"] },
  { name: "heap", threads: ["void *volatile p = malloc(4); (void)p;", "x = 1;", "x = 2;"] },
];

const file = new ShapeFile(shapes);

describe("rf", () => {
  test("reports its runs", async () => {
    const { findings, stats, options } = await exhaust(await file.task("six writers", ["assert", "race"], { reduction: "rf" }));
    expect(findings.get("assert")?.kind).toBe("covered");
    expect(stats.runs).toBe(6);
    expect(options).toEqual({ strategy: "dfs", reduction: "rf", maxSteps: 10_000 });
  });

  test("stops at the first violation", async () => {
    const { findings, stats } = await exhaust(await file.task("six writers, one wrong", ["assert"], { reduction: "rf" }));
    expect(findings.get("assert")?.kind).toBe("candidate");
    expect(stats.runs).toBeLessThanOrEqual(6);
  });

  test("stops at the most runs it may take", async () => {
    const { findings, stats } = await exhaust(await file.task("many", ["assert"], { reduction: "rf", maxRuns: 3 }));
    expect(findings.get("assert")).toMatchObject({ kind: "unknown", unknown: { code: "RVL304" } });
    expect(stats.runs).toBe(3);
  });

  test("stops when the time is up", async () => {
    let now = 0; // a clock that advances whenever it is read
    const { findings } = await exhaust(
      await file.task("many", ["assert"], { reduction: "rf", budget: new Budget(1, 1000, () => (now += 5)) }),
    );
    expect(findings.get("assert")).toMatchObject({ kind: "unknown", unknown: { code: "RVL301" } });
  });

  test("stops when it would need too much memory for what it has seen", async () => {
    const { findings } = await exhaust(await file.task("many", ["assert"], { reduction: "rf", budget: new Budget(null, 1) }));
    expect(findings.get("assert")).toMatchObject({ kind: "unknown", unknown: { code: "RVL302" } });
  });

  test("continues with the other threads after an error: five sources of the read that fails, two inputs after it", async () => {
    const { stats } = await exhaust(await file.task("fails beside inputs", ["memory"], { reduction: "rf" }));
    expect(stats.runs).toBe(10);
  });

  test("leaves leaks to wake-up trees: they are judged by the memory that is left", async () => {
    const { findings, options } = await exhaust(await file.task("heap", ["leak"], { reduction: "rf" }));
    expect(findings.get("leak")?.kind).toBe("candidate");
    expect(options).toMatchObject({ reduction: "optimal" });
  });

  test("uses finer classes where steps depend on more than what they read, and reports that", async () => {
    const task = changed(taskFor(await compileText(numbered), 100_000, ["assert", "deadlock"]), { reduction: "rf" });
    const search = new ReadsFromSearch(task);
    search.exhaustive = true;
    await expect(search.run()).rejects.toThrow(Unexpected);
    const { findings, options } = await exhaust(task);
    expect(options).toMatchObject({ reduction: "rf", classes: "unobserved stores" });
    expect([findings.get("assert")?.kind, findings.get("deadlock")?.kind]).toEqual(["covered", "candidate"]);
  });
});
