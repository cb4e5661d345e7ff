// The turns of `auto`: a tiny program is exhausted at once, properties that a finished search leaves open are still sampled, and for a program that
// is not tiny the first turn is short.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { EngineResult } from "../../../../src/engines/engine.ts";
import { engines } from "../../../../src/engines/table.ts";
import { defaultProperties, type Property } from "../../../../src/execution/errors.ts";
import { taskFor } from "../../../differential/concurrent/compare.ts";
import { changed, checkText, compileText } from "../../../run.ts";

async function auto(
  body: string,
  maxRuns: number | null = null,
  properties: readonly Property[] = defaultProperties,
): Promise<EngineResult> {
  const text = `#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nint __VERIFIER_nondet_int(void);\n${body}`;
  const [engine] = engines.filter((e) => e.name === "auto");
  if (engine === undefined) throw new Error("there is no auto");
  return engine.run(changed(taskFor(await compileText(text), 0, [...properties]), { strategy: null, maxSteps: null, maxRuns }));
}

const kinds = (result: EngineResult): string[] => [...result.findings].map(([p, f]) => `${p} ${f.kind}`);

const twoThreads = (work: string, main: string): string =>
  `${work}\nint main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, work, 0);\n  pthread_create(&b, 0, work, 0);\n  pthread_join(a, 0);\n  pthread_join(b, 0);\n  ${main}\n  return 0;\n}\n`;

test("a tiny program is exhausted after a few samples", async () => {
  const result = await auto(twoThreads("atomic_int x;\nvoid *work(void *p) { x++; x++; return p; }", "assert(x == 4);"));
  expect(kinds(result)).toEqual(defaultProperties.map((p) => `${p} covered`));
  expect(result.stats.runs).toBe(10 + 6); // two steps each, in 4 over 2 orders
});

test("properties that an exhaustive search leaves open are also sampled", async () => {
  const work = "int limit;\nvoid *work(void *p) { return p; }";
  const found = await auto(twoThreads(work, "limit = __VERIFIER_nondet_int(); assert(limit < 1 << 16);"), 250);
  expect(found.findings.get("assert")?.kind).toBe("candidate");
  // One value among billions: no violation is found, and the search gives the reason.
  const open = await auto(twoThreads(work, "limit = __VERIFIER_nondet_int(); assert(limit % 1000003 != 1 || limit < 1 << 20);"), 60);
  const finding = open.findings.get("assert");
  expect(finding?.kind === "unknown" && finding.unknown.code).toBe("RVL307");
  expect(open.stats.runs).toBe(60); // and not where the search ended
});

test("a program that is not tiny is sampled before it is searched", async () => {
  const work = "atomic_int x, turn;\nvoid *work(void *p) { for (int i = 0; i < 150; i++) { x++; turn = i; } return p; }";
  const result = await auto(twoThreads(work, "assert(x == 300);"), 150);
  expect(result.stats.runs).toBe(150);
  const finding = result.findings.get("assert");
  expect(finding?.kind === "unknown" && finding.unknown.code).toBe("RVL304");
  expect(result.options).toMatchObject({ strategy: expect.not.stringMatching(/^dfs$/) }); // the last turn was sampling
});

// What was logged differs with every order of the entries, and no access depends on it: to formulas, those states are one.
test("states that differ in what does not matter are left to formulas", async () => {
  const work =
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint n, sum, log[28];\nvoid *work(void *p) { for (int i = 0; i < 14; i++) { pthread_mutex_lock(&m); sum += 1; log[n++] = i; pthread_mutex_unlock(&m); } return p; }";
  const result = await auto(twoThreads(work, "assert(sum == 28 && n == 28);"), null, ["assert", "deadlock", "memory"]);
  expect(kinds(result)).toEqual(["assert covered", "deadlock covered", "memory covered"]);
  expect([...(result.by?.values() ?? [])]).toContain("symex");
});

// Every subset of the threads is a state, and every order of additions a question to the solver; but additions commute, and only the end reads the sum.
test.each([
  ["n", "covered"],
  ["n - (n == 7)", "candidate"],
])("of many threads that add to a sum, one order suffices: %s is %s", async (added, kind) => {
  const main =
    "int main(void) { pthread_t t[20]; for (long i = 0; i < 20; i++) pthread_create(&t[i], 0, work, (void *)(i + 1)); for (int i = 0; i < 20; i++) pthread_join(t[i], 0); assert(sum == 210); return 0; }";
  const work = `void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int sum;
void *work(void *p) { int n = (int)(long)p; __VERIFIER_atomic_begin(); sum += ${added}; __VERIFIER_atomic_end(); return p; }\n`;
  expect(kinds(await auto(`${work}${main}`, null, ["assert"]))).toEqual([`assert ${kind}`]);
});

// The race needs seven of 200 reads to see certain values: few samples show it. A depth-first search stays in one part of the tree, so
// sampling must not wait until the search has finished, or has made its first 2,000 runs.
test("sampling continues beside a long search", async () => {
  const look =
    "void *look(void *p) { int h = 0; for (int i = 0; i < 200; i++) { int v = flag; if (i % 24 == 0) h = 2 * h + (v & 1); } if ((h & 127) == 99) racy = 2; return p; }";
  const flip = "atomic_int flag;\nint racy;\nvoid *flip(void *p) { for (int i = 0; i < 200; i++) flag++; racy = 1; return p; }";
  const main =
    "int main(void) { pthread_t a, b; pthread_create(&a, 0, flip, 0); pthread_create(&b, 0, look, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }";
  const result = await auto(`${flip}\n${look}\n${main}\n`, null, ["race"]);
  expect(kinds(result)).toEqual(["race candidate"]);
  expect(result.stats.runs).toBeLessThan(2000);
});

test.each(["polled-under-lock", "halves-of-an-array", "peterson-endless"])(
  "%s is safe without a bound, and no note speaks of one",
  async (name) => {
    const text = readFileSync(new URL(`../../../programs/safe/${name}/program.c`, import.meta.url), "utf8");
    const report = await checkText(text, "auto", defaultProperties);
    expect(report.properties.map((p) => p.verdict)).toEqual(defaultProperties.map(() => "safe"));
    expect(report.diagnostics.map((d) => d.code).filter((code) => code.startsWith("RVL3"))).toEqual([]);
  },
);

// The input has too many values for a search, and the staged engine has no terms for the quotient.
test("what the staged engine cannot express, guided takes from its runs", async () => {
  const work = `pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; long sum; atomic_int big;
void *work(void *p) { int n = __VERIFIER_nondet_int(); pthread_mutex_lock(&m); sum = sum * 2 + 101; pthread_mutex_unlock(&m); if ((n ^ (n >> 3)) > 1000) big++; return p; }`;
  const safe = await auto(twoThreads(work, "assert(big <= 2 && sum / 2.0 == 151.5);"), null, ["assert"]);
  expect(kinds(safe)).toEqual(["assert covered"]);
  expect(safe.by?.get("assert")).toBe("guided");
  const unsafe = await auto(twoThreads(work, "assert(big < 2 || sum / 2.0 == 151.0);"), null, ["assert"]);
  expect(kinds(unsafe)).toEqual(["assert candidate"]);
});
