// C as people write it, run in the executor and compared with gcc: the IR's breadth, old C, linking, preprocessed text; and what is
// not supported, which must be said where it is reached.

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
