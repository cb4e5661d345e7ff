// A violation beyond the bounds of a check is a violation, and the report says where it lies. A missing note would claim a bug within the bounds.

import { expect, test } from "vitest";
import type { EngineName } from "../../../src/engines/table.ts";
import { checkText, type TaskChanges } from "../../run.ts";

const program = (first: string, second: string): string => `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static atomic_int x, y; static int z; static sem_t s;
static void *first(void *arg) { ${first} return arg; }
static void *second(void *arg) { ${second} return arg; }
int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 2);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return z - z;
}
`;

/** The verdict, and the notes on bounds. */
async function said(text: string, engine: EngineName, changes: TaskChanges): Promise<string[]> {
  const { verdict, diagnostics } = await checkText(text, engine, ["assert"], changes);
  return [verdict, ...diagnostics.filter((d) => d.code === "RVL506").map((d) => d.message)];
}

// The first thread may have to wait, but never does: that it is left there counts as a preemption.
const left = program("x = 1; sem_wait(&s); x = 2; y = 1; sem_wait(&s); y = 2;", "int p = x, q = y; assert(p != 1 || q != 1);");

test("a run with more preemptions than the bound", async () => {
  const beyond = (bound: number): string => `the violation of assert lies beyond --context-bound ${bound}: its run has 3 preemptions`;
  expect(await said(left, "explore", { contextBound: 2 })).toEqual(["safe-bounded"]);
  for (const engine of ["staged", "guided", "fusion"] as const) {
    expect(await said(left, engine, { contextBound: 1 }), engine).toEqual(["unsafe", beyond(1)]);
    expect(await said(left, engine, { contextBound: 3 }), engine).toEqual(["unsafe"]);
  }
});

// The steps on `z` are no events of the formula: no other thread touches it meanwhile.
const long = program("z = 1; z = 2; z = 3; z = 4; z = 5; z = 6; z = 7; assert(x == 0);", "x = 1;");

test("a thread with more steps than the bound", async () => {
  const [verdict, note] = await said(long, "guided", { maxSteps: 5 });
  expect(verdict).toBe("unsafe");
  expect(note).toMatch(/^the violation of assert lies beyond --max-steps 5: a thread takes \d+ steps$/);
  expect(await said(long, "guided", { maxSteps: 50 })).toEqual(["unsafe"]);
});
