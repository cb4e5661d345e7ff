// One run per reads-from class: exact numbers on shapes that can be counted by hand, each checked against all interleavings; and generated
// programs against wake-up trees. All shapes are one C file, whose first input says which of them runs.

import { describe, expect, test } from "vitest";
import { none } from "../../../src/reduction/none.ts";
import { Unexpected } from "../../../src/reduction/reads-from-options.ts";
import { wakeupTrees } from "../../../src/reduction/wakeup-trees.ts";
import { taskFor } from "../../differential/concurrent/compare.ts";
import { compileText } from "../../run.ts";
import { checkReductions, type Totals } from "./agreement.ts";
import { checkClasses } from "./reads-from-agreement.ts";
import { compareGenerated } from "./reads-from-campaign.ts";
import { compileAll, type SmallProgram } from "./small-programs.ts";

interface Shape {
  readonly name: string;
  readonly threads: readonly string[];
  /** What main does before it starts them, and after it has joined them. */
  readonly before?: string;
  readonly after?: string;
  /** Main does not wait for them. */
  readonly leaves?: boolean;
  /** Complete runs; absent where it suffices that there are no more of them than classes. */
  readonly runs?: number;
  /** More interleavings than can be tried: compared with wake-up trees. */
  readonly large?: boolean;
}

const times = (n: number, f: (k: number) => string): string[] => Array.from({ length: n }, (_, k) => f(k));
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const lock = (name: string, body: string): string => `pthread_mutex_lock(&${name}); ${body} pthread_mutex_unlock(&${name});`;
const section = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;
const lastZero = (n: number): string[] => [`int i = ${n}; while (v[i] != 0) i--;`, ...times(n, (k) => `v[${k + 1}] = v[${k}] + 1;`)];
const consume = lock("m", "while (!g) pthread_cond_wait(&c, &m); g--;");
const produce = lock("m", "g++; pthread_cond_signal(&c);");

const shapes: readonly Shape[] = [
  ...[1, 2, 3, 4].map((n) => ({ name: `${n} writers, no reads`, threads: times(n, (k) => `x = ${k};`), runs: 1 })),
  ...[1, 2, 3, 4].map((n) => ({
    name: `${n} writers, read in the end`,
    threads: times(n, (k) => `x = ${k};`),
    after: "(void)x;",
    runs: n,
  })),
  { name: "6 writers, read in the end", threads: times(6, (k) => `x = ${k};`), after: "(void)x;", runs: 6, large: true },
  ...[1, 2, 3].map((n) => ({
    name: `${n} writers and a reader`,
    threads: [...times(n, (k) => `x = ${k};`), "(void)x;"],
    runs: n + 1,
  })),
  { name: "3 writers and two reads", threads: [...times(3, (k) => `x = ${k};`), "(void)x; (void)x;"], runs: 13 },
  ...[1, 2, 3].map((n) => ({ name: `a writer and ${n} readers`, threads: ["x = 1;", ...times(n, () => "(void)x;")], runs: 2 ** n })),
  { name: "store buffering", threads: ["x = 1; (void)y;", "y = 1; (void)x;"], runs: 3 },
  { name: "message passing", threads: ["x = 1; y = 1;", "(void)y; (void)x;"], runs: 3 },
  { name: "load buffering", threads: ["(void)x; y = 1;", "(void)y; x = 1;"], runs: 3 },
  {
    name: "independent reads of independent writes",
    threads: ["x = 1;", "y = 1;", "(void)x; (void)y;", "(void)y; (void)x;"],
    runs: 15,
    large: true,
  },
  { name: "2+2W, read in the end", threads: ["x = 1; y = 2;", "y = 1; x = 2;"], after: "(void)x; (void)y;", runs: 3 },
  { name: "2+2W", threads: ["x = 1; y = 2;", "y = 1; x = 2;"], runs: 1 },
  ...[2, 3, 4].map((n) => ({
    name: `${n} threads count under a lock`,
    threads: times(n, () => lock("m", "g++;")),
    runs: factorial(n),
    large: n > 2,
  })),
  { name: "two locks", threads: [lock("m", "g++;"), lock("n", "h++;")], runs: 1 },
  { name: "locks in opposite order", threads: [lock("m", lock("n", "")), lock("n", lock("m", ""))], runs: 3, large: true },
  { name: "trylock", threads: times(2, () => "if (!pthread_mutex_trylock(&m)) x = 1;"), runs: 2 },
  ...[2, 3, 4].map((n) => ({ name: `lastzero with ${n}`, threads: lastZero(n), runs: (n + 3) * 2 ** (n - 2), large: n > 2 })),
  {
    name: "compare-exchange: which thread is first",
    threads: times(3, (k) => `int e = 0; atomic_compare_exchange_strong(&x, &e, ${k + 1});`),
    runs: 3,
  },
  { name: "fetch-and-add", threads: times(3, () => "x++;"), runs: 6 },
  // Which exchange comes first decides whether the plain reader can still see zero.
  { name: "exchange that also reads another variable", threads: [section("if (y == 0) x = 1;"), "y = 1; (void)x;"], runs: 2 },
  { name: "exchanges in a row", threads: [section("if (y == 0) x = 1;"), section("if (z == 0) y = 1;"), "z = 1; (void)x;"] },
  { name: "a producer and a consumer", threads: [consume, produce], runs: 2, large: true },
  { name: "two consumers, a producer that wakes one", threads: [consume, consume, produce], large: true },
  {
    name: "a broadcast",
    threads: [...times(2, () => lock("m", "while (!g) pthread_cond_wait(&c, &m);")), lock("m", "g = 1; pthread_cond_broadcast(&c);")],
    large: true,
  },
  {
    name: "a timed wait",
    threads: [lock("m", "struct timespec t = {0}; if (!g) pthread_cond_timedwait(&c, &m, &t);"), produce],
    large: true,
  },
  { name: "a lost signal", threads: [lock("m", "pthread_cond_wait(&c, &m);"), "pthread_cond_signal(&c);"], large: true },
  { name: "a semaphore as a signal", threads: ["x = 1; sem_post(&s);", "sem_wait(&s); (void)x;"], runs: 1 },
  { name: "posts and waits", threads: ["sem_post(&s);", "sem_post(&s);", "sem_wait(&s);"] },
  { name: "one wait too many", threads: ["sem_post(&s);", "sem_wait(&s);", "sem_wait(&s);"] },
  {
    name: "a barrier",
    before: "pthread_barrier_init(&b, NULL, 2);",
    threads: times(2, (k) => `v[${k}] = 1; pthread_barrier_wait(&b); (void)v[${1 - k}];`),
    large: true,
  },
  {
    name: "readers and a writer",
    threads: [
      ...times(2, () => "pthread_rwlock_rdlock(&w); (void)g; pthread_rwlock_unlock(&w);"),
      "pthread_rwlock_wrlock(&w); g = 1; pthread_rwlock_unlock(&w);",
    ],
    large: true,
  },
  // Whether the wait ends depends on the order of stores that are not read elsewhere.
  { name: "a section that waits for one of two stores", threads: ["x = 1;", "x = 2;", section("__VERIFIER_assume(x == 1);")] },
  {
    name: "two such sections",
    threads: ["x = 1;", "x = 2;", section("__VERIFIER_assume(x == 1); y = 1;"), section("__VERIFIER_assume(x == 2 && y == 0);")],
  },
  // When the section continues, it no longer reads the variable that made it wait; wake-up trees must not forget that read.
  ...[false, true].flatMap((large) => {
    const waits = section("__VERIFIER_assume(y == 1 || x == 0); z = y;");
    const [first, second] = [section("x = 1;"), section("y = 1;")];
    const against = large ? "wake-up trees" : "all interleavings";
    return [
      { name: `a section that waits for what it then does not read, ${against}`, threads: [first + second, waits] },
      { name: `the same with two writers, ${against}`, threads: [first, second, waits] },
    ].map((shape) => ({ ...shape, after: "assert(z == 1);", runs: 2, large }));
  }),
  {
    name: "a section that a later event would let continue elsewhere",
    threads: [section("x = 1;") + section("if (x) __VERIFIER_assume(y == 1);"), section("z = x; x = 0;"), section("y = 1;")],
    runs: 3,
    large: true,
  },
  {
    name: "an assertion that only one order of three stores violates",
    threads: ["x = 1;", "x = 2;", "x = 3;"],
    after: "assert(x != 2);",
    runs: 3,
  },
  { name: "an assertion inside a section", threads: ["g = 1; g = 0;", section("assert(g == 0);")] },
  { name: "a race with a section that fails", threads: ["v[0] = 1; g = 1;", section("assert(v[0] == 0 || g == 0);")] },
  { name: "a race with the second that fails", threads: ["assert(0);", section("h = 5; assert(0);"), "h = 1;"] },
  { name: "both fail", threads: ["assert(x == 0); x = 1;", "assert(x == 0); x = 2;"] },
  { name: "bytes of a word", threads: ["((char *)&g)[1] = 1;", "g = 7;", "(void)*(volatile short *)&g;"] },
  { name: "halves of a word", threads: ["((short *)&g)[0] = 1;", "((short *)&g)[1] = 2;", "(void)*(volatile int *)&g;"], runs: 4 },
  { name: "freed by another", before: "p = malloc(4);", threads: ["if (x) *p = 1;", "x = 1; free(p);"] },
  { name: "freed twice", before: "p = malloc(4);", threads: ["free(p);", "free(p);"] },
  { name: "stores to the heap, then freed", before: "p = malloc(4);", threads: times(2, (k) => `*p = ${k};`), after: "free(p);", runs: 1 },
  {
    name: "a local of main",
    before: "int local = 0; p = &local;",
    threads: times(2, (k) => `*p = ${k};`),
    after: "(void)*(volatile int *)p;",
    runs: 2,
  },
  { name: "an input", threads: ["x = __VERIFIER_nondet_bool();", "if (x) y = 1;"], after: "(void)y;" },
  { name: "a busy wait", threads: ["while (!x); (void)y;", "y = 1; x = 1;"] },
  { name: "a busy wait that may not end", threads: ["while (x != 1);", "x = 1; x = 2;"] },
  { name: "main leaves", threads: ["x = 1; (void)y;", "y = 1;"], after: "assert(x == 0 || y == 0);", leaves: true },
  { name: "a thread ends the process", threads: ["x = 1; exit(0);", "(void)x; (void)x;"] },
  { name: "a section that ends the process", threads: [section("if (x) abort();"), "x = 1; (void)y;", "y = 1;"] },
  {
    name: "threads of threads",
    threads: times(2, (k) => `pthread_t t; pthread_create(&t, NULL, child${k}, NULL); pthread_join(t, NULL);`),
    large: true,
  },
];

const prologue = `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
atomic_int x, y, z, v[16];
int g, h, *p;
sem_t s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t b;
void *child0(void *arg) { x = 1; return arg; }
void *child1(void *arg) { (void)x; return arg; }
`;

const body = (
  shape: Shape,
  k: number,
): string => `${shape.threads.map((t, i) => `void *s${k}t${i}(void *arg) { ${t} return arg; }`).join("\n")}
void main${k}(void) {
  pthread_t t[${shape.threads.length}];
  ${shape.before ?? ""}
  ${shape.threads.map((_, i) => `pthread_create(&t[${i}], NULL, s${k}t${i}, NULL);`).join(" ")}
  ${shape.leaves ? "" : shape.threads.map((_, i) => `pthread_join(t[${i}], NULL);`).join(" ")}
  ${shape.after ?? ""}
}`;

const source = `${prologue}${shapes.map(body).join("\n")}
int main(void) { switch (__VERIFIER_nondet_int()) { ${shapes.map((_, k) => `case ${k}: main${k}(); break;`).join(" ")} } return 0; }
`;

describe("one run per class", () => {
  for (const [k, shape] of shapes.entries())
    test(`${shape.name}${shape.runs === undefined ? "" : `: ${shape.runs}`}`, async () => {
      const task = { ...taskFor(await compileText(source), 300_000), inputs: [BigInt(k)] };
      const { wrong, runs } = await checkClasses(task, shape.large ? wakeupTrees : none);
      expect(wrong).toEqual([]);
      expect(runs).not.toBeNull();
      if (shape.runs !== undefined) expect(runs?.rf).toBe(shape.runs);
    });
});

describe("whether a wait may be left spuriously depends on what the thread would find: such programs have finer classes", () => {
  for (const name of ["a producer and a consumer", "a lost signal"])
    test(name, async () => {
      const task = taskFor(await compileText(source), 300_000);
      const machine = { ...task.machine, freedoms: new Set(["spurious" as const]) };
      const inputs = [BigInt(shapes.findIndex((s) => s.name === name))];
      await expect(checkClasses({ ...task, machine, inputs, maxSteps: 14 }, wakeupTrees)).rejects.toThrow(Unexpected);
    });
});

describe("reads of a step that has to wait count, even if the step does not read them when it continues", () => {
  const assume = (condition: string, then = ""): string => section(`__VERIFIER_assume(${condition}); ${then}`);
  const programs: readonly (SmallProgram & { readonly name: string })[] = [
    {
      name: "a pointer is moved to where there is nothing to wait for",
      threads: [section("*h = 1;") + section("h = r;"), assume("*h == 0", "z = h != r;")],
      after: "assert(z == 0);",
    },
    {
      name: "the order of two stores",
      threads: ["x = 1; y++;", "x = 2; y++;", assume("y == 2", "a = 1;"), assume("y == 2 && (a || x == 1)", "z = !a;")],
      after: "assert(z == 0);",
    },
    {
      name: "beside a step that is asleep",
      threads: [section("h = r;"), section("r[0] = 1;"), `x = 1; ${section("if (!*h) __VERIFIER_assume(r[0] == 0);")}`],
    },
    { name: "it waits forever", threads: [section("x = 1;") + section("a = 1;"), `${assume("a ? b : !x")} assert(0);`] },
  ];
  const small = compileAll(programs);
  for (const [k, { name }] of programs.entries())
    test(name, async () => {
      const totals: Totals = { compared: 0, traces: 0, runs: new Map() };
      expect(await checkReductions(await small, k, 2000, totals)).toEqual([]);
      expect(totals.compared).toBe(1);
    });
});

test("generated programs: the same classes, verdicts and values as wake-up trees, with no more runs", async () => {
  const outcome = await compareGenerated(1000, 24, { fewest: 1.8, most: 3.2 }, 20_000);
  expect(outcome.wrong).toEqual([]);
  expect(outcome.programs).toBeGreaterThanOrEqual(23);
  expect(outcome.coarser).toBeGreaterThanOrEqual(4);
});
