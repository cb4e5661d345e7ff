// What an unseen side may do to the rest of the program: the second thread takes it only if it comes before the first. Fusion and guided must say what all
// interleavings show (`explore --reduction none`).

import { expect, test } from "vitest";
import { engines } from "../../../../src/engines/table.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { compileText, engineTask } from "../../../run.ts";
import { twoThreads } from "../fusion/verdicts.ts";

const globals = `#include <stdatomic.h>
#include <string.h>
static _Atomic int x, y, z, w; static int a, b, c, array[4]; static int *q = &a; static int *_Atomic box;
static struct { int i; int *p; } pair = {0, &b};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`;
const lock = "pthread_mutex_lock(&m);";
const unlock = "pthread_mutex_unlock(&m);";

const rows: readonly (readonly [string, string, string, string, Property, string])[] = [
  [
    "a pointer is copied byte by byte",
    "x = 1;",
    "if (x == 0) { int *t = &c; memcpy(&q, &t, sizeof q); } *q = 4;",
    "c == 0",
    "assert",
    "unsafe",
  ],
  ["a pointer in a structure is set", "x = 1;", "if (x == 0) { pair.p = &c; } *pair.p = 2;", "c == 0", "assert", "unsafe"],
  ["a write behind an array", "x = 1;", "if (x == 0) { array[4 + y] = 1; }", "1", "memory", "unsafe"],
  ["a value that is overwritten is read", "if (b == 1) w = 1; x = 1;", "if (x == 0) { b = 1; b = 0; }", "w == 0", "assert", "unsafe"],
  [
    "a value that is overwritten is not read any more",
    "x = 1; w = y;",
    "if (x == 0) { y = 5; y = 0; z = 1; }",
    "!(z == 0 && w == 5)",
    "assert",
    "safe",
  ],
  ["one side leads to another", "x = 1; if (y == 2) z = 3;", "if (x == 0) y = 2; if (z == 3) w = 1;", "w == 0", "assert", "unsafe"],
  [
    "two sides exclude each other",
    "if (y == 0) z = 1; x = 1;",
    "if (x == 0) y = 1; if (z == 0) w = 1;",
    "!(z == 0 && w == 1 && y == 0)",
    "assert",
    "safe",
  ],
  [
    "a local is handed out",
    "x = 1; int *o = box; if (o) *o = 9;",
    "int k = 0; if (x == 0) { box = &k; while (x == 0) {} } if (k == 9) w = 1; box = 0;",
    "w == 0",
    "assert",
    "unsafe",
  ],
  [
    "a lock is released and taken again",
    `${lock} int r = b; x = 1; b = r + 1; ${unlock}`,
    `${lock} int r = b; if (x == 0) { ${unlock} w = 1; ${lock} } b = r + 1; ${unlock}`,
    "b == 2",
    "assert",
    "unsafe",
  ],
  ["a lock is kept", `x = 1; ${lock} ${unlock}`, `if (x == 0) { ${lock} }`, "1", "deadlock", "unsafe"],
  ["a read that races", "x = 1; b = 2;", "if (x == 0) { y = b; }", "1", "race", "unsafe"],
  ["accesses under a lock", `x = 1; ${lock} b = 2; ${unlock}`, `if (x == 0) { ${lock} b = 1; ${unlock} }`, "1", "race", "safe"],
  [
    "a loop that is left early",
    "y = 0; x = 1; y = 1;",
    "if (x == 0) { for (int i = 0; i < 4; i++) { if (y) break; b = i; } }",
    "b != 3",
    "assert",
    "unsafe",
  ],
  [
    "cases that lead to the next",
    "x = 1; x = 2;",
    "switch (x) { case 0: y = 1; case 1: y = y + 2; break; case 2: y = 0; break; default: y = 9; }",
    "y != 3",
    "assert",
    "unsafe",
  ],
];

test.each(rows)("%s", async (_, first, second, assertion, property, expected) => {
  const text = twoThreads(globals, first, second, assertion);
  for (const name of ["fusion", "guided"] as const) {
    const engine = engines.find((e) => e.name === name);
    const result = await engine?.run(engineTask(await compileText(text), [property], { strategy: null }));
    const finding = result?.findings.get(property);
    const verdict = finding?.kind === "candidate" ? "unsafe" : finding?.kind === "covered" && finding.scope.complete ? "safe" : finding;
    expect([name, verdict]).toEqual([name, expected]);
  }
});
