// A directory that cannot be made: an error, not a wait without end.

import { expect, test } from "vitest";
import { buildNative } from "../../../../src/apps/native/build.ts";
import type { Plan } from "../../../../src/native/plan.ts";
import type { WitnessProgram } from "../../../../src/witness/file.ts";

test("a directory below a place that accepts none", () => {
  const plan = { steps: [], inputs: [] } as unknown as Plan;
  expect(() => buildNative({} as WitnessProgram, plan, "/proc/none/program")).toThrow(/cannot write \/proc\/none\/program/);
});
