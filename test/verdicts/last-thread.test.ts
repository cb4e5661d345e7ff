// The last running thread is not probed: its step shows whether it can continue. If it cannot, the run ends like any other, and its outcome
// (a deadlock; or none, after a false assumption) is reported.

import { describe, expect, test } from "vitest";
import { DepthFirst } from "../../src/engines/search/depth-first.ts";
import { everything, none } from "../../src/reduction/none.ts";
import type { Reduction } from "../../src/reduction/search.ts";
import { sourceSets } from "../../src/reduction/source-sets.ts";
import { wakeupTrees } from "../../src/reduction/wakeup-trees.ts";
import { type Shape, ShapeFile } from "./shapes.ts";

interface Case extends Shape {
  readonly deadlock: boolean;
  /** Numbers of runs: without reduction, and with dpor and optimal. */
  readonly runs: readonly [number, number];
}

const cases: readonly Case[] = [
  {
    name: "main waits for a lock that a thread has taken along",
    threads: ["x = 1; pthread_mutex_lock(&m);", "x = 2;"],
    after: "pthread_mutex_lock(&m);",
    deadlock: true,
    runs: [3, 2],
  },
  {
    name: "main waits in some runs only",
    threads: ["if (x == 0) pthread_mutex_lock(&m);", "x = 1;"],
    after: "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
    deadlock: true,
    runs: [3, 2],
  },
  {
    name: "an assumption of main fails in some runs",
    threads: ["x = 1;", "x = 2;"],
    after: "__VERIFIER_atomic_begin(); __VERIFIER_assume(x == 1); __VERIFIER_atomic_end(); y = 1;",
    deadlock: false,
    runs: [2, 2],
  },
];

const file = new ShapeFile(cases);

const reductions: readonly Reduction[] = [none, sourceSets, wakeupTrees];

describe.each(cases)("$name", ({ name, deadlock, runs }) => {
  test.each(reductions)("$name", async (reduction) => {
    const search = new DepthFirst(await file.task(name, ["assert", "deadlock"]), reduction);
    search.exhaustive = true;
    const { findings } = await search.run();
    expect(findings.get("deadlock")?.kind).toBe(deadlock ? "candidate" : "covered");
    expect(findings.get("assert")?.kind).toBe("covered");
    expect(search.runs).toBe(runs[reduction === none ? 0 : 1]);
    expect(search.asleep).toBe(0);
  });

  test("every interleaving", async () => {
    const search = new DepthFirst(await file.task(name, ["deadlock"]), everything);
    const ends = new Set<string>();
    search.exhaustive = true;
    search.onEnd = ({ outcome }) => ends.add(outcome?.kind ?? "none");
    await search.run();
    expect(ends).toEqual(new Set(name.includes("some runs") ? ["exit", deadlock ? "error" : "stuck"] : ["error"]));
  });
});
