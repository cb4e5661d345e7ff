// Deadlocks in symex: a formula of a state excludes them as well.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { reductions as allReductions, prunings } from "../../../../src/engines/symex/options.ts";
import { compileText, engineTask } from "../../../run.ts";

/** Property-driven sets preserve errors of steps, not states in which threads wait for each other. */
const reductions = allReductions.filter((r) => r !== "pdpor");

const head = `
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
#define L(m) pthread_mutex_lock(&m);
#define U(m) pthread_mutex_unlock(&m);
`;

const program = (globals: string, threads: readonly string[], end = "", start = ""): string => `${head}
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  ${start}
  pthread_t t[${threads.length}];
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  ${end}
  return 0;
}`;

async function verdicts(text: string): Promise<(string | undefined)[]> {
  const compiled = await compileText(text);
  const all: (string | undefined)[] = [];
  for (const prune of prunings)
    for (const reduce of reductions) {
      const { findings } = await symex.run(engineTask(compiled, ["deadlock"], { prune, reduce }));
      all.push(findings.get("deadlock")?.kind);
    }
  return all;
}

const everywhere = (kind: string): string[] => prunings.flatMap(() => reductions.map(() => kind));

describe("deadlock", () => {
  test.each([
    ["locks in opposite orders", program("", ["L(a) L(b) U(b) U(a)", "L(b) L(a) U(a) U(b)"]), "candidate"],
    ["locks in one order", program("", ["L(a) L(b) U(b) U(a)", "L(a) L(b) U(b) U(a)"]), "covered"],
    ["a gate around opposite orders", program("", ["L(c) L(a) L(b) U(b) U(a) U(c)", "L(c) L(b) L(a) U(a) U(b) U(c)"]), "covered"],
    [
      "opposite orders in one branch, which a flag opens",
      program("atomic_int f;", ["L(a) if (f) { L(b) U(b) } U(a)", "f = 1; L(b) L(a) U(a) U(b)"]),
      "candidate",
    ],
    [
      "the holder of a lock differs from state to state: a formula must name it",
      program("atomic_int f;", [
        "L(a) U(a) f = 1; L(b) U(b)",
        "L(a) U(a) L(b) if (f) { L(a) U(a) } U(b)",
        "L(a) if (f) { L(b) U(b) } U(a)",
      ]),
      "candidate",
    ],
    [
      "a cycle beside a thread that goes on",
      program("atomic_int x;", ["L(a) L(b) U(b) U(a)", "L(b) L(a) U(a) U(b)", "x = 1; x = 2; x = 3;"]),
      "candidate",
    ],
    [
      "a semaphore that is never posted in one order",
      program("sem_t s; atomic_int f;", ["if (f) sem_post(&s);", "f = 1; sem_wait(&s);"], "", "sem_init(&s, 0, 0);"),
      "candidate",
    ],
    [
      "a lock that is taken for some inputs",
      program("atomic_int n;", ["if (n == 7) { L(a) L(b) U(b) U(a) }", "L(b) L(a) U(a) U(b)"], "", "n = __VERIFIER_nondet_int();"),
      "candidate",
    ],
    [
      "a lock that a thread takes only after another one, which sleeps where it matters",
      program("atomic_int x, y;", ["if (x) { L(a) L(b) U(b) U(a) }", "L(b) L(a) U(a) U(b)", "y = 1; x = 1;"]),
      "candidate",
    ],
    [
      "a lock that is taken for inputs that an assumption excludes",
      program(
        "atomic_int n;",
        ["if (n == 7) { L(a) L(b) U(b) U(a) }", "L(b) L(a) U(a) U(b)"],
        "",
        "n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 7);",
      ),
      "covered",
    ],
  ])("%s", async (_, text, kind) => {
    expect(await verdicts(text)).toEqual(everywhere(kind));
  });

  test("a section that waits for some of its own inputs is no deadlock", async () => {
    const text = `${head}
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;
int main(void) { __VERIFIER_atomic_begin(); _Bool n = __VERIFIER_nondet_bool(); __VERIFIER_assume(n == x); __VERIFIER_atomic_end(); return 0; }`;
    expect(await verdicts(text)).toEqual(everywhere("covered"));
  });

  test("a section that waits for its own input and for one that was taken before", async () => {
    const text = program(
      `extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int x, y;`,
      [
        "int k = __VERIFIER_nondet_bool(); __VERIFIER_atomic_begin(); int n = __VERIFIER_nondet_bool(); __VERIFIER_assume(n && k); y = 1; __VERIFIER_atomic_end();",
        "x = 1;",
      ],
    );
    expect(await verdicts(text)).toEqual(everywhere("covered"));
  });
});
