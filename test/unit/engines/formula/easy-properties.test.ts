// Properties that are refuted with little effort are covered although the solver gives up on another one. A failure means that easy properties stay open beside a hard one, or that one is
// called safe although the formula does not have all runs of the program.

import { expect, test } from "vitest";
import type { Finding } from "../../../../src/engines/engine.ts";
import { runStaged } from "../../../../src/engines/staged/staged.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { compileText, engineTask } from "../../../run.ts";

/** Adds the numbers of fourteen threads, in any order: that the sum is right takes the solver more conflicts than it has. */
const program = ({ shared = "", thread = "", main = "" }: Readonly<Record<string, string>>): string => `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int sum;
${shared}
static void *add(void *arg) {
  __VERIFIER_atomic_begin();
  sum += (int)(long)arg;
  __VERIFIER_atomic_end();
  ${thread}
  return NULL;
}
int main(void) {
  pthread_t t[14];
  for (long i = 0; i < 14; i++) pthread_create(&t[i], NULL, add, (void *)(i + 1));
  for (int i = 0; i < 14; i++) pthread_join(t[i], NULL);
  ${main}
  assert(sum == 105);
  return 0;
}`;

const maxConflicts = 4000;

async function kinds(text: string, properties: readonly Property[]): Promise<Readonly<Record<string, Finding["kind"] | undefined>>> {
  const { findings } = await runStaged(engineTask(await compileText(text), properties, { effort: maxConflicts }));
  return Object.fromEntries(properties.map((p) => [p, findings.get(p)?.kind]));
}

test("races, faults and deadlocks are excluded before the solver gives up on the assertion", async () => {
  const found = await kinds(program({}), ["assert", "memory", "deadlock", "race"]);
  expect(found).toEqual({ assert: "unknown", memory: "covered", deadlock: "covered", race: "covered" });
});

/** What the first formula does not say, by what it is: the race is in no run of it. */
const beyond: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    "an iteration beyond the bound",
    { shared: "static int other;", thread: "for (int i = 0, n = __VERIFIER_nondet_int(); i < n; i++) if (i == 7) other++;" },
  ],
  [
    "memory that was never written",
    { shared: "static int other;", thread: "int mine[2]; mine[0] = 1; int at = (long)arg > 3; if (mine[at] == 7) other++;" },
  ],
  [
    "where objects lie",
    {
      shared: "static int other, a, b;",
      thread: "if ((unsigned long)&a > (unsigned long)&b) other++;",
    },
  ],
  [
    "what formulas do not express",
    { shared: "static int other;", thread: "double d = __VERIFIER_nondet_int(); if (d * 0.5 == 3.5) other++;" },
  ],
];

test.each(beyond)("a race that needs %s is not excluded", async (_, parts) => {
  expect((await kinds(program(parts), ["assert", "race"])).race).not.toBe("covered");
});

test("a fault that may end runs, and is as hard as the assertion, leaves the rest open", async () => {
  const text = program({ shared: "static int cells[106];", main: "cells[sum] = 1;" });
  expect(await kinds(text, ["assert", "memory", "race"])).toEqual({ assert: "unknown", memory: "unknown", race: "unknown" });
});
