// Copies of memory that was never written, made by one thread and read by another. A failure means that formulas and executor differ in what is written: a violation
// that does not replay, a safe program that depends on one value, or a copy that differs from what it is a copy of.

import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/engines/engine.ts";
import { explore } from "../../src/engines/explore/explore.ts";
import { runGuided } from "../../src/engines/guided/guided.ts";
import { runStaged } from "../../src/engines/staged/staged.ts";
import type { Program } from "../../src/program/program.ts";
import { compileText, engineTask, type TaskChanges } from "../run.ts";
import { generateCopying, head, programs } from "./copied-programs.ts";
import { verdictOf } from "./verdict-of.ts";

const generated = 10;

const variants: readonly (readonly ["staged" | "guided", TaskChanges])[] = [
  ["staged", {}],
  ["staged", { encoding: "cssa" }],
  ["staged", { encoding: "eager" }],
  ["staged", { encoding: "steps" }],
  ["staged", { without: ["locks", "claims", "ranges", "symmetry"] }],
  ["guided", {}],
  ["guided", { without: ["phantom"] }],
];

async function verdictBy(engine: "staged" | "guided", program: Program, changes: TaskChanges): Promise<string> {
  const task = engineTask(program, ["assert"], changes);
  const { findings } = await (engine === "staged" ? runStaged : runGuided)(task);
  return verdictOf(task, "assert", findings.get("assert") as Finding);
}

/** A search tries one value only: it may leave the verdict open. */
async function expectSearched(program: Program, verdict: string): Promise<void> {
  for (const changes of [{ reduction: "none", maxRuns: 5000 }, { reduction: "dpor" }] as const) {
    const task = engineTask(program, ["assert"], changes);
    const found = verdictOf(task, "assert", (await explore.run(task)).findings.get("assert") as Finding);
    expect([verdict, "RVL308", "RVL304"], changes.reduction).toContain(found);
  }
}

describe("by hand", () => {
  test.each(programs)("$name: $verdict", async ({ code, verdict }) => {
    const program = await compileText(head + code);
    for (const [engine, changes] of variants)
      expect(await verdictBy(engine, program, changes), `${engine} ${JSON.stringify(changes)}`).toBe(verdict);
    await expectSearched(program, verdict);
  });
});

describe("as with inputs instead", () => {
  test.each(Array.from({ length: generated }, (_, i) => i + 1))("program %i", async (seed) => {
    const { unwritten, filled } = generateCopying(seed);
    const verdict = await verdictBy("staged", await compileText(filled), {});
    const program = await compileText(unwritten);
    for (const [engine, changes] of variants)
      expect(await verdictBy(engine, program, changes), `${engine} ${JSON.stringify(changes)}\n${unwritten}`).toBe(verdict);
    await expectSearched(program, verdict);
  });
});
