// The last lines of a report name the cause: the update that was lost, also if others followed; the signal that another thread got; the free that races.

import { expect, test } from "vitest";
import type { Property } from "../../../src/execution/errors.ts";
import { causeLines } from "../../../src/reports/summary.ts";
import { details } from "../../../src/reports/violation-text.ts";
import { checkText } from "../../run.ts";

async function causes(text: string, property: Property): Promise<string[]> {
  const report = await checkText(text, "explore", [property]);
  const evidence = report.properties[0]?.evidence;
  if (!evidence) throw new Error("no violation");
  return [...causeLines(evidence, 9), ...details(evidence.violation, evidence.replay, { line: () => null })].map((l) => l.trim());
}

const start = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n";

test("an update that was lost before others were made", async () => {
  const lines = await causes(
    `${start}int n;
static void *add(void *p) { n++; return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  n++;
  assert(n == 3);
}
`,
    "assert",
  );
  const cause = lines.find((l) => l.startsWith("n is 2 "));
  expect(cause).toMatch(
    /: main wrote it in step \d+ at line 10 in main; (T\d) wrote 1 in step \d+, from 0 read in step \d+; (?!\1)T\d had written 1 in step \d+$/,
  );
});

test("the last signal, which woke another thread", async () => {
  const lines = await causes(
    `${start}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;
static void *wait(void *p) {
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait, 0); pthread_create(&b, 0, wait, 0);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0); pthread_join(b, 0);
}
`,
    "deadlock",
  );
  const waits = lines.find((l) => /^T\d \(wait\) waits for the condition variable c/.test(l))?.slice(0, 2);
  const [, woken] = /^the last signal is by main in step \d+ at line 16 in main, and wakes (T\d)$/m.exec(lines.join("\n")) ?? [];
  expect([waits, woken].sort()).toEqual(["T1", "T2"]);
});

test("a thread that waits and is never signalled", async () => {
  const lines = await causes(
    `${start}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); }
`,
    "deadlock",
  );
  expect(lines).toContain("no thread signals a condition variable in this run");
});

test("a free that races with a read is called one", async () => {
  const lines = await causes(
    `${start}static void *use(void *p) { return *(int *)p ? p : 0; }
int main(void) {
  int *block = calloc(1, 4);
  pthread_t t;
  pthread_create(&t, 0, use, block);
  free(block);
}
`,
    "race",
  );
  expect(lines[0]).toMatch(/^data race on \*?block\b/);
  expect(lines.filter((l) => /^main: free of \*block(,| at line 9)/.test(l))).toHaveLength(2);
});
