// Programs that never end, with the guided engine: `--max-steps` covers them up to that bound, and without it the side asked for last is named.

import { expect, test } from "vitest";
import { checkText, countedBudget, type TaskChanges } from "../../../run.ts";

const endless = (limit: number, body: string): string => `#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, other;
static void *work(void *p) {
  for (;;) {
    ${body}
  }
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  assert(x < ${limit});
  pthread_mutex_unlock(&m);
  return 0;
}
`;
const count = "pthread_mutex_lock(&m); x = x == 2 ? 0 : x + 1; pthread_mutex_unlock(&m);";
const grow = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
const uneven = "pthread_mutex_lock(&m); if (x == 1) { other++; other++; other++; } x++; pthread_mutex_unlock(&m);";
const alone = "other++; pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);";

async function verdict(text: string, changes: TaskChanges): Promise<unknown> {
  const { properties, diagnostics } = await checkText(text, "guided", ["assert"], changes);
  const [only] = properties;
  if (only?.verdict === "safe-bounded") return `safe-bounded ${only.scope.steps}`;
  const notes = diagnostics.filter((d) => d.code === "RVL311").map((d) => `${d.location?.line}: ${d.message}`);
  return only?.unknown == null ? only?.verdict : [only.unknown.code, ...notes];
}

/** A thread takes three steps an iteration: lock, accesses, unlock. */
const programs: [what: string, text: string, maxSteps: number, verdict: string][] = [
  ["holds in all iterations", endless(3, count), 20, "safe-bounded 20"],
  ["fails in the second", endless(2, count), 20, "unsafe"],
  ["holds as far as the bound", endless(20, grow), 20, "safe-bounded 20"],
  ["fails within the bound", endless(4, grow), 20, "unsafe"],
  ["paths of several lengths meet", endless(3, uneven), 40, "unsafe"],
  ["steps that no other thread sees", endless(2, alone), 20, "safe-bounded 20"],
];

test.each(programs)("an endless thread: %s", async (_, text, maxSteps, expected) => {
  expect(await verdict(text, { maxSteps })).toBe(expected);
  const { verdict: explored } = await checkText(text, "explore", ["assert"], { maxSteps });
  expect(explored).toBe(expected.split(" ")[0]);
});

test("a program that ends within the bound is proved", async () => {
  const text = endless(3, count).replace("for (;;)", "for (int i = 0; i < 2; i++)");
  expect(await verdict(text, { maxSteps: 50 })).toBe("safe");
});

test("a side behind more steps than a run takes at first is reached by several runs", async () => {
  const text = endless(2, "other++;").replace("for (;;)", "for (int i = 0; i < 800; i++)");
  expect(await verdict(text, {})).toBe("safe");
});

test("without a bound the note names the side asked for last", async () => {
  const found = await verdict(endless(2, "x = 0;"), { budget: countedBudget(5000) });
  expect(found).toEqual(["RVL301", expect.stringMatching(/^\d+: the side asked for last: T1 continues at line \d+/)]);
});
