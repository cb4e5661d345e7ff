// TRACE, section 1: n threads of k steps each on one variable have (nk)! / (k!)^n schedules; and what the reductions leave of them. Exact counts: one
// schedule less would be a bug that is missed.

import { expect, test } from "vitest";
import { compile, compileText } from "../../../run.ts";
import { countSchedules } from "./schedules.ts";

/** Threads with one body. */
const threads = (n: number, globals: string, body: string, argument = "0"): string => `#include <pthread.h>
#include <stdatomic.h>
${globals}
static void *work(void *p) { ${body} return p; }
int main(void) {
  pthread_t t[${n}];
  for (int i = 0; i < ${n}; i++) pthread_create(&t[i], 0, work, ${argument});
  for (int i = 0; i < ${n}; i++) pthread_join(t[i], 0);
  return x[0];
}
`;

const increments = (n: number, k: number): string => threads(n, "static atomic_int x[1];", "atomic_fetch_add(&x[0], 1);".repeat(k));
const own = (n: number): string => threads(n, `static int x[${n}];`, "int *q = p; *q = *q + 1; *q = *q + 1;", "&x[i]");

test.each([
  [2, 2, 6],
  [2, 3, 20],
  [2, 4, 70],
  [3, 2, 90],
  [3, 3, 1680],
])("%i threads of %i steps have %i schedules", async (n, k, count) => {
  expect(await countSchedules(await compileText(increments(n, k)), "all")).toBe(count);
});

test.each([
  [2, 3, 10],
  [3, 2, 15],
  [3, 3, 280],
])("%i identical threads of %i steps have %i schedules up to symmetry", async (n, k, count) => {
  expect(await countSchedules(await compileText(increments(n, k)), "symmetric")).toBe(count);
});

test.each(["ssa", "scope", "peephole", "symmetry", "locks"] as const)("the schedules are the same without %s", async (technique) => {
  expect(await countSchedules(await compileText(increments(2, 3)), "all", [technique])).toBe(20);
});

test("short-run.c has as many schedules as explore makes runs without reduction, and with the peephole constraint as the optimal one", async () => {
  const program = await compile("bench/programs/short-run.c");
  expect(await countSchedules(program, "all")).toBe(924);
  expect(await countSchedules(program, "reduced")).toBe(141);
});

test("threads that never meet have one schedule with the peephole constraint, with and without transactions", async () => {
  const program = await compileText(own(3));
  expect(await countSchedules(program, "reduced")).toBe(1);
  expect(await countSchedules(program, "reduced", ["transactions"])).toBe(1);
});
