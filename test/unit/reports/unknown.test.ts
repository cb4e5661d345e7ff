// Reasons why a check has no answer, in words.

import { expect, test } from "vitest";
import { unknownBecause } from "../../../src/reports/unknown.ts";

test("a solver that gave up says after how many conflicts, if they were limited", () => {
  expect(unknownBecause({ kind: "solver-gave-up", conflicts: 500 }).reason).toBe("the solver gave up after 500 conflicts");
  expect(unknownBecause({ kind: "solver-gave-up", conflicts: null }).reason).toBe("the solver gave up");
});
