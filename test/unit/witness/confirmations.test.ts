// Confirming candidates when they are found: reported at once, reported again when simplified, kept whatever comes later.

import { expect, test } from "vitest";
import { sample } from "../../../src/engines/search/sampling.ts";
import { Budget } from "../../../src/support/budget.ts";
import type { Confirmed } from "../../../src/witness/confirm.ts";
import { Confirmations } from "../../../src/witness/confirmations.ts";
import type { Schedule } from "../../../src/witness/schedule.ts";
import { compileText, engineTask } from "../../run.ts";

const program = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *work(void *p) { for (int i = 0; i < 6; i++) { x++; y = x; } return p; }
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(y == 18);
  return 0;
}
`;

async function candidateOf() {
  const task = engineTask(await compileText(program), ["assert"], { seed: 3, strategy: "random" });
  const finding = (await sample(task, "random")).findings.get("assert");
  if (finding?.kind !== "candidate") throw new Error("no sample fails");
  return { task, schedule: finding.schedule };
}

const switches = (s: Schedule): number => s.steps.filter((step, i) => i > 0 && step.thread !== s.steps[i - 1]?.thread).length;

test("a candidate is reported unchanged, and then simplified", async () => {
  const { task, schedule } = await candidateOf();
  const told: Confirmed[] = [];
  const confirmations = new Confirmations(task.program, task.machine, task.budget, (_, c) => told.push(c));
  expect(confirmations.confirm("assert", schedule)).toBe(true);
  expect(told.map((c) => c.violation.property)).toEqual(["assert", "assert"]);
  expect(told[0]?.schedule).toBe(schedule);
  expect(switches(told[1]?.schedule as Schedule)).toBeLessThan(switches(schedule));
  expect(confirmations.get("assert")).toBe(told[1]);
});

test("what is kept stands: a later candidate changes nothing, not even one that does not replay", async () => {
  const { task, schedule } = await candidateOf();
  const confirmations = new Confirmations(task.program, task.machine, task.budget);
  confirmations.confirm("assert", schedule);
  const kept = confirmations.get("assert");
  expect(confirmations.confirm("assert", { ...schedule, steps: [] })).toBe(true);
  expect(confirmations.get("assert")).toBe(kept);
});

test("a candidate that does not replay is rejected, and a later one may be accepted", async () => {
  const { task, schedule } = await candidateOf();
  const confirmations = new Confirmations(task.program, task.machine, task.budget);
  const early = { ...schedule, steps: schedule.steps.slice(0, 4) };
  expect([confirmations.confirm("assert", early), confirmations.confirm("race", schedule), confirmations.get("assert")]).toEqual([
    false,
    false,
    null,
  ]);
  expect(confirmations.confirm("assert", schedule)).toBe(true);
});

test("a candidate that was rejected is not replayed again, even as a copy from another thread", async () => {
  const { task, schedule } = await candidateOf();
  let machines = 0;
  const counting = {
    ...task.machine,
    get fill() {
      machines++; // asked for whenever the options of a new machine are copied
      return 0;
    },
  };
  const confirmations = new Confirmations(task.program, counting, task.budget);
  const early = { ...schedule, steps: schedule.steps.slice(0, 4) };
  confirmations.confirm("assert", early);
  const first = machines;
  expect(first).toBeGreaterThan(0);
  expect(confirmations.confirm("assert", structuredClone(early))).toBe(false);
  expect(machines).toBe(first);
});

test("a violation found when the time is up is confirmed but not simplified", async () => {
  const { task, schedule } = await candidateOf();
  let now = 0;
  // A clock that advances by a second at each reading: no grace period is enough.
  const budget = new Budget(0.001, 1000, () => (now += 1000));
  const told: Confirmed[] = [];
  const confirmations = new Confirmations(task.program, task.machine, budget, (_, c) => told.push(c));
  expect([confirmations.confirm("assert", schedule), told.length, told[0]?.schedule]).toEqual([true, 2, schedule]);
  expect(told[1]).toBe(told[0]);
});
