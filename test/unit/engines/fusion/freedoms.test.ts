// Pruning with freedoms of the environment on. What a thread waits for, which failures are spurious and where objects lie is decided in the prefix, or after it: both must be
// found. The verdicts are those of all interleavings (`explore --reduction none`).

import { expect, test } from "vitest";
import { fusion } from "../../../../src/engines/fusion/engine.ts";
import { compileText, engineTask } from "../../../run.ts";
import { told, twoThreads } from "./verdicts.ts";

const globals =
  "#include <stdatomic.h>\n#include <unistd.h>\nstatic _Atomic int x, y, z, w; static int a; static int *_Atomic mail; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c = PTHREAD_COND_INITIALIZER;";
const program = (first: string, second: string, assertion: string): string => twoThreads(globals, first, second, assertion);

const signal = "pthread_mutex_lock(&m); a = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
const reuses = "int *q = malloc(4); mail = q; w = x; mail = 0; free(q); y = 3; q = malloc(4); mail = q;";

test.each([
  [
    "a wake-up after the prefix",
    "x = 1; pthread_mutex_lock(&m); if (!a) pthread_cond_wait(&c, &m); y = a; pthread_mutex_unlock(&m); if (y == 0) z = 1;",
    `int r = x; ${signal} w = r;`,
  ],
  [
    "a wake-up that another thread disturbs",
    "pthread_mutex_lock(&m); while (!x) { pthread_cond_wait(&c, &m); if (!x && y == 1 && w == 0) z = 1; } pthread_mutex_unlock(&m);",
    "y = 1; w = 1; y = 2; pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
  ],
  [
    "two wake-ups",
    "pthread_mutex_lock(&m); int n = 0; while (!a) { pthread_cond_wait(&c, &m); n++; } pthread_mutex_unlock(&m); if (n == 2) z = 1;",
    `x = 1; ${signal}`,
  ],
  [
    "a failure in the prefix",
    "int e = 0; int ok = atomic_compare_exchange_weak(&y, &e, 1); x = 1; int r = w; if (!ok && e == 0 && r == 1) z = 1;",
    "int r = x; w = 1; a = r;",
  ],
  [
    "a failure after the prefix",
    "x = 1; int e = 0; if (!atomic_compare_exchange_weak(&y, &e, 1)) { if (e == 0) z = 1; } w = 1;",
    "int r = x + w; y = 2; a = r;",
  ],
  [
    "bytes that are not written, in the prefix",
    'int n = write(1, "abc", 3); x = 1; int r = w; if (n == 2 && r == 1) z = 1;',
    "int r = x; w = 1; a = r;",
  ],
  [
    "a place that is used again, in the prefix",
    "int *was = malloc(4); x = 1; free(was); int *now = malloc(4); y = 1; int r = w; if (was == now && r == 1) z = 1;",
    "int r = x + y; w = 1; a = r;",
  ],
  [
    "a place that is used again, after the prefix",
    "int *was = mail; x = 1; int *now = mail; if (was != 0 && now == was) { if (y == 3) z = 1; }",
    reuses,
  ],
  [
    "an order of addresses",
    "int *o = malloc(4); mail = o; x = 1; int r = w; a = r;",
    "int *n = malloc(4); int *o = mail; w = x; if (o != 0 && n < o) y = 2; if (y == 2 && w == 0) z = 1;",
  ],
])("%s is found", async (_, first, second) => {
  const text = program(first, second, "z == 0");
  expect((await told(text, ["assert"], { omitted: ["check"] })).verdicts).toEqual(["unsafe"]);
});

test("states are cleared from a prefix", async () => {
  // From the empty prefix the side behind x == 1 can be reached.
  const text = program(
    "int e = 0; if (!atomic_compare_exchange_weak(&y, &e, 1)) w = 1; x = 1; x = 2; w = x;",
    "int r = x; if (r == 1) { pthread_mutex_lock(&m); z = y; pthread_mutex_unlock(&m); } x = 4;",
    "w < 20",
  );
  const task = engineTask(await compileText(text), ["assert"]);
  const said: string[] = [];
  const { findings } = await fusion.run({ ...task, explain: ({ text }) => said.push(text) });
  expect(findings.get("assert")).toMatchObject({ kind: "covered", scope: { complete: true } });
  // Once without freedoms, once with them.
  expect(said.filter((t) => t.startsWith("All runs with the first")).length).toBeGreaterThan(1);
});

test("no state is cleared after a spurious event", async () => {
  // The failure is the fourth step.
  const text = program(
    "int e = 0; if (!atomic_compare_exchange_weak(&y, &e, 1)) { pthread_mutex_lock(&m); w = 5; pthread_mutex_unlock(&m); } x = 1; x = 2; w = x;",
    "int r = x; if (r == 1) { pthread_mutex_lock(&m); z = y; pthread_mutex_unlock(&m); } x = 4;",
    "w < 20",
  );
  const task = engineTask(await compileText(text), ["assert"]);
  const said: string[] = [];
  await fusion.run({ ...task, explain: ({ text }) => said.push(text) });
  const asked = said.flatMap((t) => [...t.matchAll(/^(Run) \d+: (\d+)|the prefix of (\d+) steps/g)]);
  let steps = 0;
  let failing = 0;
  for (const [, isRun, taken, prefix] of asked) {
    if (isRun !== undefined) steps = Number(taken);
    // Only runs in which the exchange fails take the lock in the first thread.
    else if (steps === 21) {
      failing++;
      expect(Number(prefix)).toBeLessThanOrEqual(3);
    }
  }
  expect(failing).toBeGreaterThan(0);
});

test("a run in which a wait will not be left spuriously prunes", async () => {
  const text = program(
    "pthread_mutex_lock(&m); if (!a) pthread_cond_wait(&c, &m); a = 2; pthread_mutex_unlock(&m); x = 1;",
    `int r = x; ${signal} r = x;`,
    "x == 1",
  );
  // One run without freedoms, one with them.
  expect(await told(text, ["assert"], { omitted: ["check"] })).toMatchObject({ verdicts: ["safe"], runs: 2 });
});
