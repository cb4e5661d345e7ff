// Property-driven sets: how many runs and states programs take of which the reduction knows that order does not matter, and programs on which a careless one is wrong. A failure of the second kind is a
// violation that is missed.

import { describe, expect, test } from "vitest";
import { LimitReached } from "../../../src/support/limits.ts";
import { compileText } from "../../run.ts";
import { explore } from "./chosen-search.ts";

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;

const program = (globals: string, threads: readonly string[], end = "", joins = true): string => `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${threads.length}];
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${joins ? threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ") : ""}
  ${end}
  return 0;
}`;

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

async function chosen(text: string): Promise<{ readonly runs: number; readonly states: number; readonly isUnsafe: boolean }> {
  const compiled = await compileText(text);
  const { runs, states, isUnsafe } = explore(compiled, true);
  return { runs, states, isUnsafe };
}

/** States of which a single thread is left are not counted: the engine counts one for all of them. */
describe("one run suffices", () => {
  test.each([2, 4])("%i atomic additions: equal in any order", async (n) => {
    const text = program(
      "static int sum;",
      times(n, (i) => section(`sum += ${i + 1};`)),
      `assert(sum == ${(n * (n + 1)) / 2});`,
    );
    expect(await chosen(text)).toEqual({ runs: 1, states: n, isUnsafe: false });
  });

  test("PDPOR's example 1: additions before doublings", async () => {
    const twice = (code: string): string => `${section(`${code} assert(x <= 8);`)} ${section(`${code} assert(x <= 8);`)}`;
    expect(await chosen(program("static int x;", [twice("x += 1;"), twice("x *= 2;")]))).toEqual({ runs: 1, states: 4, isUnsafe: false });
    expect(await chosen(program("static int x;", [twice("x *= 2;"), twice("x += 1;")]))).toEqual({ runs: 1, states: 4, isUnsafe: false });
  });

  test.each([
    ["another byte", "b[1] = 5;", 1, false],
    ["the byte that is read", "b[0] = 5;", 2, false],
    ["the byte that is read, with a value that is wrong", "b[0] = 9;", 2, true],
  ] as const)("a byte of a word is written, and part of the word is read: %s", async (_, write, runs, isUnsafe) => {
    const union = "static union { int w; unsigned char b[4]; } u = {.b = {3}}; static int x;";
    const text = program(union, [section("x = u.w & 255;"), section(`u.${write}`)], "assert(x == 3 || x == 5);");
    expect(await chosen(text)).toMatchObject({ isUnsafe, runs });
  });

  test("a lower bound: subtractions first", async () => {
    const text = program("static int x = 9;", [section("x *= 2; assert(x >= -2);"), section("x -= 5; assert(x >= -2);")]);
    expect(await chosen(text)).toMatchObject({ runs: 1, isUnsafe: false });
  });

  test("an unsigned char, whose numbers are compared without sign", async () => {
    const text = program("static unsigned char x = 1;", [section("x *= 2; assert(x <= 200);"), section("x += 90; assert(x <= 200);")]);
    expect(await chosen(text)).toMatchObject({ runs: 1, isUnsafe: false });
  });

  test("a flag that stays: nothing can go wrong after the first thread has set it", async () => {
    const text = program(
      "static int x, flag;",
      times(3, (i) => `${section(`x = x * x + ${i};`)} ${section("flag = 1;")}`),
      "assert(flag);",
    );
    expect(await chosen(text)).toMatchObject({ runs: 3, states: 7, isUnsafe: false });
  });

  test("what a thread does under a lock that it holds", async () => {
    const text = program(
      "static int x, y; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
      [
        "pthread_mutex_lock(&m); x = x + 1; x = x + 2; x = x + 3; pthread_mutex_unlock(&m);",
        "y = 1; pthread_mutex_lock(&m); x = 7; pthread_mutex_unlock(&m);",
      ],
      "assert(x > 0);",
    );
    expect(await chosen(text)).toMatchObject({ runs: 2, isUnsafe: false });
  });
});

test("questions about steps end with the budget of the check", async () => {
  const text = program("static int x;", [section("x += 1; assert(x <= 8);"), section("x *= 2; assert(x <= 8);")]);
  let left = 10;
  const tick = (): void => {
    if (--left < 0) throw new LimitReached();
  };
  const compiled = await compileText(text);
  expect(() => explore(compiled, true, "assert", 20_000, tick)).toThrow(LimitReached);
});

describe("violations that are not missed", () => {
  const unsafe: readonly (readonly [string, string])[] = [
    [
      "commuting under a fact that a step outside can change",
      program("static int x, f, r = 9;", [section("x = 1;"), `${section("f = 1;")} ${section("if (f) r = x;")}`], "assert(r != 0);"),
    ],
    [
      "a conflict that is not among the next steps",
      program("static int x, y, r;", [section("r = x;"), `${section("y = 1;")} ${section("x = 1;")}`], "assert(r == 0);"),
    ],
    [
      "a resource that also guards a branch",
      program(
        "static int x = 1, y;",
        [section("x += 1; assert(x <= 8);"), section("x *= 2; if (x == 2) y = 1; assert(x <= 8);")],
        "assert(y == 0);",
      ),
    ],
    [
      "a resource that wraps around",
      program("static unsigned char x = 100;", [section("x += 30; assert(x <= 225);"), section("x *= 2; assert(x <= 225);")]),
    ],
    [
      "a resource that wraps around only after later updates",
      program("static unsigned char x = 25;", [
        section("x += 8; assert(x <= 230);"),
        section("x *= 2; assert(x <= 230);"),
        `${section("x *= 2; assert(x <= 230);")} ${section("x *= 2; assert(x <= 230);")}`,
      ]),
    ],
    [
      "a resource of which a thread keeps the value",
      program(
        "static int x = 1, c;",
        [section("x += 1; assert(x <= 8);"), section("x *= 2; assert(x <= 8);"), section("c = x;")],
        "assert(!(c == 2 && x == 3));",
      ),
    ],
    [
      "a resource that is bounded from both sides",
      program("static int x = 1;", [section("x += 2; assert(x <= 9);"), section("x *= 2; assert(x <= 9);")], "assert(x >= 5);"),
    ],
    [
      "a flag that is cleared once",
      program("static int x, flag;", [section("flag = 1;"), `${section("x = 1;")} ${section("flag = 0;")}`], "assert(flag);"),
    ],
    [
      "two additions whose old values are kept",
      program("static atomic_int x; static int a, b;", ["a = atomic_fetch_add(&x, 1);", "b = atomic_fetch_add(&x, 1);"], "assert(a == 0);"),
    ],
    [
      "the end of the process, before the error of another thread",
      program("static int f = 1;", [section("if (f) abort();"), section("assert(f == 0);")]),
    ],
    [
      "a fault of a property that is not checked, before the error of another thread",
      program("static int *p; static int f = 1;", [section("f = *p;"), section("assert(0);")]),
    ],
    ["a step that lets the error of another thread vanish", program("static int x;", [section("x = 1;"), section("assert(x == 1);")])],
    [
      "a step that lets its own error vanish if it is taken first",
      program("static int x;", [section("assert(x == 0);"), section("x = 1;")]),
    ],
    [
      "what lies behind the join of a thread that is no member",
      `#include <assert.h>
#include <pthread.h>
static _Atomic int x, y;
static void *a(void *arg) { y = 1; return arg; }
static void *b(void *arg) { int r = x; assert(r != 5); return arg; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); x = 5; pthread_join(u, 0); return 0; }`,
    ],
    [
      "a thread that is started later",
      `#include <assert.h>
#include <pthread.h>
static _Atomic int x, y;
static void *a(void *arg) { x = 1; return arg; }
static void *b(void *arg) { int r = x; assert(r != 0); return arg; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0); y = 1; pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }`,
    ],
    [
      "a lock that another thread releases",
      program(
        "static int x; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
        [
          "pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m); x = 2 * x;",
          "pthread_mutex_lock(&m); x = x + 3; pthread_mutex_unlock(&m);",
        ],
        "assert(x != 5);",
      ),
    ],
    [
      "a flag that an order of additions reaches only in between",
      program("static int x, f;", [section("x += 1;"), section("x += 2;"), section("if (x == 2) f = 1;")], "assert(!f);"),
    ],
  ];
  test.each(unsafe)("%s", async (_, text) => {
    expect(explore(await compileText(text), false).isUnsafe).toBe(true);
    expect(await chosen(text)).toMatchObject({ isUnsafe: true });
  });
});
