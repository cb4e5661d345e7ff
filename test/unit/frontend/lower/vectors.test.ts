// Variable subscripts of vectors. A failure means that an engine lets a program read or write outside a vector, or rejects a subscript inside it.

import { describe, expect, test } from "vitest";
import { validateProgram } from "../../../../src/program/validate.ts";
import { compileText } from "../../../run.ts";
import { verdictOf } from "../../verdicts.ts";

const program = (body: string): string => `#include <assert.h>
  unsigned char __VERIFIER_nondet_uchar(void);
  typedef int v4 __attribute__((vector_size(16)));
  int main(void) { v4 v = {1, 2, 3, 4}; ${body} return 0; }`;

describe("a subscript outside a vector is out of bounds", () => {
  test.each([
    ["of a read", "volatile int i = 7; int x = v[i]; assert(x == 1);"],
    ["of a write", "volatile int i = 4; v[i] = 5; assert(v[0] == 1);"],
    ["if it is negative", "volatile int i = -1; int x = v[i]; assert(x == 1);"],
    ["for one value of an input", "unsigned char i = __VERIFIER_nondet_uchar(); if (i <= 4) v[i] = 5;"],
  ])("%s", async (_, body) => {
    expect(await verdictOf(program(body), "memory")).toBe("unsafe: out-of-bounds");
    expect(await verdictOf(program(body), "assert")).toBe("safe-bounded");
  });
});

describe("a subscript inside a vector selects its element", () => {
  test.each([
    ["in a loop", "for (int i = 0; i < 4; i++) { assert(v[i] == i + 1); v[i] = -i; assert(v[i] == -i && v[3 - i] != 9); }"],
    ["for all values of an input", "unsigned char i = __VERIFIER_nondet_uchar(); if (i < 4) { assert(v[i] == i + 1); v[i] = 5; }"],
    [
      "of one bit",
      "for (int k = 0; k < 2; k++) { volatile _Bool b = k; assert(v[b] == k + 1); v[b] = 9; assert(v[k] == 9 && v[2] == 3); }",
    ],
  ])("%s", async (_, body) => {
    expect(validateProgram(await compileText(program(body)))).toEqual([]);
    expect(await verdictOf(program(body), "memory")).toBe("safe");
    expect(await verdictOf(program(body), "assert")).toBe("safe");
  });
});
