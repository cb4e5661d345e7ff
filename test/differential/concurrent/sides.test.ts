// The sides of guided are those that all runs together take (TRACE, section 3, made complete): a slice of `npm run fuzz -- sides` with fixed seeds.

import { expect, test } from "vitest";
import { compileText } from "../../run.ts";
import { compareSides, runSidesCampaign } from "./sides.ts";

test("4 generated programs that guided calls safe have exactly its sides", async () => {
  const { compared, sides, differences } = await runSidesCampaign(9000, 4, { sizes: { fewest: 1, most: 1.8 }, most: 200 });
  expect(differences).toEqual([]);
  expect([compared, sides > 30]).toEqual([4, true]);
});

test("sides by the schedule, in a loop and by an input", async () => {
  const text = `#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int x, n;
static void *work(void *p) { if (x) n++; for (int i = 0; i <= x; i++) n++; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  if (__VERIFIER_nondet_bool()) x = 2;
  pthread_join(t, 0);
  assert(n >= 0);
  return 0;
}
`;
  expect(await compareSides(await compileText(text), 1000)).toMatchObject({ missing: [], more: [] });
});

test("sides of threads that do the same", async () => {
  const text = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, n;
static void *work(void *p) { if (x++ == 0) n += 2; else n += 1; return p; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, 0);
  pthread_create(&t, 0, work, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(n == 3);
  return 0;
}
`;
  expect(await compareSides(await compileText(text), 1000)).toMatchObject({ missing: [], more: [] });
});
