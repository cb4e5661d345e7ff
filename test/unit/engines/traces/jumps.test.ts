// The trace engines follow `longjmp`: on programs that jump they say what all interleavings say.

import { expect, test } from "vitest";
import { checkText, type TaskChanges } from "../../../run.ts";
import { endlessJump, endlessRetry, jumpPrograms, jumpsNotFollowed } from "./jump-programs.ts";

const ways: readonly (readonly [engine: "explore" | "guided" | "fusion", changes: TaskChanges])[] = [
  ["explore", { reduction: "dpor" }],
  ["guided", { maxRuns: 40 }],
  ["guided", { maxRuns: 40, without: ["phantom"] }],
  ["fusion", {}],
];

test.each(jumpPrograms)("$name ($property)", async ({ text, property, verdict }) => {
  const told: string[] = [];
  for (const [engine, changes] of ways) {
    const { properties } = await checkText(text, engine, [property], changes);
    told.push(`${engine}: ${properties[0]?.verdict} ${properties[0]?.unknown?.code ?? ""}`.trim());
  }
  expect(told).toEqual(ways.map(([engine]) => `${engine}: ${verdict}`));
});

test.each(jumpsNotFollowed)("not followed: $name", async ({ text, property, verdict }) => {
  const told = async (engine: "explore" | "guided"): Promise<unknown> => {
    const { properties } = await checkText(text, engine, [property]);
    return properties[0]?.unknown?.code ?? properties[0]?.verdict;
  };
  expect([await told("explore"), await told("guided")]).toEqual([verdict, "RVL205"]);
});

test.each([endlessRetry, endlessJump])("jumps that never end are followed as far as runs go", async (text) => {
  const { properties, stats } = await checkText(text, "guided", ["assert"], { maxSteps: 12 });
  expect(properties[0]?.verdict).toBe("safe-bounded");
  expect(stats.runs).toBeLessThan(10);
});
