// Synchronisation objects after their destruction: using one is misuse, whichever function it is; initialising it again, wiping it out or freeing it is not.

import { describe, expect, test } from "vitest";
import { verdictOf } from "../../verdicts.ts";

const program = (declaration: string, body: string): string => `#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${declaration}
int main(void) {
  int n = 0;
  (void)n, (void)m;
  ${body}
  return 0;
}
`;

interface Row {
  readonly object: string;
  readonly declaration: string;
  readonly init: string;
  readonly destroy: string;
  readonly uses: readonly string[];
}

const rows: readonly Row[] = [
  {
    object: "mutex",
    declaration: "static pthread_mutex_t o;",
    init: "pthread_mutex_init(&o, 0);",
    destroy: "pthread_mutex_destroy(&o);",
    uses: ["pthread_mutex_lock(&o);", "pthread_mutex_trylock(&o);", "pthread_mutex_unlock(&o);"],
  },
  {
    object: "condition variable",
    declaration: "static pthread_cond_t o;",
    init: "pthread_cond_init(&o, 0);",
    destroy: "pthread_cond_destroy(&o);",
    uses: ["pthread_cond_signal(&o);", "pthread_cond_broadcast(&o);", "pthread_mutex_lock(&m); pthread_cond_wait(&o, &m);"],
  },
  {
    object: "read-write lock",
    declaration: "static pthread_rwlock_t o;",
    init: "pthread_rwlock_init(&o, 0);",
    destroy: "pthread_rwlock_destroy(&o);",
    uses: ["pthread_rwlock_rdlock(&o);", "pthread_rwlock_wrlock(&o);", "pthread_rwlock_tryrdlock(&o);", "pthread_rwlock_unlock(&o);"],
  },
  {
    object: "semaphore",
    declaration: "static sem_t o;",
    init: "sem_init(&o, 0, 1);",
    destroy: "sem_destroy(&o);",
    uses: ["sem_wait(&o);", "sem_trywait(&o);", "sem_post(&o);", "sem_getvalue(&o, &n);"],
  },
  {
    object: "barrier",
    declaration: "static pthread_barrier_t o;",
    init: "pthread_barrier_init(&o, 0, 1);",
    destroy: "pthread_barrier_destroy(&o);",
    uses: ["pthread_barrier_wait(&o);"],
  },
  {
    object: "spin lock",
    declaration: "static pthread_spinlock_t o;",
    init: "pthread_spin_init(&o, 0);",
    destroy: "pthread_spin_destroy(&o);",
    uses: ["pthread_spin_lock(&o);", "pthread_spin_trylock(&o);", "pthread_spin_unlock(&o);"],
  },
];

describe.each(rows)("$object", ({ declaration, init, destroy, uses }) => {
  test.each([...uses, destroy])("destroyed, then %s", async (use) => {
    expect(await verdictOf(program(declaration, `${init} ${destroy} ${use}`), "deadlock")).toBe("unsafe: invalid-sync");
  });

  test("initialised again, wiped out", async () => {
    const again = `${init} ${destroy} ${init} ${uses[0] as string}`;
    const wiped = `${init} ${destroy} memset((void *)&o, 0, sizeof o);`;
    expect(await verdictOf(program(declaration, `${again}`), "deadlock")).toBe("safe");
    expect(await verdictOf(program(declaration, wiped), "deadlock")).toBe("safe");
  });
});
