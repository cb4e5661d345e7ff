// Exhaustive exploration: exact numbers of runs on shapes whose traces can be counted by hand, under every reduction. All
// shapes are in one C file, whose first input says which of them runs, because compiling takes most of the time.

import { describe, expect, test } from "vitest";
import { ReadsFromSearch } from "../../../../src/engines/explore/reads-from-search.ts";
import { DepthFirst } from "../../../../src/engines/search/depth-first.ts";
import type { Program } from "../../../../src/program/program.ts";
import { none } from "../../../../src/reduction/none.ts";
import type { Reduction } from "../../../../src/reduction/search.ts";
import { sourceSets } from "../../../../src/reduction/source-sets.ts";
import { wakeupTrees } from "../../../../src/reduction/wakeup-trees.ts";
import { taskFor } from "../../../differential/concurrent/compare.ts";
import { compileText } from "../../../run.ts";

interface Shape {
  readonly name: string;
  /** The body of each thread, over `atomic_int x, y, v[48]`, `int r[8]`, mutexes `m, n`, a semaphore `s`. */
  readonly threads: readonly string[];
  /** What main does before it starts them, and after it has joined them. */
  readonly before?: string;
  readonly after?: string;
  /** Interleavings of accesses; left out where there are too many to try. */
  readonly none?: number;
  /** Mazurkiewicz traces. */
  readonly traces: number;
  /** Runs with rf, if fewer. */
  readonly rf?: number;
  /** The values of a, b, c and d (of x and y, if it says so) at the end, over all runs. */
  readonly outcomes?: readonly string[];
  readonly observed?: "x, y";
}

const times = (n: number, f: (k: number) => string): string[] => Array.from({ length: n }, (_, k) => f(k));
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const lock = (name: string, body: string): string => `pthread_mutex_lock(&${name}); ${body} pthread_mutex_unlock(&${name});`;
const section = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;

/** The hash table of the dynamic partial order reduction paper (Flanagan, Godefroid, POPL 2005): 4 messages per thread, 128 slots. */
const indexer = (id: number): string => `for (int k = 1; k <= 4; k++) {
    int w = k * 11 + ${id}, h = w * 7 % 128, expected = 0;
    while (!atomic_compare_exchange_strong(&v[h], &expected, w)) { h = (h + 1) % 128; expected = 0; }
  }`;

/** Thread 0 looks for the last zero; thread k sets v[k] = v[k-1] + 1 (Abdulla et al., POPL 2014). (n + 3) 2^(n-2) traces. */
const lastZero = (n: number): string[] => [`int i = ${n}; while (v[i] != 0) i--;`, ...times(n, (k) => `v[${k + 1}] = v[${k}] + 1;`)];

const shapes: readonly Shape[] = [
  ...[1, 2, 3, 4].map((n) => ({
    name: `${n} independent writers`,
    threads: times(n, (k) => `v[${k}] = 1;`),
    none: factorial(n),
    traces: 1,
  })),
  ...[2, 3, 4, 5].map((n) => ({
    name: `${n} writers of one variable`,
    threads: times(n, (k) => `x = ${k};`),
    none: factorial(n),
    traces: factorial(n),
    rf: 1,
  })),
  ...[1, 2, 3, 4, 5].map((n) => ({
    name: `${n} writers of one variable, read in the end`,
    threads: times(n, (k) => `x = ${k};`),
    after: "(void)x;",
    traces: factorial(n),
    rf: n,
  })),
  ...[1, 2, 3, 4].map((n) => ({
    name: `${n} writers of one variable and a reader`,
    threads: [...times(n, (k) => `x = ${k};`), "(void)x;"],
    none: factorial(n + 1),
    traces: factorial(n + 1),
    rf: n + 1,
  })),
  ...[1, 2, 3, 4].map((n) => ({
    name: `a writer and ${n} readers`,
    threads: ["x = 1;", ...times(n, (k) => `int a${k} = x; (void)a${k};`)],
    none: factorial(n + 1),
    traces: 2 ** n,
  })),
  ...[1, 2, 3, 5].map((n) => ({
    name: `a writer and ${n} reads by one thread`,
    threads: ["x = 1;", times(n, () => `(void)x;`).join(" ")],
    none: n + 1,
    traces: n + 1,
  })),
  {
    name: "store buffering",
    threads: ["x = 1; a = y;", "y = 1; b = x;"],
    none: 20,
    traces: 3,
    outcomes: ["01", "10", "11"],
  },
  { name: "message passing", threads: ["x = 1; y = 1;", "a = y; b = x;"], none: 15, traces: 3, outcomes: ["00", "01", "11"] },
  { name: "load buffering", threads: ["a = x; y = 1;", "b = y; x = 1;"], none: 20, traces: 3, outcomes: ["00", "01", "10"] },
  {
    name: "independent reads of independent writes",
    threads: ["x = 1;", "y = 1;", "a = x; b = y;", "c = y; d = x;"],
    traces: 15,
    outcomes: times(16, (k) => k.toString(2).padStart(4, "0")).filter((o) => o !== "1010"),
  },
  {
    name: "2+2W",
    threads: ["x = 1; y = 2;", "y = 1; x = 2;"],
    none: 6,
    traces: 3,
    rf: 1,
    observed: "x, y",
    outcomes: ["12", "21", "22"],
  },
  {
    name: "2+2W, read in the end",
    threads: ["x = 1; y = 2;", "y = 1; x = 2;"],
    after: "a = x; b = y;",
    traces: 3,
  },
  ...[2, 3, 4].map((n) => ({
    name: `${n} critical sections of one lock`,
    threads: times(n, () => lock("m", "r[0]++;")),
    traces: factorial(n),
  })),
  { name: "critical sections of two locks", threads: [lock("m", "r[0]++;"), lock("n", "r[1]++;")], traces: 1 },
  {
    name: "locks in opposite order: two orders and the deadlock",
    threads: [lock("m", lock("n", "")), lock("n", lock("m", ""))],
    traces: 3,
  },
  { name: "trylock", threads: ["if (!pthread_mutex_trylock(&m)) x = 1;", "if (!pthread_mutex_trylock(&m)) x = 2;"], traces: 2 },
  { name: "a semaphore as a signal", threads: ["x = 1; sem_post(&s);", "sem_wait(&s); (void)x;"], traces: 1 },
  { name: "two posts and two waits", threads: ["sem_post(&s);", "sem_post(&s);", "sem_wait(&s);", "sem_wait(&s);"], traces: 8 },
  // The papers' worked examples.
  {
    name: "agse-fig2",
    threads: ["x = 5; x = 10;", "int p = x, q = x; assert(p <= q);"],
    none: 6,
    traces: 6,
  },
  ...[1, 2, 3, 4].map((k) => ({
    name: `agse-fig3 with ${k} segments`,
    threads: [times(k, (i) => `{ int p = v[${i}]; assert(p >= 0); }`).join(" "), times(k, (i) => `v[${i}] = 1;`).join(" ")],
    traces: 2 ** k,
  })),
  {
    name: "a step that touches more if it comes first",
    threads: ["x = 1;", section("if (x == 0) (void)y;"), "y = 1;"],
    none: 6,
    traces: 3,
  },
  {
    name: "a step that others make touch more",
    threads: ["x = 1;", section("if (x == 0 && y == 1) (void)v[0];"), "y = 1;", "v[0] = 1;"],
    none: 24,
    traces: 4,
  },
  {
    name: "pdpor-ex1",
    threads: [section("z += 1; assert(z <= 8);").repeat(2), section("z *= 2; assert(z <= 8);").repeat(2)],
    none: 6,
    traces: 6,
  },
  {
    name: "fusion-fig1",
    threads: [
      "int p = y; if (p == 0) { x = 1; p = x + 1; x = p; } else x = 0;",
      "int q = x; if (q == 0) { y = 1; q = y + 1; y = q; } else y = 0;",
    ],
    after: "assert(x != y);",
    traces: 5,
  },
  { name: "indexer with 4 threads", threads: times(4, indexer), traces: 1 },
  { name: "indexer with 11 threads", threads: times(11, indexer), traces: 1 },
  { name: "indexer with 12 threads", threads: times(12, indexer), traces: 8 },
  ...[2, 3, 4, 5, 6].map((n) => ({ name: `lastzero with ${n}`, threads: lastZero(n), traces: (n + 3) * 2 ** (n - 2) })),
];

const prologue = `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x, y, v[128], a, b, c, d;
static int z, r[8];
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void run(int count, void *(**body)(void *)) {
  pthread_t t[16];
  for (int k = 0; k < count; k++) pthread_create(&t[k], NULL, body[k], NULL);
  for (int k = 0; k < count; k++) pthread_join(t[k], NULL);
}
`;

function sourceOf(all: readonly Shape[]): string {
  const functions = all.flatMap((shape, i) => shape.threads.map((body, k) => `static void *s${i}t${k}(void *arg) { ${body} return arg; }`));
  const cases = all.map(
    (shape, i) => `  case ${i}: ${shape.before ?? ""}
    run(${shape.threads.length}, (void *(*[])(void *)){${shape.threads.map((_, k) => `s${i}t${k}`).join(", ")}});
    ${shape.after ?? ""} break;`,
  );
  return `${prologue}${functions.join("\n")}
int main(void) {
  (void)a, (void)b, (void)c, (void)d, (void)z, (void)r, (void)m, (void)n, (void)v, (void)x, (void)y, (void)s;
  switch (__VERIFIER_nondet_int()) {
${cases.join("\n")}
  }
  return 0;
}
`;
}

const source = sourceOf(shapes);

function search(program: Program, reduction: Reduction | "rf", inputs: readonly bigint[]): DepthFirst | ReadsFromSearch {
  const task = { ...taskFor(program, 1_000_000), inputs, maxSteps: 2000 };
  return reduction === "rf" ? new ReadsFromSearch(task) : new DepthFirst(task, reduction);
}

const globalsOf = (machine: DepthFirst["machine"], names: readonly string[]): string =>
  names
    .map((name) => {
      const o = machine.memory.globals.objects.find((g) => g.name === name);
      return o === undefined ? "?" : String(machine.memory.globals.bytes[o.start]);
    })
    .join("");

async function explored(shape: Shape, reduction: Reduction | "rf"): Promise<{ runs: number; asleep: number; outcomes: string[] }> {
  const found = search(await compileText(source), reduction, [BigInt(shapes.indexOf(shape))]);
  const outcomes = new Set<string>();
  const names =
    shape.observed === "x, y" ? ["x", "y"] : ["a", "b", "c", "d"].filter((v) => shape.threads.some((t) => t.includes(`${v} = `)));
  found.exhaustive = true;
  found.onEnd = (m) => outcomes.add(globalsOf(m, names));
  await found.run();
  return { runs: found.runs, asleep: found.asleep, outcomes: [...outcomes].sort() };
}

describe("exact numbers of runs", () => {
  for (const shape of shapes)
    test(`${shape.name}: ${shape.traces}`, async () => {
      for (const reduction of [sourceSets, wakeupTrees]) {
        const { runs, asleep, outcomes } = await explored(shape, reduction);
        expect(runs, reduction.name).toBe(shape.traces);
        if (reduction === wakeupTrees) expect(asleep).toBe(0);
        if (shape.outcomes !== undefined) expect(outcomes, reduction.name).toEqual(shape.outcomes);
      }
      const rf = await explored(shape, "rf");
      expect(rf.runs, "rf").toBe(shape.rf ?? shape.traces);
      // Runs are abandoned only in programs in which a thread may wait.
      if (!/mutex|sem_/.test(shape.threads.join())) expect(rf.asleep).toBe(0);
      if (shape.outcomes !== undefined && shape.observed === undefined) expect(rf.outcomes, "rf").toEqual(shape.outcomes);
      if (shape.none !== undefined) expect((await explored(shape, none)).runs, "none").toBe(shape.none);
    });
});

describe("the papers' examples", () => {
  const others: readonly Shape[] = [
    { name: "staged-fig1", threads: times(2, () => "if (x < 1) x = x + 1; else x = x + 2;"), after: "assert(x == 3);", traces: 0 },
    {
      name: "agse-fig4",
      before: "x = __VERIFIER_nondet_int(); y = __VERIFIER_nondet_int();",
      threads: times(2, () => "int p = x++, q = 0; if (p == 0) q = 1; p = y++; if (p == 0) q = 2; (void)q;"),
      traces: 4,
    },
    { name: "agse-fig2 from 10", before: "x = 10;", threads: ["x = 5; x = 10;", "int p = x, q = x; assert(p <= q);"], traces: 6 },
  ];
  const otherSource = sourceOf(others);

  test("fusion-fig1: dpor hits the bug at its third run", async () => {
    const inputs = [BigInt(shapes.findIndex((shape) => shape.name === "fusion-fig1"))];
    const task = { ...taskFor(await compileText(source), 1000), properties: ["assert"] as const, inputs };
    const found = new DepthFirst(task, sourceSets);
    const { findings } = await found.run();
    expect([findings.get("assert")?.kind, found.runs]).toEqual(["candidate", 3]);
  });

  test("staged-fig1: x ends as 1, 2 or 3", async () => {
    for (const reduction of [none, sourceSets, wakeupTrees]) {
      const found = search(await compileText(otherSource), reduction, [0n]);
      const outcomes = new Set<string>();
      found.exhaustive = true;
      found.onEnd = (m) => outcomes.add(globalsOf(m, ["x"]));
      const { findings } = await found.run();
      expect([...outcomes].sort(), reduction.name).toEqual(["1", "2", "3"]);
      expect(findings.get("assert")?.kind).toBe("candidate");
    }
  });

  test("agse-fig4: 54 runs with none, 36 without reorderings", async () => {
    for (const [reduction, count] of [
      [none, 54],
      [sourceSets, 36],
      [wakeupTrees, 36],
    ] as const) {
      let runs = 0;
      for (const x of [-1n, 0n, 1n])
        for (const y of [-1n, 0n, 1n]) {
          const found = search(await compileText(otherSource), reduction, [1n, x, y]);
          found.exhaustive = true;
          await found.run();
          runs += found.runs;
        }
      expect(runs, reduction.name).toBe(count);
    }
  });

  test("agse-fig2 is unsafe if x may be 10 at first", async () => {
    const { findings } = await search(await compileText(otherSource), wakeupTrees, [2n]).run();
    expect(findings.get("assert")?.kind).toBe("candidate");
  });
});

describe("given inputs", () => {
  const asking: readonly Shape[] = [
    { name: "asked for", threads: times(2, (k) => `(void)v[${k}]; ${"ab"[k]} = __VERIFIER_nondet_int();`), traces: 0 },
    { name: "asked for by one", threads: ["(void)v[0]; a = __VERIFIER_nondet_int();", "b = 1;"], traces: 0 },
  ];
  const askingSource = sourceOf(asking);

  test.each([
    ["two threads take them in either order", [0n, 3n, 4n], ["34", "43"], 2],
    ["and whatever else a thread does does not matter", [1n, 3n], ["31"], 1],
  ] as const)("%s", async (_, inputs, expected, runs) => {
    for (const reduction of [none, sourceSets, wakeupTrees, "rf"] as const) {
      const found = search(await compileText(askingSource), reduction, inputs);
      const outcomes = new Set<string>();
      found.exhaustive = true;
      found.onEnd = (m) => outcomes.add(globalsOf(m, ["a", "b"]));
      await found.run();
      const name = reduction === "rf" ? "rf" : reduction.name;
      expect([...outcomes].sort(), name).toEqual(expected);
      if (reduction !== none) expect(found.runs, name).toBe(runs);
    }
  });
});
