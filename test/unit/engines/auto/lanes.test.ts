// Lanes share one thread by counted work: which lane is next, which properties it no longer has to decide, and when the others are stopped. A failure means that a tactic of
// `auto` starves another, or that the order depends on the clock.

import { expect, test } from "vitest";
import { type Lane, runLanes } from "../../../../src/engines/auto/lanes.ts";
import { newTurnState, type Tactic } from "../../../../src/engines/auto/turns.ts";
import { type EngineResult, type Finding, nothingCovered } from "../../../../src/engines/engine.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { unknownBecause } from "../../../../src/reports/unknown.ts";
import { type AnyTask, changed, compileText, engineTask } from "../../../run.ts";

const program = await compileText("int main(void) { return 0; }\n");
const task = (properties: readonly Property[] = ["assert"]): AnyTask => engineTask(program, properties);

const covered: Finding = { kind: "covered", scope: { ...nothingCovered, complete: true, inputs: "all" } };
const spent: Finding = {
  kind: "unknown",
  unknown: unknownBecause({ kind: "stopped", stop: { kind: "time", seconds: 1 }, when: "" }),
  scope: nothingCovered,
};
const open: Finding = { kind: "unknown", unknown: unknownBecause({ kind: "inputs-not-covered", input: "x" }), scope: nothingCovered };
const result = (finding: Finding, properties: readonly Property[]): EngineResult => ({
  findings: new Map(properties.map((p) => [p, finding])),
  stats: { runs: 1 },
  options: {},
});

/** Yields `times` times, after `work` operations each; reports its finding unless it was stopped. */
function lane(
  name: string,
  log: string[],
  more: Partial<Lane> & { times: number; work: number; says?: Finding; isExhaustive?: boolean },
): Lane {
  const tactic: Tactic = {
    engine: "explore",
    isExhaustive: more.isExhaustive ?? false,
    onlyIfBetter: false,
    again: "if-covered",
    async run({ budget, properties }) {
      for (let i = 0; i < more.times; i++) {
        log.push(name);
        await budget.yieldToEventLoop(() => undefined, more.work);
        if (budget.isSpent) return result(spent, properties);
      }
      return result(more.says ?? spent, properties);
    },
  };
  return { name, tactic, share: 1, from: 0, always: false, ...more };
}

test("each lane has its share of the work, counted", async () => {
  const log: string[] = [];
  await runLanes(
    task(),
    [
      lane("search", log, { share: 3, times: 12, work: 10 }),
      lane("samples", log, { times: 4, work: 10 }),
      lane("states", log, { times: 2, work: 20 }),
    ],
    newTurnState(task()),
  );
  const shares = (n: number): number[] => ["search", "samples", "states"].map((l) => log.slice(0, n).filter((x) => x === l).length);
  expect(shares(9)).toEqual([6, 2, 1]);
  expect(shares(18)).toEqual([12, 4, 2]);
});

test("a lane begins when the others have had their head start, and does not catch up", async () => {
  const log: string[] = [];
  await runLanes(
    task(),
    [lane("samples", log, { times: 3, work: 10, from: 30 }), lane("search", log, { times: 6, work: 10 })],
    newTurnState(task()),
  );
  expect(log.join(" ")).toBe("search search search search samples samples search search samples");
});

test("the other lanes skip what one lane has decided, and end", async () => {
  const log: string[] = [];
  const found: string[] = [];
  const { result: said } = await runLanes(
    { ...task(["assert", "race"]), found: (p, f) => found.push(`${p} ${f.kind}`) },
    [lane("search", log, { times: 1000, work: 10 }), lane("states", log, { times: 3, work: 10, says: covered })],
    newTurnState(task()),
  );
  expect(log.length).toBeLessThan(10);
  expect([...said.findings.values()]).toEqual([covered, covered]);
  expect(found).toEqual(["assert covered", "race covered"]);
});

test("a finished search stops those that could only repeat it", async () => {
  const log: string[] = [];
  const { isExhausted } = await runLanes(
    task(),
    [
      lane("samples", log, { times: 1000, work: 10 }),
      lane("search", log, { times: 2, work: 10, says: open, isExhaustive: true }),
      lane("solving", log, { times: 5, work: 10, always: true }),
    ],
    newTurnState(task()),
  );
  expect(isExhausted).toBe(true);
  expect(log.filter((x) => x === "samples").length).toBeLessThan(5);
  expect(log.filter((x) => x === "solving").length).toBe(5);
});

test("a lane whose work is done elsewhere delays no other", async () => {
  const log: string[] = [];
  let release: () => void = () => undefined;
  const elsewhere = new Promise<void>((resolve) => {
    release = resolve;
  });
  const search = lane("search", log, { times: 0, work: 0 });
  const away: Lane = {
    ...search,
    tactic: {
      ...search.tactic,
      async run(t) {
        t.options.explore.pool?.({ ...t, options: t.options.explore });
        log.push("away");
        await elsewhere;
        await t.budget.yieldToEventLoop(() => undefined, 10);
        log.push("back");
        return result(spent, t.properties);
      },
    },
  };
  const samples = lane("samples", log, { times: 3, work: 10 });
  const releasing: Lane = {
    ...samples,
    tactic: {
      ...samples.tactic,
      async run(t, before) {
        const said = await samples.tactic.run(t, before);
        release();
        return said;
      },
    },
  };
  const pool = (): never => ({}) as never;
  await runLanes(changed(task(), { pool }), [away, releasing], newTurnState(task()));
  expect(log).toEqual(["samples", "away", "samples", "samples", "back"]);
});
