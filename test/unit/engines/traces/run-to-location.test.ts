// Questions about a location, with the first steps of a run fixed: what a debugger asks. The answer is a run of the executor that ends there.

import { expect, test } from "vitest";
import { type ConditionalLocation, valueAt } from "../../../../src/encoding/location.ts";
import { findRunToLocation } from "../../../../src/engines/traces/run-to-location.ts";
import { RunTracer } from "../../../../src/engines/traces/traced-run.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import { replay } from "../../../../src/witness/replay.ts";
import { compileText, engineTask, machineOptions } from "../../../run.ts";

const text = `#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int x, y;
static void *first(void *p) {
  x = 1;
  x = 2;
  return p;
}
static void *second(void *p) {
  int a = x;
  if (__VERIFIER_nondet_bool())
    y = 9;
  y = a;
  return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
`;

async function setUp() {
  const program = await compileText(text);
  const task = engineTask(program, ["assert"]);
  /** A line; `value`: what the step there reads from x. */
  const line = (n: number, value: bigint | null = null): ConditionalLocation => ({
    name: `line ${n}, x = ${value}`,
    isAt: (e) => program.positions[e.site.at]?.line === n,
    condition: (e, terms) => {
      if (value === null) return terms.true;
      const read = valueAt(e, "read", "x");
      return read === null ? terms.false : terms.eq(read, terms.constant(value, read.width));
    },
  });
  return { program, task, line, run: new RunTracer(task).first() };
}

test("a run to a line, with a condition on what is read there", async () => {
  const { program, task, line, run } = await setUp();
  for (const value of [0n, 1n, 2n]) {
    const found = await findRunToLocation(task, run, 0, line(10, value));
    if (found.kind !== "found") throw new Error(`x == ${value}: ${found.kind}`);
    const { steps } = replay(new Machine(program, { ...machineOptions(["assert"]), undo: false }), found.schedule);
    const last = steps.at(-1);
    expect([last?.thread, last?.location?.line]).toEqual([2, 10]);
    expect(last?.events[0]).toMatchObject({ kind: "read", object: "x", value: { text: String(value) } });
  }
  expect(await findRunToLocation(task, run, 0, line(10, 3n))).toEqual({ kind: "none" });
});

test("the first steps of the run are fixed", async () => {
  const { task, line, run } = await setUp();
  // Lowest thread first: main, then the first thread as a whole.
  const { steps } = run.trace.schedule;
  const written = steps.findLastIndex((s) => s.thread === 1) + 1;
  const first = steps.findIndex((s) => s.thread === 1) + 1;
  const kinds = async (depth: number): Promise<string[]> =>
    Promise.all([0n, 1n, 2n].map(async (value) => (await findRunToLocation(task, run, depth, line(10, value))).kind));
  expect(await kinds(first)).toEqual(["none", "found", "found"]);
  expect(await kinds(written)).toEqual(["none", "none", "found"]);
});

test("a line on a side that the run did not take has no step, nor has one that no other thread can observe", async () => {
  const { task, line, run } = await setUp();
  expect(await findRunToLocation(task, run, 0, line(12))).toEqual({ kind: "no-step" });
  expect(await findRunToLocation(task, run, 0, line(7))).toEqual({ kind: "no-step" });
});
