// A slice of `npm run stress`: everything but the clock. A failure means that a disturbed check has lost a violation, or contradicts itself.

import { afterAll, expect, test } from "vitest";
import { Rng } from "../../src/support/rng.ts";
import { inPairs } from "../unit/apps/cli/command-line.ts";
import { type Disturbed, describe, disturbedCheck, Folder, judge, runDisturbed } from "./stress.ts";

const folder = new Folder();
afterAll(() => folder.remove());

test("eight disturbed checks lose nothing", async () => {
  const rng = new Rng(7);
  const checks = Array.from({ length: 8 }, () => disturbedCheck(rng));
  const outcomes = await inPairs(checks, async (check) => [describe(check), (await runDisturbed(folder, check)).faults]);
  expect(outcomes).toEqual(checks.map((check) => [describe(check), []]));
});

const check: Pick<Disturbed, "subject" | "mishap"> = { subject: { file: "x.c", unsafe: ["race"] }, mishap: null };
const part = (property: string, verdict: string) => ({ property, verdict, witness: verdict === "unsafe" ? {} : null });
const told = (verdict: string | null, parts: object[], diagnostics: object[] = []): string =>
  JSON.stringify({ verdict, properties: parts, unknown: null, diagnostics });
const faultsOf = (status: number | null, stdout: string, stderr = "", mishap: Disturbed["mishap"] = null): readonly string[] =>
  judge({ ...check, mishap }, { status, stdout, stderr, seconds: 1 }, false).faults.filter((f) => !f.includes("must ")); // a truncated report matches no schema

test("a violation that was named and is missing is seen, and so are other contradictions", () => {
  const named = '{"elapsed":1,"text":"unsafe so far: race; 7 runs"}\n';
  expect(faultsOf(1, told("unsafe", [part("race", "unsafe")]), named)).toEqual([]);
  expect(faultsOf(3, told("unknown", [part("race", "unknown")]), named)).toEqual(["race was called unsafe, and is unknown"]);
  expect(faultsOf(3, told("unknown", [part("race", "unknown")]))).toEqual([]);
  expect(faultsOf(0, told("unsafe", [part("race", "unsafe")]))).toEqual(["unsafe with status 0"]);
  expect(faultsOf(0, told("safe", [part("race", "safe")]))).toEqual(["race is safe"]);
  expect(faultsOf(1, told("unsafe", [part("deadlock", "unsafe")]))).toEqual(["deadlock is unsafe"]);
  expect(faultsOf(null, "")).toEqual(["it was ended by a signal"]);
  expect(faultsOf(133, "", "#\n# Fatal JavaScript invalid size error")).toEqual([
    "status 133, and no report: #\n# Fatal JavaScript invalid size error",
  ]);
  const broken = told(null, [], [{ code: "RVL901" }]);
  expect(faultsOf(5, broken)).toEqual([expect.stringMatching(/^status 5: /)]);
  expect(faultsOf(5, broken, "", { depth: 1, what: "throw", after: 0 })).toEqual([]);
});
