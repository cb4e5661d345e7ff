// Programs that symex checks with every reduction and pruning, and the answer that all of them must give. In: a program. Out: the answers that were given; violations are replayed.

import { symex } from "../../../../src/engines/symex/engine.ts";
import { prunings, reductions } from "../../../../src/engines/symex/options.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import { confirmUnchanged } from "../../../../src/witness/confirm.ts";
import { compileText, engineTask } from "../../../run.ts";

const head = `
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
`;

export const program = (globals: string, threads: readonly string[], end = "", start = ""): string => `${head}
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${Math.max(threads.length, 1)}];
  ${start}
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  ${end}
  return 0;
}`;

/** `property`: absent, it is `assert`. `inputs`: given ones; null: any. Returns the different answers: one, if all agree. */
export async function answersOf(text: string, property: Property = "assert", inputs: readonly bigint[] | null = null): Promise<string[]> {
  const compiled = await compileText(text);
  const answers = new Set<string>();
  for (const prune of prunings)
    for (const reduce of reductions) {
      // Property-driven sets do not check deadlocks.
      if (property === "deadlock" && reduce === "pdpor") continue;
      const task = { ...engineTask(compiled, [property], { prune, reduce }), inputs };
      const finding = (await symex.run(task)).findings.get(property);
      const isReplayed =
        finding?.kind === "candidate" &&
        confirmUnchanged(new Machine(compiled, { ...task.machine, undo: true }), finding.schedule, property) !== null;
      answers.add(
        finding?.kind === "unknown"
          ? finding.unknown.code
          : finding?.kind === "candidate"
            ? isReplayed
              ? "unsafe"
              : "not replayed"
            : "safe",
      );
    }
  return [...answers];
}
