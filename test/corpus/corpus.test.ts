// Every program of the collection, sampled: nothing that comes out contradicts the expectation, most violations are found,
// every witness replays from its file, and the same seed gives the same report, byte for byte.
//
// An expectation is about all interleavings; a sample of a few runs shows only what it meets. So `safe` is tested against
// false alarms here, and `unsafe` against a bound on how many are found.

import { afterAll, describe, expect, test } from "vitest";
import { Checker, contradictions, stableJson, unsafeOf, type Work } from "./checking.ts";
import { type CorpusProgram, readCollection } from "./collection.ts";

const { programs, unsupported } = readCollection();
const work: Work = { strategy: "random", runs: 30, steps: 5000, seed: 1 };
const every = (n: number, from: number): CorpusProgram[] => programs.filter((_, i) => i % n === from);

const lp64 = new Checker("embedded", "lp64");
const ilp32 = new Checker("embedded", "ilp32");
afterAll(() => {
  lp64.close();
  ilp32.close();
});

/** Checks, compares, and follows every witness through its file. Out: the properties found unsafe. */
async function examine(checker: Checker, program: CorpusProgram, how: Work): Promise<string[]> {
  const report = await checker.check(program.file, how);
  expect(contradictions(program, report)).toEqual([]);
  const replayed = await checker.replayFromDisk(report);
  for (const { property, evidence } of report.properties) {
    if (evidence === null) continue;
    const { kind, location, message, thread } = evidence.violation;
    expect(replayed.get(property), `the witness of ${property}`).toMatchObject({ kind, location, message, thread });
  }
  return unsafeOf(report);
}

describe("lp64", () => {
  const missed = new Map<CorpusProgram, string[]>();

  test.each(programs)("$name", async (program) => {
    const found = await examine(lp64, program, work);
    missed.set(
      program,
      Object.keys(program.violations).filter((property) => !found.includes(property)),
    );
  });

  /**
   * How many expected violations the sample finds at least; a change of the library moves the sample by a few. What 30 random runs
   * hardly ever find needs many context switches at the right places or one value of an input among billions.
   */
  const least = { small: 138, large: 30 };

  test.each(["small", "large"] as const)("finds the violations of %s programs", (tier) => {
    const considered = programs.filter((p) => p.tier === tier);
    const expected = considered.reduce((sum, p) => sum + Object.keys(p.violations).length, 0);
    const notFound = considered.flatMap((p) => (missed.get(p) ?? []).map((property) => `${p.name} ${property}`));
    expect(expected - notFound.length, `not found:\n${notFound.join("\n")}`).toBeGreaterThanOrEqual(least[tier]);
  });
});

describe("ilp32", () => {
  test.each(every(10, 3))("$name", async (program) => {
    await examine(ilp32, program, work);
  });
});

describe("the same seed gives the same report", () => {
  test.each(every(4, 1))("$name", async (program) => {
    const pct: Work = { ...work, strategy: "pct", runs: 8 };
    const first = await lp64.check(program.file, pct);
    expect(contradictions(program, first)).toEqual([]);
    expect(stableJson(await lp64.check(program.file, pct))).toBe(stableJson(first));
  });

  test("and another seed other runs", async () => {
    const [program] = programs.filter((p) => p.name === "unsafe/lost-update");
    const reports = await Promise.all([1, 2].map((seed) => lp64.check(program.file, { ...work, seed })));
    expect(stableJson(reports[0])).not.toBe(stableJson(reports[1]));
  });
});

if (unsupported.length > 0) {
  describe("what is not supported is unknown, and says so", () => {
    test.each(unsupported)("$name", async (program) => {
      const report = await lp64.check(program.file, { ...work, runs: 3 });
      expect(report.verdict).toBe("unknown");
      for (const p of report.properties) expect(p.unknown).toMatchObject({ code: program.code, reason: expect.stringContaining(program.names) });
    });
  });
}
