// C as people write it, run in the executor and compared with gcc: the IR's breadth, old C, linking, preprocessed text; and what is
// not supported, which must be said where it is reached.

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { needs } from "../tools.ts";
import { programsNamed, runInRavel, runNatively } from "./harness.ts";

const has32 =
  spawnSync("gcc", ["-m32", "-x", "c", "-", "-o", "/dev/null"], { input: '#include <stdio.h>\nint main(void) { return puts(""); }' })
    .status === 0;
const canRun = (model: string): boolean =>
  needs("gcc", "programs of test/frontend") && (model === "lp64" || has32 || needs("gcc -m32", "programs of test/frontend, ilp32"));

const all = programsNamed("ir-", "old-", "link-", "pre-", "asm-");

describe("programs that print the same natively", () => {
  for (const program of all.filter((p) => p.stops === "" && p.name !== "link-escape")) {
    for (const model of program.models) {
      if (!canRun(model)) continue;
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
