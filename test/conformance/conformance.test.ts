// Library and executor against the machine's C library: same output, same exit status, no violation, under four schedules.
// Each program runs in one data model, alternately; `npm run conformance` runs each in both.

import { describe, expect, test } from "vitest";
import { needs, needsGcc } from "../tools.ts";
import { differences } from "./compare.ts";
import { conformancePrograms } from "./programs.ts";

const programs = conformancePrograms();
const canRun32 = needsGcc("ilp32", "conformance of the library");

if (needs("gcc", "conformance of the library")) {
  describe("the library does as the machine's", () => {
    const compared = programs
      .filter((p) => !p.ravelOnly)
      .map((p, i) => ({
        ...p,
        dataModel: i % 2 === 1 && canRun32 && p.dataModels.includes("ilp32") ? ("ilp32" as const) : ("lp64" as const),
      }));
    test.each(compared)("$file ($dataModel)", async (program) => {
      expect(await differences(program, program.dataModel)).toEqual([]);
    });
  });
}

describe("what a C library does not have", () => {
  const compared = programs.filter((p) => p.ravelOnly).flatMap((p) => p.dataModels.map((dataModel) => ({ ...p, dataModel })));
  test.each(compared)("$file ($dataModel)", async (program) => {
    expect(await differences(program, program.dataModel)).toEqual([]);
  });
});
