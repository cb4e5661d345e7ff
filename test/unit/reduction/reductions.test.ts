// Every reduction against brute force, on small programs: dpor and optimal run exactly once per Mazurkiewicz trace, and all
// agree with the search without reduction.

import { expect, test } from "vitest";
import { none } from "../../../src/reduction/none.ts";
import { Rng } from "../../../src/support/rng.ts";
import { checkReductions, type Totals } from "./agreement.ts";
import { compileAll, randomProgram } from "./small-programs.ts";

test("every reduction agrees with the search without reduction on 40 generated programs", async () => {
  const rng = new Rng(7);
  const programs = Array.from({ length: 40 }, () => randomProgram(rng));
  const program = await compileAll(programs);
  const totals: Totals = { compared: 0, traces: 0, runs: new Map() };
  for (const [k, p] of programs.entries()) expect(await checkReductions(program, k, 80, totals), JSON.stringify(p)).toEqual([]);
  expect(totals.compared).toBeGreaterThan(15);
  expect(totals.runs.get(none.name)).toBeGreaterThan(2 * totals.traces);
});
