// Programs that jump by `longjmp`, with their verdicts. Each is about one thing that a jump may do; most come in pairs, safe and unsafe by the same jump.

import type { Property } from "../../../../src/execution/errors.ts";

export interface JumpProgram {
  readonly name: string;
  readonly property: Property;
  readonly verdict: "safe" | "unsafe";
  readonly text: string;
}

/** `first` and `second` are bodies of threads that main waits for. */
const program = (globals: string, first: string, second: string, end: string): string => `#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
int x, y, n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
static int get(int *from) { lock(); int v = *from; unlock(); return v; }
static void put(int *to, int v) { lock(); *to = v; unlock(); }
${globals}
static void *first(void *arg) { ${first} return arg; }
static void *second(void *arg) { ${second} return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  ${end}
  return 0;
}
`;

const bothWays = (
  name: string,
  parts: readonly [globals: string, first: string, second: string],
  safe: string,
  unsafe: string,
): readonly JumpProgram[] => [
  { name, property: "assert", verdict: "safe", text: program(...parts, `assert(${safe});`) },
  { name: `${name}, unsafe`, property: "assert", verdict: "unsafe", text: program(...parts, `assert(${unsafe});`) },
];

const setOne = "put(&x, 1);";

export const jumpPrograms: readonly JumpProgram[] = [
  ...bothWays(
    "a retry loop",
    ["", "jmp_buf b; volatile int tries = 0; setjmp(b); tries++; if (get(&x) == 0 && tries < 3) longjmp(b, 1); put(&y, tries);", setOne],
    "y >= 1 && y <= 3",
    "y != 3",
  ),
  ...bothWays(
    "buffers within each other",
    [
      `static void inner(jmp_buf out) {
        jmp_buf b;
        switch (setjmp(b)) {
          case 0: if (get(&x)) longjmp(b, 1); break;
          case 1: longjmp(out, 5);
        }
      }`,
      "jmp_buf b; int v = setjmp(b); if (v == 0) inner(b); put(&y, v + 1);",
      setOne,
    ],
    "y == 1 || y == 6",
    "y != 6",
  ),
  ...bothWays(
    "a value that the jump gives",
    ["", "jmp_buf b; int v = setjmp(b); if (v == 0) longjmp(b, get(&x) + 3); put(&y, v);", setOne],
    "y == 3 || y == 4",
    "y != 4",
  ),
  ...bothWays(
    "zero becomes one",
    ["", "jmp_buf b; int v = setjmp(b); if (v == 0) longjmp(b, get(&x)); put(&y, v);", setOne],
    "y == 1",
    "y == 0",
  ),
  ...bothWays(
    "locals that change after setjmp keep what they have",
    [
      "",
      "jmp_buf b; volatile int k = 1; int own[2] = { 0, 0 }; if (setjmp(b) == 0) { k = 2; own[get(&x)] = 1; longjmp(b, 1); } put(&y, 10 * k + own[1]);",
      setOne,
    ],
    "y == 20 || y == 21",
    "y != 21",
  ),
  ...bothWays(
    "a register that changes before a call that jumps",
    [
      "static void away(jmp_buf b, int v) { if (v) longjmp(b, v); }",
      "jmp_buf b; int i = 0; if (setjmp(b) < 2) { i++; away(b, get(&x) ? 3 : i); } put(&y, i);",
      setOne,
    ],
    "y >= 1 && y <= 2",
    "y == 1",
  ),
  ...bothWays(
    "the same setjmp in several iterations",
    [
      "",
      "jmp_buf b; volatile int jumps = 0; for (volatile int i = 0; i < 2; i++) { if (setjmp(b) == 0 && get(&x)) longjmp(b, 1); else if (get(&x)) jumps++; } put(&y, jumps);",
      setOne,
    ],
    "y <= 2",
    "y != 1",
  ),
  ...bothWays(
    "a copied buffer",
    [
      "",
      "jmp_buf b, c; volatile int again = 0; if (setjmp(b) == 0) { memcpy(c, b, sizeof b); again = get(&x); longjmp(c, 1); } put(&y, again + 1);",
      setOne,
    ],
    "y == 1 || y == 2",
    "y == 1",
  ),
  ...bothWays(
    "a second setjmp into the same buffer",
    [
      "",
      "jmp_buf b; volatile int at = 0; if (setjmp(b) == 0) { if (get(&x)) { if (setjmp(b) == 0) longjmp(b, 1); at = 2; } else longjmp(b, 1); } else at = 1; put(&y, at);",
      setOne,
    ],
    "y == 1 || y == 2",
    "y != 2",
  ),
  ...bothWays(
    "one of two buffers",
    [
      "static void away(jmp_buf *b) { longjmp(*b, 1); }",
      "jmp_buf a, b; volatile int at = 0; if (setjmp(a)) at = 1; else if (setjmp(b)) at = 2; else away(get(&x) ? &a : &b); put(&y, at);",
      setOne,
    ],
    "y == 1 || y == 2",
    "y != 1",
  ),
  ...bothWays(
    "jumps in two threads, with buffers in one global array",
    [
      "static jmp_buf b[2]; static void work(int i) { if (setjmp(b[i]) == 0) { if (get(&x) == i) longjmp(b[i], 1); } else { lock(); y += 1 + i; unlock(); } }",
      `work(0); ${setOne}`,
      "work(1);",
    ],
    "y == 1 || y == 3",
    "y != 3",
  ),
  ...bothWays(
    "a thread-local buffer, and a jump out of a recursion",
    [
      "static _Thread_local jmp_buf b; static void down(int k) { if (k == 0) longjmp(b, 1 + get(&x)); down(k - 1); }",
      "volatile int v = setjmp(b); if (v == 0) down(3); put(&y, v);",
      setOne,
    ],
    "y == 1 || y == 2",
    "y == 1",
  ),
  ...bothWays(
    "a jump on a side that the first run does not take",
    ["", "jmp_buf b; if (setjmp(b) == 0) { if (get(&x) == 1) longjmp(b, 1); put(&y, 1); }", setOne],
    "y <= 1",
    "y == 1",
  ),
  ...bothWays(
    "a jump through two calls on an unseen side that only seems to write",
    [
      "static jmp_buf b; static void deeper(int v) { if (v) longjmp(b, 1); } static void deep(int v) { n = v; deeper(v); }",
      "if (setjmp(b) == 0) { if (get(&x) == 1) deep(1); put(&y, 1); } else put(&y, 2);",
      setOne,
    ],
    "y == 1 || y == 2",
    "y == 1",
  ),
  ...bothWays(
    "a setjmp on an unseen side",
    [
      "static jmp_buf b;",
      "volatile int jumped = 0; if (setjmp(b) == 0) { if (get(&x) == 1 && setjmp(b)) jumped = 1; if (get(&y) == 0 && !jumped) longjmp(b, 1); } else jumped = 2; put(&n, jumped);",
      setOne,
    ],
    "n == 1 || n == 2",
    "n == 2",
  ),
  ...bothWays(
    "a busy wait after a jump",
    [
      "static _Atomic int go;",
      "jmp_buf b; volatile int v = setjmp(b); while (!go) {} if (v == 0) longjmp(b, 1 + get(&x)); put(&y, v);",
      `go = 1; ${setOne}`,
    ],
    "y == 1 || y == 2",
    "y == 1",
  ),
  ...bothWays(
    "from a setjmp at the head of a loop back to it is no idle iteration",
    [
      "",
      "jmp_buf b; for (;;) switch (setjmp(b)) { case 0: if (get(&n)) { put(&y, get(&x)); return arg; } put(&n, 1); longjmp(b, 1); }",
      setOne,
    ],
    "y <= 1",
    "y == 0",
  ),
  ...bothWays(
    "objects that are made before and after a jump",
    [
      "",
      "jmp_buf b; int *p[2]; volatile int k = 0; setjmp(b); p[k] = malloc(4); *p[k] = k; if (k++ == 0) longjmp(b, 1); put(&y, *p[0] + get(&x));",
      setOne,
    ],
    "y == 0 || y == 1",
    "y != 1",
  ),
  ...bothWays(
    "a thread that is started before a jump, and one after it",
    [
      "static void *add(void *p) { lock(); y++; unlock(); return p; } static void go(jmp_buf b) { pthread_t t; pthread_create(&t, 0, add, 0); pthread_join(t, 0); if (get(&x)) longjmp(b, 1); }",
      "jmp_buf b; if (setjmp(b) == 0) go(b); pthread_t t; pthread_create(&t, 0, add, 0); pthread_join(t, 0);",
      setOne,
    ],
    "y == 2",
    "y == 1",
  ),
  {
    name: "a jump that leaves a mutex locked",
    property: "deadlock",
    verdict: "unsafe",
    text: program(
      "static void f(jmp_buf b) { lock(); if (x) longjmp(b, 1); unlock(); }",
      "jmp_buf b; if (setjmp(b) == 0) f(b);",
      setOne,
      "lock(); unlock();",
    ),
  },
  {
    name: "a jump after which the mutex is unlocked",
    property: "deadlock",
    verdict: "safe",
    text: program(
      "static void f(jmp_buf b) { lock(); if (x) longjmp(b, 1); unlock(); }",
      "jmp_buf b; if (setjmp(b) == 0) f(b); else unlock();",
      setOne,
      "",
    ),
  },
  {
    name: "a lock that is still held after a jump",
    property: "race",
    verdict: "safe",
    text: program(
      "static void f(jmp_buf b) { lock(); if (x) longjmp(b, 1); unlock(); }",
      "jmp_buf b; if (setjmp(b) == 0) f(b); else { y = 1; unlock(); }",
      "lock(); x = 1; y = 2; unlock();",
      "",
    ),
  },
  {
    name: "a lock that is no longer held after a jump",
    property: "race",
    verdict: "unsafe",
    text: program(
      "static void f(jmp_buf b) { lock(); int v = x; unlock(); if (v) longjmp(b, 1); }",
      "jmp_buf b; if (setjmp(b) == 0) f(b); else y = 1;",
      "lock(); x = 1; unlock(); y = 2;",
      "",
    ),
  },
  {
    name: "a pointer to a local of a function that was left by a jump",
    property: "memory",
    verdict: "unsafe",
    text: program(
      "static int *volatile p[2] = { &y }; static void f(jmp_buf b) { int own = 1; p[1] = &own; longjmp(b, 1); }",
      "jmp_buf b; if (setjmp(b) == 0) f(b); n = *p[get(&x)];",
      setOne,
      "",
    ),
  },
  {
    name: "a pointer to a local of the function that is jumped to",
    property: "memory",
    verdict: "safe",
    text: program(
      "static int *volatile p; static void f(jmp_buf b) { int own = 1; p = &own; if (get(&x)) longjmp(b, 1); }",
      "jmp_buf b; int mine = 0; if (setjmp(b) == 0) f(b); p = &mine; n = *p;",
      setOne,
      "",
    ),
  },
  {
    name: "a jump to a function that has returned",
    property: "memory",
    verdict: "unsafe",
    text: program("static jmp_buf b; static int f(void) { return setjmp(b); }", "if (f() == 0 && get(&x)) longjmp(b, 1);", setOne, ""),
  },
  {
    name: "a jump with a buffer that was never set",
    property: "memory",
    verdict: "unsafe",
    text: program("static jmp_buf b;", "if (get(&x) || setjmp(b) == 0) { if (get(&x)) longjmp(b, 1); }", setOne, ""),
  },
];

/** Jumps that are not followed: explore decides these programs, guided does not. */
export const jumpsNotFollowed: readonly JumpProgram[] = [
  {
    name: "a jump in an atomic section",
    property: "assert",
    verdict: "safe",
    text: program(
      "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);",
      "jmp_buf b; if (setjmp(b) == 0) { __VERIFIER_atomic_begin(); if (x) longjmp(b, 1); } __VERIFIER_atomic_end(); put(&y, 1);",
      setOne,
      "assert(y == 1);",
    ),
  },
  {
    name: "a buffer whose halves come from different places",
    property: "assert",
    verdict: "safe",
    text: program(
      "",
      "jmp_buf b, c; volatile int at = 0; if (setjmp(b)) at = 1; else if (setjmp(c)) at = 2; else { memcpy(c, b, 8); longjmp(c, 1); } put(&y, at);",
      setOne,
      "assert(y == 2);",
    ),
  },
  {
    name: "a buffer that is taken for a number",
    property: "assert",
    verdict: "safe",
    text: program(
      "",
      "jmp_buf b; volatile int v = 0; if (setjmp(b) == 0) { v = *(int *)b == 12345; if (get(&x)) longjmp(b, 1); } put(&y, v);",
      setOne,
      "assert(y == 0);",
    ),
  },
];

/** Retries for ever, unless the other thread comes in between. */
export const endlessRetry = program("", "jmp_buf b; setjmp(b); if (get(&x) == 0) longjmp(b, 1); put(&y, 1);", setOne, "assert(y == 1);");

/** No branch on the way: nothing but the jump itself can be unseen. */
export const endlessJump = program("", "jmp_buf b; setjmp(b); put(&y, 1); longjmp(b, 1);", setOne, "");
