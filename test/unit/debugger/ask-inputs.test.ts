// Questions for all inputs at once, where an input has too many values to try: conditions, order of lines, reads, and violations from a later place. An answer is a run that has been followed; no is for all inputs.

import { beforeAll, describe, expect, test } from "vitest";
import { expressions } from "../../../src/debugger/inspector.ts";
import type { Path } from "../../../src/debugger/moves.ts";
import type { Program } from "../../../src/program/program.ts";
import { compileText } from "../../run.ts";
import { askText, type Changes, Listed, recordPath } from "./asking.ts";

const header = `#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
`;

const inputsOf = (path: Path | null): bigint[] => path?.moves.flatMap((m) => m.inputs) ?? [];

interface Row {
  readonly question: string;
  readonly answer: "yes" | "no" | "unknown";
  readonly changes?: Changes;
}

async function check(program: Program, rows: readonly Row[]): Promise<void> {
  for (const { question, answer, changes } of rows) {
    const found = await askText(program, question, { expressions, ...changes });
    expect([question, found.answer], found.text).toEqual([question, answer]);
    if (answer === "no") expect(found.text).toMatch(/for all inputs/);
  }
}

describe("an input that is asked for before threads start", () => {
  let program: Program;
  beforeAll(async () => {
    program = await compileText(`${header}static _Atomic int x, n;
struct pair { int a; short b; unsigned low : 5; } p;
static void *work(void *arg) {
  if (x > 1000)
    n = 2;
  else
    n = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  int k = __VERIFIER_nondet_int();
  p.a = k / 2;
  p.b = (short)k;
  p.low = (unsigned)k % 32;
  x = k;
  pthread_create(&t, 0, work, 0);
  x = 0;
  pthread_join(t, 0);
  return 0;
}
`);
  });

  test("conditions on globals, locals, members and bit-fields", () =>
    check(program, [
      { question: "can n == 3 at 23", answer: "no" },
      { question: "can n == 2 && k == 77777 at 24", answer: "yes" },
      { question: "can n == 2 && k < 1001 at 24", answer: "no" },
      { question: "can p.a * 2 == k + 1 at 22", answer: "yes" }, // a negative odd number
      { question: "can k >= 0 && p.a * 2 == k + 1 at 22", answer: "no" },
      { question: "can p.b > 32767 at 22", answer: "no" },
      { question: "can p.b == -32768 at 22", answer: "yes" },
      { question: "can p.low > 31 at 22", answer: "no" },
      { question: "can p.low == 31 && k < 31 at 22", answer: "yes" },
      { question: "can x == k && k != 0 at 24", answer: "no" },
      { question: "can (unsigned char)k == 300 at 22", answer: "no" },
      { question: "can (k ? 100 / k : 7) == 33 at 22", answer: "yes" },
    ]));

  test("the order of lines", () =>
    check(program, [
      { question: "can 9 before 24", answer: "yes" },
      { question: "can 24 before 22", answer: "no" },
      { question: "can 11 before 21", answer: "no" },
    ]));

  test("reads", async () => {
    const path = recordPath(program);
    const at = path.moves.findIndex((m) => m.started.length > 0) + 1;
    const { answer, lines } = await askText(program, "which writes x", { expressions, path, at, thread: 1 });
    expect([answer, lines.map((l) => l.text).sort()]).toEqual([
      "yes",
      ["the write of main at line 20", "the write of main at line 22 (as in this run)"],
    ]);
  });

  test("the answer is a run with an input that makes it true", async () => {
    const { path } = await askText(program, "can n == 2 && k % 1000 == 7 && k > 500000 at 24", { expressions });
    const [k] = inputsOf(path) as [bigint];
    expect([k % 1000n, k > 500000n, k < 2n ** 31n]).toEqual([7n, true, true]);
  });

  test("with the inputs of the run", () =>
    check(program, [{ question: "can k == 77777 at 22", answer: "yes" }]).then(async () => {
      const { text } = await askText(program, "can k == 77777 at 22", { expressions, fixedInputs: true });
      expect(text).toMatch(/^no: .* with the inputs of this run/);
    }));
});

describe("inputs that are asked for after the present place", () => {
  let program: Program;
  let path: Path;
  let at: number;
  beforeAll(async () => {
    program = await compileText(`${header}static _Atomic int x, sum;
static void *work(void *arg) {
  int mine = __VERIFIER_nondet_int();
  if (mine > 10 && mine < 20)
    x = mine;
  sum += x;
  return arg;
}
int main(void) {
  pthread_t t, u;
  int first = __VERIFIER_nondet_int();
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  int last = __VERIFIER_nondet_int();
  assert(sum != 37 || first != 5 || last != 123456);
  assert(sum <= 38);
  return 0;
}
`);
    class First extends Listed {
      override input(): bigint {
        return 5n;
      }
    }
    path = recordPath(program, new First([]));
    at = path.moves.findIndex((m) => m.started.length > 0) + 1;
  });

  test("violations, from a later place", async () => {
    const found = await askText(program, "can 21 fail", { expressions, path, at });
    expect([found.answer, inputsOf(found.path).at(0), inputsOf(found.path).at(-1)]).toEqual(["yes", 5n, 123456n]);
    await check(program, [{ question: "can 22 fail", answer: "no", changes: { path, at } }]);
  });

  test("what was asked for before is fixed", () =>
    check(program, [
      { question: "can first == 6 at 18", answer: "no", changes: { path, at } },
      { question: "can first == 6 at 18", answer: "yes" },
      { question: "can mine == 15 && sum == 19 at 10", answer: "yes", changes: { path, at } },
      { question: "can x > 19 at 21", answer: "no", changes: { path, at } },
      { question: "can x == 19 at 21", answer: "yes", changes: { path, at } },
      { question: "can sum == 37 at 21", answer: "yes", changes: { path, at } },
      { question: "can sum == 39 at 21", answer: "no", changes: { path, at } },
    ]));

  test("over reorderings the branches of the run are kept", () =>
    check(program, [
      { question: "can x == 11 at 10", answer: "no", changes: { path, over: "reorderings" } }, // the run does not assign x
      { question: "can mine == 21 at 10", answer: "no", changes: { path, over: "reorderings" } }, // the run leaves at mine > 10
      { question: "can mine == -21 && x == 0 at 10", answer: "yes", changes: { path, over: "reorderings" } },
    ]));
});

describe("loops, waits and what has no terms", () => {
  test("a loop over an input ends in a limit, which is not a no", async () => {
    const program = await compileText(`${header}static _Atomic int n;
int main(void) {
  int k = __VERIFIER_nondet_int();
  for (int i = 0; i < k; i++)
    n = n + 1;
  return 0;
}
`);
    const limits = { maxStates: 2000, maxMoves: 20_000, megabytes: 64 };
    const found = await askText(program, "can n < 0 at 10", { expressions, limits });
    expect([found.answer, found.code]).toEqual(["unknown", "RVL307"]);
    expect(found.text).toMatch(/the limit of a question was reached after \d+ states/);
    await check(program, [{ question: "can n == 7 && k == 7 at 10", answer: "yes" }]);
  });

  test("a loop that asks until an input ends it has few states", async () => {
    const program = await compileText(`${header}static _Atomic int n;
int main(void) {
  int k = __VERIFIER_nondet_int();
  while (k != 7) {
    n = !n;
    k = __VERIFIER_nondet_int();
  }
  return n;
}
`);
    await check(program, [
      { question: "can n > 1 at 12", answer: "no" },
      { question: "can n == 1 && k == 7 at 12", answer: "yes" },
      { question: "can k != 7 at 12", answer: "no" },
      { question: "can k == 12345 && n at 9", answer: "yes" },
    ]);
  });

  test("values that could be addresses are not tried one by one", async () => {
    const program = await compileText(
      `${header}static _Atomic int n;
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 1000)
    n = k / 2;
  return n;
}
`,
      "ilp32",
    );
    await check(program, [
      { question: "can n > 499 at 10", answer: "no" },
      { question: "can n == -5000 at 10", answer: "yes" },
    ]);
  });

  test("a wait for an input", async () => {
    const program =
      await compileText(`${header}static pthread_mutex_t m[3] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int x;
static void *work(void *arg) {
  unsigned char i = __VERIFIER_nondet_uchar();
  pthread_mutex_lock(&m[i % 3]);
  x++;
  pthread_mutex_unlock(&m[i % 3]);
  return arg;
}
int main(void) {
  pthread_t t;
  int k = __VERIFIER_nondet_int();
  if (k == 4711)
    pthread_mutex_lock(&m[2]);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
`);
    await check(program, [
      { question: "can deadlock", answer: "yes" },
      { question: "can x == 2 at 21", answer: "no" },
      { question: "can k == 4711 && x == 1 at 21", answer: "yes" },
    ]);
  });

  test("calls, floats and array elements are tried for the values that they need", async () => {
    const program = await compileText(`${header}int table[4] = { 3, 1, 4, 1 };
static int twice(int a) { return 2 * a; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  int m = k & 3;
  return twice(m) + table[m];
}
`);
    await check(program, [
      { question: "can table[m] == 2 at 10", answer: "no" },
      { question: "can table[m] == 4 && k > 1000 at 10", answer: "yes" },
      { question: "can table[k] == 2 at 10", answer: "no" },
      { question: "can twice(m) == 5 at 10", answer: "unknown" }, // calls are for single inputs
      { question: "can m / 2.0 == 0.75 at 10", answer: "no" },
      { question: "can m / 2.0 == 1.5 at 10", answer: "yes" },
    ]);
  });
});

describe("limits", () => {
  const changes = { limits: { maxStates: 5000, maxMoves: 50_000, megabytes: 1000 } };

  test("values of three inputs are too many together, though each has few", async () => {
    const program = await compileText(`${header}int n, s[4];
int main(void) {
  for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_uchar();
  n = (s[0] == 0) + (s[1] == 0) + (s[2] == 0);
  return 0;
}
`);
    await check(program, [
      { question: "can n == 4 at 9", answer: "no", changes },
      { question: "can n == 2 at 9", answer: "yes", changes },
    ]);
  });

  test("a formula that is too hard for the solver ends in unknown", async () => {
    const program = await compileText(`${header}int d;
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (b < 2) return 0;
  d = a / b * b + a % b;
  d = d != a;
  return 0;
}
`);
    await check(program, [{ question: "can d == 1 at 11", answer: "unknown", changes }]);
  });
});
