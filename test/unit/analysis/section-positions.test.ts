// Which lines a thread may execute inside an atomic section of the program.

import { expect, test } from "vitest";
import { findSectionPositions } from "../../../src/analysis/section-positions.ts";
import { compileText } from "../../run.ts";

const head = `#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x, y;
`;

async function linesInside(text: string): Promise<number[] | null> {
  const program = await compileText(head + text);
  const found = findSectionPositions(program);
  if (found === null) return null;
  const lines = new Set([...found].map((at) => program.positions[at]?.line ?? 0));
  return [...lines].filter((n) => n > 0).sort((a, b) => a - b);
}

test.each([
  ["no section", "int main(void) {\n  x = 1;\n  return 0;\n}\n", []],
  [
    "from begin to end",
    "int main(void) {\n  x = 1;\n  __VERIFIER_atomic_begin();\n  x = 2;\n  if (y)\n    x = 3;\n  __VERIFIER_atomic_end();\n  x = 4;\n  return 0;\n}\n",
    [9, 10, 11, 12],
  ],
  [
    "what is called inside, and what that calls",
    "static void g(void) {\n  x++;\n}\nstatic void f(void) {\n  g();\n}\nint main(void) {\n  __VERIFIER_atomic_begin();\n  f();\n  __VERIFIER_atomic_end();\n  return 0;\n}\n",
    [7, 8, 10, 11, 14, 15],
  ],
  [
    "what the library may call, but not a thread that is started",
    "static int order(const void *a, const void *b) {\n  return a < b;\n}\nstatic void *run(void *p) {\n  return p;\n}\nint main(void) {\n  pthread_t t;\n  int a[2] = {2, 1};\n  __VERIFIER_atomic_begin();\n  pthread_create(&t, NULL, run, NULL);\n  qsort(a, 2, sizeof a[0], order);\n  __VERIFIER_atomic_end();\n  return 0;\n}\n",
    [6, 7, 16, 17, 18],
  ],
  [
    "a function that is a section",
    "void __VERIFIER_atomic_add(void) {\n  x++;\n}\nint main(void) {\n  __VERIFIER_atomic_add();\n  return 0;\n}\n",
    [7, 8],
  ],
  [
    "a section that ends elsewhere: not known",
    "static void f(void) {\n  __VERIFIER_atomic_begin();\n}\nint main(void) {\n  f();\n  x = 1;\n  __VERIFIER_atomic_end();\n  return 0;\n}\n",
    null,
  ],
  [
    "a call of an unknown function inside: not known",
    "static void f(void) {\n}\nstatic void (*p)(void) = f;\nint main(void) {\n  __VERIFIER_atomic_begin();\n  p();\n  __VERIFIER_atomic_end();\n  return 0;\n}\n",
    null,
  ],
])("%s", async (_, text, lines) => {
  expect(await linesInside(text)).toEqual(lines);
});
