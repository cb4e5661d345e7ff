// Races in symex: found by the executor's vector clocks, in a search that leaves out no state.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { prunings, reductions } from "../../../../src/engines/symex/options.ts";
import { compileText, engineTask } from "../../../run.ts";

const program = (globals: string, threads: readonly string[], start = ""): string => `
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  ${start}
  pthread_t t[${threads.length}];
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  return 0;
}`;

const lock = "pthread_mutex_lock(&m);";
const unlock = "pthread_mutex_unlock(&m);";

describe("race", () => {
  test.each([
    ["a lock around every access", program("int x;", [`${lock} x++; ${unlock}`, `${lock} x++; ${unlock}`]), "covered"],
    ["one access outside the lock", program("int x;", [`${lock} x++; ${unlock}`, `${lock} x++; ${unlock} x = 1;`]), "candidate"],
    ["a flag that orders", program("int x; atomic_int f;", ["x = 1; f = 1;", "if (f) x = 2;"]), "covered"],
    [
      "a relaxed flag that does not",
      program("int x; atomic_int f;", [
        "x = 1; atomic_store_explicit(&f, 1, memory_order_relaxed);",
        "if (atomic_load_explicit(&f, memory_order_relaxed)) x = 2;",
      ]),
      "candidate",
    ],
    [
      "an access for one input only",
      program("int x; atomic_int n;", ["if (n == 12345) x = 1;", "x = 2;"], "n = __VERIFIER_nondet_int();"),
      "candidate",
    ],
    [
      "an access that a thread makes only after another one, which sleeps where it matters",
      program("int q; atomic_int x, y, z;", ["if (x) z = 1;", "if (z) q = 1;", "y = 1; x = 1;", "q = 2;"]),
      "candidate",
    ],
    ["a busy wait for a flag", program("int x; atomic_int f;", ["x = 1; f = 1;", "while (!f) ; x = 2;"]), "covered"],
    ["a busy wait that reads what is written", program("int x; atomic_int f;", ["f = 1; x = 1;", "while (!f) ; x = 2;"]), "candidate"],
  ])("%s", async (_, text, kind) => {
    const compiled = await compileText(text);
    for (const prune of prunings)
      for (const reduce of reductions) {
        const { findings } = await symex.run(engineTask(compiled, ["assert", "race"], { prune, reduce }));
        expect([findings.get("assert")?.kind, findings.get("race")?.kind]).toEqual(["covered", kind]);
      }
  });
});
