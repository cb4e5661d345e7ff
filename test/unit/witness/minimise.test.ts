// Minimising and confirming: the same failure with fewer switches; which thread waits for which.

import { expect, test } from "vitest";
import type { Violation } from "../../../src/execution/errors.ts";
import { confirm } from "../../../src/witness/confirm.ts";
import { minimise } from "../../../src/witness/minimise.ts";
import { findCycle } from "../../../src/witness/waits.ts";
import { failingRun, machineFor, randomRun, replay, switchesOf } from "./programs.ts";

const lostUpdate = `#include <assert.h>
#include <pthread.h>
int x, y;
static void *add(void *p) { y++; x++; return p; }
static void *idle(void *p) { for (int i = 0; i < 5; i++) y++; return p; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0); pthread_create(&c, 0, idle, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
`;

test("keeps the failure, removes switches and a bystander, and gives the same result every time", async () => {
  const machine = await machineFor(lostUpdate);
  const schedule = failingRun(machine, "assertion");
  const violation = replay(machine, schedule).violations.find((v) => v.kind === "assertion") as Violation;
  const small = minimise(machine, schedule, violation);
  expect(switchesOf(small)).toBeLessThan(switchesOf(schedule));
  expect(switchesOf(small)).toBeLessThanOrEqual(4); // main, one adder, the other, the first again, main
  expect(small.steps.some((s) => s.thread === 3)).toBe(false);
  expect(minimise(machine, schedule, violation)).toEqual(small);
  expect(minimise(machine, small, violation)).toEqual(small);
  const confirmed = confirm(machine, schedule, "assert");
  expect(confirmed?.schedule).toEqual(small);
  expect(confirmed?.violation).toMatchObject({ kind: "assertion", message: "x == 2", thread: 0 });
});

test("a run of hundreds of switches becomes one that can be read", async () => {
  const machine = await machineFor(`#include <assert.h>
#include <pthread.h>
pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int n[3];
static void *count(void *p) {
  unsigned at = (unsigned)(unsigned long)p;
  for (int i = 0; i < 20; i++) {
    at = at * 1103515245u + 12345u;
    unsigned k = (at >> 16) % 3;
    if (i == 17) { n[2]++; continue; }
    pthread_mutex_lock(&m[k]);
    n[k]++;
    pthread_mutex_unlock(&m[k]);
  }
  return 0;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, count, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  assert(n[0] + n[1] + n[2] == 80);
  return 0;
}
`);
  const schedule = failingRun(machine, "assertion");
  const violation = replay(machine, schedule).violations.find((v) => v.kind === "assertion") as Violation;
  const small = minimise(machine, schedule, violation);
  expect(switchesOf(schedule)).toBeGreaterThan(150);
  expect(switchesOf(small)).toBeLessThanOrEqual(8);
});

test("what does not replay is not confirmed", async () => {
  const machine = await machineFor(lostUpdate);
  const schedule = failingRun(machine, "assertion");
  const early = { ...schedule, steps: schedule.steps.slice(0, -1) };
  expect(confirm(machine, early, "assert")).toBeNull();
  expect(confirm(machine, { ...schedule, steps: schedule.steps.map((s) => ({ ...s, thread: 0 })) }, "assert")).toBeNull();
  expect(confirm(machine, schedule, "deadlock")).toBeNull();
});

test("a schedule that ends early diverges, or the run continues", async () => {
  const machine = await machineFor("int x;\nint main(void) { x = 1; x = 2; x = 3; return 0; }\n");
  const whole = randomRun(machine, 1);
  const cut = { ...whole, steps: whole.steps.slice(0, 2) };
  expect(replay(machine, cut)).toMatchObject({ divergedAt: 2, outcome: null });
  expect(replay(machine, cut, () => false, true)).toMatchObject({ divergedAt: -1, outcome: { kind: "exit", status: 0 } });
});

test("inputs stay with the thread that asked", async () => {
  const machine = await machineFor(`#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int sum;
static void *add(void *p) { int mine = __VERIFIER_nondet_int(); sum += mine & 3; return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  int last = __VERIFIER_nondet_int() & 7;
  assert(last != 6 || sum != 4);
  return 0;
}
`);
  const confirmed = confirm(machine, failingRun(machine, "assertion"), "assert");
  expect(confirmed).not.toBeNull();
  expect(confirmed?.replay.inputs).toHaveLength(3);
});

test("a deadlock: the cycle, which locks each thread holds, and which threads only wait for it", async () => {
  const machine = await machineFor(`#include <pthread.h>
pthread_mutex_t m[3];
static void *work(void *p) { long i = (long)p; pthread_mutex_lock(&m[i]); pthread_mutex_lock(&m[(i + 1) % 3]); pthread_mutex_unlock(&m[(i + 1) % 3]); pthread_mutex_unlock(&m[i]); return 0; }
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_mutex_init(&m[i], 0);
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (long i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
`);
  const { replay: run, violation } = confirm(machine, failingRun(machine, "deadlock"), "deadlock") ?? {};
  const circle = findCycle(run?.waits ?? []);
  expect(circle.map((w) => [w.thread, w.object, w.on, w.holds])).toEqual([
    [1, "m[1]", [2], ["m[0]"]],
    [2, "m[2]", [3], ["m[1]"]],
    [3, "m[0]", [1], ["m[2]"]],
  ]);
  expect(run?.waits.find((w) => w.thread === 0)).toMatchObject({ why: "thread", on: [1] });
  expect(violation?.participants.map((p) => p.what)).toContain("waits for the mutex m[1], held by thread 2");
});
