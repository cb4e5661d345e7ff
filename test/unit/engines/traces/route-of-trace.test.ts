// Routes of runs: given the route of a run, the unroller follows only that run. A failure means that a point has
// different names in a trace and in the unroller.

import { expect, test } from "vitest";
import { collectLoopFacts } from "../../../../src/analysis/spin-loops.ts";
import { routeOf } from "../../../../src/engines/traces/route-of-trace.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import type { Program } from "../../../../src/program/program.ts";
import { LowestFirst } from "../../../../src/scheduling/lowest-first.ts";
import { RandomScheduler } from "../../../../src/scheduling/random.ts";
import { run } from "../../../../src/scheduling/run.ts";
import type { Scheduler } from "../../../../src/scheduling/scheduler.ts";
import { Knowledge } from "../../../../src/skeleton/knowledge.ts";
import { unrollProgram } from "../../../../src/skeleton/rounds.ts";
import type { Route } from "../../../../src/skeleton/route.ts";
import type { Skeleton } from "../../../../src/skeleton/skeleton.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { type Trace, TraceRecorder } from "../../../../src/witness/trace.ts";
import { compileText, machineOptions } from "../../../run.ts";

const options = { ...machineOptions(["assert"]), undo: false, notesBlocks: true };

function traceOfRun(program: Program, scheduler: Scheduler): Trace {
  const spins = { mode: "note", ...collectLoopFacts(program, false) } as const;
  const machine = new Machine(program, { ...options, spins });
  const recorder = new TraceRecorder(machine);
  run(machine, scheduler, { maxSteps: 2000, interrupted: () => false }, recorder);
  return recorder.trace();
}

const unroll = (program: Program, route: Route): Skeleton =>
  unrollProgram(
    program,
    { machine: options, boundOf: () => 2, interrupted: () => false, overflow: false, maxOperations: 1e6, locks: true, route },
    new Knowledge(program),
  ).skeleton;

/** The lines at which unseen sides begin. */
const unseen = (program: Program, { cuts }: Skeleton): number[] =>
  [...new Set(cuts.filter((c) => c.what === "side").map((c) => program.positions[c.at]?.line ?? 0))].sort((a, b) => a - b);

const branches = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y, n;
static int twice(int v) {
  if (v > 3) return 8;
  return 2 * v;
}
static void *work(void *p) {
  for (int i = 0; i < 3; i++)
    if (x > i) y += twice(y);
  return p;
}
static int one(void) { return 1; }
static int two(void) { return 2; }
int (*hook)(void) = one;
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  x = 2;
  hook = two;
  switch (__VERIFIER_nondet_int()) {
    case 1: y = 1; break;
    case 2: y = 2; break;
  }
  y = hook();
  pthread_join(t, 0);
  return 0;
}
`;

test("along the route of one run the other sides are cut off, each at its point", async () => {
  const program = await compileText(branches);
  const trace = traceOfRun(program, new LowestFirst());
  expect(trace.threads.map((t) => t.end)).toEqual(["ended-process", "finished"]);
  const skeleton = unroll(program, routeOf(program, trace));
  // main runs first: x is 2 when the thread reads it; y is 2, then 6.
  expect(unseen(program, skeleton)).toEqual([5, 10, 21]);
});

test("the union of many runs has no unseen side, where all runs together take all sides", async () => {
  const program = await compileText(branches);
  const route = routeOf(program, traceOfRun(program, new LowestFirst()));
  let size = route.size;
  for (let seed = 0; seed < 200; seed++) route.addAll(routeOf(program, traceOfRun(program, new RandomScheduler(new Rng(seed)))));
  expect(route.size).toBeGreaterThan(size);
  size = route.size;
  for (let seed = 0; seed < 200; seed++) route.addAll(routeOf(program, traceOfRun(program, new RandomScheduler(new Rng(seed)))));
  expect(route.size).toBe(size);
});

test("a thread that busy-waits is followed as if it had not iterated", async () => {
  const program = await compileText(`#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int x;
static void *work(void *p) {
  while (!flag) {}
  x = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  x = 0;
  flag = 1;
  pthread_join(t, 0);
  return 0;
}
`);
  for (let seed = 0; seed < 20; seed++) {
    const trace = traceOfRun(program, new RandomScheduler(new Rng(seed)));
    const skeleton = unroll(program, routeOf(program, trace));
    // Whether it iterated or not, the side that leaves the loop at once was seen.
    const store = skeleton.events.filter((e) => program.positions[e.site.at]?.line === 7);
    expect(store.length, `seed ${seed}`).toBeGreaterThan(0);
    if ((trace.threads[1]?.idle.length ?? 0) > 0) expect(unseen(program, skeleton)).toEqual([]);
  }
});

test("a jump to where no run jumped is unseen, also where no branch is", async () => {
  const program = await compileText(`#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf b[2];
int main(void) {
  if (setjmp(b[0]) || setjmp(b[1])) return 0;
  int k = __VERIFIER_nondet_int() & 1;
  longjmp(b[k], 1);
}
`);
  const skeleton = unroll(program, routeOf(program, traceOfRun(program, new LowestFirst())));
  expect(unseen(program, skeleton)).toContain(7);
});
