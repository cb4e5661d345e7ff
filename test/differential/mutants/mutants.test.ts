// Programs of the collection with mistakes in them: the engines do not contradict each other. A slice of `npm run fuzz -- mutants`.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Rng } from "../../../src/support/rng.ts";
import { readCollection } from "../../corpus/collection.ts";
import { countedBudget } from "../../run.ts";
import { compareMutant } from "./compare.ts";
import { mutate } from "./mutate.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-mutants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const programs = readCollection().programs.filter((p) => p.tier === "small");
/** The programs to mutate. They are listed so that a new program in the collection does not change the mutants. */
const names = [
  ...["dekker", "argument-freed-by-thread", "spin-lock-list", "sync-builtins", "cv-timeout-handled", "litmus-mp-fences"],
  ...["indexer", "gate-lock", "litmus-mp-relaxed", "racy-index", "rcu-no-grace-period", "double-free-cleanup"],
];

test("a mutant differs from its program, and depends on the seed alone", () => {
  for (let seed = 0; seed < 200; seed++) {
    const { text } = new Rng(seed).pick(programs);
    const mutant = mutate(text, new Rng(seed));
    expect(mutant.source).not.toBe(text);
    expect(mutate(text, new Rng(seed))).toEqual(mutant);
  }
});

/** Three times the work of the longest of these checks. */
const limits = { budget: () => countedBudget(20_000), runs: 300 };

test("no engine proves safe what another finds unsafe", async () => {
  let verdicts = 0;
  let decided = 0;
  let unsafe = 0;
  for (const [i, name] of names.entries()) {
    const of = programs.find((p) => p.name.endsWith(`/${name}`));
    if (of === undefined) throw new Error(`there is no program ${name}`);
    const { mutant, answers, differences } = await compareMutant(of, i + 1, folder, limits);
    expect(differences, `${of.name}, ${mutant.what}`).toEqual([]);
    for (const a of [...answers.values()].flatMap((said) => [...said.values()])) {
      verdicts++;
      if (a === "safe" || a === "unsafe") decided++;
      if (a === "unsafe") unsafe++;
    }
  }
  expect(verdicts).toBeGreaterThan(150);
  expect(decided / verdicts).toBeGreaterThan(0.6);
  expect(unsafe).toBeGreaterThan(12);
});
