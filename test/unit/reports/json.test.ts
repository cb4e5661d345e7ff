// The JSON report against its schema: every kind of report fits, and the schema is strict.

import { expect, test } from "vitest";
import { failureToJson, reportToJson, runToJson } from "../../../src/reports/json.ts";
import type { Report } from "../../../src/reports/report.ts";
import { unknownBecause } from "../../../src/reports/unknown.ts";
import { diagnostic } from "../../../src/support/diagnostics.ts";
import { schemaFaults } from "../apps/cli/command-line.ts";
import { evidence, fails, lostUpdate, nothing, property, race, report, withFinalStates } from "./stories.ts";

const json = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

const unsafe = property("assert", {
  verdict: "unsafe",
  evidence: evidence(fails, { ...lostUpdate, inputs: [{ thread: 0, what: "rand", bits: 64, value: "18446744073709551615" }] }),
  scope: nothing,
});
const racy = property("race", { verdict: "unsafe", evidence: evidence(race, lostUpdate), scope: nothing });
const outOfTime = unknownBecause({ kind: "stopped", stop: { kind: "time", seconds: 5 }, when: "" });
const unknown = property("memory", { verdict: "unknown", scope: nothing, unknown: outOfTime });
const bounded = property("deadlock", { verdict: "safe-bounded", scope: { ...nothing, unwind: 2 } });
const safe = property("leak");

const reports: Readonly<Record<string, Report>> = {
  safe: report([safe], safe),
  unsafe: report([unsafe, racy, unknown, bounded, safe], unsafe, { diagnostics: [diagnostic("RVL501", "weak", { severity: "note" })] }),
  race: report([racy], racy),
  unknown: report([safe, unknown], unknown),
  bounded: report([bounded, safe], bounded),
  all: report([unsafe, racy], unsafe, { listsAll: true }),
  "final states": withFinalStates(report([safe], safe)),
};

test.each(Object.keys(reports))("%s", (name) => {
  expect(schemaFaults("report", json(reportToJson(reports[name] as Report)))).toEqual([]);
});

test("the top level repeats the first of the worst", () => {
  const object = json(reportToJson(reports.unsafe as Report)) as {
    violation: unknown;
    witness: unknown;
    scope: unknown;
    engine: unknown;
    properties: Record<string, unknown>[];
  };
  const [first] = object.properties;
  expect([object.violation, object.witness, object.scope, object.engine]).toEqual([
    first?.violation,
    first?.witness,
    first?.scope,
    first?.engine,
  ]);
  expect(object.properties.map((p) => p.verdict)).toEqual(["unsafe", "unsafe", "unknown", "safe-bounded", "safe"]);
});

test("with --all a property has the list of its violations, and only then", () => {
  const violations = (r: Report): unknown[] =>
    (json(reportToJson(r)).properties as { violations?: unknown[] }[]).map((p) => p.violations?.length);
  expect(violations(reports.all as Report)).toEqual([1, 1]);
  expect(violations(reports.unsafe as Report)).toEqual(Array(5).fill(undefined));
});

test("without a verdict: the same shape", () => {
  const failure = json(failureToJson("0.0.0", ["p.c"], [diagnostic("RVL101", "no", { location: { file: "p.c", line: 1 } })]));
  expect(schemaFaults("report", failure)).toEqual([]);
  expect(Object.keys(failure)).toEqual(Object.keys(reportToJson(reports.safe as Report)));
  expect(schemaFaults("report", { ...failure, diagnostics: [] })).not.toEqual([]);
});

test("single runs", () => {
  const run = json(runToJson("0.0.0", ["p.c"], { ...lostUpdate, outcome: { kind: "exit", status: 1 } }, []));
  expect(schemaFaults("run", run)).toEqual([]);
  expect(schemaFaults("run", { ...run, outcome: { kind: "vanished" } })).not.toEqual([]);
  expect(schemaFaults("run", { ...run, extra: 1 })).not.toEqual([]);
});

/** Each is a wrong report: the schema must reject it. */
test.each<[string, (r: Record<string, unknown>) => void]>([
  ["a further field", (r) => (r.note = "")],
  ["a missing field", (r) => delete r.stats],
  ["another schema", (r) => (r.schema = 2)],
  ["an unknown verdict", (r) => (r.verdict = "fine")],
  ["unsafe without a violation", (r) => (r.violation = null)],
  ["unsafe without a witness", (r) => (r.witness = null)],
  ["a verdict without properties", (r) => (r.properties = [])],
  ["a verdict without statistics", (r) => (r.stats = null)],
  ["a reason where the verdict is known", (r) => (r.unknown = { code: "RVL301", reason: "", hint: "" })],
  ["a property that is none", (r) => ((r.properties as Record<string, unknown>[])[0]!.property = "beauty")],
  ["safe that is not complete", (r) => ((r.properties as { scope: Record<string, unknown> }[])[4]!.scope.complete = false)],
  ["a bound that is complete", (r) => ((r.properties as { scope: Record<string, unknown> }[])[3]!.scope.complete = true)],
  ["a location without a line", (r) => ((r.violation as Record<string, unknown>).location = { file: "p.c" })],
  ["a step that is not an operation", (r) => ((r.witness as { schedule: Record<string, unknown>[] }).schedule[0]!.op = "jump")],
  ["a value that is an object", (r) => ((r.witness as { schedule: Record<string, unknown>[] }).schedule[0]!.value = {})],
  ["an input that is a fraction", (r) => ((r.witness as { inputs: Record<string, unknown>[] }).inputs[0]!.value = 0.5)],
  ["a code that is none", (r) => ((r.diagnostics as Record<string, unknown>[])[0]!.code = "E1")],
])("the schema refuses %s", (_, spoil) => {
  const object = json(reportToJson(reports.unsafe as Report));
  spoil(object);
  expect(schemaFaults("report", object)).not.toEqual([]);
});
