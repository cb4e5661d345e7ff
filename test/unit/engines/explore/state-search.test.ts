// The stateful search: exact numbers of states where they can be counted by hand, the same verdicts and final states as the search
// without reduction, and what it answers if it cannot decide.

import { describe, expect, test } from "vitest";
import type { EngineResult } from "../../../../src/engines/engine.ts";
import { explore } from "../../../../src/engines/explore/explore.ts";
import { StateSearch } from "../../../../src/engines/explore/state-search.ts";
import { DepthFirst } from "../../../../src/engines/search/depth-first.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { noFreedoms } from "../../../../src/execution/freedoms.ts";
import { Machine } from "../../../../src/execution/machine.ts";
import { everything } from "../../../../src/reduction/none.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { confirmUnchanged } from "../../../../src/witness/confirm.ts";
import { type AnyTask, changed } from "../../../run.ts";
import { type Shape, ShapeFile } from "../../../verdicts/shapes.ts";

const section = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;
const repeat = (n: number, body: string): string => `for (int k = 0; k < ${n}; k++) { ${body} }`;
const locked = (lock: string, body: string): string => `pthread_mutex_lock(&${lock}); ${body} pthread_mutex_unlock(&${lock});`;

const fib = (n: number): Shape => ({
  name: `fib ${n}`,
  before: "v[0] = v[1] = 1;",
  threads: [repeat(n, section("v[0] += v[1];")), repeat(n, section("v[1] += v[0];"))],
});

const shapes: readonly Shape[] = [
  ...[1, 2, 3].map((n) => ({ name: `${n} writers`, threads: Array.from({ length: n }, (_, k) => section(`v[${k}] = 1;`)) })),
  { name: "2 counters of 5", threads: [repeat(5, section("g++;")), repeat(5, section("h++;"))] },
  fib(3),
  fib(5),
  { name: "dead register", threads: [`int a; ${section("a = g;")} (void)a; ${section("h = 1;")}`, section("g = 1;")] },
  { name: "live register", threads: [`int a; ${section("a = g;")} ${section("h = a;")}`, section("g = 1;")] },
  { name: "polling", threads: [`for (;;) { int d; ${locked("m", "d = g;")} if (d) break; }`, locked("m", "g = 1;")] },
  { name: "lock order", threads: [locked("m", locked("n", "g++;")), locked("n", locked("m", "g++;"))] },
  { name: "lost update", threads: ["x = x + 1;", "x = x + 1;"], after: "assert(x == 2);" },
  {
    name: "freed early",
    before: "static int *p; p = malloc(4); z = 0;",
    threads: ["z = 1;", "int *q = malloc(4); *q = z; free(q); if (*q) g = 1;"],
  },
  // The state in which the thread has written g but not finished exists only if finishing is a separate step.
  {
    name: "try join",
    threads: ["g = 1;"],
    before: `pthread_t u; pthread_create(&u, NULL, t9_0, NULL); int seen; ${section("seen = g;")} int busy = pthread_tryjoin_np(u, NULL) != 0; h = seen && busy; if (busy) pthread_join(u, NULL);`,
  },
  {
    name: "two choices",
    threads: [`${section("v[0] = __VERIFIER_nondet_uchar() & 1;")} ${section("v[1] = v[0] + g;")}`, section("g = 1;")],
  },
  { name: "forever", threads: ["for (;;) x++;", "for (;;) y++;"] },
  // The longer path is tried first and leads to the same state as the shorter one.
  {
    name: "shortcut",
    threads: ["if (x) { y = 2; } else { for (int k = 0; k < 6; k++) z = 0; y = 2; }", "x = 1; if (y == 2) assert(z != 0);"],
  },
  { name: "race", threads: ["g = 1;", "h = g;"] },
  // The number of parts in which the bytes are written does not matter once they are written.
  {
    name: "writes all",
    threads: ['const char *p = "0123456789ab"; for (long k, left = 12; left > 0; p += k, left -= k) k = write(1, p, left); g = p[-1];'],
  },
];
// A thread function is named after its index in the list.
const tryJoin = shapes.findIndex((s) => s.name === "try join");
const file = new ShapeFile(shapes.map((s) => (s.before === undefined ? s : { ...s, before: s.before.replace("t9_0", `t${tryJoin}_0`) })));

const checked: readonly Property[] = ["assert", "memory", "deadlock", "overflow"];

async function states(name: string, freedoms = noFreedoms): Promise<number> {
  const task = await file.task(name, checked);
  const search = new StateSearch({ ...task, machine: { ...task.machine, freedoms } });
  await search.run();
  return search.states - 1; // not the one in which main takes the input that says which program it is
}

const verdicts = (task: AnyTask, result: EngineResult): Record<string, string> =>
  Object.fromEntries(
    task.properties.map((p) => {
      const f = result.findings.get(p);
      if (f?.kind !== "candidate") return [p, f?.kind === "unknown" ? f.unknown.code : f?.scope.steps === null ? "safe" : "bounded"];
      const machine = new Machine(task.program, { ...task.machine, undo: false });
      return [p, confirmUnchanged(machine, f.schedule, p) === null ? "does not replay" : "unsafe"];
    }),
  );

/**
 * Main starts and joins its threads together with the steps around that, so the states are those of the threads; and, for each memory
 * contents that they leave, the one in which main has begun to exit.
 */
describe("states are counted exactly", () => {
  for (const n of [1, 2, 3])
    test(`${n} independent writers: each has written or not`, async () => expect(await states(`${n} writers`)).toBe(2 ** n + 1));
  test("two counters of 5: 6 × 6", async () => expect(await states("2 counters of 5")).toBe(36 + 1));
  // Every interleaving leaves different values: all paths through the grid, C(2n + 2, n + 1) - 1, of which C(2n, n) are complete.
  test("fib 3: all paths", async () => expect(await states("fib 3")).toBe(2 + 69 + 20));
  test("fib 5: all paths", async () => expect(await states("fib 5")).toBe(2 + 923 + 252));
  // Three positions of the first thread, two of the second; a value that was read matters only if it is used.
  test("a register that is not used again does not count", async () => expect(await states("dead register")).toBe(6 + 1));
  // Twelve bytes are written in 2,048 ways; what matters is how many are left, and how many were written last.
  test("the number of writes does not count", async () => expect(await states("writes all", new Set(["short-io"]))).toBeLessThan(500));
  test("a register that is used again counts", async () => expect(await states("live register")).toBe(8 + 2));
});

describe("it agrees with the search without reduction", () => {
  for (const { name } of shapes.filter((s) => !["forever", "polling", "race"].includes(s.name)))
    test(name, async () => {
      const task = await file.task(name, checked, { finalStates: true });
      const all = await explore.run(changed(task, { reduction: "none" }));
      const some = await explore.run(changed(task, { reduction: "states" }));
      expect(verdicts(task, some)).toEqual(verdicts(task, all));
      const finals = (r: EngineResult): string[] =>
        (r.stats.finalStates?.states ?? []).map((s) => `${s.end} ${s.values.map((v) => `${v.name}=${v.value.text}`).join(" ")}`);
      expect(finals(some)).toEqual(finals(all));
      expect(finals(all).length > 0).toBe(name !== "freed early");
    });
  test("violations are found and replay", async () => {
    const of = async (name: string): Promise<Record<string, string>> => {
      const task = await file.task(name, checked);
      return verdicts(task, await explore.run(changed(task, { reduction: "states" })));
    };
    expect((await of("lock order")).deadlock).toBe("unsafe");
    expect((await of("lost update")).assert).toBe("unsafe");
    expect((await of("freed early")).memory).toBe("unsafe");
  });
});

describe("where it cannot decide it says so", () => {
  test("more states than fit into memory: RVL302", async () => {
    const task = await file.task("forever", ["assert"], { budget: new Budget(null, 8) });
    const result = await explore.run(changed(task, { reduction: "states" }));
    expect(verdicts(task, result)).toEqual({ assert: "RVL302" });
    expect(result.stats.states).toBeGreaterThan(10_000);
  });
  test("a bound on steps is exact: a state that is reached again in fewer steps is explored again", async () => {
    const outcome = async (maxSteps: number): Promise<string | undefined> => {
      const task = await file.task("shortcut", ["assert"], { maxSteps });
      return verdicts(task, await explore.run(changed(task, { reduction: "states" }))).assert;
    };
    let shortest = Number.POSITIVE_INFINITY;
    const search = new DepthFirst(await file.task("shortcut", ["assert"]), everything);
    search.exhaustive = true;
    search.onEnd = (machine) => {
      if (machine.outcome?.kind === "error") shortest = Math.min(shortest, machine.stepCount);
    };
    await search.run();
    expect(shortest).toBeLessThan(20);
    expect([await outcome(shortest), await outcome(shortest - 1)]).toEqual(["unsafe", "bounded"]);
  });
  test("for races the past is part of the states", async () => {
    const task = await file.task("race", ["assert", "race"]);
    const result = await explore.run(changed(task, { reduction: "states" }));
    expect(verdicts(task, result)).toEqual({ assert: "safe", race: "unsafe" });
    const polling = await file.task("polling", ["race"]);
    expect(verdicts(polling, await explore.run(changed(polling, { reduction: "states" })))).toEqual({ race: "safe" });
  });
  test("decides a wait under a lock, whose states form a cycle", async () => {
    const task = await file.task("polling", checked);
    expect(verdicts(task, await explore.run(changed(task, { reduction: "states" })))).toEqual({
      assert: "safe",
      memory: "safe",
      deadlock: "safe",
      overflow: "safe",
    });
  });
});
