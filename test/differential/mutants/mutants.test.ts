// Programs of the collection with mistakes in them: the engines do not contradict each other. A slice of `npm run fuzz -- mutants`.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { readCollection } from "../../corpus/collection.ts";
import { compareMutant } from "./compare.ts";
import { mutate } from "./mutate.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-mutants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const programs = readCollection().programs.filter((p) => p.tier === "small");

test("a mutant is another program, the same for the same seed", () => {
  for (let seed = 0; seed < 200; seed++) {
    const { text } = new Rng(seed).pick(programs);
    const mutant = mutate(text, new Rng(seed));
    expect(mutant.source).not.toBe(text);
    expect(mutate(text, new Rng(seed))).toEqual(mutant);
  }
});

test("no engine calls safe what another breaks", async () => {
  let verdicts = 0;
  let decided = 0;
  let unsafe = 0;
  for (let seed = 9; seed <= 38; seed++) {
    const of = new Rng(seed).pick(programs);
    const { mutant, answers, differences } = await compareMutant(of, seed, folder, { seconds: null, runs: 300 });
    expect(differences, `${of.name}, ${mutant.what}`).toEqual([]);
    for (const a of [...answers.values()].flatMap((said) => [...said.values()])) {
      verdicts++;
      if (a === "safe" || a === "unsafe") decided++;
      if (a === "unsafe") unsafe++;
    }
  }
  expect(verdicts).toBeGreaterThan(400);
  expect(decided / verdicts).toBeGreaterThan(0.75);
  expect(unsafe).toBeGreaterThan(40);
}, 120_000);
