// `--explain` of fusion: the account of the paper's Figure 1, run by run, in its words.

import { expect, test } from "vitest";
import type { Explanation } from "../../../../src/reports/report.ts";
import { told, twoThreads } from "./verdicts.ts";

const figure1 = twoThreads(
  "static int x, y;",
  `
  int a = y;
  if (a == 0) {
    x = 1; a = x + 1; x = a;
  } else
    x = 0;
`,
  `
  int b = x;
  if (b == 0) {
    y = 1; b = y + 1; y = b;
  } else
    y = 0;
`,
  "x + y != 3",
);

test("the account of Figure 1", async () => {
  const entries: Explanation[] = [];
  await told(figure1, ["assert"], { omitted: ["phantom"], explain: (e) => entries.push(e) });
  const of = (what: Explanation["what"]): string[] => entries.filter((e) => e.what === what).map((e) => e.text);
  expect(of("run")).toHaveLength(3);
  expect(of("run")[0]).toMatch(/^Run 1: 18 steps of 3 threads\. Its sides: T1 goes from line \d+ to line \d+ and T2 goes /);
  expect(of("check")).toHaveLength(3);
  expect(of("check")[0]).toMatch(
    /^Check, CTP of run 1 \(\d+ events\), assert: unsatisfiable\. No feasible linearization violates assert\.$/,
  );
  const prunes = of("prune");
  expect(prunes[0]).toBe("Prune, the prefix of 6 steps: unsatisfiable. A core needs the first 5 only.");
  expect(prunes[1]).toBe(
    "All runs with the first 5 steps are safe. 1 branch cleared in the backtrack sets from there on. Their races are taken as found: 2 threads added to backtrack sets before it.",
  );
  expect(prunes[2]).toMatch(/^Prune, the prefix of \d steps: satisfiable, T2 leaves the CTP here by a side that the run did not take\.$/);
  expect(entries.find((e) => e.text === prunes[2])?.location).not.toBeNull();
});

test("a run with the trace program of another is named", async () => {
  const entries: Explanation[] = [];
  await told(figure1, ["assert"], { omitted: ["prune"], explain: (e) => entries.push(e) });
  const runs = entries.filter((e) => e.what === "run").map((e) => e.text);
  expect(runs).toHaveLength(5);
  expect(runs.filter((text) => /Its CTP is that of run \d\./.test(text))).toHaveLength(2);
});
