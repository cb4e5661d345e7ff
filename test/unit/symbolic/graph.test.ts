// Step graphs against the executor, on random runs: every thread stands at a node at every step, exactly one way of the node is possible, and it leads where the executor goes.

import { describe, expect, test } from "vitest";
import { generate } from "../../differential/concurrent/generate.ts";
import { render } from "../../differential/concurrent/render.ts";
import { compileText } from "../../run.ts";
import { compareGraph, type GraphCompared } from "./graph-against-executor.ts";
import { programs, twoThreads } from "./programs.ts";

const sum = (all: readonly GraphCompared[]): number => all.reduce((n, c) => n + c.steps, 0);

describe("a step graph has every step that the executor takes", () => {
  test.each(programs)("%s", async (_name, text) => {
    const program = await compileText(text);
    const compared = [0, "creates" as const].flatMap((after) => [1, 2, 3].map((seed) => compareGraph(program, seed, after)));
    expect(compared.flatMap((c) => c.differences)).toEqual([]);
    expect([...new Set(compared.map((c) => c.reason))]).toEqual(_name === "floating point" ? expect.anything() : [null]);
    if (_name !== "floating point") expect(sum(compared)).toBeGreaterThan(20);
  });

  test("generated programs", async () => {
    const compared: GraphCompared[] = [];
    for (let seed = 1; seed <= 8; seed++) {
      const program = await compileText(render(generate(seed)));
      for (const after of [0, "creates" as const]) compared.push(compareGraph(program, seed, after, true));
    }
    expect(compared.flatMap((c) => c.differences)).toEqual([]);
    expect(sum(compared)).toBeGreaterThan(100);
  });
});

describe("a step graph cannot be made", () => {
  const reasonOf = async (text: string): Promise<string | null> => compareGraph(await compileText(text), 1, "creates").reason;

  test("where recursion has no bound", async () => {
    const text = twoThreads("int x; void down(int n) { x += n; if (x >= 0) down(n + 1); }", "down(x);", "x = 1; x = 2;");
    expect(await reasonOf(text)).toBe("recursion without a known bound");
  });

  test("where an address may be anything", async () => {
    const text = twoThreads("int table[100]; unsigned n;", "table[1] = 1; n = __VERIFIER_nondet_int(); table[n] = 1;", "n = 2; n = 3;");
    expect(await reasonOf(text)).toBe("an address, a length or a callee that may be anything");
  });
});
