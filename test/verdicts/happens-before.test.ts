// Which statements order threads and which do not: both engines on programs of two or three threads. Where one thread must run after the
// other in every relevant run, a relaxed flag `g` ensures it; the flag itself orders nothing.

import { expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import { compileText, engineTask } from "../run.ts";

const header = `#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#define RLX memory_order_relaxed
#define ACQ memory_order_acquire
#define REL memory_order_release
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
struct wide { long a, b, c; };
static int x, y, z, *h;
static atomic_int a, b, g;
static union { _Atomic unsigned word; _Atomic unsigned char bytes[4]; } u;
static _Atomic struct wide w;
static struct { unsigned low : 3, high : 5; } f;
static pthread_mutex_t m;
static pthread_rwlock_t *l;
static pthread_barrier_t *barrier;
static pthread_once_t *once;
static sem_t *s;
static char p[200], q[200];
static void init(void) { x = 1; }
`;

const wait = "while (!atomic_load_explicit(&g, RLX)); z = 1;";
const setFlag = "atomic_store_explicit(&g, 1, RLX);";
const ifSet = "if (atomic_load_explicit(&g, RLX))";
const onStack = "pthread_rwlock_t own; l = &own; pthread_rwlock_init(l, 0);";
const onHeap = "l = malloc(2 * sizeof *l); pthread_rwlock_init(&l[0], 0); pthread_rwlock_init(&l[1], 0);";

interface Case {
  readonly name: string;
  readonly races: boolean;
  /** Executed by main before the threads start. */
  readonly first?: string;
  readonly threads: readonly string[];
}

const racy = (name: string, threads: readonly string[], first = ""): Case => ({ name, races: true, threads, first });
const ordered = (name: string, threads: readonly string[], first = ""): Case => ({ name, races: false, threads, first });

const cases: readonly Case[] = [
  // fences
  ordered("fences on both sides", [
    "x = 1; atomic_thread_fence(REL); atomic_store_explicit(&a, 1, RLX);",
    "if (atomic_load_explicit(&a, RLX)) { atomic_thread_fence(ACQ); x = 2; }",
  ]),
  ordered("a release fence and an acquire", [
    "x = 1; atomic_thread_fence(REL); atomic_store_explicit(&a, 1, RLX);",
    "if (atomic_load_explicit(&a, ACQ)) x = 2;",
  ]),
  ordered("a release and an acquire fence", [
    "x = 1; atomic_store_explicit(&a, 1, REL);",
    "if (atomic_load_explicit(&a, RLX)) { atomic_thread_fence(ACQ); x = 2; }",
  ]),
  racy("a fence after the store", [
    "x = 1; atomic_store_explicit(&a, 1, RLX); atomic_thread_fence(REL);",
    "if (atomic_load_explicit(&a, RLX)) { atomic_thread_fence(ACQ); x = 2; }",
  ]),
  racy("a fence before the load", [
    "x = 1; atomic_thread_fence(REL); atomic_store_explicit(&a, 1, RLX);",
    "atomic_thread_fence(ACQ); if (atomic_load_explicit(&a, RLX)) x = 2;",
  ]),
  racy("fences of the wrong kinds", [
    "x = 1; atomic_thread_fence(ACQ); atomic_store_explicit(&a, 1, RLX);",
    "if (atomic_load_explicit(&a, RLX)) { atomic_thread_fence(REL); x = 2; }",
  ]),
  racy("a fence on one way only", [
    "x = 1; if (__VERIFIER_nondet_bool()) atomic_thread_fence(REL); atomic_store_explicit(&a, 1, RLX);",
    "if (atomic_load_explicit(&a, RLX)) { atomic_thread_fence(ACQ); x = 2; }",
  ]),
  ordered("fences and an update between", [
    "x = 1; atomic_thread_fence(REL); atomic_store_explicit(&a, 1, RLX);",
    "if (atomic_load_explicit(&a, RLX)) atomic_fetch_add_explicit(&a, 1, RLX);",
    "if (atomic_load_explicit(&a, RLX) == 2) { atomic_thread_fence(ACQ); x = 2; }",
  ]),
  racy("fences and a try-lock that fails", [
    "x = 1; atomic_thread_fence(memory_order_seq_cst); pthread_mutex_lock(&m);",
    "if (pthread_mutex_trylock(&m)) { atomic_thread_fence(memory_order_seq_cst); x = 2; }",
  ]),
  // release sequences, sizes
  racy("a relaxed store over a release", [
    "x = 1; atomic_store_explicit(&a, 1, REL);",
    "if (atomic_load_explicit(&a, RLX)) atomic_store_explicit(&a, 2, RLX);",
    "if (atomic_load_explicit(&a, ACQ) == 2) x = 2;",
  ]),
  ordered("an update over a part of what was released", [
    "x = 1; atomic_store_explicit(&u.bytes[0], 1, REL);",
    "atomic_fetch_or_explicit(&u.word, 0x100, RLX);",
    "if ((atomic_load_explicit(&u.word, ACQ) & 0x101) == 0x101) x = 2;",
  ]),
  racy("an update over a part that was not released", [
    "x = 1; atomic_store_explicit(&u.bytes[0], 1, RLX);",
    "atomic_fetch_or_explicit(&u.word, 0x100, RLX);",
    "if ((atomic_load_explicit(&u.word, ACQ) & 0x101) == 0x101) x = 2;",
  ]),
  ordered("a wide exchange that continues a release sequence", [
    "x = 1; atomic_store_explicit(&w, ((struct wide){1, 1, 1}), REL);",
    "struct wide e = {1, 1, 1}; atomic_compare_exchange_strong_explicit(&w, &e, ((struct wide){2, 1, 1}), RLX, RLX);",
    "if (atomic_load_explicit(&w, ACQ).a == 2) x = 2;",
  ]),
  racy("a wide exchange that fails with a relaxed order", [
    "x = 1; atomic_store_explicit(&w, ((struct wide){1, 1, 1}), REL);",
    "struct wide e = {0, 0, 0}; if (!atomic_compare_exchange_strong_explicit(&w, &e, e, ACQ, RLX)) x = 2;",
  ]),
  ordered("a wide exchange that fails with an acquire", [
    "x = 1; atomic_store_explicit(&w, ((struct wide){1, 1, 1}), REL);",
    "struct wide e = {0, 0, 0}; if (!atomic_compare_exchange_strong_explicit(&w, &e, e, ACQ, ACQ)) x = 2;",
  ]),
  racy("a plain write to a part of a wide atomic", [
    "atomic_store_explicit(&w, ((struct wide){1, 1, 1}), REL);",
    "((volatile struct wide *)&w)->b = 3;",
  ]),
  // synchronisation objects that are not globals
  racy(
    "two readers of a lock on a stack",
    [
      `pthread_rwlock_rdlock(l); x = 1; pthread_rwlock_unlock(l); ${setFlag}`,
      `${ifSet} { pthread_rwlock_rdlock(l); x = 2; pthread_rwlock_unlock(l); }`,
    ],
    onStack,
  ),
  ordered(
    "a reader and then a writer of a lock on a stack",
    [
      `pthread_rwlock_rdlock(l); y = x; pthread_rwlock_unlock(l); ${setFlag}`,
      `${ifSet} { pthread_rwlock_wrlock(l); x = 2; pthread_rwlock_unlock(l); }`,
    ],
    onStack,
  ),
  racy(
    "writers of two locks on the heap",
    [
      `pthread_rwlock_wrlock(&l[0]); x = 1; pthread_rwlock_unlock(&l[0]); ${setFlag}`,
      `${ifSet} { pthread_rwlock_wrlock(&l[1]); x = 2; pthread_rwlock_unlock(&l[1]); }`,
    ],
    onHeap,
  ),
  ordered(
    "before and after a barrier on the heap",
    ["x = 1; pthread_barrier_wait(barrier);", "pthread_barrier_wait(barrier); x = 2;"],
    "barrier = malloc(sizeof *barrier); pthread_barrier_init(barrier, 0, 2);",
  ),
  racy(
    "both after a barrier on the heap",
    ["pthread_barrier_wait(barrier); x = 1;", "pthread_barrier_wait(barrier); x = 2;"],
    "barrier = malloc(sizeof *barrier); pthread_barrier_init(barrier, 0, 2);",
  ),
  ordered("a semaphore on a stack", ["x = 1; sem_post(s);", "sem_wait(s); x = 2;"], "sem_t own; s = &own; sem_init(s, 0, 0);"),
  racy(
    "the value of a semaphore",
    ["x = 1; sem_post(s);", "int v; sem_getvalue(s, &v); if (v) x = 2;"],
    "sem_t own; s = &own; sem_init(s, 0, 0);",
  ),
  ordered(
    "a routine called once",
    ["pthread_once(once, init); y = x;", "pthread_once(once, init); z = x;"],
    "once = malloc(sizeof *once); *once = PTHREAD_ONCE_INIT;",
  ),
  racy("initialising a mutex while it is used", ["pthread_mutex_init(&m, 0);", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);"]),
  racy("initialising a semaphore twice", ["sem_init(s, 0, 0);", "sem_init(s, 0, 0);"], "s = malloc(sizeof *s);"),
  // plain accesses
  racy("neighbouring bit-fields", ["f.low = 1;", "f.high = 1;"]),
  racy("the last byte of a copy", ["memcpy(p, q, 200);", "q[199] = 1;"]),
  ordered("the byte after a copy", ["memcpy(p, q, 199);", "q[199] = 1;"]),
  racy("a free that a relaxed flag allows", [`*h = 2; ${setFlag}`, `${ifSet} free(h);`], "h = malloc(4); *h = 1;"),
  // iterations that wait
  racy("a look in an inner loop", [
    `while (!atomic_load_explicit(&a, RLX)) while (!atomic_load_explicit(&b, RLX)) y = z; ${setFlag}`,
    `atomic_store_explicit(&b, 1, RLX); atomic_store_explicit(&a, 1, RLX); ${wait}`,
  ]),
  racy("a look in every other iteration", [
    `for (int i = 0; !atomic_load_explicit(&a, RLX); i = !i) if (i) { int t = z; (void)t; } ${setFlag}`,
    `atomic_store_explicit(&a, 1, RLX); ${wait}`,
  ]),
  racy("a look on one of two ways", [
    `while (!atomic_load_explicit(&a, RLX)) { int t = atomic_load_explicit(&b, RLX) ? x : z; (void)t; } ${setFlag}`,
    `atomic_store_explicit(&b, 1, RLX); atomic_store_explicit(&a, 1, RLX); ${wait}`,
  ]),
  racy("a look before an exchange that fails", [
    `for (int e = 1; !atomic_compare_exchange_strong_explicit(&a, &e, 2, RLX, RLX); e = 1) { int t = z; (void)t; } ${setFlag}`,
    `atomic_store_explicit(&a, 1, RLX); ${wait}`,
  ]),
  racy("the flag itself", [
    `while (!atomic_load_explicit(&a, RLX)); ${setFlag}`,
    "atomic_store_explicit(&a, 1, RLX); while (!atomic_load_explicit(&g, RLX)); *(volatile int *)&a = 5;",
  ]),
  racy("a look beside a wide load", [
    `while (!atomic_load_explicit(&w, RLX).a) { int t = z; (void)t; } ${setFlag}`,
    `atomic_store_explicit(&w, ((struct wide){1, 1, 1}), RLX); ${wait}`,
  ]),
  ordered("a look, and then a release", [
    "while (!atomic_load_explicit(&a, RLX)) { int t = z; (void)t; } atomic_store_explicit(&g, 1, REL);",
    "atomic_store_explicit(&a, 1, RLX); while (!atomic_load_explicit(&g, ACQ)); z = 1;",
  ]),
  ordered("a look, and then fences", [
    `while (!atomic_load_explicit(&a, RLX)) { int t = z; (void)t; } atomic_thread_fence(REL); ${setFlag}`,
    "atomic_store_explicit(&a, 1, RLX); while (!atomic_load_explicit(&g, RLX)); atomic_thread_fence(ACQ); z = 1;",
  ]),
];

const source = ({ first = "", threads }: Case): string => `${header}
${threads.map((body, i) => `static void *t${i}(void *arg) { ${body} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${threads.length}];
  ${first}
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  return 0;
}
`;

test.each(cases)("$name: $races", async (c) => {
  const task = engineTask(await compileText(source(c)), ["race"]);
  for (const name of ["explore", "staged"]) {
    const answer = await engines.find((e) => e.name === name)?.run(task);
    expect([name, answer?.findings.get("race")?.kind]).toEqual([name, c.races ? "candidate" : "covered"]);
  }
});
