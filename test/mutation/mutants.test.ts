// The list of mutants stays true: what they change is in the source. Whether tests notice them: npm run mutate.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../corpus/collection.ts";
import { listMutants, mutated } from "./mutants.ts";

test("every mutant changes one place of a file, and names tests that exist", () => {
  const mutants = listMutants(projectFolder);
  expect(mutants.length).toBeGreaterThanOrEqual(20);
  expect(new Set(mutants.map((m) => m.name)).size).toBe(mutants.length);
  for (const m of mutants) {
    const text = readFileSync(join(projectFolder, "src", m.file), "utf8");
    const changed = mutated(text, m);
    expect([m.name, changed !== null && changed !== text]).toEqual([m.name, true]);
    const file = join(projectFolder, "test/unit", m.test);
    expect([m.name, existsSync(file)]).toEqual([m.name, true]);
  }
});
