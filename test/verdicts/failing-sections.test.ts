// Steps that end the process: what a section has accessed before counts for races, what would follow does not. A failure means that a race with a step that
// fails or exits is missed, or is reported of an access that is never made.

import { expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import { compileText, engineTask, type TaskChanges } from "../run.ts";
import { verdictOf } from "./verdict-of.ts";

const program = (first: string, second: string): string =>
  `#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nextern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nint x, y, z, *p;\nvoid *one(void *o) { __VERIFIER_atomic_begin(); ${first} __VERIFIER_atomic_end(); return o; }\nvoid *two(void *o) { ${second} return o; }\nint main(void) {\n  pthread_t a, b;\n  p = malloc(4);\n  pthread_create(&a, 0, one, 0);\n  pthread_create(&b, 0, two, 0);\n  pthread_join(a, 0);\n  pthread_join(b, 0);\n  return 0;\n}\n`;

const cases: readonly (readonly [name: string, first: string, second: string, races: boolean])[] = [
  ["writes, then dereferences null", "x = 1; *(int *)0 = 1;", "x = 2;", true],
  ["dereferences null, then would write", "*(int *)0 = 1; x = 1;", "x = 2;", false],
  ["reads, then fails on what it reads", "if (x != 7) assert(0);", "x = 2;", true],
  ["fails, then would read", "assert(z); y = x;", "x = 2;", false],
  ["reads, fails, and would read again", "y = x; assert(z); y = x;", "x = 2;", true],
  ["writes, fails, and would overwrite", "x = 1; *(z ? &z : (int *)0) = 1; x = 3;", "x = 2;", true],
  ["writes, then exits", "x = 1; exit(0);", "x = 2;", true],
  [
    "writes or not by what it reads, then fails",
    "if (y == 1) x = 5; assert(z);",
    "__VERIFIER_atomic_begin(); y = 1; __VERIFIER_atomic_end(); x = 2;",
    true,
  ],
  ["frees, then fails", "free(p); assert(z);", "*p = 1;", true],
  ["both fail after their accesses", "x = 1; assert(z);", "x = 2; assert(z);", true],
];

const variants: readonly (readonly [name: string, changes: TaskChanges])[] = [
  ["explore", { reduction: "none" }],
  ["staged", {}],
  ["staged", { encoding: "steps" }],
  ["guided", {}],
  ["fusion", {}],
];

test.each(cases)("%s", async (_, first, second, races) => {
  const compiled = await compileText(program(first, second));
  for (const [name, changes] of variants) {
    const task = engineTask(compiled, ["race"], changes);
    const { findings } = await (engines.find((e) => e.name === name) as (typeof engines)[number]).run(task);
    const found = findings.get("race");
    const verdict = found && verdictOf(task, "race", found);
    expect(verdict === "unsafe", `${name} ${JSON.stringify(changes)}: ${verdict}`).toBe(races);
  }
});
