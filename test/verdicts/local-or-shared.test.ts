// Pointers that lead to a local or to memory that others see, by what the thread has read. An access to the local is not a step of the executor. A failure means that a run of a formula waits for
// such a step, so that a violation is found and not confirmed (RVL902).

import { expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { compileText, engineTask, type TaskChanges } from "../run.ts";
import { verdictOf } from "./verdict-of.ts";

const program = (thread: string, main: string, end: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
_Atomic int g;
int x, *h;
void *one(void *o) { int z = 5, *p; ${thread} return o; }
int main(void) {
  pthread_t a;
  h = malloc(sizeof *h);
  pthread_create(&a, 0, one, 0);
  ${main}
  pthread_join(a, 0);
  ${end}
  return 0;
}
`;

const cases: readonly (readonly [name: string, thread: string, main: string, end: string, property: Property])[] = [
  ["a store", "p = &x; if (g == 1) p = &z; *p = 1;", "g = 1;", "assert(x == 1);", "assert"],
  [
    "a store between others",
    "p = &x; if (g == 1) p = &z; *p = 1; g = 2; *p = 3;",
    "g = 1; int r = g;",
    "assert(!(r == 2 && x == 0));",
    "assert",
  ],
  ["a load", "p = &x; if (g == 1) p = &z; if (*p == 5) g = 7;", "g = 1;", "assert(g != 7);", "assert"],
  [
    "a store to a block that is freed",
    "p = h; if (g == 1) p = &z; *p = 1; g = 3;",
    "g = 1; if (g == 3) free(h);",
    "assert(g != 3 || x);",
    "assert",
  ],
  ["an update", "p = &x; if (g == 1) p = &z; __sync_fetch_and_add(p, 1);", "g = 1;", "assert(x == 1);", "assert"],
  ["a copy", "p = &x; if (g == 1) p = &z; __builtin_memcpy(p, h, 4 * (g < 2));", "g = 1; *h = 3;", "assert(x == 3);", "assert"],
  ["a race", "p = &z; if (g == 1) p = &x; *p = 1; x = 2;", "g = 1; int k = x; assert(k != 9);", "", "race"],
];

const variants: readonly (readonly [name: string, changes: TaskChanges])[] = [
  ["explore", { reduction: "none" }],
  ["staged", {}],
  ["staged", { encoding: "steps" }],
  ["guided", {}],
  ["fusion", {}],
  ["symex", {}],
];

test.each(cases)("%s", async (_, thread, main, end, property) => {
  const compiled = await compileText(program(thread, main, end));
  for (const [name, changes] of variants) {
    const task = engineTask(compiled, [property], changes);
    const { findings } = await (engines.find((e) => e.name === name) as (typeof engines)[number]).run(task);
    const found = findings.get(property);
    expect(found && verdictOf(task, property, found), `${name} ${JSON.stringify(changes)}`).toBe("unsafe");
  }
});
