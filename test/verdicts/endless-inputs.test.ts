// Unbounded inputs inside one step, and infinite runs: every search respects its limits and reports what it did not cover. Time is counted, not measured.

import { expect, test } from "vitest";
import { explore } from "../../src/engines/explore/explore.ts";
import { Budget } from "../../src/support/budget.ts";
import { taskFor } from "../differential/concurrent/compare.ts";
import { changed, compileText } from "../run.ts";

const head = `#include <pthread.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int x;
`;
const programs = {
  "before the first step": "int main(void) { int n = 0; while (__VERIFIER_nondet_bool()) n++; x = n; return 0; }",
  "before the end, without a step": "int main(void) { int n = 0; while (__VERIFIER_nondet_bool()) n++; return n; }",
  "between two steps of a thread": `static void *t(void *p) { x = 1; int n = 0; while (__VERIFIER_nondet_bool()) n++; x = n; return p; }
int main(void) { pthread_t u; pthread_create(&u, 0, t, 0); x = 3; pthread_join(u, 0); return 0; }`,
  "in a section": `extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
static void *t(void *p) { __VERIFIER_atomic_begin(); int n = 0; while (__VERIFIER_nondet_bool()) n++; x = n; __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_t u; pthread_create(&u, 0, t, 0); x = 3; pthread_join(u, 0); return 0; }`,
  "no inputs, but a loop without end": `static void *t(void *p) { for (int i = 0; i < 2; i--) x++; return p; }
int main(void) { pthread_t u; pthread_create(&u, 0, t, 0); for (int i = 0; i < 2; i--) x++; return 0; }`,
};

for (const [name, text] of Object.entries(programs))
  test(name, async () => {
    const program = await compileText(head + text);
    for (const reduction of ["none", "dpor", "optimal", "rf", "states"] as const) {
      let ticks = 0;
      const budget = new Budget(1, 1000, () => (ticks += 400));
      const { findings } = await explore.run(
        changed(taskFor(program, 1e9, ["assert"]), { maxRuns: null, maxSteps: null, reduction, budget }),
      );
      const finding = findings.get("assert");
      expect(finding, reduction).toMatchObject({ kind: "unknown" });
      if (finding?.kind === "unknown") expect(["RVL301", "RVL307"], reduction).toContain(finding.unknown.code);
    }
  });
