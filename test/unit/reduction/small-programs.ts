// Many small concurrent programs in one C file, whose first input says which of them runs, because compiling takes most of the time.

import type { Program } from "../../../src/program/program.ts";
import type { Rng } from "../../../src/support/rng.ts";
import { compileText } from "../../run.ts";

export interface SmallProgram {
  readonly threads: readonly string[];
  /** What main does after it has joined the threads. */
  readonly after?: string;
  /** Main continues and returns without waiting for them. */
  readonly unjoined?: boolean;
}

const prologue = `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
static atomic_int x, y, v[128], a, b, c, d;
static int z, r[8], *h;
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static void run(int count, void *(**body)(void *), bool joined) {
  pthread_t t[16];
  for (int k = 0; k < count; k++) pthread_create(&t[k], NULL, body[k], NULL);
  for (int k = 0; joined && k < count; k++) pthread_join(t[k], NULL);
}
`;

export function sourceOf(programs: readonly SmallProgram[]): string {
  const functions = programs.flatMap((p, i) => p.threads.map((body, k) => `static void *s${i}t${k}(void *arg) { ${body} return arg; }`));
  const cases = programs.map(
    (p, i) => `  case ${i}:
    run(${p.threads.length}, (void *(*[])(void *)){${p.threads.map((_, k) => `s${i}t${k}`).join(", ")}}, ${!p.unjoined});
    ${p.after ?? ""} break;`,
  );
  return `${prologue}${functions.join("\n")}
int main(void) {
  (void)a, (void)b, (void)c, (void)d, (void)z, (void)r, (void)h, (void)m, (void)n, (void)v, (void)x, (void)y, (void)s, (void)cv;
  h = calloc(1, sizeof *h);
  switch (__VERIFIER_nondet_int()) {
${cases.join("\n")}
  }
  return 0;
}
`;
}

export function compileAll(programs: readonly SmallProgram[]): Promise<Program> {
  return compileText(sourceOf(programs));
}

/** Statements whose steps depend on each other in every way there is: data, locks, choices, waiting, errors, the end of the process. */
const statements: readonly string[] = [
  "x = 1;",
  "x = 2;",
  "y = 1;",
  "(void)x;",
  "if (x == 1) y = 2;",
  "if (y) x = 3;",
  "z++;",
  "{ int e = 0; atomic_compare_exchange_strong(&x, &e, 5); }",
  "{ int e = 1; if (atomic_compare_exchange_strong(&x, &e, 6)) y = 7; }",
  "atomic_fetch_add(&x, 1);",
  "pthread_mutex_lock(&m); z++; pthread_mutex_unlock(&m);",
  "pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
  "pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
  "if (!pthread_mutex_trylock(&m)) { y = 3; pthread_mutex_unlock(&m); }",
  "if (pthread_mutex_trylock(&n)) y = 4; else pthread_mutex_unlock(&n);",
  "sem_post(&s);",
  "sem_wait(&s);",
  "if (!sem_trywait(&s)) y = 5;",
  "if (__VERIFIER_nondet_bool()) x = 4;",
  "if (x == 0 && __VERIFIER_nondet_bool()) y = 6;",
  "__VERIFIER_atomic_begin(); if (y == 0) x = 8; __VERIFIER_atomic_end();",
  "__VERIFIER_atomic_begin(); if (__VERIFIER_nondet_bool()) x = 9; else y = 9; __VERIFIER_atomic_end();",
  "__VERIFIER_atomic_begin(); __VERIFIER_assume(y == 0); x = 9; __VERIFIER_atomic_end();",
  "__VERIFIER_assume(x < 2);",
  "pthread_mutex_lock(&m); while (x == 0) pthread_cond_wait(&cv, &m); pthread_mutex_unlock(&m);",
  "pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&cv); pthread_mutex_unlock(&m);",
  "pthread_cond_signal(&cv);",
  "pthread_mutex_lock(&m); if (!y) pthread_cond_wait(&cv, &m); pthread_mutex_unlock(&m);",
  "assert(x != 2);",
  "if (y == 1) exit(0);",
  "free(h);",
  "z = *h;",
  "*h = 1;",
  "h = realloc(h, 8);",
  "if (y) { free(h); h = 0; }",
];

export function randomProgram(rng: Rng): SmallProgram {
  const count = rng.chance(0.6) ? 2 : 3;
  const threads = Array.from({ length: count }, () =>
    Array.from({ length: 1 + rng.below(count === 2 ? 3 : 2) }, () => rng.pick(statements)).join(" "),
  );
  return { threads, unjoined: rng.chance(0.15), ...(rng.chance(0.3) ? { after: "assert(x != 3);" } : {}) };
}
