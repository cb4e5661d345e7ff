// `--input` with the guided engine: inputs are taken in the order of asking, whichever thread asks, as `explore` takes them.

import { expect, test } from "vitest";
import type { Property } from "../../../../src/execution/errors.ts";
import { checkText } from "../../../run.ts";

const threads = (body: string, rest: string): string => `#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, got[2];
static void *work(void *p) { int id = (int)(long)p; (void)id; ${body} return p; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, (void *)0);
  pthread_create(&t, 0, work, (void *)1);
  pthread_join(s, 0);
  pthread_join(t, 0);
  ${rest}
  return 0;
}
`;

const main = (rest: string): string => threads("", rest);
const locked = "pthread_mutex_lock(&m); got[id] = __VERIFIER_nondet_int(); pthread_mutex_unlock(&m);";

/** The program, the inputs, and the verdict of both engines. */
const programs: [what: string, text: string, inputs: bigint[], verdict: string][] = [
  [
    "both values",
    main("int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); assert(a == 3 && b == -4);"),
    [3n, -4n],
    "safe-bounded",
  ],
  ["the wrong order", main("int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); assert(a < b);"), [3n, -4n], "unsafe"],
  [
    "a value behind the list is any",
    main("int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_uchar(); assert(a == 3 && b != 7);"),
    [3n],
    "unsafe",
  ],
  [
    "all values behind the list",
    main("int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_uchar(); assert(a == 3 && b < 256);"),
    [3n],
    "safe-bounded",
  ],
  [
    "an input that decides whether another is asked for",
    main("if (__VERIFIER_nondet_int()) x = __VERIFIER_nondet_int(); y = __VERIFIER_nondet_int(); assert(x == 0 && y == 2);"),
    [0n, 2n],
    "safe-bounded",
  ],
  [
    "as many as a loop asks for",
    main("for (int i = 0; i < 3; i++) x += __VERIFIER_nondet_int(); assert(x == 6);"),
    [1n, 2n, 3n],
    "safe-bounded",
  ],
  ["narrow inputs", main("unsigned char c = __VERIFIER_nondet_uchar(); assert(c == 1);"), [257n], "safe-bounded"],
  ["two threads, the sum", threads(locked, "assert(got[0] + got[1] == 3);"), [1n, 2n], "safe-bounded"],
  ["two threads, either order", threads(locked, "assert(got[0] == 1);"), [1n, 2n], "unsafe"],
  [
    "two threads, either order, and no other",
    threads(locked, "assert((got[0] == 1 && got[1] == 2) || (got[0] == 2 && got[1] == 1));"),
    [1n, 2n],
    "safe-bounded",
  ],
  ["a branch by a thread's input", threads(`${locked} if (got[id] == 2) x++;`, "assert(x == 1);"), [1n, 2n], "safe-bounded"],
];

test.each(programs)("%s", async (_, text, inputs, verdict) => {
  const of = async (engine: "explore" | "guided"): Promise<string> => {
    const properties: Property[] = ["assert"];
    const report = await checkText(text, engine, properties, { inputs });
    const [only] = report.properties;
    if (only?.verdict === "safe-bounded") expect(only.scope.inputs).toBe("given");
    return only?.unknown?.reason ?? report.verdict;
  };
  expect([await of("explore"), await of("guided")]).toEqual([verdict, verdict]);
});

// Threads ask when they are created, in that order: that the second asks first is not tried.
test.each(["explore", "fusion", "guided"] as const)("an order of asking that the executor does not have: %s", async (engine) => {
  const text = threads("got[id] = __VERIFIER_nondet_int();", "assert(got[0] == 1);");
  const report = await checkText(text, engine, ["assert"], { inputs: [1n, 2n] });
  expect(report.properties[0]?.unknown?.code).toBe("RVL307");
});
