// Spurious wake-ups and failures, in every check: loops that handle them stay completely safe in every engine, a violation that they cause is found
// and reported with them as its cause, and no program that is unsafe without them is safe with them. A failure means that a freedom of the environment is
// treated as guaranteed or forgotten, or that a retry is explored forever.

import { describe, expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { type Freedom, noFreedoms } from "../../src/execution/freedoms.ts";
import { answersOf } from "../differential/answers.ts";
import { type AnyTask, checkText, compileText, engineTask, machineOptions, type TaskChanges } from "../run.ts";

const properties: readonly Property[] = ["assert", "deadlock", "memory", "race"];
const spurious: ReadonlySet<Freedom> = new Set(["spurious"]);

const ways: Readonly<Record<string, readonly [string, TaskChanges]>> = {
  none: ["explore", { reduction: "none" }],
  dpor: ["explore", { reduction: "dpor" }],
  optimal: ["explore", { reduction: "optimal" }],
  rf: ["explore", { reduction: "rf" }],
  states: ["explore", { reduction: "states" }],
  staged: ["staged", {}],
  auto: ["auto", {}],
};

async function ask(task: AnyTask, engineName: string): Promise<Record<string, string>> {
  const engine = engines.find((e) => e.name === engineName);
  if (engine === undefined) throw new Error(`no engine ${engineName}`);
  const { findings } = await engine.run(task);
  return Object.fromEntries([...answersOf(task.program, task.properties, findings)].map(([p, a]) => [p, a.said]));
}

const monitor = (body: string, main: string): string => `#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_cond_t d = PTHREAD_COND_INITIALIZER;
static int ready, waits, set;
static void *waiter(void *a) {
  pthread_mutex_lock(&m);
  ${body}
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, waiter, 0);
  ${main}
  pthread_join(t, 0);
  return 0;
}
`;

const futex = (body: string, main: string): string => `#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int x;
static void *sleeper(void *a) { ${body} return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, sleeper, 0); ${main} pthread_join(t, 0); return 0; }
`;

const signal = "pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
const loop = "while (!ready) pthread_cond_wait(&c, &m);";

/** The properties that are unsafe without the freedom, and those that are unsafe with it; the others are safe. */
const cases: readonly { name: string; text: string; without: readonly Property[]; with: readonly Property[]; openTo?: string }[] = [
  { name: "a wait in a loop", text: monitor(`${loop} assert(ready);`, signal), without: [], with: [] },
  {
    name: "a signal outside the lock",
    text: monitor(loop, "pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m); pthread_cond_signal(&c);"),
    without: [],
    with: [],
  },
  {
    name: "two waiters, one broadcast",
    text: monitor(
      loop,
      `pthread_create(&u, 0, waiter, 0); ${signal.replace("signal", "broadcast")} pthread_join(u, 0); pthread_cond_destroy(&c);`,
    ),
    without: [],
    with: [],
  },
  {
    name: "two waiters, one signal",
    text: monitor(loop, `pthread_create(&u, 0, waiter, 0); ${signal} pthread_join(u, 0);`),
    without: ["deadlock"],
    with: ["deadlock"],
  },
  {
    name: "a wait without a loop",
    text: monitor("if (!ready) pthread_cond_wait(&c, &m); assert(ready);", signal),
    without: [],
    with: ["assert"],
  },
  {
    name: "no thread signals",
    text: monitor(loop, "pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);"),
    without: ["deadlock"],
    with: ["deadlock"],
  },
  {
    name: "a waiting thread sees the lock taken",
    text: monitor(
      `waits = 1; ${loop}`,
      `pthread_mutex_lock(&m); int w = waits; pthread_mutex_unlock(&m);
       if (w) { int busy = pthread_mutex_trylock(&m); assert(!busy); pthread_mutex_unlock(&m); }
       ${signal}`,
    ),
    without: [],
    with: ["assert"],
    openTo: "none dpor optimal rf states staged auto", // what other threads may read is followed only up to a bound
  },
  {
    name: "a lost signal after an early wake-up",
    text: monitor(
      "if (!ready) pthread_cond_wait(&c, &m); if (!ready) { waits = 1; pthread_cond_wait(&c, &m); }",
      `pthread_mutex_lock(&m); int early = waits; pthread_mutex_unlock(&m);
       pthread_mutex_lock(&m); ready = 1; if (!early) pthread_cond_signal(&c); pthread_mutex_unlock(&m);`,
    ),
    without: [],
    with: ["deadlock"],
  },
  {
    name: "a weak exchange in a loop",
    text: `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *a) { int old = atomic_load(&x); while (!atomic_compare_exchange_weak(&x, &old, old + 1)); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); add(0); pthread_join(t, 0); assert(x == 2); return 0; }
`,
    without: [],
    with: [],
  },
  {
    name: "a weak exchange that is taken to succeed",
    text: `#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main(void) { int old = 0; atomic_compare_exchange_weak(&x, &old, 1); assert(x == 1); return 0; }
`,
    without: [],
    with: ["assert"],
  },
  {
    name: "mtx_trylock in a loop",
    text: `#include <assert.h>
#include <threads.h>
static mtx_t m;
static int x;
static int add(void *a) { while (mtx_trylock(&m) != thrd_success) thrd_yield(); x++; mtx_unlock(&m); return a != 0; }
int main(void) { thrd_t t; mtx_init(&m, mtx_plain); thrd_create(&t, add, 0); add(0); thrd_join(t, 0); assert(x == 2); return 0; }
`,
    without: [],
    with: [],
  },
  {
    name: "a wait that only a wake-up can end, before the condition is read",
    text: monitor("do pthread_cond_wait(&c, &m); while (!ready);", signal),
    without: ["deadlock"],
    with: ["deadlock"],
  },
  {
    name: "a loop that gives up after two reads",
    text: monitor("for (int i = 0; i < 2 && !ready; i++) pthread_cond_wait(&c, &m); assert(ready);", signal),
    without: [],
    with: ["assert"],
  },
  {
    name: "wake-ups are counted",
    text: monitor("int n = 0; while (!ready) { pthread_cond_wait(&c, &m); if (n < 2) n++; } assert(n < 2);", signal),
    without: [],
    with: ["assert"],
  },
  {
    // The states at the head of the loop are the same after each wake-up; those in which the thread sleeps are not.
    name: "what only the sleeper remembers",
    text: monitor(
      `int first = 1, mine = 0, slept = 0;
       while (!ready) { pthread_cond_wait(&c, &m); if (first && set) mine = 1; first = 0; slept = 1; }
       assert(!slept || mine);`,
      "pthread_mutex_lock(&m); set = ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
    ),
    without: [],
    with: ["assert"],
  },
  {
    name: "it sleeps with what it saw before",
    text: monitor(
      "int seen, late = 0; waits = 1; while ((seen = set) < 2) { pthread_cond_wait(&c, &m); if (seen == 1) late = 1; } assert(!late);",
      `pthread_mutex_lock(&m); set = waits; pthread_mutex_unlock(&m);
       pthread_mutex_lock(&m); set = 2; pthread_cond_signal(&c); pthread_mutex_unlock(&m);`,
    ),
    without: [],
    with: ["assert"],
    openTo: "staged", // the solver cannot show that it sees only finitely many states
  },
  {
    name: "variables that it reads are changed during the wait, without the lock",
    text: monitor(
      "while (!ready) { pthread_cond_wait(&c, &m); int p = atomic_load(&a), q = atomic_load(&b); assert(p || !q); }",
      `atomic_store(&a, 1); atomic_store(&b, 1); ${signal}`,
    )
      .replace("static void *waiter", "static atomic_int a, b;\nstatic void *waiter")
      .replace("*waiter(void *a)", "*waiter(void *k)")
      .replace("return a;", "return k;"),
    without: [],
    with: ["assert"],
    openTo: "none dpor optimal rf states staged auto", // what other threads may change is followed only up to a bound
  },
  {
    name: "a wait in a function with a local variable",
    text: monitor(loop, signal)
      .replace(
        "static void *waiter",
        "static void pause_here(int k) { int l[2] = {0, 0}; l[k] = 1; pthread_cond_wait(&c, &m); assert(l[1]); }\nstatic void *waiter",
      )
      .replace(loop, "while (!ready) pause_here(1);"),
    without: [],
    with: [],
    openTo: "staged", // each call has a new variable
  },
  {
    name: "a time-out is not a wake-up",
    text: monitor(
      "struct timespec t = {1, 0}; int e = 0; while (!ready && e == 0) e = pthread_cond_timedwait(&c, &m, &t); assert(ready || e == ETIMEDOUT);",
      signal,
    ),
    without: [],
    with: [],
  },
  {
    name: "a wait with a time-out that is taken to be signalled or late",
    text: monitor("struct timespec t = {1, 0}; if (!ready && pthread_cond_timedwait(&c, &m, &t) == 0) assert(ready);", signal),
    without: [],
    with: ["assert"],
  },
  {
    name: "a recursive mutex",
    text: monitor(loop, signal)
      .replace("PTHREAD_MUTEX_INITIALIZER", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP")
      .replace("#include", "#define _GNU_SOURCE\n#include"),
    without: [],
    with: [],
    openTo: "staged", // the analysis does not know that the lock guards its own count
  },
  {
    name: "two condition variables and one place",
    text: monitor(
      "while (set) pthread_cond_wait(&d, &m); set = 1; pthread_cond_signal(&c);",
      "pthread_mutex_lock(&m); while (!set) pthread_cond_wait(&c, &m); set = 0; pthread_cond_signal(&d); pthread_mutex_unlock(&m);",
    ),
    without: [],
    with: [],
  },
  {
    name: "a thread that is cancelled in its wait",
    text: monitor(
      `pthread_cleanup_push(leave, &m); ${loop} pthread_cleanup_pop(0);`,
      "pthread_cancel(t); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
    ).replace("static void *waiter", "static void leave(void *a) { pthread_mutex_unlock(a); }\nstatic void *waiter"),
    without: [],
    with: [],
  },
  {
    name: "a race because a spurious wake-up orders nothing",
    text: monitor(
      "ready = 1; pthread_cond_wait(&c, &m); int seen = set; (void)seen;",
      `pthread_mutex_lock(&m); int there = ready; pthread_mutex_unlock(&m);
       if (!there) return 0;
       set = 1; pthread_cond_signal(&c);`,
    ),
    without: [],
    with: ["race"],
  },
  {
    name: "a futex at which no thread is woken",
    text: futex("syscall(SYS_futex, &x, FUTEX_WAIT, 0, NULL, NULL, 0);", ""),
    without: ["deadlock"],
    with: ["deadlock"],
  },
  {
    name: "a futex without a loop",
    text: futex(
      "if (x == 0) syscall(SYS_futex, &x, FUTEX_WAIT, 0, NULL, NULL, 0); assert(x);",
      "x = 1; syscall(SYS_futex, &x, FUTEX_WAKE, 1, NULL, NULL, 0);",
    ),
    without: [],
    with: ["assert"],
  },
  {
    name: "mtx_trylock that is taken to succeed",
    text: `#include <assert.h>
#include <threads.h>
static mtx_t m;
int main(void) { mtx_init(&m, mtx_plain); assert(mtx_trylock(&m) == thrd_success); return 0; }
`,
    without: [],
    with: ["assert"],
  },
];

const saying = (unsafe: readonly Property[], otherwise: string): Record<string, string> =>
  Object.fromEntries(properties.map((p) => [p, unsafe.includes(p) ? "unsafe" : otherwise]));

describe.each(cases)("$name", ({ text, openTo = "", ...unsafe }) => {
  test.each(Object.keys(ways))("by %s", async (way) => {
    const [engine, options] = ways[way] as (typeof ways)[string];
    const program = await compileText(text);
    const isOpen = openTo.includes(way);
    const bound = isOpen && way === "staged" ? { unwind: 3 } : isOpen ? { maxRuns: 2000 } : {}; // otherwise it would run until the time limit
    const asked = (more: TaskChanges): AnyTask => engineTask(program, properties, { ...options, ...bound, ...more });
    // First without the freedom, then with it; and, if the program is unsafe without it, with it from the start.
    const tasks = [
      asked({}),
      ...(unsafe.without.length > 0 ? [asked({ machine: { ...machineOptions(properties), freedoms: spurious } })] : []),
    ];
    for (const task of tasks) {
      const said = await ask(task, engine);
      const right = saying(unsafe.with, "safe");
      for (const p of isOpen ? properties : []) if (right[p] === "safe" && said[p] !== "unsafe") said[p] = "safe";
      expect(said).toEqual(right);
    }
  });

  test("under the assumption that there is none", async () => {
    const { properties: found } = await checkText(text, "explore", properties, { freedoms: noFreedoms });
    expect(Object.fromEntries(found.map((f) => [f.property, f.verdict]))).toEqual(saying(unsafe.without, "safe-bounded"));
    for (const { verdict, scope } of found) if (verdict === "safe-bounded") expect(scope.assumptions).toEqual(["no-spurious"]);
  });
});

test.each(cases.filter((c) => c.with.length > 0))("$name: violations that need it say so", async ({ text, ...unsafe }) => {
  const { properties: found } = await checkText(text, "auto", unsafe.with);
  for (const { property, evidence } of found)
    expect({ property, needs: evidence?.replay.needs }).toEqual({ property, needs: unsafe.without.includes(property) ? [] : ["spurious"] });
});
