// Step formulas against the executor, on random runs: the same state after every step, byte for byte, the same bytes touched, the same steps blocked; and of the ways that
// are known, exactly one is possible. Every other run merges branches; steps with inputs are also taken with others.

import { describe, expect, test } from "vitest";
import { compileText } from "../../run.ts";
import { compareRun } from "./against-executor.ts";
import { jumpPrograms, programs, unwrittenPrograms } from "./programs.ts";

describe("a step formula says what the executor does", () => {
  test.each([...programs, ...unwrittenPrograms, ...jumpPrograms])("%s", async (_name, text) => {
    const program = await compileText(text);
    const reasons = new Set<string>();
    let steps = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const compared = compareRun(program, seed, 400, seed % 2 === 0);
      expect(compared.differences).toEqual([]);
      steps += compared.steps;
      for (const reason of compared.unsupported.keys()) reasons.add(reason);
    }
    expect(steps).toBeGreaterThan(60);
    expect([...reasons]).toEqual([]);
  });
});
