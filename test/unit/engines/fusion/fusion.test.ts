// The fusion engine: the number of runs for the paper's Figure 1, with parts left out, and what its report counts.

import { expect, test } from "vitest";
import { FormulaWork } from "../../../../src/engines/fusion/formula-work.ts";
import { told, twoThreads } from "./verdicts.ts";

const figure1 = (assertion: string): string =>
  twoThreads(
    "static int x, y;",
    "int a = y; if (a == 0) { x = 1; a = x + 1; x = a; } else x = 0;",
    "int b = x; if (b == 0) { y = 1; b = y + 1; y = b; } else y = 0;",
    assertion,
  );

type Counts = readonly [none: number, dpor: number];
const examples: [assertion: string, verdict: string, runs: Counts, withoutPhantom: Counts, ofExplore: Counts][] = [
  ["x != y", "unsafe", [2, 2], [2, 2], [7, 3]],
  ["x != y || x == 2", "safe", [2, 2], [4, 3], [52, 5]],
  ["x == 2 || y == 2", "safe", [2, 2], [4, 3], [52, 5]],
  ["x + y != 3", "safe", [4, 3], [4, 3], [52, 5]],
];

test.each(examples)("Figure 1 with %s is %s after %j runs", async (assertion, verdict, runs, withoutPhantom, ofExplore) => {
  for (const [i, reduction] of (["none", "dpor"] as const).entries()) {
    const found = verdict === "unsafe" ? ["by running"] : [];
    const said = await told(figure1(assertion), ["assert"], { reduction });
    expect(said).toMatchObject({ verdicts: [verdict], runs: runs[i], found });
    const off = await told(figure1(assertion), ["assert"], { reduction, omitted: ["phantom"] });
    expect(off).toMatchObject({ verdicts: [verdict], runs: withoutPhantom[i], found });
    const plain = await told(figure1(assertion), ["assert"], { reduction, omitted: ["check", "prune"] });
    expect(plain).toMatchObject({ verdicts: [verdict], runs: ofExplore[i] });
  }
});

test("5 traces of Figure 1 make 3 trace programs", async () => {
  const { stats } = await told(figure1("x + y != 3"), ["assert"], { omitted: ["prune"] });
  expect(stats).toMatchObject({ runs: 5, tracePrograms: 5, distinctTracePrograms: 3, clearedBranches: 0, pruningQuestions: 0 });
});

test("a program without branches is proved after one run, by the empty prefix", async () => {
  const { verdicts, runs, stats } = await told(
    twoThreads("static int x;", "x = x + 1; x = x + 1;", "x = x + 2; x = x + 2;", "x >= 2 && x <= 6"),
    ["assert"],
  );
  expect({ verdicts, runs, asked: stats.pruningQuestions }).toMatchObject({ verdicts: ["safe"], runs: 1 });
  expect(stats.clearedBranches).toBeGreaterThan(0);
});

test("the check of the first run finds a reordering of it that fails", async () => {
  const text = twoThreads("static int x;", "x = x + 1;", "x = x + 1;", "x == 2");
  expect(await told(text, ["assert"])).toMatchObject({ verdicts: ["unsafe"], runs: 1, found: ["by check"] });
  expect(await told(text, ["assert"], { omitted: ["check"] })).toMatchObject({ verdicts: ["unsafe"], found: ["by running"] });
});

test("one property's violation does not end the search for the others", async () => {
  const text = twoThreads("static int x, y;", "x = 1; y = 1;", "if (y == 1 && x == 0) assert(0);", "x == 1");
  for (const reduction of ["none", "dpor"] as const)
    expect(await told(text, ["race", "assert", "deadlock"], { reduction })).toMatchObject({ verdicts: ["unsafe", "safe", "safe"] });
});

test("a property that formulas do not decide is never pruned", async () => {
  const text = twoThreads(
    "static int x; static void *volatile kept;",
    "void *m = malloc(4); if (x == 0) free(m); else kept = 0;",
    "x = 1;",
  );
  for (const reduction of ["none", "dpor"] as const)
    expect(await told(text, ["leak"], { reduction })).toMatchObject({ verdicts: ["unsafe"], stats: { clearedBranches: 0 } });
});

test("a pruning question that may not search gives up, and nothing is pruned", async () => {
  const text = figure1("x + y != 3");
  const { verdicts, runs } = await told(text, ["assert"], { pruneEffort: 0 });
  expect(verdicts).toEqual(["safe"]);
  expect(runs).toBeLessThanOrEqual(5);
});

test("inputs are enumerated, and the limit on runs is kept", async () => {
  const text = twoThreads(
    "extern _Bool __VERIFIER_nondet_bool(void); static int x;",
    "if (__VERIFIER_nondet_bool()) x = 1; else x = 2;",
    "int a = x; if (a == 2) assert(x != 2);",
  );
  expect(await told(text, ["assert"])).toMatchObject({ verdicts: ["unsafe"] });
  expect(await told(figure1("x + y != 3"), ["assert"], { maxRuns: 2 })).toMatchObject({ verdicts: ["unknown RVL304"], runs: 2 });
});

/** Which thread comes first to a cell depends on the order, and no cell on another: 2^n runs. */
const cells = (n: number, assertion: string): string => {
  const take = (count: string): string => `for (int i = 0; i < ${n}; i++) if (atomic_exchange(&cell[i], 1) == 0) ${count}++;`;
  return twoThreads(`#include <stdatomic.h>\nstatic atomic_int cell[${n}]; static int a, b;`, take("a"), take("b"), assertion);
};

test("where one run prunes nothing, all runs so far are one trace program", async () => {
  const explain: string[] = [];
  const { verdicts, runs, stats } = await told(cells(5, "a + b >= 1"), ["assert"], { explain: ({ text }) => explain.push(text) });
  expect({ verdicts, runs, programs: stats.distinctTracePrograms }).toEqual({ verdicts: ["safe"], runs: 10, programs: 10 });
  expect(explain.filter((t) => t.endsWith("the CTP is that of all runs so far."))).toHaveLength(1);
  expect(await told(cells(5, "b != 2"), ["assert"], { omitted: ["check"] })).toMatchObject({ verdicts: ["unsafe"] });
});

test("formulas are made for fewer runs once they decide nothing", async () => {
  const text = twoThreads("static _Atomic int x;", "x++; x++; x++; x++;", "x++; x++; x++; x++;");
  const explain: string[] = [];
  const { verdicts, runs, stats } = await told(text, ["leak"], { reduction: "none" });
  expect({ verdicts, runs }).toEqual({ verdicts: ["safe"], runs: 70 });
  expect(stats.tracePrograms).toBe(51);
  await told(text, ["leak"], { reduction: "none", explain: ({ text: said }) => explain.push(said) });
  expect(
    explain.filter((t) => /From here on, (the CTP is that of all runs so far|each run has a CTP of its own again)\.$/.test(t)),
  ).toHaveLength(2);
});

test("a formula that takes more work than is left is given up, and runs decide", async () => {
  const [safe, unsafe] = [cells(5, "a + b >= 1"), cells(5, "b != 2")];
  const explain: string[] = [];
  const alone = await told(safe, ["assert"], { omitted: ["check", "prune"] });
  const none = await told(safe, ["assert"], { explain: ({ text }) => explain.push(text) }, new FormulaWork(0));
  expect(none).toMatchObject({ verdicts: ["safe"], runs: alone.runs });
  expect(none.stats).toMatchObject({ clearedBranches: 0, pruningQuestions: 0 });
  expect(explain.filter((t) => t.startsWith("Formulas have taken more work than the runs."))).toHaveLength(1);
  const counts: number[] = [];
  for (const start of [5000, 50_000]) {
    const some = await told(safe, ["assert"], {}, new FormulaWork(start));
    expect(some.verdicts).toEqual(["safe"]);
    counts.push(some.runs);
  }
  expect((await told(unsafe, ["assert"], {}, new FormulaWork(5000))).verdicts).toEqual(["unsafe"]);
  expect(counts).toEqual(counts.toSorted((m, n) => n - m)); // the more work, the fewer runs
  expect(counts.at(-1)).toBeLessThan(alone.runs);
});

test("a formula has half of the work that is left, and none of the start after a hundred", () => {
  const work = new FormulaWork(1000);
  work.beginFormula(0);
  let checks = 0;
  for (; !work.isSpent; checks++) work.addCheck();
  expect(checks).toBe(98); // 490 of 980: the run itself counts 20
  expect(work.isLeft).toBe(true);
  const many = new FormulaWork(1e6);
  for (let i = 0; i < 101; i++) many.beginFormula(0);
  expect(many.isLeft).toBe(false);
  many.addSteps(100);
  expect(many.isLeft).toBe(true);
});

const inputs = "extern _Bool __VERIFIER_nondet_bool(void); extern int __VERIFIER_nondet_int(void);";

test("a state that is cleared before an input is asked for covers all its values", async () => {
  // Too many values to try: a search does not know.
  const text = (assertion: string): string =>
    twoThreads(`${inputs} static unsigned x;`, "unsigned a = __VERIFIER_nondet_int(); x = a * 2;", "x = 4; x = x + 2;", assertion);
  for (const reduction of ["none", "dpor"] as const) {
    const safe = text("x % 2 == 0");
    expect(await told(safe, ["assert"], { reduction })).toMatchObject({ verdicts: ["safe"], runs: 1 });
    expect(await told(safe, ["assert"], { reduction, omitted: ["prune"] })).toMatchObject({ verdicts: ["unknown RVL307"] });
    // Few values fail, and they are not tried.
    const unsafe = text("x != 14");
    expect(await told(unsafe, ["assert"], { reduction })).toMatchObject({ verdicts: ["unsafe"], found: ["by check"] });
    expect(await told(unsafe, ["assert"], { reduction, omitted: ["check"] })).toMatchObject({ verdicts: ["unknown RVL307"] });
  }
});

test("a state that is cleared after an input is asked for covers one value", async () => {
  // The values that are not tried matter only after the state that is cleared.
  const text = twoThreads(
    `${inputs} static int x, y;`,
    "int a = __VERIFIER_nondet_int(); x = 1; if (3 * a == 21) y = 1; x = 2;",
    "x = 3; if (y == 1) y = 2;",
    "y != 2",
  );
  for (const omitted of [["check"], ["check", "phantom"]] as const)
    expect((await told(text, ["assert"], { omitted })).verdicts).toEqual(["unknown RVL307"]);
});

/** Main takes an input before its first step. */
const withFirstInput = (first: string, second: string, take: string, assertion: string): string =>
  twoThreads(`${inputs} static int x, y;`, first, second, assertion).replace("  pthread_t s, t;", `  pthread_t s, t; ${take}`);

test("what is decided before the first step is fixed, unless the program is proved for all of it", async () => {
  const run = "x = 1; x = 2; y = x;";
  const safe = withFirstInput(run, "x = 3; x = 4;", "int b = __VERIFIER_nondet_int();", "y != 0 || b < b");
  expect(await told(safe, ["assert"])).toMatchObject({ verdicts: ["safe"], runs: 1 });
  // The second value fails; the first is proved after one run.
  const unsafe = withFirstInput(run, "x = 3; x = 4;", "int b = __VERIFIER_nondet_bool();", "!b || y != 3");
  expect(await told(unsafe, ["assert"], { omitted: ["check"] })).toMatchObject({ verdicts: ["unsafe"], found: ["by running"] });
});

test("inputs of the prefix are fixed", async () => {
  // With the first value nothing can fail, so one run is enough for it.
  const text = twoThreads(
    `${inputs} static int x, y, z;`,
    "_Bool b = __VERIFIER_nondet_bool(); y = b; x = 1; x = 2; x = 3; z = x;",
    "x = 4; x = 5;",
    "!(y == 1 && z == 4)",
  );
  expect(await told(text, ["assert"], { omitted: ["check"] })).toMatchObject({ verdicts: ["unsafe"], runs: 3 });
  expect(await told(text, ["assert"], { omitted: ["check", "prune"] })).toMatchObject({ verdicts: ["unsafe"], runs: 17 });
});

const waiting = (wait: string, assertion: string): string =>
  twoThreads(
    "#include <stdatomic.h>\nstatic int go, done, x; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c = PTHREAD_COND_INITIALIZER;",
    `pthread_mutex_lock(&m); ${wait} done = go; pthread_mutex_unlock(&m);`,
    "pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
    assertion,
  );

test("states are cleared with freedoms of the environment on", async () => {
  const safe = waiting("while (!go) pthread_cond_wait(&c, &m);", "done == 1");
  const { verdicts, runs } = await told(safe, ["assert"]);
  const without = await told(safe, ["assert"], { omitted: ["prune"] });
  expect([verdicts, without.verdicts]).toEqual([["safe"], ["safe"]]);
  expect(runs).toBeLessThan(without.runs);
  // Fails only if the thread wakes spuriously.
  const unsafe = waiting("if (!go) pthread_cond_wait(&c, &m);", "done == 1");
  for (const omitted of [["check"], ["check", "phantom"]] as const)
    expect((await told(unsafe, ["assert"], { omitted })).verdicts).toEqual(["unsafe"]);
});

test("a spurious failure is not pruned away", async () => {
  const text = twoThreads(
    "#include <stdatomic.h>\nstatic _Atomic int x; static int y;",
    "int old = 0; if (!atomic_compare_exchange_weak(&x, &old, 1)) y = old + 1;",
    "atomic_load(&x); atomic_load(&x);",
    "y == 0",
  );
  for (const omitted of [[], ["check"], ["check", "phantom"]] as const)
    expect((await told(text, ["assert"], { omitted })).verdicts).toEqual(["unsafe"]);
});

test("an address that is used again is not pruned away", async () => {
  // The second object lies where the first one was: the first thread takes it for the same.
  const text = twoThreads(
    "#include <stdatomic.h>\nstatic _Atomic int x; static int *_Atomic mail;",
    "int *was = mail; int then = x, now = x; if (was != 0 && mail == was) assert(then == now);",
    "mail = malloc(4); int *got = atomic_exchange(&mail, (int *)0); if (got != 0) free(got); x = 2; mail = malloc(4);",
  )
    .replace("pthread_create(&s", "__VERIFIER_atomic_begin(); pthread_create(&s")
    .replace("second, 0);", "second, 0); __VERIFIER_atomic_end();")
    .replace("pthread_join(s, 0);", "__VERIFIER_atomic_begin(); pthread_join(s, 0);")
    .replace("pthread_join(t, 0);", "pthread_join(t, 0); __VERIFIER_atomic_end();");
  expect((await told(text, ["assert"])).verdicts).toEqual(["unsafe"]);
});
