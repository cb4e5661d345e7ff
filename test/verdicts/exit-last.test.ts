// Main returns while threads run: one run per order of the accesses, and no violation before the end is missed. A failure means
// that runs differ only in when the process ends, or that a violation is lost which only an early end shows.

import { expect, test } from "vitest";
import { explore } from "../../src/engines/explore/explore.ts";
import { allProperties, type Property } from "../../src/execution/errors.ts";
import { compileText, engineTask, type TaskChanges } from "../run.ts";

const program = (work: string, main: string): string =>
  `#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\natomic_int x, done;\nint plain, *shared;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nvoid *work(void *p) {\n  ${work}\n  return p;\n}\nint main(void) {\n  pthread_t a, b;\n  ${main}\n}\n`;
const start = "pthread_create(&a, 0, work, 0);";
const startTwo = `${start} pthread_create(&b, 0, work, 0);`;

async function run(text: string, properties: readonly Property[], more: TaskChanges = {}) {
  const { findings, stats } = await explore.run(engineTask(await compileText(text), properties, more));
  const verdicts = properties.map((p) => {
    const f = findings.get(p);
    return f?.kind === "covered" ? (f.scope.complete ? "safe" : "bounded") : f?.kind === "candidate" ? "unsafe" : "unknown";
  });
  return { verdicts, stats };
}

test.each([
  ["five steps each, main has none", program("for (int i = 0; i < 5; i++) x++;", `${startTwo} return 0;`), 252],
  ["three each, and main one", program("for (int i = 0; i < 3; i++) x++;", `${startTwo} x++; return 0;`), 140],
  ["exit in place of return", program("for (int i = 0; i < 3; i++) x++;", `${startTwo} x++; exit(1);`), 140],
  ["two threads that end the process", program("x++; if (p) exit(1);", `${startTwo.replace("work, 0", "work, &x")} return 0;`), 2],
] as const)("%s", async (_name, text, runs) => {
  for (const reduction of ["dpor", "optimal"] as const)
    expect((await run(text, ["assert"], { reduction })).stats.runs, reduction).toBe(runs);
});

const cases: readonly (readonly [name: string, text: string, violated: readonly Property[]])[] = [
  ["an assertion that fails before the end", program("x = 1; assert(done == 0); x = 2;", `${start} done = 1; return 0;`), ["assert"]],
  ["a race with main's last access", program("plain = 1;", `${start} plain = 2; return 0;`), ["race"]],
  ["use after free", program("x = *shared;", `shared = malloc(4); *shared = 1; ${start} free(shared); return 0;`), ["memory", "race"]],
  [
    "a leak that only an early end shows is not lost",
    program("free(p);", "void *o = malloc(4); pthread_create(&a, 0, work, o); o = 0; return 0;"),
    [],
  ],
  ["a leak at the end", program("x = malloc(4) != 0;", `${start} return 0;`), ["leak"]],
  ["a thread that waits forever beside an exit", program("pthread_mutex_lock(&m);", `pthread_mutex_lock(&m); ${start} return 0;`), []],
  ["a thread locks what it holds", program("pthread_mutex_lock(&m); pthread_mutex_lock(&m);", `${start} return 0;`), ["deadlock"]],
  ["a busy wait that continues", program("while (!done) ;", `${start} return 0;`), []],
];
test.each(cases)("%s", async (_name, text, violated) => {
  const properties = allProperties.filter((p) => p !== "uninit" && p !== "overflow");
  const verdictsBy = async (reduction: TaskChanges["reduction"]): Promise<string[]> => {
    // One property at a time: with `leak`, every moment at which the process may end is explored.
    const verdicts: string[] = [];
    for (const p of properties) verdicts.push((await run(text, [p], { reduction })).verdicts[0] as string);
    return verdicts;
  };
  const all = await verdictsBy("none");
  expect(properties.filter((_, i) => all[i] === "unsafe")).toEqual(properties.filter((p) => violated.includes(p)));
  for (const reduction of ["dpor", "optimal", "states"] as const) expect(await verdictsBy(reduction), reduction).toEqual(all);
});

test("an endless thread is cut, and what is covered says so", async () => {
  const text = program("for (;;) x = 1 - x;", `${start} return 0;`);
  expect((await run(text, ["assert"], { reduction: "dpor", maxSteps: 50 })).verdicts).toEqual(["bounded"]);
  expect((await run(text, ["assert", "race"], { reduction: "states" })).verdicts).toEqual(["safe", "safe"]);
});
