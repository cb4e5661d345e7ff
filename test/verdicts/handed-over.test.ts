// Synchronisation objects that are freed by the thread that was let through: the call that let it through happens before the free, with all its accesses to the
// object. Both engines must know that; the search uses the edges that the library states, step by step.

import { expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { compileText, engineTask } from "../run.ts";

const properties: readonly Property[] = ["race", "memory"];

/** Main and one other thread, `other(p)`; both have `struct all *p`. */
const programs: Readonly<Record<string, readonly [members: string, init: string, other: string, main: string]>> = {
  semaphore: ["sem_t s;", "sem_init(&p->s, 0, 0);", "sem_post(&p->s);", "sem_wait(&p->s); sem_destroy(&p->s); free(p);"],
  "barrier, freed by the last": [
    "pthread_barrier_t b;",
    "pthread_barrier_init(&p->b, 0, 2);",
    "if (pthread_barrier_wait(&p->b)) free(p);",
    "if (pthread_barrier_wait(&p->b)) free(p);",
  ],
  "barrier, freed by the first": [
    "pthread_barrier_t b;",
    "pthread_barrier_init(&p->b, 0, 2);",
    "if (!pthread_barrier_wait(&p->b)) free(p);",
    "if (!pthread_barrier_wait(&p->b)) free(p);",
  ],
  "condition variable": [
    "pthread_cond_t c;",
    "pthread_cond_init(&p->c, 0);",
    "pthread_mutex_lock(&m); ready = 1; while (!open) pthread_cond_wait(&p->c, &m); pthread_mutex_unlock(&m); free(p);",
    // Under the lock: a thread that wakes spuriously may see that it is open, and free the object, before a later broadcast.
    "pthread_mutex_lock(&m); int r = ready; open = r; if (r) pthread_cond_broadcast(&p->c); pthread_mutex_unlock(&m); if (!r) exit(0);",
  ],
  "condition variable, freed by who wakes": [
    "pthread_cond_t c;",
    "pthread_cond_init(&p->c, 0);",
    "pthread_mutex_lock(&m); if (!open) { ready = 1; pthread_cond_wait(&p->c, &m); } pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); open = 1; if (ready) pthread_cond_broadcast(&p->c); pthread_mutex_unlock(&m); free(p);",
  ],
  mutex: [
    "pthread_mutex_t m; int n;",
    "pthread_mutex_init(&p->m, 0); p->n = 2;",
    "pthread_mutex_lock(&p->m); int n = --p->n; pthread_mutex_unlock(&p->m); if (!n) free(p);",
    "pthread_mutex_lock(&p->m); int n = --p->n; pthread_mutex_unlock(&p->m); if (!n) free(p);",
  ],
};

test.each(Object.entries(programs))("%s", async (_, [members, init, other, main]) => {
  const text = `#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct all { ${members} };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, open;
static void *other(void *arg) { struct all *p = arg; ${other} return (void *)&m; }
int main(void) {
  struct all *p = malloc(sizeof *p);
  ${init}
  pthread_t t;
  pthread_create(&t, 0, other, p);
  ${main}
  pthread_join(t, 0);
  return ready && open;
}
`;
  const program = await compileText(text);
  for (const name of ["explore", "staged"]) {
    const engine = engines.find((e) => e.name === name);
    const result = await engine?.run(engineTask(program, properties));
    for (const p of properties)
      expect([name, p, result?.findings.get(p)]).toMatchObject([name, p, { kind: "covered", scope: { complete: true } }]);
  }
});
