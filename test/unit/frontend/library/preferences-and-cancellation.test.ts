// Read-write locks that prefer writers, and threads that may be cancelled at any step: what becomes possible, and what stays impossible.

import { expect, test } from "vitest";
import { verdictOf } from "../../verdicts.ts";

const rwlock = (init: string, reader: string): string => `#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *r(void *arg) { ${reader} return arg; }
static void *w(void *arg) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return arg; }
int main(void) {
  pthread_t t[2];
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  ${init}
  pthread_rwlock_init(&l, &a);
  pthread_create(&t[0], 0, r, 0);
  pthread_create(&t[1], 0, w, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
`;

const kind = (name: string): string => `pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_${name}_NP);`;
const rd = "pthread_rwlock_rdlock(&l);";
const un = "pthread_rwlock_unlock(&l);";

test.each([
  ["reading twice, writers preferred", kind("WRITER_NONRECURSIVE"), `${rd} ${rd} ${un} ${un}`, "deadlock", "unsafe: deadlock"],
  ["reading once", kind("WRITER_NONRECURSIVE"), `${rd} ${un} ${rd} ${un}`, "deadlock", "safe"],
  ["reading twice, by default", "", `${rd} ${rd} ${un} ${un}`, "deadlock", "safe"],
  ["reading twice, glibc's PREFER_WRITER_NP", kind("WRITER"), `${rd} ${rd} ${un} ${un}`, "deadlock", "safe"],
  [
    "trying to read twice is refused",
    kind("WRITER_NONRECURSIVE"),
    `${rd} int e = pthread_rwlock_tryrdlock(&l); if (!e) ${un} ${un} assert(!e);`,
    "assert",
    "unsafe: assertion",
  ],
  [
    "trying to read twice is not refused by default",
    "",
    `${rd} int e = pthread_rwlock_tryrdlock(&l); if (!e) ${un} ${un} assert(!e);`,
    "assert",
    "safe",
  ],
] as const)("%s", async (_, init, reader, property, expected) => {
  expect(await verdictOf(rwlock(init, reader), property)).toBe(expected);
});

const cancelled = (before: string, worker: string): string => `#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void undo(void *arg) { (void)arg; y = 1; }
static void *f(void *arg) { (void)undo; ${before} ${worker} return arg; }
int main(void) {
  pthread_t t;
  void *end;
  pthread_create(&t, 0, f, 0);
  pthread_cancel(t);
  pthread_join(t, &end);
  if (end == PTHREAD_CANCELED) assert(x == y);
  return 0;
}
`;

const asynchronous = "pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);";

test.each([
  ["between two writes", asynchronous, "x = 1; y = 1;", "unsafe: assertion"],
  ["not between two writes, if deferred", "pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, 0);", "x = 1; y = 1;", "safe"],
  ["not while it is disabled", `${asynchronous} pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);`, "x = 1; y = 1;", "safe"],
  [
    "with a handler that puts things in order",
    asynchronous,
    "pthread_cleanup_push(undo, 0); x = 1; pthread_cleanup_pop(1);",
    "unsafe: assertion", // before the write, the handler alone runs
  ],
])("cancelled %s", async (_, before, worker, expected) => {
  expect(await verdictOf(cancelled(before, worker), "assert")).toBe(expected);
});
