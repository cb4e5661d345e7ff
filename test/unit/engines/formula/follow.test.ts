// Runs of a model, driven on the executor: one function that writes what only its thread accesses (the model does not mention that), and then what others access.

import { expect, test } from "vitest";
import { guided } from "../../../../src/engines/guided/engine.ts";
import { staged } from "../../../../src/engines/staged/engine.ts";
import { compileText, engineTask } from "../../../run.ts";
import { verdictsFound } from "../verdicts-found.ts";

const head = `
#include <assert.h>
#include <pthread.h>
#include <string.h>
static int x, y, own; static char text[40];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void set(int *p, int v) { *p = v; }
`;
const program = (thread: string, main: string): string => `${head}
static void *t(void *arg) { ${thread} return arg; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); ${main} pthread_join(a, 0); return 0; }`;

const properties = ["assert", "race", "deadlock"] as const;

test.each([
  [
    "by a function",
    program("set(&own, 3); set(&x, 1); set(&y, 1);", "int r = x, s = y; assert(!(r == 1 && s == 0));"),
    "unsafe unsafe safe",
  ],
  ["two times", program("x = 0;", "set(&own, 1); set(&own, 2); set(&x, 3); assert(x != 0);"), "unsafe unsafe safe"],
  [
    "by memset, on a lock",
    program("pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", "memset(text, 0, sizeof text); memset(&m, 0, sizeof m);"),
    "safe-bounded unsafe unsafe",
  ],
])("memory of one thread, then shared memory: %s", async (_, text, expected) => {
  const compiled = await compileText(text);
  for (const engine of [staged, guided]) {
    const task = engineTask(compiled, properties);
    const { findings } = await engine.run(task);
    expect(verdictsFound(task, findings, properties).join(" "), engine.name).toBe(expected);
  }
});
