// `--schedule` of symex: the order in which threads are tried along the first path, and its inputs.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import type { Program } from "../../../../src/program/program.ts";
import { LowestFirst } from "../../../../src/scheduling/lowest-first.ts";
import type { Scheduler } from "../../../../src/scheduling/scheduler.ts";
import { recordRun, type Schedule } from "../../../../src/witness/schedule.ts";
import { compileText, engineTask, machineOptions } from "../../../run.ts";

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const program = (globals: string, threads: readonly string[]): string => `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
${globals}
${threads.map((code, i) => `static void *t${i}(void *arg) { ${code} return arg; }`).join("\n")}
int main(void) {
  pthread_t t[${threads.length}];
  ${threads.map((_, i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(" ")}
  return 0;
}`;

/** The first thread reads what the second one writes, k times, with an assertion after each read. */
const figure3 = (k: number): string =>
  program(`static atomic_int ${times(k, (i) => `x${i}`).join(", ")};`, [
    times(k, (i) => `int a${i} = x${i}; assert(a${i} <= 1);`).join(" "),
    times(k, (i) => `x${i} = 1;`).join(" "),
  ]);

/** Main comes first; then the two threads take turns. */
function alternating(): Scheduler {
  const lowest = new LowestFirst();
  let last = 2;
  return {
    begin: (m) => lowest.begin(m),
    pick(machine, candidates) {
      const able = candidates.filter((t) => machine.canProceed(t));
      const next = able.find((t) => t.index === 0) ?? able.find((t) => t.index === 3 - last) ?? able[0];
      if (next === undefined) return lowest.pick(machine, candidates);
      if (next.index > 0) last = next.index;
      return next;
    },
    choose: () => 0,
    input: () => 7n,
  };
}

function alternatingRun(text: Program): Schedule {
  const machine = new Machine(text, { ...machineOptions(["assert"]), undo: false });
  return recordRun(machine, alternating(), { maxSteps: 10_000, interrupted: () => false }).schedule;
}

describe("AGSE, figure 3", () => {
  test.each([1, 2, 3, 4, 5, 6])("k = %i: with dpor, summaries and a first run that alternates, at most 1 + k runs", async (k) => {
    const text = await compileText(figure3(k));
    const { findings, stats } = await symex.run(
      engineTask(text, ["assert"], { prune: "summaries", reduce: "dpor", schedule: alternatingRun(text) }),
    );
    expect(findings.get("assert")?.kind).toBe("covered");
    expect((stats.runs ?? 0) + (stats.partialRuns ?? 0)).toBeLessThanOrEqual(1 + k);
  });
});

describe("what the first run takes from the schedule", () => {
  test("inputs: the violation is in it, and no other run is made", async () => {
    const text = await compileText(program("static atomic_int x;", ["x = __VERIFIER_nondet_int();", "int a = x; assert(a != 7);"]));
    const schedule = alternatingRun(text);
    const along = await symex.run(engineTask(text, ["assert"], { prune: "none", schedule }));
    expect(along.findings.get("assert")?.kind).toBe("candidate");
    expect([along.stats.runs, along.stats.solverCalls]).toEqual([1, 0]);
  });

  test("a program that does not follow it is reported", async () => {
    const schedule = alternatingRun(await compileText(figure3(4)));
    const other = engineTask(await compileText(figure3(1)), ["assert"], { prune: "summaries", schedule });
    await expect(symex.run(other)).rejects.toThrow(/diverges from the given schedule at step/);
  });
});
