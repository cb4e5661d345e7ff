// What the formats for other tools promise, on reports written by hand: nothing undecided looks decided, and no text of the user's breaks the
// format. Golden files of whole reports are in test/golden.

import { expect, test } from "vitest";
import { reportToGithub } from "../../../src/reports/github.ts";
import { reportToJunit } from "../../../src/reports/junit.ts";
import type { Report } from "../../../src/reports/report.ts";
import { reportToSarif } from "../../../src/reports/sarif.ts";
import { unknownBecause } from "../../../src/reports/unknown.ts";
import { documentText, element } from "../../../src/reports/xml.ts";
import { diagnostic } from "../../../src/support/diagnostics.ts";
import { at, evidence, fails, lostUpdate, nothing, property, race, report, source } from "./stories.ts";

interface Log {
  readonly runs: readonly [
    {
      readonly invocations: readonly [
        { readonly executionSuccessful: boolean; readonly exitCode: number; readonly toolExecutionNotifications: { level: string }[] },
      ];
      readonly results: readonly Record<string, unknown>[];
    },
  ];
}

const sarif = (r: Report, status = 1): Log["runs"][0] => (reportToSarif(r, source, status) as unknown as Log).runs[0];

const outOfTime = unknownBecause({ kind: "stopped", stop: { kind: "time", seconds: 5 }, when: "" });
const unknown = property("memory", { verdict: "unknown", scope: nothing, unknown: outOfTime });
const bounded = property("deadlock", { verdict: "safe-bounded", scope: { ...nothing, unwind: 2 } });
const failing = property("assert", {
  verdict: "unsafe",
  evidence: evidence(fails, lostUpdate),
  violations: [evidence(fails, lostUpdate)],
  scope: nothing,
});
const racing = property("race", {
  verdict: "unsafe",
  evidence: evidence(race, lostUpdate),
  violations: [evidence(race, lostUpdate)],
  scope: nothing,
});
const mixed = report([failing, racing, unknown, bounded, property("leak")], failing);

test("what is unknown is never a passed case, a bound neither passed nor failed", () => {
  const xml = reportToJunit(mixed, source);
  expect(xml).toContain('tests="5" failures="2" errors="1" skipped="1"');
  expect(xml).toMatch(/<testcase name="memory"[^>]*>\s*<error message="unknown: the time limit of 5 s was reached" type="RVL301">/);
  expect(xml).toMatch(/<testcase name="deadlock"[^>]*>\s*<skipped>holds only within these bounds: loops up to 2 iterations<\/skipped>/);
  expect(xml).toMatch(/<testcase name="leak"[^>]*\/>/);
});

test("SARIF of an undecided check is not successful, and says why", () => {
  const [invocation] = sarif(report([property("assert"), unknown], unknown), 3).invocations;
  expect(invocation.executionSuccessful).toBe(false);
  expect(invocation.exitCode).toBe(3);
  expect(invocation.toolExecutionNotifications.map((n) => n.level)).toEqual(["warning"]);
  expect(sarif(report([failing], failing)).invocations[0].executionSuccessful).toBe(true);
});

test("SARIF has a flow per thread; executionOrder numbers the steps of all", () => {
  const [result] = sarif(report([racing], racing)).results as [
    { codeFlows: [{ threadFlows: { id: string; locations: { executionOrder: number }[] }[] }]; relatedLocations: { id: number }[] },
  ];
  const flows = result.codeFlows[0].threadFlows;
  expect(flows.map((f) => f.id)).toEqual(["main", "T1 add", "T2 add"]);
  const orders = flows.map((f) => f.locations.map((l) => l.executionOrder));
  for (const order of orders) expect(order).toEqual(order.toSorted((a, b) => a - b));
  const all = orders.flat().sort((a, b) => a - b);
  expect(all).toEqual(all.map((_, i) => i + 1));
  expect(result.relatedLocations.map((l) => l.id)).toEqual([1, 2]);
});

test("addresses of files: relative to the base, absolute ones not; columns in characters", () => {
  const placed = (file: string, column: number): unknown => {
    const violation = { ...fails, location: { file, line: 1, column } };
    const part = { ...failing, violations: [{ ...evidence(fails, lostUpdate), violation }] };
    const wide = { line: () => "int ä = 1; x++;" };
    const log = reportToSarif(report([part], part), wide, 1) as unknown as Log;
    return (log.runs[0].results[0] as { locations: [{ physicalLocation: unknown }] }).locations[0].physicalLocation;
  };
  expect(placed("./a b/ü#%.c", 13)).toEqual({
    artifactLocation: { uri: "a%20b/%C3%BC%23%25.c", uriBaseId: "%SRCROOT%" },
    region: { startLine: 1, startColumn: 12 },
  });
  expect(placed("/usr/include/x.h", 2)).toEqual({
    artifactLocation: { uri: "file:///usr/include/x.h" },
    region: { startLine: 1, startColumn: 2 },
  });
});

test("GitHub: an error per violation, one warning for all that is open for one reason, and escaped texts", () => {
  const other = property("overflow", { verdict: "unknown", scope: nothing, unknown: outOfTime });
  const text = reportToGithub(report([failing, unknown, other, bounded], failing), source, "UNSAFE: x\n");
  expect(text.split("\n")).toEqual([
    "::error file=p.c,line=12,col=3,title=ravel assert%3A assertion::assertion fails: x == 2 at p.c:12:3 in main",
    expect.stringMatching(
      /^::warning file=p\.c,line=1,title=ravel memory and overflow%3A unknown \(RVL301\)::the time limit of 5 s was reached%0Ahint: /,
    ),
    "::notice file=p.c,line=1,title=ravel deadlock%3A safe up to a bound::within these bounds: loops up to 2 iterations",
    "::group::ravel: unsafe",
    "UNSAFE: x",
    "::endgroup::",
    "",
  ]);
  const strange = { ...fails, message: "a % b, c\r\n::error::", location: at(12, "a,b:c%.c") };
  const part = { ...failing, violations: [{ ...evidence(fails, lostUpdate), violation: strange }] };
  expect(reportToGithub(report([part], part), source, "").split("\n")[0]).toBe(
    "::error file=a%2Cb%3Ac%25.c,line=12,col=3,title=ravel assert%3A assertion::assertion fails: a %25 b, c\\x0d\\x0a::error:: at a,b:c%25.c:12:3 in main",
  );
});

test("GitHub: quoted source is not taken for a command; warnings are shown, notes are not", () => {
  const diagnostics = [
    diagnostic("RVL501", "weak", { severity: "note" }),
    diagnostic("RVL107", "odd", { severity: "warning", location: at(3) }),
  ];
  const safe = property("assert");
  expect(reportToGithub(report([safe], safe, { diagnostics }), source, "a\n  ::stop-commands::x\n::add-mask::y\nb ##[error]z\n")).toBe(
    "::warning file=p.c,line=3,col=3,title=ravel RVL107::odd\n::group::ravel: safe\na\n  : :stop-commands::x\n: :add-mask::y\nb # #[error]z\n::endgroup::\n",
  );
});

test("XML: every character is allowed and escaped", () => {
  expect(documentText(element("a", { b: '<"&\n\t\u0001' }, "x < y && z\u0000\ud800 > \r"))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a b="&lt;&quot;&amp;&#10;&#9;\ufffd">x &lt; y &amp;&amp; z\ufffd\ufffd &gt; \ufffd</a>\n',
  );
});
