// Sections with inputs that assume or wait: every reduction and the staged engine give the verdict of the search without reduction, which is
// the expected one.

import { describe, expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import type { Property } from "../../src/execution/errors.ts";
import { answersOf } from "../differential/answers.ts";
import type { TaskChanges } from "../run.ts";
import { CaseFile } from "../unit/engines/staged/programs.ts";
import { sectionCases, wideCases } from "./section-programs.ts";

const file = new CaseFile([...sectionCases, ...wideCases]);

const properties: readonly Property[] = ["assert", "race", "deadlock", "memory", "overflow"];
const ways: Readonly<Record<string, readonly [string, TaskChanges]>> = {
  none: ["explore", { reduction: "none" }],
  dpor: ["explore", { reduction: "dpor" }],
  optimal: ["explore", { reduction: "optimal" }],
  rf: ["explore", { reduction: "rf" }],
  states: ["explore", { reduction: "states" }],
  staged: ["staged", {}],
};
const samples: TaskChanges = { strategy: "random", maxRuns: 300 };

async function ask(name: string, way: string) {
  const [engineName, options] = ways[way] ?? ["explore", samples];
  const task = await file.task(name, properties, options);
  const engine = engines.find((e) => e.name === engineName);
  if (engine === undefined) throw new Error(`no engine ${engineName}`);
  const { findings, stats } = await engine.run(task);
  const answers = answersOf(task.program, properties, findings);
  return { said: Object.fromEntries([...answers].map(([p, a]) => [p, a.said])), runs: stats.runs };
}

describe.each(sectionCases)("$name", ({ name, expect: expected, runs }) => {
  test("as expected, by all", async () => {
    const none = await ask(name, "none");
    expect(none.said).toMatchObject(expected);
    if (runs !== undefined) expect(none.runs).toBe(runs);
    for (const way of Object.keys(ways)) expect({ way, ...(await ask(name, way)).said }).toEqual({ way, ...none.said });
  });
});

test.each(sectionCases)("samples contradict nothing: $name", async ({ name, expect: expected }) => {
  const { said } = await ask(name, "samples");
  for (const p of properties) expect(said[p]).toBe(said[p] === "unsafe" ? (expected[p] ?? "unsafe") : "RVL304");
});

test.each(wideCases)("too many values to try: $name", async ({ name, expect: expected }) => {
  for (const way of [...Object.keys(ways), "samples"]) {
    const { said } = await ask(name, way);
    for (const p of properties) {
      const right = expected[p] ?? "safe";
      const open = way === "staged" ? ["RVL310"] : way === "samples" ? ["RVL304"] : ["RVL307"];
      expect({ way, p, said: said[p] }).toEqual({ way, p, said: open.includes(said[p] ?? "") ? said[p] : right });
    }
  }
});
