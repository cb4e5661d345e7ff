// Lines of docs/limits.md that no other test shows. What Ravel does not detect or support is pinned here, so that the page changes with the behaviour.

import { expect, test } from "vitest";
import type { Property } from "../../src/execution/errors.ts";
import { checkText } from "../run.ts";

interface Row {
  readonly name: string;
  readonly property: Property;
  readonly text: string;
  readonly verdict: string;
}

const rows: readonly Row[] = [
  {
    name: "a signed overflow wraps",
    property: "assert",
    text: `#include <assert.h>
#include <limits.h>
int main(void) { volatile int least = INT_MIN, most = INT_MAX, minus = -1; assert(least / minus == least && most + 1 < most); return 0; }`,
    verdict: "safe",
  },
  {
    name: "a signed overflow is a violation if it is looked for",
    property: "overflow",
    text: `#include <assert.h>
#include <limits.h>
int main(void) { volatile int least = INT_MIN, most = INT_MAX, minus = -1; assert(least / minus == least && most + 1 < most); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "a structure that is copied in pieces of 4 bytes",
    property: "assert",
    text: `#include <assert.h>
#include <pthread.h>
struct s { int a, b; } x, one;
static void *w(void *a) { x = one; return a; }
int main(void) { pthread_t t; one.a = one.b = 1; pthread_create(&t, 0, w, 0); struct s r = x; assert(r.a == r.b); return pthread_join(t, 0); }`,
    verdict: "unsafe",
  },
  {
    name: "a mixture inside a piece of 8 bytes",
    property: "assert",
    text: `#include <assert.h>
#include <pthread.h>
struct s { long a; int b, c; } x, one;
static void *w(void *a) { x = one; return a; }
int main(void) { pthread_t t; one.b = one.c = 1; pthread_create(&t, 0, w, 0); struct s r = x; assert(r.b == r.c); return pthread_join(t, 0); }`,
    verdict: "safe",
  },
  {
    name: "a mixture inside a structure of more than 64 bytes",
    property: "assert",
    text: `#include <assert.h>
#include <pthread.h>
struct s { long a[9]; } x, one;
static void *w(void *a) { x = one; return a; }
int main(void) { pthread_t t; one.a[0] = one.a[8] = 1; pthread_create(&t, 0, w, 0); struct s r = x; assert(r.a[0] == r.a[8]); return pthread_join(t, 0); }`,
    verdict: "safe",
  },
  {
    name: "functions of streams that take no lock are modelled as those that do",
    property: "race",
    text: `#include <pthread.h>
#include <stdio.h>
static void *say(void *a) { putchar_unlocked('x'); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, say, 0); putchar_unlocked('y'); return pthread_join(t, 0); }`,
    verdict: "safe",
  },
  {
    name: "an argument that was not passed",
    property: "assert",
    text: `#include <assert.h>
static int second(int a, int b) { return a * 0 + b; }
static int (*volatile call)(int) = (int (*)(int))second;
int main(void) { assert(call(1) == 0); return 0; }`,
    verdict: "unknown RVL201",
  },
  {
    name: "an argument of another kind",
    property: "assert",
    text: `#include <assert.h>
static int same(int a) { return a; }
static int (*volatile call)(double) = (int (*)(double))same;
int main(void) { assert(call(1) == 0); return 0; }`,
    verdict: "unknown RVL201",
  },
  {
    name: "an argument that is not used need not be passed, nor one that is passed be used",
    property: "assert",
    text: `#include <assert.h>
static int first(int a, int b) { (void)b; return a; }
static int (*volatile less)(int) = (int (*)(int))first;
static int (*volatile more)(int, int, int) = (int (*)(int, int, int))first;
int main(void) { assert(less(3) == 3 && more(4, 5, 6) == 4); return 0; }`,
    verdict: "safe",
  },
  {
    name: "a result that was not returned",
    property: "assert",
    text: `#include <assert.h>
static void nothing(void) {}
static int (*volatile call)(void) = (int (*)(void))nothing;
int main(void) { (void)call(); assert(call() == 0); return 0; }`,
    verdict: "unknown RVL201",
  },
  {
    name: "what a thread's function of type void returns",
    property: "assert",
    text: `#include <assert.h>
#include <pthread.h>
static void nothing(void) {}
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, (void *(*)(void *))nothing, 0); pthread_join(t, &r); assert(r == 0); return 0; }`,
    verdict: "safe",
  },
  {
    name: "two mutexes for one condition variable",
    property: "deadlock",
    text: `#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;
static void *wait(void *by) { pthread_mutex_lock(by); while (!done) pthread_cond_wait(&c, by); pthread_mutex_unlock(by); return by; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, wait, &m); pthread_create(&b, 0, wait, &n);
  pthread_mutex_lock(&m); pthread_mutex_lock(&n); done = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);
  pthread_join(a, 0); return pthread_join(b, 0); }`,
    verdict: "safe",
  },
  {
    name: "padding is copied along",
    property: "assert",
    text: `#include <assert.h>
#include <string.h>
struct padded { char c; int i; };
int main(void) { struct padded a, b; memset(&a, 0, sizeof a); a.c = 1; b = a; assert(memcmp(&a, &b, sizeof a) == 0); return 0; }`,
    verdict: "safe",
  },
  {
    name: "the compiler folds constants that overflow",
    property: "overflow",
    text: "int main(void) { int x = 2147483647 + 1; return x == 0; }",
    verdict: "safe",
  },
  {
    name: "addresses as text in memory are not noticed",
    property: "assert",
    text: `#include <assert.h>
#include <stdio.h>
#include <string.h>
static int x, y;
int main(void) { char a[32], b[32]; snprintf(a, 32, "%p", &x); snprintf(b, 32, "%p", &y); assert(strcmp(a, b) < 0); return 0; }`,
    verdict: "safe",
  },
  {
    name: "functions lie in one order",
    property: "assert",
    text: `#include <assert.h>
#include <stdint.h>
static int f(void) { return 1; }
static int g(void) { return 2; }
int main(void) { assert((uintptr_t)f < (uintptr_t)g); return 0; }`,
    verdict: "safe",
  },
  {
    name: "no system call is interrupted",
    property: "assert",
    text: `#include <assert.h>
#include <errno.h>
#include <unistd.h>
int main(void) { char c; if (read(0, &c, 1) < 0) assert(errno != EINTR); return 0; }`,
    verdict: "safe",
  },
  {
    name: "streams write everything",
    property: "assert",
    text: `#include <assert.h>
#include <stdio.h>
int main(void) { assert(fwrite("abc", 1, 3, stdout) == 3); return 0; }`,
    verdict: "safe",
  },
  {
    name: "an overrun inside one structure",
    property: "memory",
    text: "struct { int a[2], b; } s; int main(void) { volatile int i = 2; s.a[i] = 1; return s.b; }",
    verdict: "safe",
  },
  {
    name: "the identifier of a thread that was joined comes not again",
    property: "assert",
    text: `#include <assert.h>
#include <pthread.h>
static void *run(void *a) { return a; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, run, 0);
  assert(!pthread_equal(a, b));
  return pthread_join(b, 0);
}`,
    verdict: "safe",
  },
  {
    name: "a wide atomic operation, and a narrow one on a part of its object",
    property: "assert",
    text: `#include <assert.h>
#include <pthread.h>
struct wide { int first; char more[20]; };
static struct wide shared;
static void *add(void *a) { __atomic_fetch_add(&shared.first, 1, __ATOMIC_SEQ_CST); return a; }
int main(void) {
  pthread_t t;
  struct wide seen, next;
  pthread_create(&t, 0, add, 0);
  __atomic_load(&shared, &seen, __ATOMIC_SEQ_CST);
  do {
    next = seen;
    next.first++;
  } while (!__atomic_compare_exchange(&shared, &seen, &next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  pthread_join(t, 0);
  assert(shared.first == 2);
  return 0;
}`,
    verdict: "safe",
  },
  {
    name: "a structure with bit-fields in registers, padding bits never written",
    property: "assert",
    text: `struct s { unsigned a : 3; int n; };
static struct s make(int v) { struct s s; s.a = v; s.n = 4; return s; }
int main(void) { struct s s = make(2); return s.a + s.n == 6; }`,
    verdict: "unknown RVL308",
  },
  {
    name: "futex operations other than wait and wake",
    property: "assert",
    text: `#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
static int word;
int main(void) { syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, 1, &word, 0); return 0; }`,
    verdict: "unknown RVL203",
  },
];

test.each(rows)("$name", async ({ property, text, verdict }) => {
  const { properties } = await checkText(text, "explore", [property]);
  const said = properties.map((p) => [p.verdict, p.unknown?.code].filter((s) => s !== undefined).join(" "));
  expect(said).toEqual([verdict]);
});
