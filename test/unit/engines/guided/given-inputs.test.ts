// `--input`: inputs are taken in the order of asking, whichever thread asks. Asking is a step, so that every order is tried.

import { expect, test } from "vitest";
import { prunings, reductions } from "../../../../src/engines/symex/options.ts";
import type { EngineName } from "../../../../src/engines/table.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { checkText, type TaskChanges } from "../../../run.ts";

const threads = (body: string, rest: string): string => `#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, got[2];
static void *ask(void *p) { got[1] = __VERIFIER_nondet_int(); return p; }
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
  const of = async (engine: "explore" | "guided" | "symex"): Promise<string> => {
    const properties: Property[] = ["assert"];
    const report = await checkText(text, engine, properties, { inputs });
    const [only] = report.properties;
    if (only?.verdict === "safe-bounded") expect(only.scope.inputs).toBe("given");
    return only?.unknown?.reason ?? report.verdict;
  };
  expect([await of("explore"), await of("guided"), await of("symex")]).toEqual([verdict, verdict, verdict]);
});

/** Ways to check a program. */
const ways: [name: string, engine: EngineName, changes: TaskChanges][] = [
  ...(["none", "dpor", "rf", "states"] as const).map((reduction): (typeof ways)[number] => [
    `explore ${reduction}`,
    "explore",
    { reduction },
  ]),
  ["fusion dpor", "fusion", { reduction: "dpor" }],
  ["fusion dpor without check", "fusion", { reduction: "dpor", omitted: ["check"] }],
  ["guided", "guided", {}],
  ["guided steps", "guided", { encoding: "steps" }],
  ["staged", "staged", {}],
  ...prunings.flatMap((prune) =>
    reductions.map((reduce): (typeof ways)[number] => [`symex ${reduce} ${prune}`, "symex", { reduce, prune }]),
  ),
];

const freely = "int a = __VERIFIER_nondet_int(); got[id] = a;";

/** Threads ask without a lock in common: which thread gets which input is decided by the order of asking alone. The inputs are 1, 2, 3. */
const orders: [what: string, text: string, verdict: string][] = [
  ["the second thread asks first", threads(freely, "assert(got[0] == 1);"), "unsafe"],
  ["the first thread asks first", threads(freely, "assert(got[0] == 2);"), "unsafe"],
  ["no other order", threads(freely, "assert(got[0] + got[1] == 3);"), "safe-bounded"],
  [
    "a thread asks between two inputs of the other",
    threads(`${freely} if (id == 0) got[0] += 4 * __VERIFIER_nondet_int();`, "assert(got[0] != 13);"),
    "unsafe",
  ],
  [
    "all of these",
    threads(`${freely} if (id == 0) got[0] += 4 * __VERIFIER_nondet_int();`, "assert(got[0] == 9 || got[0] == 13 || got[0] == 14);"),
    "safe-bounded",
  ],
  [
    "a thread asks later than it could",
    threads(
      "if (id == 0) { got[0] = __VERIFIER_nondet_int(); } else { x = 1; got[1] = __VERIFIER_nondet_int(); y = x; }",
      "assert(got[1] == 2);",
    ),
    "unsafe",
  ],
  [
    "what one thread asks decides whether the other does",
    threads(
      "if (id == 0) { if (__VERIFIER_nondet_int() == 1) x = 1; } else { if (x == 1) y = __VERIFIER_nondet_int(); }",
      "assert(y == 0 || y == 2);",
    ),
    "safe-bounded",
  ],
  [
    "an order that a join excludes",
    threads(
      "if (id == 0) { pthread_t u; pthread_create(&u, 0, ask, 0); pthread_join(u, 0); got[0] = __VERIFIER_nondet_int(); }",
      "assert(got[1] == 1 && got[0] == 2);",
    ),
    "safe-bounded",
  ],
  [
    "one thread asks in an atomic section, the other does not",
    threads(
      "if (id == 0) { __VERIFIER_atomic_begin(); x = __VERIFIER_nondet_int(); y = __VERIFIER_nondet_int(); __VERIFIER_atomic_end(); } else (void)__VERIFIER_nondet_int();",
      "assert(x + 1 == y);",
    ),
    "safe-bounded",
  ],
  [
    "the same without the section",
    threads(
      "if (id == 0) { x = __VERIFIER_nondet_int(); y = __VERIFIER_nondet_int(); } else (void)__VERIFIER_nondet_int();",
      "assert(x + 1 == y);",
    ),
    "unsafe",
  ],
  [
    "states that differ only in how many were taken",
    threads("if (id == 0) { if (x) (void)__VERIFIER_nondet_int(); } else { x = 1; y = __VERIFIER_nondet_int(); }", "assert(y != 2);"),
    "unsafe",
  ],
  [
    "a section that takes the last one, and then any value",
    threads(
      "__VERIFIER_atomic_begin(); x = __VERIFIER_nondet_int(); y = __VERIFIER_nondet_uchar(); if (x == 3 && y == 77) got[0] = 1; __VERIFIER_atomic_end();",
      "assert(got[0] == 0);",
    ),
    "unsafe",
  ],
  [
    "a section waits for the input of the other thread",
    threads(
      "__VERIFIER_atomic_begin(); int a = __VERIFIER_nondet_int(); __VERIFIER_assume(id == 0 || a == 2); got[id] = a; __VERIFIER_atomic_end();",
      "assert(got[0] == 1 && got[1] == 2);",
    ),
    "safe-bounded",
  ],
];

test.each(orders.flatMap(([what, text, verdict]) => ways.map(([name, ...way]) => ({ what, name, text, verdict, way }))))(
  "$what: $name",
  async ({ text, verdict, way: [engine, changes] }) => {
    const report = await checkText(text, engine, ["assert"], { inputs: [1n, 2n, 3n], ...changes });
    const [only] = report.properties;
    expect(only?.unknown?.reason ?? report.verdict).toBe(verdict);
    // Whatever thread asks, it takes the next of the given inputs.
    const taken = (only?.evidence?.replay.inputs.map((i) => i.value) ?? []).slice(0, 3);
    expect(taken).toEqual([1, 2, 3].slice(0, taken.length));
  },
);
