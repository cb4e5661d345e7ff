// A value that a loop computes in thousands of iterations from an input: a term so deep that code which follows it runs out of stack. The engines say so, and find what does not need it.

import { expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import { compileText, engineTask } from "../run.ts";
import { verdictsFound } from "../unit/engines/verdicts-found.ts";

const program = (assertion: string): string => `#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
_Atomic unsigned sum, n;
static void *hash(void *p) { unsigned z = __VERIFIER_nondet_bool(), acc = 1; for (int i = 0; i < 15000; i++) acc = acc * 3 + (acc ^ z); sum = acc; n++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, hash, 0); n++; pthread_join(t, 0); assert(${assertion}); return 0; }
`;

test.each([
  ["staged", "n == 2 || sum", ["unknown RVL302"]],
  ["fusion", "n == 2", ["safe"]],
  ["fusion", "n == 1", ["unsafe"]],
])("%s, %s: %j", async (name, assertion, expected) => {
  const engine = engines.find((e) => e.name === name);
  const task = engineTask(await compileText(program(assertion)), ["assert"]);
  const result = await engine?.run(task);
  expect(verdictsFound(task, result?.findings ?? new Map(), ["assert"])).toEqual(expected);
});
