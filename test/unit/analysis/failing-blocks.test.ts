// Which sides of branches always fail. A failure means that a trace engine asks for runs to sides that it could follow, or that it treats a
// side as always failing that is not.

import { expect, test } from "vitest";
import { FailingBlocks } from "../../../src/analysis/failing-blocks.ts";
import { successorsOf } from "../../../src/program/control-flow.ts";
import { compileText } from "../../run.ts";

/** The number of sides of branches in main that always fail. */
async function failingSides(main: string): Promise<number> {
  const program = await compileText(`#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf buffer;
static _Noreturn void die(void) { assert(0 && "dead"); for (;;); }
static _Noreturn void leave(void) { exit(1); }
static _Noreturn void again(int n) { if (n > 0) again(n - 1); die(); }
int main(void) { int x = __VERIFIER_nondet_int(); ${main} return 0; }
`);
  const body = program.functions.find((f) => f.name === "main")?.body();
  if (body === undefined) throw new Error("no main");
  const failing = new FailingBlocks(program).of(body);
  const sides = body.blocks.flatMap((b) =>
    b.terminator.op === "branch" || b.terminator.op === "switch" ? successorsOf(b.terminator) : [],
  );
  return sides.filter((b) => failing[b]).length;
}

const cases: [name: string, main: string, sides: number][] = [
  ["an assertion has one side that fails", "assert(x == 1);", 1],
  ["two assertions have two", "assert(x == 1); assert(x != 2);", 2],
  ["a side that calls a function that fails for certain", "if (x) die();", 1],
  ["what prints first does more than compute", 'if (x) { printf("no"); assert(0); }', 0],
  ["a side that divides into two that fail", "if (x) { if (x == 2) die(); assert(0); }", 3],
  ["exit does not fail", "if (x) exit(1);", 0],
  [
    "nor does abort, a jump, or the end of the thread",
    "if (x == 1) abort(); if (x == 2) longjmp(buffer, 1); if (x == 3) pthread_exit(0);",
    0,
  ],
  ["a function that never returns need not fail", "if (x) leave();", 0],
  ["of a loop before a failure only the side that leaves it is certain to fail", "if (x) { while (x--); die(); }", 1],
  ["a recursion is not certain to fail", "if (x) again(x);", 0],
  ["one of two sides that fails", "if (x) { if (x == 2) die(); x = 3; }", 1],
];

test.each(cases)("%s", async (_, main, sides) => {
  expect(await failingSides(main)).toBe(sides);
});
