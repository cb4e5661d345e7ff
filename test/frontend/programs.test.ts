// Realistic C, run in the executor and compared with gcc: all of the IR, old C, linking, preprocessed text; and unsupported
// constructs, which must be reported when they are reached.

import { describe, expect, it } from "vitest";
import { needsGcc } from "../tools.ts";
import { programsNamed, runInRavel, runNatively } from "./harness.ts";

const all = programsNamed("ir-", "old-", "link-", "pre-", "asm-");

describe("programs that print the same natively", () => {
  for (const program of all.filter((p) => p.stops === "" && p.name !== "link-escape")) {
    for (const model of program.models) {
      if (!needsGcc(model, "programs of test/frontend")) continue;
      it(`${program.name} (${model})`, async () => {
        expect((await runInRavel(program, model)).text).toBe(runNatively(program, model));
      });
    }
  }
});

describe("programs that stop at what is not supported", () => {
  for (const program of all.filter((p) => p.stops !== "")) {
    it(program.name, async () => {
      const [code, line, ...text] = program.stops.split(" ");
      const ends = (await runInRavel(program, "lp64")).text.split("\n").at(-1) as string;
      expect(ends.startsWith(`[${code} ${line} `)).toBe(true);
      expect(ends).toContain(text.join(" "));
    });
  }
});
