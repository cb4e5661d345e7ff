// The report as JUnit XML, for CI servers. In: the report of a program or of a project, the source. Out: XML text. A pure function of both.
//
// A program, or a target, is a suite, a property a case. A violation is a failure. What is unknown is an error, so that no server shows it as passed. What
// holds only up to a bound is skipped, with the bound: neither passed nor failed.

import type { Diagnostic } from "../support/diagnostics.ts";
import { renderColumns } from "./columns.ts";
import type { ProjectReport, TargetReport } from "./project.ts";
import { type Evidence, type PropertyReport, type Report, scopeText } from "./report.ts";
import type { SourceText } from "./source-text.ts";
import { painter } from "./terminal.ts";
import { details, headline, howToDebug, inputLines, outputLines } from "./violation-text.ts";
import { documentText, type Element, element } from "./xml.ts";

const width = 100;

export const reportToJunit = (report: Report, source: SourceText): string => suitesText([suiteOf(report.files.join(" "), report, source)]);

export const projectToJunit = ({ targets }: ProjectReport, source: SourceText): string =>
  suitesText(targets.map((t) => (t.report === null ? failedSuite(t) : suiteOf(t.name, t.report, source))));

interface Suite {
  readonly name: string;
  readonly cases: readonly Element[];
  readonly seconds: number;
  readonly notes: readonly string[];
}

function suiteOf(name: string, report: Report, source: SourceText): Suite {
  return {
    name,
    cases: report.properties.map((p) => element("testcase", { name: p.property, classname: name }, outcomeOf(p, source))),
    seconds: report.stats.timeMs.total / 1000,
    notes: report.diagnostics.map((d) => `${d.code}: ${d.message}`),
  };
}

/** A target that could not be checked: one case, an error. */
function failedSuite({ name, diagnostics }: TargetReport): Suite {
  const [first] = diagnostics;
  const error = element(
    "error",
    { message: first?.message ?? "not checked", type: first?.code ?? "RVL901" },
    diagnostics.map(noteText).join("\n"),
  );
  return { name, cases: [element("testcase", { name: "check", classname: name }, [error])], seconds: 0, notes: [] };
}

const noteText = ({ code, message, location }: Diagnostic): string =>
  `${location === null ? "" : `${location.file}:${location.line}: `}${code}: ${message}`;

function suitesText(suites: readonly Suite[]): string {
  const count = (cases: readonly Element[], name: string): number =>
    cases.filter((c) => (c.content as readonly Element[]).some((e) => e.name === name)).length;
  const counts = (cases: readonly Element[]): Element["attributes"] => ({
    tests: cases.length,
    failures: count(cases, "failure"),
    errors: count(cases, "error"),
  });
  const all = suites.flatMap((s) => s.cases);
  const seconds = suites.reduce((sum, s) => sum + s.seconds, 0);
  return documentText(
    element(
      "testsuites",
      { name: "ravel", ...counts(all), time: seconds.toFixed(3) },
      suites.map(({ name, cases, seconds: own, notes }) =>
        element("testsuite", { name, ...counts(cases), skipped: count(cases, "skipped"), time: own.toFixed(3) }, [
          ...cases,
          ...(notes.length === 0 ? [] : [element("system-out", {}, notes.join("\n"))]),
        ]),
      ),
    ),
  );
}

function outcomeOf(p: PropertyReport, source: SourceText): Element[] {
  switch (p.verdict) {
    case "safe":
      return [];
    case "safe-bounded":
      return [element("skipped", {}, `holds only within these bounds: ${scopeText(p.scope)}`)];
    case "unknown": {
      const { code, reason, hint } = p.unknown ?? { code: "RVL901", reason: "no reason was given", hint: "" };
      return [element("error", { message: `unknown: ${reason}`, type: code }, hint === "" ? "" : `hint: ${hint}`)];
    }
    case "unsafe":
      return p.violations.map((e) =>
        element("failure", { message: headline(e.violation, e.replay), type: e.violation.kind }, `\n${runOf(e, source)}\n`),
      );
  }
}

/** What the text report says below the headline. */
function runOf({ violation, replay }: Evidence, source: SourceText): string {
  return [
    ...details(violation, replay, source),
    ...inputLines(replay),
    "",
    ...renderColumns(replay, violation, { source, width, paint: painter(false) }),
    ...outputLines(replay, false),
    "",
    howToDebug,
  ].join("\n");
}
