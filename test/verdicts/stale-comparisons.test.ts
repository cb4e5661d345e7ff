// Comparisons of a pointer with a number of which nothing is known. Whether the object that it points to is dead matters there; before the object is made, that is no question, and the
// comparison is made as well. A failure means that formulas leave out runs in which the comparison comes first.

import { expect, test } from "vitest";
import { checkText, type TaskChanges } from "../run.ts";

const program = (globals: string, first: string, second: string, after: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
unsigned long __VERIFIER_nondet_ulong(void);
static int *_Atomic shared; static atomic_int flag; static int y;
${globals}
static void *one(void *arg) { ${first} return arg; }
static void *two(void *arg) { ${second} return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  ${after}
  return 0;
}
`;

const engines: readonly ["staged" | "guided" | "fusion" | "explore", TaskChanges][] = [
  ["staged", {}],
  ["guided", {}],
  ["guided", { without: ["phantom"] }],
  ["fusion", {}],
  ["explore", { reduction: "dpor" }],
];

test.each(engines)("%s %j: the comparison comes before the object", async (engine, changes) => {
  const text = program(
    "",
    "int *p = shared; if (p == (int *)__VERIFIER_nondet_ulong()) y = 1; flag = 1;",
    "int k = flag; shared = malloc(4); assert(k == 0);",
    "free(shared);",
  );
  const { properties } = await checkText(text, engine, ["assert"], { maxRuns: 400, ...changes });
  expect(properties[0]?.verdict).toBe("unsafe");
});

// The side that no run takes may publish an object: the pointer is then a number of which nothing is known.
const get = (loses: string): string => `static int *get(void) {
  int *c = shared;
  if (c != 0) return c;
  int *fresh = malloc(4);
  *fresh = 64;
  if (atomic_compare_exchange_strong(&shared, &c, fresh)) return fresh;
  ${loses}
  return c;
}`;
const use = "int *c = get(); assert(c == shared); assert(*c == 64);";

test.each(["", "free(fresh);", "y++; free(fresh);"])(
  "lazy initialisation by compare-and-swap, where the loser does this: '%s'",
  async (loses) => {
    for (const property of ["assert", "memory"] as const) {
      const text = program(`${get(loses).replace("y++", "flag++")}`, use, use, "free(shared);");
      const { properties } = await checkText(text, "guided", [property], { maxRuns: 40 });
      expect(properties[0]?.verdict).toBe("safe");
    }
  },
);
