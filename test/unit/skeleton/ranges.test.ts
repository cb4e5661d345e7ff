// Ranges of reads: as narrow as the grid of interleavings allows. A join after the threads' last steps must not widen their reads.

import { expect, test } from "vitest";
import { findVisibleWrites } from "../../../src/skeleton/may-copy.ts";
import { findRanges } from "../../../src/skeleton/ranges.ts";
import { unrollProgram } from "../../../src/skeleton/rounds.ts";
import { compileText, machineOptions } from "../../run.ts";

const tick = (): void => undefined;

/** The greatest value that the reads may return, by thread and in order. */
async function highest(text: string): Promise<number[][]> {
  const program = await compileText(text);
  const options = {
    machine: machineOptions([]),
    boundOf: () => 2,
    interrupted: () => false,
    overflow: false,
    maxOperations: 1e6,
    locks: true,
  };
  const { skeleton, terms } = unrollProgram(program, options);
  const ranges = findRanges(terms, skeleton, findVisibleWrites(terms, skeleton, true, tick), tick);
  return skeleton.threads.map((t) =>
    t.events.flatMap((e) => e.accesses.flatMap((a) => (a.kind === "read" && a.value !== null ? (ranges.get(a.value)?.high ?? []) : []))),
  );
}

test("two threads that add each other's number to their own", async () => {
  const ranges = await highest(`#include <pthread.h>
static int i = 1, j = 1;
static void *first(void *arg) { for (int k = 0; k < 2; k++) i += j; return arg; }
static void *second(void *arg) { for (int k = 0; k < 2; k++) j += i; return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return i + j;
}`);
  // No run exceeds 8. The grid joins paths that exclude each other, which gives 13, but it includes no later step.
  expect(ranges).toEqual([
    [13, 10],
    [6, 6, 7],
    [3, 6, 4],
  ]);
});
