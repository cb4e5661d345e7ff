// What fusion says of a program, for its tests: the verdict of each property, the number of runs, and how violations were found. Every violation is replayed.

import { fusion } from "../../../../src/engines/fusion/engine.ts";
import type { FormulaWork } from "../../../../src/engines/fusion/formula-work.ts";
import { runFusion } from "../../../../src/engines/fusion/fusion.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import { confirmUnchanged } from "../../../../src/witness/confirm.ts";
import { compileText, engineTask, type TaskChanges } from "../../../run.ts";

export interface Told {
  readonly verdicts: readonly string[];
  readonly runs: number;
  readonly found: readonly string[];
  readonly stats: Awaited<ReturnType<typeof fusion.run>>["stats"];
}

/** `work`: that formulas may take; otherwise as much as the engine allows. */
export async function told(
  text: string,
  properties: readonly Property[],
  changes: TaskChanges = {},
  work: FormulaWork | null = null,
): Promise<Told> {
  const task = engineTask(await compileText(text), properties, changes);
  const { findings, stats } = await (work === null ? fusion.run(task) : runFusion(task, work));
  const found: string[] = [];
  const verdicts = properties.map((p) => {
    const f = findings.get(p);
    if (f === undefined) return "nothing";
    if (f.kind === "unknown") return `unknown ${f.unknown.code}`;
    if (f.kind === "covered") return f.scope.complete ? "safe" : "safe-bounded";
    found.push(`by ${f.foundBy}`);
    const machine = new Machine(task.program, { ...task.machine, undo: false });
    return confirmUnchanged(machine, f.schedule, p) === null ? "does not replay" : "unsafe";
  });
  return { verdicts, runs: stats.runs ?? 0, found, stats };
}

/** Two threads that main waits for, and an assertion at the end. */
export const twoThreads = (globals: string, first: string, second: string, assertion = "1"): string => `#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
${globals}
static void *first(void *arg) { ${first} return arg; }
static void *second(void *arg) { ${second} return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(${assertion});
  return 0;
}
`;
