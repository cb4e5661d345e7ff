// A search by several threads finds what one thread finds, and makes as many runs. The workers are separate searches in this thread, which take
// turns at every run and exchange copies of messages, as real threads would.

import { expect, test } from "vitest";
import { searchInParallel } from "../../../../src/engines/parallel/coordinator.ts";
import type { WorkerMessage, WorkerPool } from "../../../../src/engines/parallel/pool.ts";
import { DepthFirst } from "../../../../src/engines/search/depth-first.ts";
import { none } from "../../../../src/reduction/none.ts";
import { boundPreemptions } from "../../../../src/reduction/preemptions.ts";
import type { Reduction } from "../../../../src/reduction/search.ts";
import { sourceSets } from "../../../../src/reduction/source-sets.ts";
import { wakeupTrees } from "../../../../src/reduction/wakeup-trees.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { Rng } from "../../../../src/support/rng.ts";
import { compared, taskFor } from "../../../differential/concurrent/compare.ts";
import type { AnyTask } from "../../../run.ts";
import { compileAll, randomProgram, type SmallProgram } from "../../reduction/small-programs.ts";

/** Lets the others continue whenever it is asked. */
class Yielding extends Budget {
  override yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

interface InThread extends WorkerPool {
  readonly assigned: number[];
}

function poolInThread(task: AnyTask, reduction: Reduction, size: number): InThread {
  const shared = new Int32Array(new SharedArrayBuffer(12));
  const assigned = Array.from({ length: size }, () => 0);
  const searches = assigned.map(() => new DepthFirst(task, reduction));
  for (const s of searches) s.exhaustive = true;
  let hear: (helper: number, words: readonly WorkerMessage[]) => void = () => undefined;
  let lost: Parameters<WorkerPool["listen"]>[1] = () => undefined;
  return {
    size,
    shared,
    assigned,
    listen(h, l) {
      hear = h;
      lost = l;
    },
    assign(helper, assignment) {
      assigned[helper] = (assigned[helper] ?? 0) + 1;
      const say = (words: readonly WorkerMessage[]): void => {
        const copy = structuredClone(words);
        setImmediate(() => hear(helper, copy));
      };
      setImmediate(() =>
        searches[helper]?.exploreAssignment(structuredClone(assignment), shared, say).catch((error: Error) => lost(helper, error)),
      );
    },
    close: () => undefined,
  };
}

const programs: readonly SmallProgram[] = [
  { threads: ["x = 1; x = 2;", "x = 4; x = 5;", "(void)x; y = 1;"] },
  { threads: ["v[1] = v[0] + 1;", "v[2] = v[1] + 1;", "v[3] = v[2] + 1;", "int i = 3; while (v[i] != 0) i--;"] },
  ...(() => {
    const rng = new Rng(3);
    return Array.from({ length: 12 }, () => randomProgram(rng));
  })(),
];

test("two and three threads make the runs of one", async () => {
  const program = await compileAll(programs);
  let splits = 0;
  for (const [k, p] of programs.entries()) {
    const task: AnyTask = { ...taskFor(program, 1e9), maxRuns: null, budget: new Yielding(60, 1000), inputs: [BigInt(k)] };
    for (const reduction of [none, boundPreemptions(1), sourceSets, wakeupTrees]) {
      const alone = new DepthFirst({ ...task, maxRuns: 100 }, reduction);
      alone.exhaustive = true;
      const expected = await alone.run();
      if (alone.runs >= 100) continue;
      const unsafe = compared.filter((q) => expected.findings.get(q)?.kind === "candidate").join();
      for (const size of [2 + (k % 2)]) {
        const pool = poolInThread(task, reduction, size);
        const result = await searchInParallel(task, reduction, pool, true);
        const what = `${reduction.name}, ${size} threads: ${JSON.stringify(p)}`;
        expect(result.stats.runs, what).toBe(expected.stats.runs);
        if (reduction === wakeupTrees) expect(result.stats.partialRuns, what).toBe(0);
        expect(compared.filter((q) => result.findings.get(q)?.kind === "candidate").join(), what).toBe(unsafe);
        splits += pool.assigned.reduce((a, b) => a + b, 0) - 1;
      }
    }
  }
  expect(splits).toBeGreaterThan(50);
});
