// FUSION's Figure 1, for all tests that use it, and a program unrolled along the first run.

import { RunTracer } from "../../../../src/engines/traces/traced-run.ts";
import type { Program } from "../../../../src/program/program.ts";
import { type Unrolled, unrollProgram } from "../../../../src/skeleton/rounds.ts";
import { engineTask, machineOptions } from "../../../run.ts";

/** What tests change: what the else sides write, further globals, and what `bar` does in the end. */
export interface Figure1 {
  readonly otherwise?: number;
  readonly globals?: string;
  readonly last?: string;
}

/** The branches are at the lines 6 and 14. */
export const figure1 = (assertion: string, { otherwise = 0, globals = "", last = "" }: Figure1 = {}): string => `#include <assert.h>
#include <pthread.h>
static int x, y${globals};
static void *foo(void *p) {
  int a = y;
  if (a == 0) {
    x = 1; a = x + 1; x = a;
  } else
    x = ${otherwise};
  return p;
}
static void *bar(void *p) {
  int b = x;
  if (b == 0) {
    y = 1; b = y + 1; y = b;
  } else
    y = ${otherwise};
  ${last}return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, foo, 0);
  pthread_create(&t, 0, bar, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(${assertion});
  return 0;
}
`;

/** The trace program of the first run: lowest thread first. `isAbstraction`: unseen sides are phantom edges. */
export function unrollFirstRun(program: Program, isAbstraction: boolean): Unrolled {
  const { route } = new RunTracer(engineTask(program, ["assert"])).first();
  return unrollProgram(program, {
    machine: machineOptions([]),
    boundOf: () => 2,
    interrupted: () => false,
    overflow: false,
    maxOperations: 1e6,
    route,
    ...(isAbstraction ? { phantom: { properties: ["assert"] } } : {}),
  });
}
