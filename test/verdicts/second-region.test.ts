// A thread whose objects do not fit into one region of the address space (4 MB for 32-bit addresses) has several. A failure means that some code reads
// only the latest one: a loop that counts in an older region is mistaken for a busy wait, or a pointer there does not keep its block from leaking.

import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/engines/engine.ts";
import { explore } from "../../src/engines/explore/explore.ts";
import { compileText, engineTask } from "../run.ts";
import { verdictOf } from "./verdict-of.ts";

const rows = [
  {
    name: "a thread-local counter in a loop that waits",
    text: `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int flag;
static _Thread_local int n;
static void *waits(void *_) {
  n = 0;
  char *p = malloc(5000000);
  while (!atomic_load(&flag)) { n++; assert(n < 4); }
  free(p);
  return _;
}
int main(void) { pthread_t t; pthread_create(&t, 0, waits, 0); atomic_store(&flag, 1); pthread_join(t, 0); return 0; }`,
    property: "assert",
    expected: "unsafe",
  },
  {
    name: "a thread-local pointer to a block",
    text: `#include <stdlib.h>
static _Thread_local char *kept;
int turn;
static void keep(void) { kept = malloc(8); }
static void fill(void) { char *large = malloc(5000000); turn = 1; free(large); }
int main(void) { keep(); fill(); exit(0); }`,
    property: "leak",
    expected: "safe",
  },
] as const;

describe.each(["none", "dpor", "optimal", "states"] as const)("reduction %s", (reduction) => {
  test.each(rows)("$name", async ({ text, property, expected }) => {
    const task = engineTask(await compileText(text, "ilp32"), [property], { reduction });
    const { findings } = await explore.run(task);
    expect(verdictOf(task, property, findings.get(property) as Finding)).toBe(expected);
  });
});
