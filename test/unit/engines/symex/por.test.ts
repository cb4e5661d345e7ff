// Programs on which careless persistent sets miss a violation, and some that they must not take for unsafe; with every way of pruning.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { prunings } from "../../../../src/engines/symex/options.ts";
import { compileText, engineTask } from "../../../run.ts";
import { kept, missed } from "./reduced-programs.ts";

async function verdicts(text: string): Promise<(string | undefined)[]> {
  const compiled = await compileText(text);
  const kinds: (string | undefined)[] = [];
  for (const prune of prunings) {
    const { findings } = await symex.run(engineTask(compiled, ["assert"], { prune, reduce: "por" }));
    kinds.push(findings.get("assert")?.kind);
  }
  return kinds;
}

const unsafe = prunings.map(() => "candidate");
const safe = prunings.map(() => "covered");

describe("persistent sets", () => {
  test.each(missed)("do not miss %s", async (_name, text) => {
    expect(await verdicts(text)).toEqual(unsafe);
  });

  test.each(kept)("prove %s", async (_name, text) => {
    expect(await verdicts(text)).toEqual(safe);
  });
});
