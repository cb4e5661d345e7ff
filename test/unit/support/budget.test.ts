// Budgets compose limits. A failure means that some work stops too late or too early, or that asking about a limit counts as work.

import { expect, test } from "vitest";
import { Budget } from "../../../src/support/budget.ts";
import { decidedElsewhere, LimitReached, newTick, workLimit } from "../../../src/support/limits.ts";

test("asking a budget changes nothing: only ticks count", () => {
  const budget = new Budget(null, 100).within(workLimit(3));
  for (let i = 0; i < 100; i++) expect(budget.isSpent).toBe(false);
  for (let i = 0; i < 3; i++) budget.tick();
  expect(budget.isSpent).toBe(false);
  expect(() => budget.tick()).toThrow(LimitReached);
  expect(budget.reached()).toEqual({ kind: "work" });
});

test("a part is spent when the whole is spent; the whole is not spent when the part is", () => {
  let time = 0;
  let isDecided = false;
  const whole = new Budget(1, 100, () => time);
  const part = whole.within(
    decidedElsewhere(() => isDecided),
    { megabytes: 40 },
  );
  expect([part.isSpent, part.megabytes, part.seconds]).toEqual([false, 40, 1]);
  isDecided = true;
  expect([part.reached(), whole.reached()]).toEqual([{ kind: "decided-elsewhere" }, null]);
  time = 1001;
  expect([part.reached(), whole.reached()]).toEqual([
    { kind: "time", seconds: 1 },
    { kind: "time", seconds: 1 },
  ]);
});

test("a cancelled budget says so, whatever else is reached", () => {
  const budget = new Budget(0, 100, () => 1);
  budget.cancel();
  expect(budget.cause).toEqual({ kind: "interrupted" });
});

test("a part counts its work where it yields, and repeating the work extends every limit", async () => {
  const work: number[] = [];
  let extended = 0;
  const limit = { reached: () => null, extend: () => void extended++ };
  const part = new Budget(null, 100, () => 0).within(limit, { afterYield: async (w) => void work.push(w) });
  const inner = part.within(workLimit(0));
  await inner.yieldToEventLoop(() => undefined, 7);
  await inner.yieldToEventLoop(() => undefined);
  inner.extend();
  expect([work, extended]).toEqual([[7], 1]);
});

test("a tick checks the limits now and then", () => {
  let looks = 0;
  const tick = newTick(() => ++looks === 3);
  for (let i = 0; i < 95; i++) tick();
  expect(looks).toBe(2);
  expect(tick).toThrow(LimitReached);
});
