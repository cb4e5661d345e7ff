// `ravel check --explain`: text after the report, `explanation` in the JSON report, and engines that have none.

import { afterAll, expect, test } from "vitest";
import { example, Folder, inPairs, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

test("as text, as JSON, not asked for, and not supported", async () => {
  const program = [example("lost-update.c"), "--property", "assert"];
  const [text, json, plain, unfit] = await inPairs(
    [
      [...program, "--engine", "guided", "--explain"],
      [...program, "--engine", "guided", "--explain", "--format", "json"],
      [...program, "--engine", "guided", "--format", "json"],
      [...program, "--engine", "staged", "--explain"],
    ],
    (args) => folder.ravel(["check", ...args]),
  );
  expect(text?.stdout).toMatch(/\nHow it went:\n {2}1 {2}Run 1, lowest thread first: /);
  const report = JSON.parse(json?.stdout as string) as { explanation: { what: string; text: string }[] };
  expect(schemaFaults("report", report)).toEqual([]);
  expect(report.explanation.map((e) => e.what)).toEqual(["run", "phi"]);
  expect(report.explanation[1]?.text).toMatch(/: satisfiable\. Some feasible linearization violates assert; it is run on the executor\.$/);
  expect((JSON.parse(plain?.stdout as string) as { explanation: unknown }).explanation).toBeNull();
  expect(unfit).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/RVL003: engine staged does not support --explain[\s\S]*guided/),
  });
});

test("symex: the formulas of control locations, in both formats", async () => {
  const program = [example("race-fixed.c"), "--property", "assert", "--engine", "symex", "--explain"];
  const [text, json] = await inPairs([program, [...program, "--prune", "summaries", "--format", "json"]], (args) =>
    folder.ravel(["check", ...args]),
  );
  expect(text?.stdout).toMatch(/\nHow it went:\n +1 {2}Search for a violation of assert, reduction none: /);
  const report = JSON.parse(json?.stdout as string) as { explanation: { what: string; location: unknown; text: string }[] };
  expect(schemaFaults("report", report)).toEqual([]);
  expect([...new Set(report.explanation.map((e) => e.what))]).toEqual(["search", "summary"]);
});
