// Spurious wake-ups and failures: loops that handle them stay completely safe in every engine, what they break is found and nothing that was
// unsafe without them is safe with them. The search without reduction is the oracle. A failure here means that a freedom of the environment is
// taken for a promise, or that a retry is followed without end.

import { describe, expect, test } from "vitest";
import type { EngineTask } from "../../../src/engines/engine.ts";
import { engines } from "../../../src/engines/portfolio.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { type Freedom, noFreedoms } from "../../../src/execution/freedoms.ts";
import { readCollection } from "../../corpus/collection.ts";
import { answersOf } from "../../differential/answers.ts";
import { compile, compileText, engineTask, machineOptions } from "../../run.ts";

const properties: readonly Property[] = ["assert", "deadlock", "memory", "race"];
const spurious: ReadonlySet<Freedom> = new Set(["spurious"]);

const ways: Readonly<Record<string, readonly [string, Partial<EngineTask>]>> = {
  none: ["explore", { reduction: "none" }],
  dpor: ["explore", { reduction: "dpor" }],
  optimal: ["explore", { reduction: "optimal" }],
  rf: ["explore", { reduction: "rf" }],
  states: ["explore", { reduction: "states" }],
  staged: ["staged", {}],
};

async function ask(task: EngineTask, engineName: string): Promise<Record<string, string>> {
  const engine = engines.find((e) => e.name === engineName);
  if (engine === undefined) throw new Error(`no engine ${engineName}`);
  const { findings } = await engine.run(task);
  return Object.fromEntries([...answersOf(task.program, task.properties, findings)].map(([p, a]) => [p, a.said]));
}

const monitor = (body: string, main: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, waits;
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

const signal = "pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
const loop = "while (!ready) pthread_cond_wait(&c, &m);";

/** What is unsafe without, and what with the freedom; the rest is safe. */
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
    name: "nobody signals",
    text: monitor(loop, "pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);"),
    without: ["deadlock"],
    with: ["deadlock"],
    openTo: "staged", // follows the loop up to a bound: a gap of its own, nothing wrong
  },
  {
    name: "the lock is seen taken by one who waits",
    text: monitor(
      `waits = 1; ${loop}`,
      `pthread_mutex_lock(&m); int w = waits; pthread_mutex_unlock(&m);
       if (w) { int busy = pthread_mutex_trylock(&m); assert(!busy); pthread_mutex_unlock(&m); }
       ${signal}`,
    ),
    without: [],
    with: ["assert"],
    openTo: "none dpor optimal rf states staged", // what others may see is followed only so far
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
];

const expected = (unsafe: readonly Property[]): Record<string, string> =>
  Object.fromEntries(properties.map((p) => [p, unsafe.includes(p) ? "unsafe" : "safe"]));

describe.each(cases)("$name", ({ text, openTo = "", ...verdicts }) => {
  test.each(Object.keys(ways))("by %s", async (way) => {
    const [engine, options] = ways[way] as (typeof ways)[string];
    const program = await compileText(text);
    for (const [when, freedoms] of [
      ["without", noFreedoms],
      ["with", spurious],
    ] as const) {
      const machine = { ...machineOptions(properties), freedoms };
      const isOpen = openTo.includes(way);
      const bound = isOpen && engine === "staged" ? { unwind: 3 } : {}; // it would go on to the end of its time
      const said = await ask(engineTask(program, properties, { ...options, ...bound, machine }), engine);
      const right = expected(verdicts[when]);
      for (const p of isOpen ? properties : []) if (right[p] === "safe" && said[p] !== "unsafe") said[p] = "safe";
      expect({ when, ...said }).toEqual({ when, ...right });
    }
  });
});

/** What only adds behaviour removes no violation: the programs of the collection that wait for conditions. */
const broken = readCollection().programs.filter((p) =>
  /unsafe\/(c11-condition-lost|cv-|nested-monitor|join-of-a-waiter|join-each-other)/.test(p.name),
);

test.each(broken)("$name is as unsafe with spurious wake-ups", async ({ file, violations }) => {
  const unsafe = Object.keys(violations) as Property[];
  const machine = { ...machineOptions(unsafe), freedoms: spurious };
  const said = await ask(engineTask(await compile(file), unsafe, { machine, maxRuns: 500 }), "explore");
  for (const p of unsafe) expect({ p, said: said[p] }).toEqual({ p, said: said[p] === "RVL304" ? "RVL304" : "unsafe" }); // not within so many runs
});
