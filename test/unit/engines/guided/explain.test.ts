// `--explain` of guided: the account of Figure 1 of FUSION, run by run, in the words of the papers.

import { expect, test } from "vitest";
import { guided } from "../../../../src/engines/guided/engine.ts";
import { explanationLines } from "../../../../src/reports/explanation-text.ts";
import type { Explanation } from "../../../../src/reports/report.ts";
import { compileText, engineTask } from "../../../run.ts";
import { figure1 } from "../traces/figure1.ts";

async function accountOf(assertion: string, without: "phantom"[] = []): Promise<Explanation[]> {
  const told: Explanation[] = [];
  const task = engineTask(await compileText(figure1(assertion)), ["assert"], { explain: (entry) => told.push(entry), without });
  await guided.run(task);
  return told;
}

test("a violation found by running the sibling", async () => {
  const told = await accountOf("x != y", ["phantom"]);
  expect(told.map((e) => e.what)).toEqual(["run", "phi", "psi", "run"]);
  const [first, phi, psi, second] = told.map((e) => e.text);
  expect(first).toMatch(/^Run 1, lowest thread first: \d+ steps of 3 threads\. Its sides: T1 goes from line 6 to line 7 and T2 /);
  expect(phi).toMatch(/^φ for assert, asked of the run \(\d+ events\): unsatisfiable\. No feasible linearization violates assert\.$/);
  expect(psi).toMatch(/^ψ, asked of the run .*: satisfiable\. Some execution leaves the sides that were seen; the next run goes there\.$/);
  expect(second).toMatch(/^Run 2 is a sibling: as the solver says, T2 continues at line 15, the first side of the branch at line 14\. /);
  expect(second).toMatch(
    /Its new sides: T2 goes from line 14 to line 15\. .* It violates assert \(assertion at line 26\): found by running\.$/,
  );
  expect([told[0]?.location, told[3]?.location?.line]).toEqual([null, 14]);
});

test("a proof ends with a ψ that nothing satisfies; between formulas all sides that can be reached are visited", async () => {
  const told = await accountOf("x + y != 3", ["phantom"]);
  const last = told.at(-1);
  expect(last?.what).toBe("psi");
  expect(last?.text).toMatch(
    /runs together .*: unsatisfiable\. No execution leaves the sides that were seen, so what holds of them holds of the program\.$/,
  );
  expect(told.filter((e) => e.text.startsWith("ψ again: unsatisfiable. All sides")).length).toBeGreaterThan(0);
});

test("a proof through phantom edges", async () => {
  const texts = (await accountOf("x + y != 3")).filter((e) => e.what === "psi").map((e) => e.text);
  expect(texts).toContainEqual(
    expect.stringMatching(/^ψ, asked of the run .*: unsatisfiable\. Executions leave .* by phantom edges only\.$/),
  );
  expect(texts).toContainEqual(
    expect.stringMatching(/^ψ with 2 phantom edges: satisfiable through the phantom edge of T2 at line 14, whose write set is y; /),
  );
  expect(texts.at(-1)).toMatch(/unsatisfiable\./);
});

test("without it nothing is told; as text, paragraphs are numbered and folded", async () => {
  const entry: Explanation = {
    what: "run",
    location: { file: "p.c", line: 3, column: 1 },
    text: "one two three four five six seven eight",
  };
  expect(explanationLines([entry], 40)).toEqual(["How it went:", "  1  p.c:3: one two three four five six", "     seven eight"]);
  expect(explanationLines([], 80)).toEqual(["How it went:", "  nothing was done"]);
});
