// Property-driven sets lose nothing in other forms of the papers' programs: verdicts and numbers of runs.

import { expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { compileText, engineTask } from "../../../run.ts";
import { variants } from "./variants.ts";

test.each(variants)("$name", async ({ property, text, bad, runs }) => {
  const check = async (program: string): Promise<readonly [string | undefined, number | undefined]> => {
    const { findings, stats } = await symex.run(engineTask(await compileText(program), [property], { reduce: "pdpor" }));
    return [findings.get(property)?.kind, stats.runs];
  };
  expect(await check(text)).toEqual(["covered", runs]);
  expect((await check(bad))[0]).toBe("candidate");
});
