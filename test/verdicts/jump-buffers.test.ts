// Two threads that use one jump buffer: `setjmp` and `longjmp` are accesses to it. A failure means that a reduction leaves out an order of the two.

import { expect, test } from "vitest";
import { checkText } from "../run.ts";

/** No other object is shared: only the buffer makes the order of the steps matter. */
const program = (second: string): string => `#include <pthread.h>
#include <setjmp.h>
static jmp_buf b;
static int a1, a2, c1, c2;
static void *one(void *p) { a1 = 1; if (setjmp(b) == 0) { a2 = 1; longjmp(b, 1); } return p; }
static void *two(void *p) { c1 = 1; ${second} c2 = 1; return p; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
`;

test.each(["none", "dpor", "optimal", "rf", "states"] as const)("explore with %s", async (reduction) => {
  const told = async (second: string): Promise<string | undefined> =>
    (await checkText(program(second), "explore", ["memory"], { reduction })).properties[0]?.verdict;
  expect([await told("setjmp(b);"), await told("")]).toEqual(["unsafe", "safe"]);
});

test.each(["fusion", "guided"] as const)("%s does not call it safe", async (engine) => {
  const { properties } = await checkText(program("setjmp(b);"), engine, ["memory"]);
  expect(["unsafe", "unknown"]).toContain(properties[0]?.verdict);
});
