// Questions about violations for all inputs, where an input has too many values to try: decided by formulas, from the start and over reorderings.

import { beforeAll, expect, test } from "vitest";
import { expressions } from "../../../src/debugger/inspector.ts";
import type { Path } from "../../../src/debugger/moves.ts";
import type { Program } from "../../../src/program/program.ts";
import { compileText } from "../../run.ts";
import { askText, Listed, machineAt, recordPath } from "./asking.ts";

const text = (assertion: string): string => `#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static _Atomic int x, n;
static void *work(void *p) {
  if (x > 1000)
    n = 2;
  else
    n = 1;
  return p;
}
int main(void) {
  pthread_t t;
  int k = __VERIFIER_nondet_int();
  x = k * 3 + 7;
  pthread_create(&t, 0, work, 0);
  x = 0;
  pthread_join(t, 0);
  assert(${assertion});
  return 0;
}
`;

let wrong: Program;
let right: Program;
beforeAll(async () => {
  wrong = await compileText(text("n != 2 || k != 1000"));
  right = await compileText(text("n == 1 || n == 2"));
});

test("a failure that one input of many needs", async () => {
  const found = await askText(wrong, "can assert fail");
  expect(found.text).toMatch(/^yes: assertion: .* at line 19 \(assert\)/);
  expect(machineAt(wrong, found.path as Path).violations.map((v) => v.kind)).toContain("assertion");
  expect((found.path as Path).moves.flatMap((m) => m.inputs)).toEqual([1000n]);
});

test("none for all inputs", async () => {
  const found = await askText(right, "can assert fail");
  expect(found.text).toBe("no: no assertion fails, in all interleavings, for all inputs (by a formula)");
});

test("reorderings stay on the branches of the run, for all inputs", async () => {
  const over = "reorderings" as const;
  const small = await askText(wrong, "can assert fail", { over, path: recordPath(wrong) });
  expect(small.text).toBe(
    "no: no assertion fails, in all reorderings of this run within the branches it took, for all inputs (by a formula)",
  );
});

test("another input of the same branches makes a reordering fail", async () => {
  class With500 extends Listed {
    override input(): bigint {
      return 500n;
    }
  }
  const path = recordPath(wrong, new With500([0, 0, 1, 1, 1]));
  expect(machineAt(wrong, path).violations).toEqual([]);
  const found = await askText(wrong, "can assert fail", { over: "reorderings", path });
  expect(found.text).toMatch(/^yes: assertion/);
  expect((found.path as Path).moves.flatMap((m) => m.inputs)).toEqual([1000n]);
});

test("values that a condition names are tried", async () => {
  const found = await askText(right, "can k == 123456 && x > 370000 at 16", { expressions });
  expect(found.text).toMatch(/^yes: main stands at program.c:16/);
  expect((found.path as Path).moves.flatMap((m) => m.inputs)).toEqual([123456n]);
});

test("from a later place, for an input that has been asked for", async () => {
  const path = recordPath(right);
  const at = path.moves.findIndex((m) => !m.isLocal);
  expect((await askText(right, "can assert fail", { path, at: at + 1 })).text).toMatch(
    /^no: .* from here on, for all inputs \(\d+ states\)/,
  );
});
