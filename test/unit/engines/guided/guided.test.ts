// The guided engine: the number of runs for its worked examples, and the small programs of the staged engine. A wrong verdict here is a wrong
// verdict for users; a larger count means that the engine asks for runs that it does not need.

import { join } from "node:path";
import { expect, test } from "vitest";
import { guided } from "../../../../src/engines/guided/engine.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { collectionFolder } from "../../../corpus/collection.ts";
import { type AnyTask, checkText, compile, compileText, engineTask } from "../../../run.ts";
import { cases } from "../staged/cases.ts";
import { CaseFile } from "../staged/programs.ts";
import { figure1 } from "../traces/figure1.ts";
import { verdictsFound } from "../verdicts-found.ts";

async function verdicts(task: AnyTask, properties: readonly Property[]): Promise<{ verdicts: string[]; runs: number }> {
  const { findings, stats } = await guided.run(task);
  return { verdicts: verdictsFound(task, findings, properties), runs: stats.runs ?? 0 };
}

const examples: [assertion: string, verdict: string, runs: number, runsWithoutEdges: number][] = [
  ["x != y", "unsafe", 2, 2],
  ["x != y || x == 2", "safe", 2, 3],
  ["x == 2 || y == 2", "safe", 2, 3],
  ["x + y != 3", "safe", 2, 3],
];

test.each(examples)(
  "Figure 1 of FUSION with %s is %s after %i runs, without phantom edges after %i",
  async (assertion, verdict, runs, plain) => {
    const program = await compileText(figure1(assertion));
    expect(await verdicts(engineTask(program, ["assert"]), ["assert"])).toEqual({ verdicts: [verdict], runs });
    const task = engineTask(program, ["assert"], { without: ["phantom"] });
    expect(await verdicts(task, ["assert"])).toEqual({ verdicts: [verdict], runs: plain });
  },
);

test("the first run may be given", async () => {
  const program = await compileText(figure1("x != y"));
  const found = (await guided.run(engineTask(program, ["assert"]))).findings.get("assert");
  const schedule = found?.kind === "candidate" ? found.schedule : null;
  const task = engineTask(program, ["assert"]);
  expect(await verdicts({ ...task, options: { ...task.options, schedule } }, ["assert"])).toEqual({ verdicts: ["unsafe"], runs: 1 });
});

test("a loop without a bound that the schedule ends is proved", async () => {
  const task = engineTask(
    await compileText(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int stop, turns;
static void *work(void *p) { while (!stop) {} assert(stop == 1); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  stop = 1;
  pthread_join(t, 0);
  return 0;
}
`),
    ["assert", "deadlock", "memory"],
  );
  expect((await verdicts(task, ["assert", "deadlock", "memory"])).verdicts).toEqual(["safe", "safe", "safe"]);
});

const file = new CaseFile(cases);
/** Programs that it does not decide, with the code it reports. */
const open: ReadonlyMap<string, string> = new Map([
  ["an input indexes an array before a lock, wrong", "unknown RVL205"], // a partly overwritten lock may hold any value
]);

test("the programs of the staged engine get their verdicts", async () => {
  const differences: string[] = [];
  for (const { name, expect: expected } of cases) {
    const properties = Object.keys(expected) as Property[];
    const task = await file.task(name, properties);
    const { verdicts: found } = await verdicts(task, properties);
    properties.forEach((p, i) => {
      const wanted = open.get(name) ?? expected[p];
      if (found[i] !== wanted) differences.push(`${name}, ${p}: ${found[i]} instead of ${wanted}`);
    });
  }
  expect(differences).toEqual([]);
});

test.each(["lazy-init-cas", "thread-ids-on-heap"])("skipped sides that make, publish or free objects leave %s decided", async (name) => {
  const task = engineTask(await compile(join(collectionFolder, "safe", name, "program.c")), ["assert", "memory", "race"]);
  expect((await verdicts(task, ["assert", "memory", "race"])).verdicts).toEqual(["safe", "safe", "safe"]);
});

test("a side that a step reaches only after undefined behaviour is not reached", async () => {
  const text = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int *h, y;
static void *release(void *arg) { free(h); return arg; }
static void *look(void *arg) {
  __VERIFIER_atomic_begin();
  if (*h != 0) y = 3;
  __VERIFIER_atomic_end();
  return arg;
}
int main(void) {
  pthread_t a, b;
  h = malloc(sizeof *h);
  if (!h) return 0;
  *h = 1;
  pthread_create(&a, 0, release, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(y != 2);
  return 0;
}
`;
  for (const encoding of ["staged", "steps"] as const)
    expect((await checkText(text, "guided", ["assert"], { encoding })).verdict, encoding).toBe("safe-bounded");
});
