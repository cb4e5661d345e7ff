// The report as JUnit XML, for CI servers. In: a report, the source. Out: XML text. A pure function of both.
//
// A program is a suite, a property a case. A violation is a failure. What is unknown is an error, so that no server shows it as passed. What
// holds only up to a bound is skipped, with the bound: neither passed nor failed.

import { renderColumns } from "./columns.ts";
import { type Evidence, type PropertyReport, type Report, scopeText } from "./report.ts";
import type { SourceText } from "./source-text.ts";
import { painter } from "./terminal.ts";
import { details, headline, inputLines, outputLines } from "./violation-text.ts";
import { documentText, type Element, element } from "./xml.ts";

const width = 100;

export function reportToJunit(report: Report, source: SourceText): string {
  const cases = report.properties.map((p) => caseOf(p, report, source));
  const count = (name: string): number => cases.filter((c) => (c.content as readonly Element[]).some((e) => e.name === name)).length;
  const seconds = (report.stats.timeMs.total / 1000).toFixed(3);
  const counts = { tests: cases.length, failures: count("failure"), errors: count("error") };
  const notes = report.diagnostics.map((d) => `${d.code}: ${d.message}`);
  return documentText(
    element("testsuites", { name: "ravel", ...counts, time: seconds }, [
      element("testsuite", { name: suiteName(report), ...counts, skipped: count("skipped"), time: seconds }, [
        ...cases,
        ...(notes.length === 0 ? [] : [element("system-out", {}, notes.join("\n"))]),
      ]),
    ]),
  );
}

const suiteName = ({ files }: Report): string => files.join(" ");

function caseOf(p: PropertyReport, report: Report, source: SourceText): Element {
  return element("testcase", { name: p.property, classname: suiteName(report) }, outcomeOf(p, source));
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
  ].join("\n");
}
