// Counts of dynamic partial order reduction in symex: one run per order of conflicting steps.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { compileText, engineTask } from "../../../run.ts";

describe("dynamic partial order reduction", () => {
  test.each([
    [2, 2],
    [3, 6],
  ])("%i threads that take one lock: %i runs", async (threads, runs) => {
    const text = `
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return arg; }
int main(void) {
  pthread_t t[${threads}];
  for (int i = 0; i < ${threads}; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < ${threads}; i++) pthread_join(t[i], 0);
  assert(x == ${threads});
  return 0;
}`;
    const { findings, stats } = await symex.run(engineTask(await compileText(text), ["assert"], { prune: "none", reduce: "dpor" }));
    expect([findings.get("assert")?.kind, stats.runs]).toEqual(["covered", runs]);
  });
});
