// Where engines share a thread, building a formula stops and begins again, so that the others continue meanwhile.

import { expect, test } from "vitest";
import { staged } from "../../../../src/engines/staged/engine.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { compileText, engineTask } from "../../../run.ts";

const program = await compileText(`#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int table[2][16], n;
static void *work(void *arg) {
  int *own = arg;
  for (int i = 0; i < 400; i++) own[i % 16] += i;
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, table[0]);
  pthread_create(&t, 0, work, table[1]);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(n == 2);
  return 0;
}
`);
const taskOf = (budget: Budget) => engineTask(program, ["assert"], { budget, unwind: 401 });
const unlimited = { reached: () => null };

test("a formula that takes long to build is built in attempts, and decides the same", async () => {
  const alone = await staged.run(taskOf(new Budget(null, 1500)));
  const yields: number[] = [];
  const budget = new Budget(null, 1500).within(unlimited, { afterYield: async (work) => void yields.push(work) });
  const shared = await staged.run(taskOf(budget));
  // The first attempt ends after 250 checks of 50 units each; each further one, of four times as many, is paid for before it begins. After the one that suffices nothing more is owed.
  const [first, ...further] = yields.slice(0, yields.indexOf(0));
  expect(first).toBe((251 + 1000) * 50);
  expect(further.length).toBeGreaterThan(0);
  for (const [i, paid] of further.entries()) expect(paid).toBe((1 + 4000 * 4 ** i) * 50);
  expect(shared.findings).toEqual(alone.findings);
  const { solveMs: _, ...counts } = shared.stats;
  const { solveMs: __, ...countsAlone } = alone.stats;
  expect(counts).toEqual(countsAlone);
});

test("it still ends when the budget is spent", async () => {
  let checks = 0;
  const whole = new Budget(null, 1500, undefined, [{ reached: () => (++checks > 200 ? { kind: "time", seconds: 1 } : null) }]);
  const budget = whole.within(unlimited, { afterYield: async () => {} });
  const { findings } = await staged.run(taskOf(budget));
  expect(findings.get("assert")).toMatchObject({ kind: "unknown", unknown: { cause: { kind: "stopped" } } });
});
