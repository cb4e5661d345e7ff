// What a replay says about a violation beyond its place: the calls that threads are in, where the object was allocated and freed, and since
// when a thread waits.

import { expect, test } from "vitest";
import type { CallFrame, Property } from "../../../src/execution/errors.ts";
import type { Evidence } from "../../../src/reports/report.ts";
import { checkText } from "../../run.ts";

async function evidenceOf(text: string, property: Property): Promise<Evidence> {
  const report = await checkText(`#include <pthread.h>\n#include <stdlib.h>\n${text}`, "explore", [property]);
  return report.worst.evidence as Evidence;
}

/** `push:7 < worker:12`. */
const calls = (stack: readonly CallFrame[] | undefined): string =>
  (stack ?? []).map((f) => `${f.function}:${f.location?.line}`).join(" < ");

test("a use after free: who allocated the block and who freed it, with their calls", async () => {
  const { violation, replay } = await evidenceOf(
    `struct item { int value; };
static struct item *shared;
static struct item *make(int value) {
  struct item *i = malloc(sizeof *i);
  i->value = value;
  return i;
}
static void drop(struct item *i) { free(i); }
static void *reader(void *p) {
  int seen = shared->value;
  (void)seen;
  return p;
}
int main(void) {
  pthread_t t;
  shared = make(3);
  pthread_create(&t, NULL, reader, NULL);
  drop(shared);
  pthread_join(t, NULL);
}
`,
    "memory",
  );
  expect(violation.kind).toBe("use-after-free");
  expect(calls(violation.stack)).toBe("reader:12");
  const { allocated, freed, ...object } = violation.object ?? {};
  expect(object).toEqual({ name: "item", kind: "heap", bytes: 4 });
  expect([allocated?.thread, calls(allocated?.stack), allocated?.step]).toEqual([0, "make:6 < main:18", -1]);
  expect([freed?.thread, calls(freed?.stack)]).toEqual([0, "drop:10 < main:20"]);
  expect(replay.steps[freed?.step ?? -1]).toMatchObject({ op: "call", call: "free", thread: 0 });
});

test("a race: the calls of both accesses, and their steps", async () => {
  const { violation, replay } = await evidenceOf(
    `static int x;
static void add(int n) { x += n; }
static void *worker(void *p) { add(1); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  add(2);
  pthread_join(t, NULL);
}
`,
    "race",
  );
  const stacks = violation.participants.map((p) => calls(p.stack));
  expect(new Set(stacks)).toEqual(new Set(["add:4 < main:9", "add:4 < worker:5"]));
  for (const p of violation.participants) expect(replay.steps[p.step ?? -1]).toMatchObject({ thread: p.thread, object: "x" });
});

test("a deadlock: since which step each thread waits", async () => {
  const { violation, replay } = await evidenceOf(
    `static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *m, pthread_mutex_t *n) {
  pthread_mutex_lock(m);
  pthread_mutex_lock(n);
  pthread_mutex_unlock(n);
  pthread_mutex_unlock(m);
}
static void *worker(void *p) { both(&b, &a); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  both(&a, &b);
  pthread_join(t, NULL);
}
`,
    "deadlock",
  );
  expect(violation.participants.map((p) => calls(p.stack))).toEqual(["both:6 < main:14", "both:6 < worker:10"]);
  for (const w of replay.waits) expect(replay.steps[w.since]).toMatchObject({ thread: w.thread, location: { line: 5 } });
});
