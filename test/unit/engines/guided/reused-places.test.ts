// Races in a place that is used again: accesses to different objects do not race, although they go to the same bytes and happens-before does not order them. The verdicts are
// those of all interleavings (`explore --reduction none`).

import { expect, test } from "vitest";
import { engines } from "../../../../src/engines/table.ts";
import { compileText, engineTask } from "../../../run.ts";

const program = (leave: string, again: string, reader: string): string => `#include <pthread.h>
#include <stdatomic.h>
static _Atomic int done, go, same; static int *_Atomic box;
static int relaxed(_Atomic int *p) { return atomic_load_explicit(p, memory_order_relaxed); }
static void leave(void) { ${leave} }
static void again(void) { ${again} }
static void *f(void *arg) { leave(); again(); return arg; }
static void *g(void *arg) { ${reader} return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, f, 0);
  pthread_create(&t, 0, g, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
`;
const finish = (value: string): string => `atomic_store_explicit(&done, ${value}, memory_order_relaxed);`;
const wait = "while (relaxed(&done) == 0) {}";

const rows = [
  {
    name: "a read of the first object and a write to the second",
    text: program(
      `int k = 1; box = &k; ${wait}`,
      "int k = 3; if (box == &k) same = 1; k = 4;",
      `int *o = box; int v = 0; if (o != 0) v = *o; ${finish("1 + v")}`,
    ),
    expected: "safe",
  },
  {
    name: "a read and a write of the second object",
    text: program(
      "int k = 1; box = &k;",
      `int k = 3; if (box == &k) { atomic_store_explicit(&go, 1, memory_order_relaxed); ${wait} }`,
      `int v = 0; if (relaxed(&go)) v = *atomic_load_explicit(&box, memory_order_relaxed); ${finish("1 + v")}`,
    ),
    expected: "unsafe",
  },
] as const;

test.each(rows)("$name", async ({ text, expected }) => {
  for (const name of ["guided", "staged"] as const) {
    const engine = engines.find((e) => e.name === name);
    const result = await engine?.run(engineTask(await compileText(text), ["race"], { strategy: null }));
    const finding = result?.findings.get("race");
    const verdict = finding?.kind === "candidate" ? "unsafe" : finding?.kind === "covered" && finding.scope.complete ? "safe" : finding;
    expect([name, verdict]).toEqual([name, expected]);
  }
});
