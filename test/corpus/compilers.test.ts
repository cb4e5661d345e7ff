// A fixed slice of the collection with the embedded compiler and with the system's; `npm run compare:compilers` checks all of it.

import { afterAll, describe, expect, test } from "vitest";
import { needs } from "../tools.ts";
import { readCollection } from "./collection.ts";
import { Comparison } from "./compilers.ts";

if (needs("clang", "embedded against system compiler")) {
  describe("both compilers lead to the same verdicts", () => {
    const { programs } = readCollection();
    const comparison = new Comparison();
    afterAll(() => comparison.close());
    const step = Math.floor(programs.length / 30);
    test.each(programs.filter((_, i) => i % step === 0).slice(0, 30))("$name", async (program) => {
      expect(await comparison.differences(program)).toEqual([]);
    });
  });
}
