// Symmetry: which threads can be exchanged. A failure means that a violation may be missed, or that more orders are tried than necessary.

import { expect, test } from "vitest";
import { buildFormula } from "../../../src/encoding/formula.ts";
import type { Encoding } from "../../../src/encoding/techniques.ts";
import { staged } from "../../../src/engines/staged/engine.ts";
import { RavelSolver } from "../../../src/solving/ravel.ts";
import { engineTask, machineOptions } from "../../run.ts";
import { CaseFile } from "../engines/staged/programs.ts";
import { distinct, exchangeable } from "./symmetric-programs.ts";

const file = new CaseFile([...exchangeable, ...distinct]);

async function isSymmetric(name: string, encoding: Encoding): Promise<boolean> {
  const properties = ["assert"] as const;
  const options = { machine: machineOptions(properties), properties, encoding, bounds: new Map(), defaultBound: 4 };
  const { composition } = buildFormula(
    await file.program(name),
    options,
    (terms) => new RavelSolver(terms),
    () => false,
  );
  return composition.symmetric !== null;
}

const rows = [...exchangeable.map((c) => ({ ...c, is: true })), ...distinct.map((c) => ({ ...c, is: false }))];

test.each(rows)("$name", async ({ name, expect: { assert: verdict }, is }) => {
  for (const encoding of ["staged", "steps"] as const) {
    expect([encoding, await isSymmetric(name, encoding)]).toEqual([encoding, is]);
    const { findings } = await staged.run(engineTask(await file.program(name), ["assert"], { encoding }));
    const found = findings.get("assert");
    expect([encoding, found?.kind]).toEqual([encoding, verdict === "safe" ? "covered" : "candidate"]);
  }
});
