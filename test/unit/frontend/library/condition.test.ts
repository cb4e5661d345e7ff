// With the freedom `spurious` every wait, also a timed one, may return 0 without a signal; without it a wait that returns 0 was woken.

import { expect, test } from "vitest";
import { explore } from "../../../../src/engines/explore/explore.ts";
import { defaultFreedoms, type Freedom, noFreedoms } from "../../../../src/execution/freedoms.ts";
import { compileText, engineTask } from "../../../run.ts";

test.each([
  ["wait", "pthread_cond_wait(&c, &m)"],
  ["timed wait", "pthread_cond_timedwait(&c, &m, &(struct timespec){0, 0})"],
])("%s", async (_, wait) => {
  const text = `#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waiter(void *a) {
  pthread_mutex_lock(&m);
  if (!ready && ${wait} == 0) assert(ready);
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
`;
  const program = await compileText(text);
  const verdict = async (freedoms: ReadonlySet<Freedom>): Promise<string | undefined> =>
    (await explore.run(engineTask(program, ["assert"], { freedoms }))).findings.get("assert")?.kind;
  expect([await verdict(noFreedoms), await verdict(defaultFreedoms)]).toEqual(["covered", "candidate"]);
});
