// Checks every program of the collection by a short depth-first search and, if that leaves a property open, by a few random runs: no
// verdict contradicts the expectation, most violations are found, most safe programs are proved safe, every witness replays from its file, and the
// same seed gives the same report, byte for byte.

import { afterAll, describe, expect, test } from "vitest";
import { plainFile } from "../../src/apps/cli/output.ts";
import { fileSources } from "../../src/apps/cli/sources.ts";
import { makeReport } from "../../src/check.ts";
import { defaultProperties } from "../../src/execution/errors.ts";
import type { Report } from "../../src/reports/report.ts";
import { renderText } from "../../src/reports/text.ts";
import { append } from "../../src/support/lists.ts";
import { Checker, contradictions, isSafeUpToFaults, stableJson, unsafeOf, type Work } from "./checking.ts";
import { type CorpusProgram, readCollection } from "./collection.ts";

const { programs, unsupported } = readCollection();
/** Steps per thread: if a run is long because threads busy-wait, a search scans all of it at every step. */
const search: Work = { strategy: "dfs", runs: 30, steps: 300, seed: 1 };
/** No large program is exhausted here anyway; `npm run corpus:check` is for that. */
const shortSearch: Work = { ...search, runs: 6 };
const searchFor = ({ tier }: CorpusProgram): Work => (tier === "small" ? search : shortSearch);
const sample: Work = { strategy: "random", runs: 12, steps: 5000, seed: 1 };
const every = (n: number, from: number): CorpusProgram[] => programs.filter((_, i) => i % n === from);

const lp64 = new Checker("embedded", "lp64");
const ilp32 = new Checker("embedded", "ilp32");
afterAll(() => {
  lp64.close();
  ilp32.close();
});

interface Findings {
  readonly unsafe: Set<string>;
  readonly safe: number;
  /** The text reports of the default properties, where one is unsafe. */
  readonly texts: readonly string[];
}

/** Checks, compares, and replays every witness from its file. */
async function examine(checker: Checker, program: CorpusProgram, works: readonly Work[]): Promise<Findings> {
  const unsafe = new Set<string>();
  const texts: string[] = [];
  let safe = 0;
  for (const work of works) {
    const report = await checker.check(program.file, work);
    expect(contradictions(program, report)).toEqual([]);
    const replayed = await checker.replayFromDisk(report);
    for (const { property, evidence } of report.properties) {
      if (evidence === null) continue;
      const { kind, location, message, thread } = evidence.violation;
      expect(replayed.get(property), `the witness of ${property}`).toMatchObject({ kind, location, message, thread });
    }
    for (const property of unsafeOf(report)) unsafe.add(property);
    append(texts, unsafeText(report));
    safe += report.properties.filter((p) => p.verdict === "safe" || isSafeUpToFaults(program, p)).length;
    if (report.properties.every((p) => p.verdict !== "unknown")) break;
  }
  return { unsafe, safe, texts };
}

/** The report as `ravel check` prints it. */
function unsafeText(report: Report): string[] {
  const properties = report.properties.filter((p) => defaultProperties.includes(p.property));
  const shown = makeReport(report.files, properties, report.stats, report.weakOrder, report.diagnostics, null);
  return shown.verdict === "unsafe"
    ? [renderText(shown, { source: fileSources, ...plainFile, isFull: false, witnessFile: null, stats: [] })]
    : [];
}

describe("lp64", () => {
  const findings = new Map<CorpusProgram, Findings>();

  test.each(programs)("$name", async (program) => {
    findings.set(program, await examine(lp64, program, [searchFor(program), sample]));
  });

  /**
   * The minimum number of expected violations that are found; a change of the library changes the runs, and so the number, by a few. The
   * others need many context switches at the right places, or one value of an input among billions.
   */
  const least = { small: 205, large: 42 };

  test.each(["small", "large"] as const)("the violations of %s programs are found", (tier) => {
    const expected = programs.filter((p) => p.tier === tier).flatMap((p) => Object.keys(p.violations).map((property) => ({ p, property })));
    const notFound = expected
      .filter(({ p, property }) => !findings.get(p)?.unsafe.has(property))
      .map(({ p, property }) => `${p.name} ${property}`);
    expect(expected.length - notFound.length, `not found:\n${notFound.join("\n")}`).toBeGreaterThanOrEqual(least[tier]);
  });

  test("text reports can be read to the end: 60 lines for the median program, 150 for the largest", () => {
    const lengths = [...findings.values()].flatMap((f) => f.texts.map((t) => t.split("\n").length - 1)).sort((a, b) => a - b);
    expect(lengths.length).toBeGreaterThan(150);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(60);
    expect(lengths.at(-1)).toBeLessThanOrEqual(150);
  });

  test("the last 15 lines of a text report name every violation with its place", () => {
    const missing = [...findings.values()].flatMap((f) =>
      f.texts.filter((text) => {
        const headlines = text
          .split("\n")
          .filter((l) => l.startsWith("UNSAFE: "))
          .map((l) => l.slice("UNSAFE: ".length));
        const last = text.trimEnd().split("\n").slice(-15);
        return headlines.length === 0 || headlines.some((h) => !last.includes(`  ${h}`));
      }),
    );
    expect(missing).toEqual([]);
  });

  test("objects in text reports have names, not offsets of unnamed ones", () => {
    const unnamed = /a (constant|temporary|library object) \+ \d+|heap object \d+\.\d+/;
    expect([...findings.values()].flatMap((f) => f.texts.filter((text) => unnamed.test(text)))).toEqual([]);
  });

  test("proves most safe programs safe", () => {
    const shown = [...findings.values()].reduce((sum, f) => sum + f.safe, 0);
    expect(shown).toBeGreaterThanOrEqual(1350);
  });
});

describe("ilp32", () => {
  test.each(every(10, 3))("$name", async (program) => {
    await examine(ilp32, program, [searchFor(program)]);
  });
});

describe("the same seed gives the same report", () => {
  test.each(every(16, 1))("$name", async (program) => {
    for (const work of [
      { ...sample, strategy: "pct", runs: 5 },
      { ...search, runs: 10 },
    ] satisfies Work[]) {
      const first = await lp64.check(program.file, work);
      expect(contradictions(program, first)).toEqual([]);
      expect(stableJson(await lp64.check(program.file, work))).toBe(stableJson(first));
    }
  });

  test("another seed makes other runs", async () => {
    const [program] = programs.filter((p) => p.name === "unsafe/lost-update");
    const [one, two] = [await lp64.check(program.file, sample), await lp64.check(program.file, { ...sample, seed: 2 })];
    expect(stableJson(one)).not.toBe(stableJson(two));
  });
});

if (unsupported.length > 0) {
  describe("an unsupported program is unknown, with a reason", () => {
    test.each(unsupported)("$name", async (program) => {
      const report = await lp64.check(program.file, { ...sample, runs: 3 });
      expect(report.verdict).toBe("unknown");
      for (const p of report.properties)
        expect(p.unknown).toMatchObject({ code: program.code, reason: expect.stringContaining(program.names) });
    });
  });
}
