// The trace engines follow `longjmp`: on programs that jump they say what all interleavings say.

import { expect, test } from "vitest";
import { checkText, type TaskChanges } from "../../../run.ts";
import { jumpPrograms } from "./jump-programs.ts";

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
