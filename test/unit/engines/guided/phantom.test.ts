// Phantom edges in guided, and in what fusion prunes: the counts of the worked examples, programs in which an unseen side breaks what a technique relies on, traps, and generated
// programs against all interleavings. A wrong verdict here means that code which was skipped does more than the formula knows.

import { describe, expect, test } from "vitest";
import type { Property } from "../../../../src/execution/errors.ts";
import { checkText, type TaskChanges } from "../../../run.ts";
import { branchingProgram } from "./branching-programs.ts";
import { allocations, endings, frees, loops } from "./phantom-departures.ts";
import { deadlocks, type PhantomProgram, races, sizes, skipped, techniques, textOf, traps } from "./phantom-programs.ts";

async function verdictOf(
  text: string,
  changes: TaskChanges = {},
  property: Property = "assert",
  engine: "guided" | "fusion" = "guided",
): Promise<{ verdict: string; runs: number }> {
  const { properties, stats } = await checkText(text, engine, [property], { maxRuns: 40, ...changes });
  return { verdict: properties[0]?.verdict ?? "", runs: stats.runs };
}

const withoutEdges: TaskChanges = { without: ["phantom"] };

describe.each<[string, readonly PhantomProgram[], Property]>([
  ["what techniques rely on", techniques, "assert"],
  ["traps", traps, "assert"],
  ["what edges skip", skipped, "assert"],
  ["races", races, "race"],
  ["deadlocks", deadlocks, "deadlock"],
  ["sizes", sizes, "memory"],
  ["sides that end the process", endings, "assert"],
  ["sides that stay in a loop", loops, "assert"],
  ["sides that make objects", allocations, "assert"],
  ["sides that free", frees, "memory"],
])("%s", (_, programs, property) => {
  test.each(programs.map((p): [string, PhantomProgram] => [p.name, p]))("%s", async (_name, program) => {
    const { verdict, runs } = await verdictOf(textOf(program), {}, property);
    expect({ verdict, runs: program.runs === undefined ? undefined : runs }).toEqual({ verdict: program.verdict, runs: program.runs });
    // Without checks, what fusion leaves out is left out by edges.
    const byFusion = await verdictOf(textOf(program), { maxRuns: 400, omitted: ["check"] }, property, "fusion");
    expect(byFusion.verdict).toBe(program.verdict);
  });
});

test("a side that changes nothing of what is asked for needs no run", async () => {
  const text = textOf({ name: "", verdict: "safe", threads: ["if (x == 1) z = 1; y = 1;", "x = 1;"], after: "assert(y == 1);" });
  expect(await verdictOf(text)).toEqual({ verdict: "safe", runs: 1 });
  expect(await verdictOf(text, withoutEdges)).toEqual({ verdict: "safe", runs: 2 });
});

test("bytes that a side may leave unwritten are one input, not one per read", async () => {
  const thread =
    "volatile int own[2]; if (x == 1) { if (z == 1) own[0] = 1; } else own[0] = 2; k = own[0]; l = own[0]; assert(k == l || k == 2);";
  const text = textOf({ name: "", verdict: "safe", threads: [thread, "x = 1;"], after: "" });
  expect(await verdictOf(text)).toMatchObject({ verdict: "safe" });
});

test("generated programs: as all interleavings say", async () => {
  const seen = { safe: 0, unsafe: 0 };
  for (let seed = 0; seed < 12; seed++) {
    const text = branchingProgram(seed);
    const { properties } = await checkText(text, "explore", ["assert"], { reduction: "dpor", maxRuns: 5000 });
    const expected = properties[0]?.verdict;
    if (expected !== "safe" && expected !== "unsafe") continue;
    seen[expected]++;
    expect(`${seed} ${(await verdictOf(text)).verdict}`).toBe(`${seed} ${expected}`);
  }
  expect(Math.min(seen.safe, seen.unsafe)).toBeGreaterThan(0);
});
