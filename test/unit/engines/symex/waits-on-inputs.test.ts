// Threads that wait for some inputs of a path, and go on for others. Which threads can go on, and why others wait, is asked of the machine, which runs with one input at a time: a failure means that an answer was
// taken for those of all inputs.

import { expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { prunings, reductions } from "../../../../src/engines/symex/options.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { compileText, engineTask } from "../../../run.ts";

const program = (globals: string, threads: readonly string[], start: string, end = ""): string => `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned z, w;
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${threads.length}];
  z = __VERIFIER_nondet_bool(); w = __VERIFIER_nondet_bool();
  ${start}
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${end === "" ? threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ") : end}
  return 0;
}`;

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;
const semaphores = "sem_init(&s, 0, 1 - z); sem_init(&r, 0, 1 - w);";
const passing = section("x = 1; s1 = 1 - z;");
const reading = `int v; ${section("__VERIFIER_assume((s1 | s2) > 0); v = x;")}`;

const programs: readonly (readonly [name: string, property: Property, text: string])[] = [
  ["a thread that waits sleeps", "deadlock", program("sem_t s; int x;", ["sem_wait(&s);", "x = 1;"], "sem_init(&s, 0, 1 - z);")],
  [
    "two of them sleep",
    "assert",
    program("sem_t s, r; atomic_int x;", ["sem_wait(&s);", "x = 1;", "sem_wait(&r);", "assert(!(x == 1 && z && w));"], semaphores),
  ],
  [
    "two of them sleep, and others race",
    "race",
    program(
      "sem_t s, r; atomic_int x; int d;",
      [
        "sem_wait(&s);",
        "d = 5; atomic_store_explicit(&x, 1, memory_order_relaxed);",
        "sem_wait(&r);",
        "if (atomic_load_explicit(&x, memory_order_relaxed) == 1 && z && w) d = 1;",
      ],
      semaphores,
    ),
  ],
  [
    "all others sleep",
    "race",
    program("sem_t s; int d; atomic_int u;", ["d = 5; sem_post(&s);", "u = 1; sem_wait(&s); d = 1;"], "sem_init(&s, 0, z);"),
  ],
  [
    "a thread that waits is to be tried before a step",
    "assert",
    program(
      "sem_t s; atomic_int x;",
      ["x = 1;", "sem_wait(&s); assert(!(z && x == 0));", "if (z) sem_post(&s);"],
      "sem_init(&s, 0, 1 - z);",
    ),
  ],
  [
    "another step lets a thread continue",
    "assert",
    program("int s1, s2, x;", [passing, `${reading} assert(!(z && v == 0));`, section("s2 = z;")], ""),
  ],
  [
    "another step lets a thread continue, and others race",
    "race",
    program("int s1, s2, x, d;", [`${passing} d = 1;`, `${reading} if (z && v == 0) d = 2;`, section("s2 = z;")], ""),
  ],
  [
    "a lock of a thread that has ended, while main ends",
    "deadlock",
    program(
      `pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *keep(void *arg) { pthread_mutex_lock(&b); return arg; }`,
      ["pthread_mutex_lock(z ? &b : &a);"],
      "pthread_t k; pthread_create(&k, 0, keep, 0); pthread_join(k, 0);",
      ";",
    ),
  ],
  [
    "a semaphore, or an assumption",
    "deadlock",
    program("sem_t s;", [section("if (z) __VERIFIER_assume(0); else sem_wait(&s);")], "sem_init(&s, 0, 0);"),
  ],
  [
    "another thread than the chosen one can continue",
    "assert",
    program(
      "int q, r, x;",
      [
        section("__VERIFIER_assume(q > 0); q = 5;"),
        `int v; ${section("__VERIFIER_assume(r > 0); v = x;")} assert(v == 0);`,
        section("x = 1;"),
      ],
      "r = z; q = 1 - z;",
    ),
  ],
  [
    "another thread than the chosen one can continue, and races",
    "race",
    program(
      "int q, r, x, d;",
      [
        section("__VERIFIER_assume(q > 0); q = 5;"),
        `int v; ${section("__VERIFIER_assume(r > 0); v = x;")} if (v) d = 1;`,
        `${section("x = 1;")} d = 2;`,
      ],
      "r = z; q = 1 - z;",
    ),
  ],
];

test.each(programs)("%s: %s", async (_name, property, text) => {
  const compiled = await compileText(text);
  const said: string[] = [];
  for (const reduce of reductions)
    for (const prune of prunings) {
      if (property === "deadlock" && reduce === "pdpor") continue;
      const { findings } = await symex.run(engineTask(compiled, [property], { reduce, prune }));
      const finding = findings.get(property);
      if (finding?.kind !== "candidate") said.push(`${reduce}, ${prune}: ${finding?.kind}`);
    }
  expect(said).toEqual([]);
});

// Each waits for the other for an input of its own, and main ends: which sets of threads wait together is not asked for all inputs.
test("threads that wait for each other, each for an input of its own, are not called safe", async () => {
  const mutexes = ["a", "b", "c", "d"].map((m) => `pthread_mutex_t ${m} = PTHREAD_MUTEX_INITIALIZER;`).join(" ");
  const threads = ["pthread_mutex_lock(&a); pthread_mutex_lock(z ? &b : &c);", "pthread_mutex_lock(&b); pthread_mutex_lock(w ? &a : &d);"];
  const text = program(mutexes, threads, "", ";");
  for (const reduce of ["none", "por", "dpor"] as const)
    for (const prune of prunings) {
      const { findings } = await symex.run(engineTask(await compileText(text), ["deadlock"], { reduce, prune }));
      expect(findings.get("deadlock")?.kind).not.toBe("covered");
    }
});

const ownAndOthers = (first: string, second: string): string =>
  section(`if (__VERIFIER_nondet_bool()) { if (!z) ${first} } else if (w) ${second}`);
test.each([
  ["all threads wait", program("sem_t s;", [ownAndOthers("sem_wait(&s);", "sem_wait(&s);")], "sem_init(&s, 0, 0);")],
  [
    "main ends",
    program(
      `pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *keep(void *arg) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); return arg; }`,
      [ownAndOthers("pthread_mutex_lock(&a);", "pthread_mutex_lock(&b);")],
      "pthread_t k; pthread_create(&k, 0, keep, 0); pthread_join(k, 0);",
      ";",
    ),
  ],
])("a section that waits for inputs of its own and for others is not called safe: %s", async (_name, text) => {
  const compiled = await compileText(text);
  for (const reduce of ["none", "por", "dpor"] as const)
    for (const prune of prunings) {
      const { findings } = await symex.run(engineTask(compiled, ["deadlock"], { reduce, prune }));
      expect(findings.get("deadlock")?.kind).not.toBe("covered");
    }
});
