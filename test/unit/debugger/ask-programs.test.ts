// Questions about programs that wait, take inputs or never end, within both scopes; cancelled questions and bad ones.

import { beforeAll, describe, expect, test } from "vitest";
import { expressions } from "../../../src/debugger/inspector.ts";
import type { Program } from "../../../src/program/program.ts";
import { LowestFirst } from "../../../src/scheduling/lowest-first.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { compileText } from "../../run.ts";
import { askText, Listed, machineAt, recordPath } from "./asking.ts";

const deadlock = `#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *first(void *p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  x++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
static void *second(void *p) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  x++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return x - 2;
}
`;

const lostWakeUp = `#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waiter(void *p) {
  if (!ready) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_join(t, NULL);
  return 0;
}
`;

const inputs = `#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int x, n;
static void *add(void *p) {
  x = x + 1;
  return p;
}
int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_uchar();
  pthread_create(&t, NULL, add, NULL);
  if (n > 250)
    x = 5;
  pthread_join(t, NULL);
  int k = __VERIFIER_nondet_int();
  if (k == 77)
    x = 7;
  assert(x != 7);
  return 0;
}
`;

const endless = `#include <pthread.h>
static volatile int stop, n;
static void *count(void *p) {
  while (!stop)
    n = n + 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, count, NULL);
  while (!stop)
    ;
  return 0;
}
`;

test("a deadlock is found, and is gone where one thread holds both locks", async () => {
  const program = await compileText(deadlock);
  const found = await askText(program, "can deadlock");
  expect(found.text).toMatch(/^yes: deadlock: 2 threads wait forever, although others continue|^yes: deadlock: 3 threads wait forever/);
  const path = recordPath(program, new Listed([0, 0, 1, 1, 1, 1]));
  const holding = path.moves.findIndex(
    (_, i) => (machineAt(program, { ...path, moves: path.moves.slice(0, i) }).threads[1]?.locks.length ?? 0) === 2,
  );
  expect(holding).toBeGreaterThan(0);
  expect((await askText(program, "can deadlock", { path, at: holding })).answer).toBe("no");
  expect((await askText(program, "can 26 before 15", { path, at: holding })).answer).toBe("no");
  expect((await askText(program, "can 13 before 7", { path, at: holding })).answer).toBe("yes"); // it waits there
  expect((await askText(program, "can 14 before 7", { path, at: holding })).answer).toBe("no");
});

test("a lost wake-up; the thread waits at the line of its wait", async () => {
  const program = await compileText(lostWakeUp);
  expect((await askText(program, "can deadlock")).answer).toBe("yes");
  expect((await askText(program, "can ready == 1 at 8")).answer).toBe("yes");
  expect((await askText(program, "can ready == 2 at 8")).text).toMatch(/^no: .* for all inputs, assuming no-spurious/);
  expect((await askText(program, "can 9 before 17")).answer).toBe("no");
});

describe("inputs", () => {
  let program: Program;
  beforeAll(async () => {
    program = await compileText(inputs);
  });

  test("all inputs, or those of the run", async () => {
    expect((await askText(program, "can assert fail")).answer).toBe("yes");
    const fixed = await askText(program, "can assert fail", { fixedInputs: true });
    expect(fixed.text).toMatch(/^no: no assertion fails, in all interleavings, with the inputs of this run/);
    const seven = recordPath(program, new LowestFirst([3n, 77n]));
    expect((await askText(program, "can assert fail", { path: seven, fixedInputs: true })).answer).toBe("yes");
  });

  test("every value counts for a condition", async () => {
    expect((await askText(program, "can n == 123 at 13")).answer).toBe("yes");
    expect((await askText(program, "can n == 256 at 13", { expressions })).text).toMatch(/^no: .* for all inputs/); // although the other input has many values
    expect((await askText(program, "can n == 123 at 13", { fixedInputs: true })).answer).toBe("no");
    const { path } = await askText(program, "can n == 123 at 13");
    expect(path?.moves.flatMap((m) => m.inputs)).toEqual([123n]);
  });

  test("reorderings keep the branches of the run", async () => {
    const over = "reorderings" as const;
    expect((await askText(program, "can reach 15")).answer).toBe("yes");
    const reordered = await askText(program, "can reach 15", { over });
    expect(reordered.text).toMatch(/^no: .* in all reorderings of this run within the branches it took, for all inputs/);
    const path = recordPath(program, new LowestFirst([255n, 0n]));
    expect((await askText(program, "can reach 15", { over, path })).answer).toBe("yes");
    expect((await askText(program, "can x == 5 at 7", { over, path, fixedInputs: true })).answer).toBe("yes");
    expect((await askText(program, "can x == 7 at 20", { over, path, fixedInputs: true })).answer).toBe("no");
  });
});

describe("a thread that goes no further does not stop the others", () => {
  const main = `int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
`;

  test("a loop of its own, in which it asks for inputs", async () => {
    const program = await compileText(`#include <assert.h>
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
static int x;
static void *first(void *p) {
  int k = 0;
  while (k != 2)
    k = __VERIFIER_nondet_bool();
  return p;
}
static void *second(void *p) {
  x = 1;
  x = 2;
  assert(x == 1);
  return p;
}
${main}`);
    const path = recordPath(program, new LowestFirst(), 20);
    expect((await askText(program, "can reach 13", { path })).answer).toBe("yes");
    expect((await askText(program, "can x == 1 at 13", { path })).answer).toBe("yes");
    expect((await askText(program, "can assert fail", { path })).answer).toBe("yes");
    expect((await askText(program, "can x == 2 at 13", { path })).answer).toBe("no");
    expect((await askText(program, "can reach 9", { path })).answer).toBe("no");
  });

  test("a branch that the run did not take, after an operation that others see", async () => {
    const program = await compileText(`#include <assert.h>
#include <pthread.h>
static _Atomic int x, y, z;
static void *first(void *p) {
  assert(x != 5);
  y = 1;
  return p;
}
static void *second(void *p) {
  int k = y;
  x = 5;
  if (k == 1)
    z = 1;
  return p;
}
${main}`);
    const over = "reorderings" as const;
    expect((await askText(program, "can assert fail", { over })).answer).toBe("yes");
    expect((await askText(program, "can x == 5 at 5", { over })).answer).toBe("yes");
    expect((await askText(program, "can z == 1 at 5", { over })).answer).toBe("no");
    expect((await askText(program, "can deadlock", { over })).answer).toBe("no");
    const ended = recordPath(program);
    expect((await askText(program, "can reach 5", { path: ended, at: ended.moves.length })).text).toMatch(/ \(1 state\)$/);
  });
});

describe("a program that never ends", () => {
  const limits = { maxStates: 3000, maxMoves: 20_000, megabytes: 64 };

  test("questions end: yes, no, or unknown with a code", async () => {
    const program = await compileText(endless);
    const path = recordPath(program, new LowestFirst(), 60);
    expect((await askText(program, "can n == 3 at 5", { path, limits })).answer).toBe("yes");
    const open = await askText(program, "can stop == 1 at 5", { path, limits });
    expect([open.answer, open.code]).toEqual(["unknown", "RVL302"]);
    expect(open.text).toBe("unknown: the limit of a question was reached after 3001 states and 4508 moves");
  });

  test("a question can be cancelled while it is answered, and says so", async () => {
    const program = await compileText(endless);
    let asked = 0;
    const found = await askText(program, "can stop == 1 at 5", {
      path: recordPath(program, new LowestFirst(), 60),
      isCancelled: () => ++asked > 3,
    });
    expect([found.answer, found.code]).toEqual(["unknown", "RVL305"]);
  });
});

test.each([
  ["can reach 1", "line 1 has no code", "lines with code nearby: 4, 5"],
  ["can reach other.c:5", "the program has no code in other.c", "name a file of the program"],
  ["can 5 before 5", "both lines are the same", "name two lines"],
  ["can nothing == 1 at 5", "there is no nothing", null],
])("%s: %s", async (text, message, hint) => {
  const error: RavelError = await askText(await compileText(deadlock), text).then(
    () => expect.fail("no error"),
    (e: RavelError) => e,
  );
  expect(error).toBeInstanceOf(RavelError);
  expect(error.diagnostics[0]).toMatchObject({ code: "RVL013", message, hint });
});
